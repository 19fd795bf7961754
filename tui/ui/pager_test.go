package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/tuitest"
	"coworkenv.dev/coworkenv/tui/ui"
)

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func TestPagerMoves(t *testing.T) {
	s := sheet(t)
	p := ui.Pager{Doc: ui.NewDocument(numbered(100), nil)}
	first := func() string { return strings.TrimSpace(fits(t, p.View(s, 20, 10, true), 20, 10)[0]) }
	last := func() string { return strings.TrimSpace(fits(t, p.View(s, 20, 10, true), 20, 10)[9]) }
	if first() != "line 1" || p.Position() != "" {
		t.Errorf("begins at %q, %q", first(), p.Position())
	}
	for _, st := range []struct{ action, first string }{{keys.Down, "line 2"}, {keys.PageDown, "line 11"}, {keys.HalfUp, "line 6"}, {keys.Last, "line 91"}, {keys.Down, "line 91"}, {keys.Up, "line 90"}, {keys.PageUp, "line 81"}, {keys.First, "line 1"}, {keys.Up, "line 1"}} {
		p.Move(st.action)
		if got := first(); got != st.first {
			t.Fatalf("%s: begins with %q, want %q", st.action, got, st.first)
		}
	}
	p.Move(keys.Last)
	if last() != "line 100" || p.Position() != "end" {
		t.Errorf("ends with %q, %q", last(), p.Position())
	}
	p.GoTo(49)
	if !strings.Contains(strings.Join(fits(t, p.View(s, 20, 10, true), 20, 10), "\n"), "line 50") {
		t.Error("line 50 is not in sight")
	}
	p.Search = "LINE 7"
	if p.Next(false) {
		t.Error("a capital does not count")
	}
	p.Search = "line 7"
	if p.Move(keys.First); !p.Next(false) || first() != "line 7" {
		t.Errorf("found %q", first())
	}
	if !p.Next(false) || first() != "line 70" {
		t.Errorf("then %q", first())
	}
	if !p.Next(true) || first() != "line 7" {
		t.Errorf("back %q", first())
	}
	if got := p.View(s, 20, 10, true)[0]; !strings.Contains(got, s.Open("", themes.Match)) {
		t.Errorf("the match is not marked: %q", got)
	}
}

func TestPagerCursorAndTargets(t *testing.T) {
	s := sheet(t)
	var b ui.Builder
	for i := range 40 {
		b.Put(themes.Accent, fmt.Sprintf("row %d ", i)).Put(themes.Text, strings.Repeat("words ", i%5)).Line(100 + i)
	}
	p := ui.Pager{Doc: b.Document(), Cursor: true, Hang: true}
	p.View(s, 24, 8, true)
	for range 12 {
		p.Move(keys.Down)
		p.View(s, 24, 8, true)
	}
	if got := p.Doc.Target(p.Line()); got != 100+p.Line() || p.Line() == 0 {
		t.Errorf("line %d leads to %d", p.Line(), got)
	}
	lines := p.View(s, 24, 8, true)
	seen := slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, s.Open(themes.Row, themes.Text)) })
	if !seen {
		t.Errorf("the cursor's row is not drawn: %q", lines)
	}
	other := ui.NewDocument("only\n", nil)
	p.Swap(other)
	if fits(t, p.View(s, 24, 8, true), 24, 8)[0] != " only" {
		t.Error("a shorter version is not shown from its beginning")
	}
}

func TestDocument(t *testing.T) {
	for _, tt := range []struct {
		text  string
		lines int
	}{{"", 1}, {"a", 1}, {"a\n", 1}, {"a\n\n", 2}, {"a\r\nb", 2}, {strings.Repeat("x", 100_000), 1}, {strings.Repeat("漢", 10_000) + "\nb", 2}} {
		d := ui.NewDocument(tt.text, nil)
		if got := d.Lines(); got != tt.lines {
			t.Errorf("%.20q has %d lines, want %d", tt.text, got, tt.lines)
		}
		p := ui.Pager{Doc: d, Numbers: true}
		p.Move(keys.Last)
		fits(t, p.View(sheet(t), 33, 7, false), 33, 7)
	}
}

// Every awkward text fits at every width, broken or cut, from its beginning to its end.
func TestPagerAwkward(t *testing.T) {
	s := sheet(t)
	for _, text := range tuitest.Awkward() {
		if len(text) > 200_000 {
			text = text[:200_000]
		}
		for _, width := range []int{1, 2, 7, 40, 161} {
			for _, cut := range []bool{false, true} {
				p := ui.Pager{Doc: ui.NewDocument(text, nil), Cut: cut, Numbers: width > 10, Hang: true, Search: "e"}
				for _, a := range []string{"", keys.PageDown, keys.ShiftRight, keys.Last, keys.Up, keys.First} {
					p.Move(a)
					fits(t, p.View(s, width, 9, true), width, 9)
				}
			}
		}
	}
}

func FuzzPager(f *testing.F) {
	f.Add("a\tb\n发票", 10, "b")
	f.Add("\x1b[31m\r\n\u202e", 3, "")
	s := sheet(f)
	f.Fuzz(func(t *testing.T, text string, width int, search string) {
		width = min(max(width, 1), 120)
		p := ui.Pager{Doc: ui.NewDocument(text, nil), Search: search, Cursor: len(text)%2 == 0, Hang: true}
		for _, a := range []string{"", keys.Last, keys.HalfUp, keys.Down, keys.First} {
			p.Move(a)
			fits(t, p.View(s, width, 6, true), width, 6)
			p.Next(false)
		}
	})
}

// BenchmarkPager is one movement and its drawing in big texts; p99 is reported.
func BenchmarkPager(b *testing.B) {
	texts := map[string]string{"5MB": strings.Repeat(`{"id": 17, "name": "record", "note": "a line of a tool's output"}`+"\n", 5<<20/66), "line-of-1MB": strings.Repeat("word ", 1<<20/5),
		"CJK": strings.Repeat(strings.Repeat("发票处理", 30)+"\n", 5000)}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			s := sheet(b)
			p := ui.Pager{Doc: ui.NewDocument(text, nil), Search: "note"}
			p.Doc.Prepare()
			clock := det.System()
			var took []time.Duration
			actions := []string{keys.Down, keys.PageDown, keys.HalfUp, keys.Last, keys.Up, keys.First}
			for i := 0; b.Loop(); i++ {
				began := clock.Now()
				p.Move(actions[i%len(actions)])
				p.View(s, 120, 46, true)
				took = append(took, clock.Now().Sub(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-µs")
		})
	}
}

package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
	"coworkenv.dev/coworkenv/tui/ui"
)

func sheet(t testing.TB) *style.Sheet {
	t.Helper()
	return style.New(tuitest.Theme(t, "dark"), style.TrueColor)
}

// fits fails where a block is not exactly as large as asked for.
func fits(t testing.TB, lines []string, width, height int) []string {
	t.Helper()
	if why := tuitest.Fault(lines, width, height); why != "" {
		t.Fatal(why)
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.TrimRight(ansi.Strip(l), " ")
	}
	return out
}

func TestLine(t *testing.T) {
	s := sheet(t)
	l := ui.NewLine(s, 20).Put(themes.Accent, "发票").Cell(themes.Bad, "too long for it", 6).CellRight(themes.Text, "7", 3).AtRight(themes.Muted, "end").String()
	if got := fits(t, []string{l}, 20, 1)[0]; got != "发票too l…  7    end" {
		t.Errorf("drew %q", got)
	}
	l = ui.NewLine(s, 8).Put(themes.Text, "\x1b[2Jab").Put(themes.Text, "more").AtRight(themes.Text, "never").String()
	if got := fits(t, []string{l}, 8, 1)[0]; got != `\x1b[2J…` {
		t.Errorf("drew %q", got)
	}
	l = ui.NewLineOn(s, themes.Row, 10).Mark(themes.Text, "find me", []ui.Span{{From: 5, To: 7}}).String()
	if !strings.Contains(l, s.Open(themes.Row, themes.Match)+"me") {
		t.Errorf("the match is not marked in %q", l)
	}
	fits(t, []string{ui.NewLine(s, 0).Put(themes.Text, "x").Space(3).Rule(themes.Border, 0).String()}, 0, 1)
}

func TestCursor(t *testing.T) {
	var c ui.Cursor
	c.Move(keys.Down)
	if c.At != 0 {
		t.Error("an empty list has a second row")
	}
	c.SetLen(100)
	steps := []struct {
		action         string
		at, from, to   int
		heightOfWindow int
	}{
		{keys.Last, 99, 90, 100, 10}, {keys.Up, 98, 90, 100, 10}, {keys.First, 0, 0, 10, 10}, {keys.PageDown, 10, 10, 20, 10}, {keys.HalfDown, 15, 15, 25, 10},
		{keys.PageUp, 5, 5, 15, 10}, {keys.Down, 6, 5, 15, 10}, {keys.Down, 7, 5, 15, 10}, {keys.HalfUp, 2, 0, 10, 10}, {keys.Last, 99, 97, 100, 3}, {"none", 99, 99, 100, 1},
	}
	c.Window(10)
	for _, st := range steps {
		c.Move(st.action)
		from, to := c.Window(st.heightOfWindow)
		if c.At != st.at || to-from != min(st.heightOfWindow, c.Len) || c.At < from || c.At >= to {
			t.Fatalf("%s: at %d in [%d, %d), want %d", st.action, c.At, from, to, st.at)
		}
	}
	c.Window(10)
	c.MoveTo(50)
	c.Window(10)
	top := c.Top
	c.Scroll(3)
	if c.Top != top+3 {
		t.Errorf("scrolled from %d to %d", top, c.Top)
	}
	if from, to := c.Window(10); c.At < from || c.At >= to {
		t.Errorf("the cursor %d is out of [%d, %d)", c.At, from, to)
	}
	c.SetLen(3)
	if from, to := c.Window(10); c.At != 2 || from != 0 || to != 3 {
		t.Errorf("after shrinking: %d in [%d, %d)", c.At, from, to)
	}
}

func TestTable(t *testing.T) {
	s := sheet(t)
	asked := map[int]bool{}
	table := ui.Table{Columns: []ui.Column{{Name: "id", Title: "id", Width: 8}, {Name: "note", Title: "note", Width: 10, Least: 6, Flex: 1, Drop: 2}, {Name: "n", Title: "n", Width: 4, Right: true, Drop: 1}},
		Cell: func(row int, col string) (themes.Name, string) {
			asked[row] = true
			return themes.Text, fmt.Sprintf("%s%d", col, row)
		},
		Marked: func(row int) bool { return row == 1 }}
	table.SetLen(1_000_000)
	table.MoveTo(500_000)
	got := fits(t, table.View(s, 40, 6, true), 40, 6)
	if len(asked) != 5 {
		t.Errorf("asked for %d rows to draw 5", len(asked))
	}
	if !strings.HasPrefix(got[0], "  id") || !strings.Contains(strings.Join(got, "\n"), "▸ id500000") {
		t.Errorf("drew %q", got)
	}
	table.MoveTo(0)
	want := []string{"  id        note                 n", "▸ id0       note0               n0", "● id1       note1               n1"}
	if diff := cmp.Diff(want, fits(t, table.View(s, 34, 3, true), 34, 3)); diff != "" {
		t.Error(diff)
	}
	if row, ok := table.RowAt(2); !ok || row != 1 {
		t.Errorf("line 2 is row %d", row)
	}
	if _, ok := table.RowAt(0); ok {
		t.Error("the heading is a row")
	}
	if c := table.ColumnAt(13); c != "note" {
		t.Errorf("cell 13 is of %q", c)
	}
	if got := fits(t, table.View(s, 20, 2, true), 20, 2); got[0] != "  id           n" {
		t.Errorf("narrow: %q", got[0])
	}
	for w := range 60 {
		fits(t, table.View(s, w, 4, false), w, 4)
	}
}

func TestSplit(t *testing.T) {
	sp := ui.Split{LeastMain: 40, LeastSide: 30, Share: 60}
	for _, tt := range []struct {
		w, h, zoom int
		main, side ui.Rect
	}{
		{101, 30, 0, ui.Rect{W: 60, H: 30}, ui.Rect{X: 61, W: 40, H: 30}},
		{71, 30, 0, ui.Rect{W: 40, H: 30}, ui.Rect{X: 41, W: 30, H: 30}},
		{70, 30, 0, ui.Rect{W: 70, H: 13}, ui.Rect{Y: 13, W: 70, H: 17}},
		{70, 15, 0, ui.Rect{W: 70, H: 15}, ui.Rect{}},
		{101, 30, 1, ui.Rect{W: 101, H: 30}, ui.Rect{}},
		{101, 30, 2, ui.Rect{}, ui.Rect{W: 101, H: 30}},
	} {
		sp.Zoom = tt.zoom
		main, side := sp.Layout(tt.w, tt.h)
		if main != tt.main || side != tt.side {
			t.Errorf("%dx%d zoom %d: %v and %v", tt.w, tt.h, tt.zoom, main, side)
		}
	}
}

// A box over wide characters leaves every line as wide as it was.
func TestOver(t *testing.T) {
	s := sheet(t)
	var base []string
	for _, line := range []string{"发票发票发票发票发票", "a发票发票发票发票发b", "plain text here ok.."} {
		base = append(base, ui.NewLine(s, 20).Put(themes.Accent, line).String())
	}
	for x := -2; x < 22; x++ {
		box := ui.Box(s, 8, "发票票", "", []string{ui.NewLine(s, 4).Put(themes.Bad, "四个").String()})
		got := ui.Over(base, box, max(0, min(x, 12)), 0)
		fits(t, got, 20, 3)
	}
	got := fits(t, ui.Over(base, []string{ui.NewLine(s, 3).Put(themes.Text, "[-]").String()}, 3, 0), 20, 3)
	if got[0] != "发 [-]发票发票发票发" && got[0] != "发 [-]票发票发票发票" {
		t.Errorf("drew %q", got[0])
	}
}

func TestPrompt(t *testing.T) {
	s := sheet(t)
	p := ui.Prompt{Label: "> ", History: []string{"first", "second"}, Complete: func(line string, pos int) (int, []string) {
		if strings.HasSuffix(line, "ga") {
			return 0, []string{"gate:", "gamma:"}
		}
		return pos, nil
	}}
	p.Insert("ga")
	if !p.HasProposals() || !strings.Contains(p.Proposals(s, 40), "gamma:") {
		t.Error("no proposals")
	}
	for _, st := range []struct{ action, want string }{
		{ui.TypeNext, "gate:"}, {ui.TypeNext, "gamma:"}, {ui.TypeNext, "gate:"}, {ui.TypePrevious, "gamma:"}, {ui.TypeBack, "gamma"}, {ui.TypeLeft, "gamma"}, {ui.TypeDelete, "gamm"},
		{ui.TypeHome, "gamm"}, {ui.TypeDelete, "amm"}, {ui.TypeEnd, "amm"}, {ui.TypeWordBack, ""}, {ui.TypeOlder, "second"}, {ui.TypeOlder, "first"}, {ui.TypeOlder, "first"}, {ui.TypeNewer, "second"}, {ui.TypeNewer, ""},
	} {
		if !p.Do(st.action) || p.Value != st.want {
			t.Fatalf("%s: %q, want %q", st.action, p.Value, st.want)
		}
	}
	p.Insert("a\x1b[2J\u202eb\ne\u0301")
	if p.Value != "a[2Jb e\u0301" {
		t.Errorf("typed %q", p.Value)
	}
	p.Do(ui.TypeBack)
	if p.Value != "a[2Jb " {
		t.Errorf("erased to %q: a letter and its accent go together", p.Value)
	}
	p.Insert(strings.Repeat("长", 500))
	p.Problem = "no"
	for w := 1; w < 50; w++ {
		fits(t, []string{p.View(s, w), p.Proposals(s, w)}, w, 2)
	}
	if p.Do("other") {
		t.Error("an unknown action is known")
	}
}

func TestProgressAndCount(t *testing.T) {
	s := sheet(t)
	l := ui.NewLine(s, 80)
	ui.Progress{Label: "gate", Done: 12, Total: 40, Elapsed: 4e9}.Put(l)
	if got := fits(t, []string{l.String()}, 80, 1)[0]; got != "gate 12/40 ━━━━━━────────────── 3.0/s 9s left" {
		t.Errorf("drew %q", got)
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := ui.Count(n); got != want {
			t.Errorf("Count(%d) = %s", n, got)
		}
	}
}

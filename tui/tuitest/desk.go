// Package tuitest drives the workbench without a terminal: keys in, frames out, and Work run to
// its end in between, so that tests need no timers.
//
// Only tests import it. Invariant: every frame that is looked at is checked: as many lines as
// the window has, each exactly as wide, and no escape sequence but those of colour.
package tuitest

import (
	"context"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/term"
)

// Desk is a workbench under test.
type Desk struct {
	T      testing.TB
	Bench  *tui.Workbench
	Copied []string // what was put on the clipboard
	Ended  bool
	// Edit stands for the editor: it is given the command line and changes files as it likes.
	Edit func(cmd *exec.Cmd) error

	size    term.Size
	works   int
	waiting map[int]bool
	told    chan term.Told
}

// Open begins a workbench of a size and lets its first Work end.
func Open(t testing.TB, o tui.Options, width, height int) *Desk {
	t.Helper()
	return Begin(t, o, width, height).Settle()
}

// Begin begins a workbench of a size, whose first Work is still running.
func Begin(t testing.TB, o tui.Options, width, height int) *Desk {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	o.Size = term.Size{Width: width, Height: height}
	if o.GetEnv == nil {
		o.GetEnv = func(string) string { return "" }
	}
	bench, err := tui.New(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	d := &Desk{T: t, Bench: bench, size: o.Size, waiting: map[int]bool{}, told: make(chan term.Told, 1024)}
	t.Cleanup(func() {
		cancel()
		d.drain()
	})
	d.carryOut(bench.Begin())
	return d
}

// drain lets Work that was waiting end.
func (d *Desk) drain() {
	for d.works > 0 {
		if t := <-d.told; t.Done {
			d.works--
		}
	}
}

// handle tells the workbench something and has it drawn, as a terminal does after each message.
func (d *Desk) handle(msg any) {
	d.carryOut(d.Bench.Handle(msg))
	d.Bench.Lines()
}

func (d *Desk) carryOut(requests []term.Request) {
	for _, r := range requests {
		switch r := r.(type) {
		case term.Run:
			d.works++
			go func() {
				r.Do(func(m any) { d.told <- term.Told{ID: r.ID, Msgs: []any{m}} })
				d.told <- term.Told{ID: r.ID, Done: true}
			}()
		case term.Exec:
			var err error
			if d.Edit != nil {
				err = d.Edit(r.Cmd)
			}
			d.handle(r.Then(err))
		case term.Copy:
			d.Copied = append(d.Copied, r.Text)
		case term.Quit:
			d.Ended = true
		}
	}
}

// Settle waits until all Work has ended or waits for something outside.
func (d *Desk) Settle() *Desk {
	for d.works > len(d.waiting) {
		d.deliver(<-d.told)
	}
	return d
}

// Await settles Work that waits until the frame holds a text: something outside has changed.
func (d *Desk) Await(text string) *Desk {
	d.T.Helper()
	for range 10_000 {
		if strings.Contains(d.Plain(), text) {
			return d
		}
		if d.works == 0 {
			break
		}
		d.deliver(<-d.told)
		d.Settle()
	}
	d.T.Fatalf("no %q in\n%s", text, d.Plain())
	return d
}

func (d *Desk) deliver(t term.Told) {
	delete(d.waiting, t.ID)
	for _, m := range t.Msgs {
		if _, ok := m.(screens.Waiting); ok {
			d.waiting[t.ID] = true
		}
	}
	if t.Done {
		d.works--
	}
	d.handle(t)
}

// Press presses keys by name ("j", "ctrl+d", "enter"), each followed by Settle.
func (d *Desk) Press(keys ...string) *Desk {
	for _, k := range keys {
		text := ""
		if len([]rune(k)) == 1 {
			text = k
		}
		d.handle(term.Key{Name: k, Text: text})
		d.Settle()
	}
	return d
}

// Step presses a key and has it drawn, without waiting for Work: what a person feels.
func (d *Desk) Step(key string) {
	text := ""
	if len([]rune(key)) == 1 {
		text = key
	}
	d.handle(term.Key{Name: key, Text: text})
}

// Type types a text letter by letter.
func (d *Desk) Type(s string) *Desk {
	for _, r := range s {
		d.handle(term.Key{Name: string(r), Text: string(r)})
	}
	return d.Settle()
}

// Paste pastes a text.
func (d *Desk) Paste(s string) *Desk {
	d.handle(term.Key{Text: s, Paste: true})
	return d.Settle()
}

// Click presses the mouse on a cell of the window.
func (d *Desk) Click(x, y int) *Desk {
	d.handle(term.Mouse{X: x, Y: y, Kind: term.Press})
	return d.Settle()
}

// Wheel turns the mouse's wheel at a cell.
func (d *Desk) Wheel(x, y int, down bool) *Desk {
	kind := term.WheelUp
	if down {
		kind = term.WheelDown
	}
	d.handle(term.Mouse{X: x, Y: y, Kind: kind})
	return d.Settle()
}

// Resize changes the window.
func (d *Desk) Resize(width, height int) *Desk {
	d.size = term.Size{Width: width, Height: height}
	d.handle(d.size)
	return d.Settle()
}

// Frame is the screen with its colours; it is checked.
func (d *Desk) Frame() string {
	d.T.Helper()
	lines := d.Bench.Lines()
	if why := Fault(lines, d.size.Width, d.size.Height); why != "" {
		d.T.Errorf("at %dx%d: %s\n%s", d.size.Width, d.size.Height, why, ansi.Strip(strings.Join(lines, "\n")))
	}
	return strings.Join(lines, "\n")
}

// Plain is the screen without colours and without blanks at the ends of lines.
func (d *Desk) Plain() string {
	d.T.Helper()
	lines := strings.Split(ansi.Strip(d.Frame()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// Shows fails where the screen does not hold each of the texts.
func (d *Desk) Shows(texts ...string) *Desk {
	d.T.Helper()
	plain := d.Plain()
	for _, s := range texts {
		if !strings.Contains(plain, s) {
			d.T.Errorf("no %q in\n%s", s, plain)
		}
	}
	return d
}

// Hides fails where the screen holds one of the texts.
func (d *Desk) Hides(texts ...string) *Desk {
	d.T.Helper()
	plain := d.Plain()
	for _, s := range texts {
		if strings.Contains(plain, s) {
			d.T.Errorf("%q in\n%s", s, plain)
		}
	}
	return d
}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// Fault is what is wrong with a frame, "" where nothing is.
func Fault(lines []string, width, height int) string {
	if len(lines) != height {
		return plain("%d lines, want %d", len(lines), height)
	}
	for i, line := range lines {
		if w := ansi.StringWidth(line); w != width {
			return plain("line %d is %d cells wide, want %d: %q", i, w, width, line)
		}
		bare := colours.ReplaceAllString(line, "")
		if at := strings.IndexFunc(bare, unicode.IsControl); at >= 0 {
			return plain("line %d holds a control character at byte %d: %q", i, at, bare)
		}
		if n := strings.Count(line, "\x1b[0m"); n == 0 && bare != line {
			return plain("line %d ends within a colour: %q", i, line)
		}
	}
	return ""
}

package gate

import (
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// detail is a text in the pane at the side: the findings, or what was opened above them. Its
// targets are places, from 1, in what it is about.
type detail struct {
	title string
	note  string
	pager *ui.Pager
	// runs are what its targets make again; nil where it leads to none.
	runs []gate.Recipe
}

func newDetail(title, note string) detail {
	return detail{title: title, note: note, pager: &ui.Pager{Hang: true, Cursor: true}}
}

func (d *detail) show(doc *ui.Document) { d.pager.Show(doc) }

// swap puts another version of the text in and keeps the place.
func (d *detail) swap(doc *ui.Document) {
	if d.pager.Doc == nil {
		d.pager.Show(doc)
		return
	}
	d.pager.Swap(doc)
}

// target is the place of the line at the cursor, or of the nearest one above that has one; else
// the first there is. 0 = none.
func (d *detail) target() int {
	if d.pager.Doc == nil {
		return 0
	}
	for line := d.pager.Line(); line >= 0; line-- {
		if t := d.pager.Doc.Target(line); t > 0 {
			return t
		}
	}
	return d.next(0, false)
}

// next is the next place behind (with back before) a line, 0 = none. At the first line itself
// counts.
func (d *detail) next(line int, back bool) int {
	step := 1
	if back {
		step = -1
	}
	for n := d.pager.Doc.Lines(); line >= 0 && line < n; line += step {
		if t := d.pager.Doc.Target(line); t > 0 {
			return t
		}
	}
	return 0
}

// goTo puts the cursor on the first line of a place.
func (d *detail) goTo(target int) {
	for line := range d.pager.Doc.Lines() {
		if d.pager.Doc.Target(line) == target {
			d.pager.GoTo(line)
			return
		}
	}
}

func (d *detail) view(sheet *style.Sheet, r ui.Rect, focused bool) []string {
	note := d.note
	if at := d.pager.Position(); at != "" {
		if note != "" {
			note += " · "
		}
		note += at
	}
	out := []string{ui.PaneTitle(sheet, r.W, d.title, note, focused)}
	return append(out, d.pager.View(sheet, r.W, r.H-1, focused)...)
}

// seen is the text that is seen at the side.
func (s *screen) seen() *detail {
	if n := len(s.opened); n > 0 {
		return &s.opened[n-1]
	}
	return &s.list
}

// push opens a text above what is seen.
func (s *screen) push(d detail) {
	const most = 8
	if len(s.opened) == most {
		s.opened = s.opened[:most-1]
	}
	s.opened = append(s.opened, d)
	s.toSide()
}

func failureDoc(err error) *ui.Document {
	var b ui.Builder
	b.Put(themes.Bad, "✗ "+err.Error()).Line(0)
	if h := fault.HintOf(err); h != "" {
		b.Put(themes.Muted, h).Line(0)
	}
	return b.Document()
}

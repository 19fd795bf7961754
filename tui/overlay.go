package tui

import (
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/ui"
)

// overlay is a box over the screen; it has all keys.
type overlay interface {
	focus() string
	// action tells whether the overlay knew the action.
	action(w *Workbench, name string) bool
	text(w *Workbench, s string)
	view(w *Workbench, body []string, width int) []string
}

// reader is a box with text to read, such as the command log.
type reader struct {
	title string
	pager ui.Pager
}

// newLog shows the command lines of what was done.
func newLog(w *Workbench) overlay {
	var b ui.Builder
	b.Put(themes.Muted, "What you did here, as command lines. Y copies the one that opens what you see.").Line(0).Line(0)
	for _, line := range w.log {
		b.Put(themes.Muted, "$ ").Put(themes.Text, line).Line(0)
	}
	if len(w.log) == 0 {
		b.Put(themes.Text, "Nothing yet: movements and looks have no command.").Line(0)
	}
	r := &reader{title: "Command log"}
	r.pager.Show(b.Document())
	r.pager.Hang = true
	return r
}

func (r *reader) focus() string { return focusText }

func (r *reader) action(w *Workbench, name string) bool {
	if name == actClose {
		w.overlay = nil
	} else {
		r.pager.Move(name)
	}
	return true
}

func (r *reader) text(*Workbench, string) {}

func (r *reader) view(w *Workbench, body []string, width int) []string {
	boxWidth := ui.BoxWidth(width, 110)
	height := min(max(len(body)-4, 3), r.pager.Doc.Lines()+1)
	return ui.Center(w.sheet, body, ui.Box(w.sheet, boxWidth, r.title, "esc closes", r.pager.View(w.sheet, boxWidth-4, height, true)), width, boxWidth)
}

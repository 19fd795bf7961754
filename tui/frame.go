package tui

import (
	"fmt"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/text"
	"coworkenv.dev/coworkenv/tui/ui"
)

// The smallest window that screens are drawn in.
const (
	minWidth  = 60
	minHeight = 15
)

// Frame implements term.App.
func (w *Workbench) Frame() string { return strings.Join(w.Lines(), "\n") }

// Lines is the whole screen: as many lines as the window has, each as wide as it is.
func (w *Workbench) Lines() []string {
	width, height := w.size.Width, w.size.Height
	if width <= 0 || height <= 0 {
		return nil
	}
	if width < minWidth || height < minHeight {
		return w.tooSmall()
	}
	body := w.top().screen.View(width, w.bodyHeight())
	if w.overlay != nil {
		body = w.overlay.view(w, body, width)
	}
	out := make([]string, 0, height)
	out = append(out, w.head())
	out = append(out, body...)
	if w.hint > 0 {
		out = append(out, w.hintStrip()...)
	}
	return append(out, w.bar())
}

func (w *Workbench) tooSmall() []string {
	rows := []string{"This window is too small.", fmt.Sprintf("%dx%d, and %dx%d are needed.", w.size.Width, w.size.Height, minWidth, minHeight), "q leaves"}
	out := ui.Fill(nil, w.size.Width, max(0, (w.size.Height-len(rows))/2))
	for _, r := range rows {
		out = append(out, ui.NewLine(w.sheet, w.size.Width).Put(themes.Text, r).String())
	}
	return ui.Fill(out, w.size.Width, w.size.Height)
}

// tab is one screen in the head.
type tab struct {
	name, label string
	x, w        int
}

// tabs lists the screens where they stand in the head; nil where there is no room for all.
func (w *Workbench) tabs(room int) []tab {
	var out []tab
	x := 1
	for _, e := range w.opts.Entries {
		if e.Key == "" {
			continue // it is opened from within another
		}
		label := e.Key + " " + e.Title
		out = append(out, tab{e.Name, label, x, text.Width(label)})
		x += text.Width(label) + 2
	}
	if x > room {
		return nil
	}
	return out
}

// right is what stands at the right end of the head.
func (w *Workbench) right() string {
	where := "shipped library"
	switch {
	case len(w.opts.Env.Library) == 1:
		where = w.opts.Env.Library[0]
	case len(w.opts.Env.Library) > 1:
		where = plural(len(w.opts.Env.Library), "library")
	case w.opts.Env.Workspace != nil && w.opts.Env.Workspace.Present():
		where = w.opts.Env.Workspace.Dir
	}
	if text.Width(where) > 28 {
		where = "…/" + filepath.Base(where)
	}
	if n := len(w.kept()); n > 0 {
		where = "● " + plural(n, "job") + "  " + where
	}
	return where + " "
}

// head is the first line: the screens, or the way to the one on top.
func (w *Workbench) head() string {
	l := ui.NewLineOn(w.sheet, themes.Bar, w.size.Width)
	right := w.right()
	tabs := w.headTabs(right)
	if tabs == nil {
		l.Space(1)
		for i, o := range w.stack {
			if i > 0 {
				l.Put(themes.Muted, " › ")
			}
			name := themes.Muted
			if i == len(w.stack)-1 {
				name = themes.Title
			}
			l.Put(name, o.entry.Title)
			if t := o.screen.Title(); t != "" && i == len(w.stack)-1 {
				l.Put(themes.Text, "  "+t)
			}
		}
		return l.AtRight(themes.Muted, right).String()
	}
	l.Space(1)
	for i, t := range tabs {
		if i > 0 {
			l.Space(2)
		}
		if t.name == w.top().entry.Name {
			if w.opts.Env.Plain {
				l.Put(themes.Focus, "▸ ") // read out, a colour tells nothing
			}
			l.Put(themes.Focus, t.label)
		} else {
			l.Put(themes.Muted, t.label)
		}
	}
	if title := w.top().screen.Title(); title != "" {
		l.Put(themes.Border, tabMark).Put(themes.Text, title)
	}
	return l.AtRight(themes.Muted, right).String()
}

// tabMark stands between the tabs and what the screen is about.
const tabMark = " │ "

// headTabs are the tabs where they are shown: on the first level, with room for them and for what
// the screen is about.
func (w *Workbench) headTabs(right string) []tab {
	top := w.top()
	if len(w.stack) > 1 || top.entry.Key == "" {
		return nil
	}
	room := w.size.Width - text.Width(right) - 2
	if title := top.screen.Title(); title != "" {
		room -= text.Width(tabMark) + text.Width(title)
	}
	return w.tabs(room)
}

// tabAt is the screen whose tab stands at a cell of the head.
func (w *Workbench) tabAt(x int) string {
	for _, t := range w.headTabs(w.right()) {
		if x >= t.x && x < t.x+t.w {
			return t.name
		}
	}
	return ""
}

// bar is the last line: what happened, or the keys that hold.
func (w *Workbench) bar() string {
	l := ui.NewLineOn(w.sheet, themes.Bar, w.size.Width).Space(1)
	switch {
	case w.toast.err != nil:
		l.Put(themes.Bad, "✗ "+firstLine(w.toast.err.Error()))
		if h := fault.HintOf(w.toast.err); h != "" {
			l.Put(themes.Text, "  "+h)
		}
		return l.String()
	case w.toast.text != "":
		return l.Put(themes.Good, "✓ ").Put(themes.Text, w.toast.text).String()
	}
	for i, h := range w.hints() {
		if i > 0 {
			l.Space(2)
		}
		name := themes.Text
		if w.refusal(h.b.Action) != "" {
			name = themes.Muted
		}
		l.Put(themes.Key, h.key).Space(1).Put(name, h.b.Name)
	}
	return l.String()
}

// shownHint is a binding in the bar.
type shownHint struct {
	b    keys.Binding
	key  string
	x, w int
}

// hints are the bindings that the bar has room for; those with the highest number (help, quit)
// stay when others have to go.
func (w *Workbench) hints() []shownHint {
	var all []shownHint
	total := 1
	for _, b := range w.table.Bar(w.focus()) {
		h := shownHint{b: b, key: b.First()}
		h.w = text.Width(h.key) + 1 + text.Width(b.Name)
		all = append(all, h)
		total += h.w + 2
	}
	for total-2 > w.size.Width-1 && len(all) > 1 {
		drop := len(all) - 1
		for drop > 0 && all[drop].b.Bar >= 90 {
			drop--
		}
		total -= all[drop].w + 2
		all = append(all[:drop], all[drop+1:]...)
	}
	x := 1
	for i := range all {
		all[i].x = x
		x += all[i].w + 2
	}
	return all
}

func (w *Workbench) barAt(x int) (keys.Binding, bool) {
	if w.toast.err != nil || w.toast.text != "" {
		return keys.Binding{}, false
	}
	for _, h := range w.hints() {
		if x >= h.x && x < h.x+h.w {
			return h.b, true
		}
	}
	return keys.Binding{}, false
}

func firstLine(s string) string {
	line, rest, more := strings.Cut(s, "\n")
	if more && strings.TrimSpace(rest) != "" {
		return line + " …"
	}
	return line
}

// plural counts things.
func plural(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "y"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(one, "y"))
	}
	return fmt.Sprintf("%d %ss", n, one)
}

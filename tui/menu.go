package tui

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/text"
	"coworkenv.dev/coworkenv/tui/ui"
)

// menu is help and palette in one: the bindings of the focus, found by typing, done by enter.
type menu struct {
	title  string
	prompt ui.Prompt
	cursor ui.Cursor
	focus_ keys.Focus // beneath
	all    []keys.Binding
	found  []keys.Binding
	arg    string
}

// newMenu lists what can be done. The palette has everything, with what its commands take
// behind them; the help has the keys that hold in the focus.
func newMenu(w *Workbench, palette bool) overlay {
	m := &menu{focus_: w.focus(), title: "Commands"}
	m.prompt.Label = ": "
	if !palette {
		m.title = "Keys in " + m.focus_.Doc
		m.prompt.Label = "find: "
	}
	for _, b := range w.table.In(m.focus_) {
		if b.Action == actPalette || palette && b.In == keys.Moves || !palette && len(b.Keys) == 0 {
			continue
		}
		m.all = append(m.all, b)
	}
	m.find()
	return m
}

func (m *menu) focus() string { return focusMenu }

// find keeps the bindings whose words hold every word typed. What a command takes is not sought.
func (m *menu) find() {
	m.found, m.arg = m.found[:0], ""
	typed := strings.TrimSpace(m.prompt.Value)
	head, rest, _ := strings.Cut(typed, " ")
	for _, b := range m.all {
		if b.Arg != "" && rest != "" && (strings.EqualFold(head, b.Name) || strings.EqualFold(head, afterDot(b.Action))) {
			m.found, m.arg = []keys.Binding{b}, strings.TrimSpace(rest)
			m.cursor.SetLen(1)
			return
		}
	}
	for _, exact := range []bool{true, false} { // those whose name begins so come first
		for _, b := range m.all {
			begins := strings.HasPrefix(strings.ToLower(b.Name), strings.ToLower(typed))
			if begins == exact && holdsAll(strings.ToLower(b.Name+" "+b.Action+" "+b.Help+" "+b.ShowAll()), strings.Fields(strings.ToLower(typed))) {
				m.found = append(m.found, b)
			}
		}
	}
	m.cursor.SetLen(len(m.found))
	m.cursor.MoveTo(0)
}

func afterDot(s string) string { return s[strings.IndexByte(s, '.')+1:] }

func holdsAll(s string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(s, w) {
			return false
		}
	}
	return true
}

func (m *menu) text(_ *Workbench, s string) {
	m.prompt.Insert(s)
	m.find()
}

func (m *menu) action(w *Workbench, name string) bool {
	switch name {
	case ui.TypeCancel:
		w.overlay = nil
	case ui.TypeDone:
		if m.cursor.Len == 0 {
			return true
		}
		b := m.found[m.cursor.At]
		w.overlay = nil
		w.do(b, m.arg)
	case ui.TypeOlder, keys.Up:
		m.cursor.Move(keys.Up)
	case ui.TypeNewer, keys.Down:
		m.cursor.Move(keys.Down)
	case ui.TypeNext:
		if m.cursor.Len > 0 {
			m.prompt.Set(m.found[m.cursor.At].Name + " ")
			m.find()
		}
	default:
		if m.prompt.Do(name) {
			m.find()
		}
	}
	return true
}

func (m *menu) view(w *Workbench, body []string, width int) []string {
	boxWidth := ui.BoxWidth(width, 104)
	inner := boxWidth - 4
	rows := max(1, min(len(body)-6, len(m.all)))
	lines := []string{m.prompt.View(w.sheet, inner)}
	from, to := m.cursor.Window(rows)
	for i := from; i < to; i++ {
		lines = append(lines, m.row(w, m.found[i], inner, i == m.cursor.At))
	}
	lines = ui.Fill(lines, inner, rows+1)
	foot := ui.NewLine(w.sheet, inner)
	if m.cursor.Len > 0 {
		if line := w.commandLine(m.found[m.cursor.At], m.arg); line != "" {
			foot.Put(themes.Muted, "$ ").Put(themes.Accent, line)
		} else {
			foot.Put(themes.Muted, "only changes what is looked at")
		}
	}
	lines = append(lines, foot.String())
	note := fmt.Sprintf("%d of %d · enter does it · esc closes", m.cursor.Len, len(m.all))
	return ui.Center(w.sheet, body, ui.Box(w.sheet, boxWidth, m.title, note, lines), width, boxWidth)
}

func (m *menu) row(w *Workbench, b keys.Binding, width int, at bool) string {
	ground := themes.Name("")
	if at {
		ground = themes.Row
	}
	l := ui.NewLineOn(w.sheet, ground, width)
	name, help := themes.Text, b.Help
	if why := w.refusal(b.Action); why != "" {
		name, help = themes.Muted, "not now: "+why
	}
	l.CellRight(themes.Key, b.ShowAll(), 11).Space(2)
	title := b.Name
	if b.Arg != "" {
		title += " " + b.Arg
	}
	l.Cell(name, title, max(14, min(24, text.Width(title)))).Space(2).Put(themes.Muted, help)
	return l.String()
}

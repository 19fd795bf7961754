package tui

import (
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/text"
	"coworkenv.dev/coworkenv/tui/ui"
)

const (
	hintKeys  = 40 // keys pressed until the first-run hint goes by itself
	hintLines = 3
)

// hintActions are the ten that a newcomer needs: movement stands for two.
func (w *Workbench) hintActions() []string {
	return append([]string{keys.Down, keys.Up}, append(w.entryHints(), keys.NextPane, actPalette, actHelp, actQuit)...)
}

// entryHints are the first four actions of the bar of the screen on top, where it begins.
func (w *Workbench) entryHints() []string {
	var out []string
	for _, b := range w.table.Bar(w.top().entry.Focuses[0]) {
		if b.In != keys.Anywhere && b.Action != keys.NextPane && len(out) < 4 {
			out = append(out, b.Action)
		}
	}
	return out
}

// hintStrip shows a newcomer the keys that matter, above the bar and out of the way.
func (w *Workbench) hintStrip() []string {
	width := w.size.Width
	title := ui.NewLine(w.sheet, width).Put(themes.Focus, "▌ New here? The keys that matter").Put(themes.Muted, "  (esc hides this)").Space(1).Rule(themes.Border, 1).String()
	out := []string{title}
	actions := w.hintActions()
	const columns = 5
	cell := (width - 2) / columns
	for row := range hintLines - 1 {
		l := ui.NewLine(w.sheet, width).Space(2)
		for i := row * columns; i < min(len(actions), (row+1)*columns); i++ {
			b, ok := w.table.Action(actions[i])
			if !ok {
				continue
			}
			key := b.First()
			l.Put(themes.Key, key).Space(1).Cell(themes.Text, b.Name, cell-text.Width(key)-1)
		}
		out = append(out, l.String())
	}
	return out
}

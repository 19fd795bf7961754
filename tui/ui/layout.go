package ui

import (
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/style"
)

// Rect is a part of a screen in cells.
type Rect struct{ X, Y, W, H int }

// Has tells whether a cell lies within.
func (r Rect) Has(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// Beside puts blocks of equal height side by side, with a thin line between.
func Beside(s *style.Sheet, blocks ...[]string) []string {
	if len(blocks) == 0 {
		return nil
	}
	bar := NewLine(s, 1).Put(themes.Border, "│").String()
	out := make([]string, len(blocks[0]))
	for i := range out {
		line := blocks[0][i]
		for _, b := range blocks[1:] {
			line += bar + b[i]
		}
		out[i] = line
	}
	return out
}

// PaneTitle is the first line of a pane: its title, what is remarkable about it, and a rule.
func PaneTitle(s *style.Sheet, width int, title, note string, focused bool) string {
	name := themes.Heading
	if focused {
		name = themes.Focus
	}
	l := NewLine(s, width)
	sign := "  "
	if focused {
		sign = "▌ "
	}
	l.Put(name, sign).Put(name, title)
	if note != "" && l.Left() > 4 {
		l.Put(themes.Muted, "  "+note)
	}
	if l.Left() > 2 {
		l.Space(1).Rule(themes.Border, 1)
	}
	return l.String()
}

// Split divides a body among a main pane and a second one: side by side where both get the
// least width that they need, else one below the other, else one alone.
type Split struct {
	LeastMain, LeastSide int  // cells
	Share                int  // of the main pane, in hundredths
	Zoom                 int  // 0 both, 1 the main pane alone, 2 the other
	Stack                bool // never side by side, e.g. as it is read out
}

// Layout returns the parts; H or W of a part that is not shown is 0. Side by side one column
// between the parts holds the line of Beside.
func (sp Split) Layout(width, height int) (main, side Rect) {
	whole := Rect{0, 0, width, height}
	switch {
	case sp.Zoom == 1:
		return whole, Rect{}
	case sp.Zoom == 2:
		return Rect{}, whole
	case width >= sp.LeastMain+sp.LeastSide+1 && !sp.Stack:
		w := max(sp.LeastMain, min(width*sp.Share/100, width-sp.LeastSide-1))
		return Rect{0, 0, w, height}, Rect{w + 1, 0, width - w - 1, height}
	case height >= 16:
		h := max(7, height*45/100)
		return Rect{0, 0, width, h}, Rect{0, h, width, height - h}
	}
	return whole, Rect{}
}

// Act carries out the actions of panes: to the other one, or one of them alone. inSide says whether
// the second pane has the keys; main and side are the parts as laid out last. It reports whether
// the action was one of these.
func (sp *Split) Act(action string, inSide *bool, main, side Rect) bool {
	alone := func() int { return map[bool]int{false: 1, true: 2}[*inSide] }
	switch action {
	case keys.NextPane, keys.PrevPane:
		*inSide = !*inSide
		if sp.Zoom != 0 || side.H == 0 || main.H == 0 {
			sp.Zoom = alone()
		}
	case keys.ZoomPane:
		if sp.Zoom != 0 {
			sp.Zoom = 0
		} else {
			sp.Zoom = alone()
		}
	default:
		return false
	}
	return true
}

// Join puts the two drawn parts together as Layout has placed them.
func (sp Split) Join(s *style.Sheet, main, side Rect, mainLines, sideLines []string) []string {
	switch {
	case side.W == 0 || side.H == 0:
		return mainLines
	case main.W == 0 || main.H == 0:
		return sideLines
	case side.X > 0:
		return Beside(s, mainLines, sideLines)
	}
	return append(mainLines, sideLines...)
}

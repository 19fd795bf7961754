package ui

import (
	"github.com/charmbracelet/x/ansi"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/text"
)

// Box puts a frame with a title around lines that are width-4 cells wide; foot stands in the
// lower edge.
func Box(s *style.Sheet, width int, title, foot string, lines []string) []string {
	if width < 6 {
		return Fill(nil, max(width, 0), len(lines)+2)
	}
	edge := func(left, right, label string, n themes.Name) string {
		l := NewLine(s, width).Put(themes.Border, left+"─")
		if label != "" {
			shown, _ := text.Clip(label, width-6)
			l.Put(themes.Border, " ").Put(n, shown).Put(themes.Border, " ")
		}
		return l.Rule(themes.Border, 1).Put(themes.Border, right).String()
	}
	side := NewLine(s, 2).Put(themes.Border, "│").String()
	end := NewLine(s, 2).Space(1).Put(themes.Border, "│").String()
	out := []string{edge("╭", "╮", title, themes.Focus)}
	for _, line := range lines {
		out = append(out, side+line+end)
	}
	return append(out, edge("╰", "╯", foot, themes.Muted))
}

// BoxWidth is how wide a box is that wants some width in a window: nearly the whole window is the
// whole window, as a rim of what is beneath only confuses.
func BoxWidth(window, want int) int {
	if want > window-12 {
		return window
	}
	return want
}

// Center lays a box over the middle of a block of the width; what is beneath steps back.
func Center(s *style.Sheet, base, box []string, width, boxWidth int) []string {
	dim := make([]string, len(base))
	for i, line := range base {
		dim[i] = NewLine(s, width).Put(themes.Muted, ansi.Strip(line)).String()
	}
	return Over(dim, box, max(0, (width-boxWidth)/2), max(0, (len(base)-len(box))/3))
}

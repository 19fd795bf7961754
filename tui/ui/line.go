// Package ui holds the widgets that screens are made of: plain structs that are told what to
// show and draw themselves into a given size. They know no screen, no engine and no bubbletea.
//
// Invariant: what a widget draws for a width and height is exactly that many lines of exactly
// that many cells, whatever text it is given; and the work of drawing depends on what is seen,
// not on how much there is.
package ui

import (
	"strings"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/text"
)

// Line builds one line of a fixed width. Text that does not fit is cut; what is left over at
// the end becomes blanks. Any text may be given: it is made safe here.
type Line struct {
	sheet  *style.Sheet
	ground themes.Name
	width  int
	used   int
	b      strings.Builder
	now    string // the sequence that holds
}

// NewLine begins a line on the terminal's own ground.
func NewLine(s *style.Sheet, width int) *Line { return NewLineOn(s, "", width) }

// NewLineOn begins a line on a ground of the theme, such as themes.Row.
func NewLineOn(s *style.Sheet, ground themes.Name, width int) *Line {
	l := &Line{sheet: s, ground: ground, width: max(width, 0)}
	l.b.Grow(l.width + 32)
	return l
}

// Left is how many cells are free.
func (l *Line) Left() int { return l.width - l.used }

// Put adds text as it is, cut with an ellipsis where it does not fit.
func (l *Line) Put(n themes.Name, s string) *Line {
	shown, cells := text.Clip(s, l.Left())
	return l.raw(n, shown, cells)
}

// Cell adds text in exactly width cells.
func (l *Line) Cell(n themes.Name, s string, width int) *Line {
	width = min(width, l.Left())
	shown, cells := text.Clip(s, width)
	return l.raw(n, shown, cells).Space(width - cells)
}

// CellRight adds text in exactly width cells, at their right end.
func (l *Line) CellRight(n themes.Name, s string, width int) *Line {
	width = min(width, l.Left())
	shown, cells := text.Clip(s, width)
	return l.Space(width-cells).raw(n, shown, cells)
}

// Space adds n blanks.
func (l *Line) Space(n int) *Line {
	n = min(n, l.Left())
	return l.raw(themes.Text, text.Blanks(n), max(n, 0))
}

// Rule fills the rest of the line but for n cells with a thin rule.
func (l *Line) Rule(n themes.Name, but int) *Line {
	if w := l.Left() - but; w > 0 {
		return l.raw(n, strings.Repeat("─", w), w)
	}
	return l
}

// AtRight adds text so that it ends at the end of the line; where the line is too full for all
// of it, nothing.
func (l *Line) AtRight(n themes.Name, s string) *Line {
	w := text.Width(s)
	if w >= l.Left() {
		return l
	}
	return l.Space(l.Left()-w).Put(n, s)
}

// Mark adds text in which the given spans of bytes are drawn as a match. The spans are sorted
// and do not overlap.
func (l *Line) Mark(n themes.Name, s string, spans []Span) *Line {
	at := 0
	for _, sp := range spans {
		from, to := min(max(sp.From, at), len(s)), min(max(sp.To, at), len(s))
		l.Put(n, s[at:from])
		l.Put(themes.Match, s[from:to])
		at = to
	}
	return l.Put(n, s[at:])
}

// Span is a range of bytes, [From, To).
type Span struct{ From, To int }

// raw adds safe text of a known width.
func (l *Line) raw(n themes.Name, shown string, cells int) *Line {
	if shown == "" {
		return l
	}
	if seq := l.sheet.Open(l.ground, n); seq != l.now {
		if l.now != "" {
			l.b.WriteString(style.Reset)
		}
		l.b.WriteString(seq)
		l.now = seq
	}
	l.b.WriteString(shown)
	l.used += cells
	return l
}

// String is the whole line.
func (l *Line) String() string {
	l.Space(l.Left())
	if l.now != "" {
		l.b.WriteString(style.Reset)
		l.now = ""
	}
	return l.b.String()
}

// Blank is an empty line.
func Blank(width int) string { return text.Blanks(width) }

// Fill cuts or lengthens a block to exactly height lines of the width.
func Fill(lines []string, width, height int) []string {
	height = max(height, 0)
	if len(lines) > height {
		return lines[:height]
	}
	for len(lines) < height {
		lines = append(lines, Blank(width))
	}
	return lines
}

package text

import (
	"strings"
	"unicode/utf8"
)

// Ellipsis ends what was cut.
const Ellipsis = "…"

// isPlain tells whether s is printable ASCII, which is shown as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// Safe is s as it may be shown on one line.
func Safe(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for s != "" {
		n, shown, _ := Next(s)
		b.WriteString(shown)
		s = s[n:]
	}
	return b.String()
}

// Width is the number of cells that Safe(s) fills.
func Width(s string) int {
	if isPlain(s) {
		return len(s)
	}
	width := 0
	for s != "" {
		n, _, w := Next(s)
		width += w
		s = s[n:]
	}
	return width
}

// Cut shows as much of s as fits into width cells. It returns that, the cells it fills and the
// bytes of s that it shows.
func Cut(s string, width int) (shown string, cells, bytes int) {
	if width <= 0 {
		return "", 0, 0
	}
	if head := s[:min(len(s), width+utf8.UTFMax)]; isPlain(head) {
		n := min(len(head), width)
		return head[:n], n, n
	}
	var b strings.Builder
	for bytes < len(s) {
		n, piece, w := Next(s[bytes:])
		if cells+w > width {
			break
		}
		b.WriteString(piece)
		cells += w
		bytes += n
	}
	return b.String(), cells, bytes
}

// Clip is s in at most width cells, with an ellipsis where something is missing.
func Clip(s string, width int) (shown string, cells int) {
	shown, cells, n := Cut(s, width)
	if n == len(s) || width <= 0 {
		return shown, cells
	}
	shown, cells, _ = Cut(s, width-1)
	return shown + Ellipsis, cells + 1
}

// Fit is s in exactly width cells: cut with an ellipsis, or padded with blanks.
func Fit(s string, width int) string {
	shown, cells := Clip(s, width)
	return shown + Blanks(width-cells)
}

// FitRight is Fit with the blanks before the text.
func FitRight(s string, width int) string {
	shown, cells := Clip(s, width)
	return Blanks(width-cells) + shown
}

const blanks = "                                                                                                                                "

// Blanks is n blanks, none for a negative n.
func Blanks(n int) string {
	switch {
	case n <= 0:
		return ""
	case n <= len(blanks):
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}

package text

import (
	"strings"
	"unicode/utf8"
)

// TabStop is the distance of tab stops in text of several lines.
const TabStop = 4

// Row is a part of one line that fits the width: the bytes [From, To) of it.
type Row struct{ From, To int }

// Rows breaks one line (without its end) into rows, the first of at most width cells, the
// others of rest: behind a blank, between wide letters, or where nothing else helps within a
// word. An empty line is one row. Widths are at least 1; what is wider alone (an escape spelled
// out) gets a row of its own and is cut where it is shown.
func Rows(line string, width, rest int) []Row {
	if len(line) <= width && isPlain(line) {
		return []Row{{0, len(line)}}
	}
	width, rest = max(width, 1), max(rest, 1)
	var out []Row
	from, cells := 0, 0    // of the row in the making
	split, splitAt := 0, 0 // the last place for a break, and the cells up to it
	for i := 0; i < len(line); {
		n, w := advance(line, i, cells)
		if cells+w > width && i > from && line[i] == ' ' {
			// A blank at the end of a row is not seen: it may stand beyond the width.
			out = append(out, Row{from, i + 1})
			i++
			from, cells, split, splitAt, width = i, 0, i, 0, rest
			continue
		}
		if cells+w > width && i > from {
			if split <= from {
				split, splitAt = i, cells
			}
			out = append(out, Row{from, split})
			from, cells = split, cells-splitAt
			splitAt, width = 0, rest
			continue // a tab's width depends on where it stands, and what was carried over may be too wide
		}
		cells += w
		if c := line[i]; c == ' ' || c == '\t' || w == 2 && c >= utf8.RuneSelf || c == '/' || c == ',' {
			split, splitAt = i+n, cells
		}
		i += n
	}
	if from == len(line) && len(out) > 0 {
		return out
	}
	return append(out, Row{from, len(line)})
}

// advance is the size and width of the character at i, with tabs up to their stop.
func advance(line string, i, cells int) (size, width int) {
	switch c := line[i]; {
	case c == '\t':
		return 1, TabStop - cells%TabStop
	case c >= 0x20 && c < 0x7f && (i+1 == len(line) || line[i+1] < utf8.RuneSelf):
		return 1, 1
	}
	size, _, width = Next(line[i:])
	return size, width
}

// Expand replaces the tabs of one line by blanks up to the next stop, so that Cut and Fit
// show it aligned.
func Expand(line string) string {
	if strings.IndexByte(line, '\t') < 0 {
		return line
	}
	var b strings.Builder
	cells := 0
	for i := 0; i < len(line); {
		n, w := advance(line, i, cells)
		if line[i] == '\t' {
			b.WriteString(Blanks(w))
		} else {
			b.WriteString(line[i : i+n])
		}
		cells += w
		i += n
	}
	return b.String()
}

// Wrap shows text of several lines as safe rows of at most width cells, without blanks at
// their ends.
func Wrap(s string, width int) []string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		for _, r := range Rows(line, width, width) {
			shown, _, _ := Cut(Expand(line[r.From:r.To]), width)
			out = append(out, strings.TrimRight(shown, " "))
		}
	}
	return out
}

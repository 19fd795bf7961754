package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/text"
)

// Over lays a box over a block at a place; what would be outside is cut. A wide character that
// the box's edge would halve is a blank.
func Over(base, box []string, x, y int) []string {
	out := make([]string, len(base))
	copy(out, base)
	for i, line := range box {
		if at := y + i; at >= 0 && at < len(out) {
			w := ansi.StringWidth(line)
			out[at] = cutDrawn(out[at], 0, x) + line + cutDrawn(out[at], x+w, ansi.StringWidth(out[at]))
		}
	}
	return out
}

// cutDrawn is the part [from, to) of a drawn line, in cells, in its colours.
func cutDrawn(line string, from, to int) string {
	var b strings.Builder
	now, open := "", false // the sequence that holds, and whether it was written
	put := func(s string) {
		if now != "" && !open {
			b.WriteString(now)
			open = true
		}
		b.WriteString(s)
	}
	for at := 0; line != ""; {
		if strings.HasPrefix(line, "\x1b[") {
			end := strings.IndexByte(line, 'm') + 1
			if end == 0 {
				break
			}
			if line[:end] == style.Reset {
				if open {
					b.WriteString(style.Reset)
				}
				now, open = "", false
			} else {
				now += line[:end]
				open = false
			}
			line = line[end:]
			continue
		}
		cluster, w := ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
		line = line[len(cluster):]
		switch begin, end := at, at+w; {
		case end <= from, begin >= to:
		case begin >= from && end <= to:
			put(cluster)
		default:
			put(text.Blanks(min(end, to) - max(begin, from)))
		}
		at += w
	}
	if open {
		b.WriteString(style.Reset)
	}
	return b.String()
}

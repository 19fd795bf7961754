package picture

import (
	"fmt"
	"strings"
)

// horizontal is the character that lines are made of; a row of them is one stroke.
const horizontal = "─"

// strokes are the ends that a line character has, of l, r, u, d (left, right, up, down), "" for
// all other characters. Fonts leave gaps between the pieces of a line, so they are drawn.
func strokes(s string) string {
	switch s {
	case "│":
		return "ud"
	case "┌", "╭":
		return "rd"
	case "┐", "╮":
		return "ld"
	case "└", "╰":
		return "ru"
	case "┘", "╯":
		return "lu"
	case "├":
		return "rud"
	case "┤":
		return "lud"
	case "┬":
		return "lrd"
	case "┴":
		return "lru"
	case "┼":
		return "lrud"
	}
	if s != "" && strings.Trim(s, horizontal) == "" {
		return "lr"
	}
	return ""
}

// line draws a run of line characters.
func (d *drawing) line(y int, r run) {
	left, top := r.x*cellWidth, y*cellHeight
	right, bottom := left+r.width*cellWidth, top+cellHeight
	midX, midY := left+cellWidth/2, top+cellHeight/2
	var path strings.Builder
	for _, end := range strokes(r.text) {
		switch end {
		case 'l':
			path.WriteString(segment(left, midY, midX, midY))
		case 'r':
			path.WriteString(segment(midX, midY, right, midY))
		case 'u':
			path.WriteString(segment(midX, top, midX, midY))
		case 'd':
			path.WriteString(segment(midX, midY, midX, bottom))
		}
	}
	d.put(`<path d="%s" stroke="%s"/>`+"\n", path.String(), d.fore(r.look))
}

func segment(x1, y1, x2, y2 int) string { return fmt.Sprintf("M%d %dL%d %d", x1, y1, x2, y2) }

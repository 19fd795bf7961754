package cli

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// column describes one column of a table.
type column struct {
	title string
	name  bool                   // the title is a name, shown as it is written
	right bool                   // align right: numbers
	flex  bool                   // gives way when the terminal is too narrow
	min   int                    // cells that a flexible column keeps while others can be left out; 0: minFlexWidth
	drop  int                    // left out when that is not enough, 1 first; 0: never, unless it is empty
	tint  func(cell string) tint // nil: no colour
}

const (
	columnGap    = 2
	minFlexWidth = 12
)

// table prints rows under a line of titles, aligned by display cells. On a
// terminal the flexible columns are cut to fit, and where that is not enough
// columns are left out with a word about it; what is piped is never cut.
func (p *printer) table(columns []column, rows [][]string) {
	cells := make([][]string, 0, len(rows)+1)
	header := make([]string, len(columns))
	for i, c := range columns {
		if header[i] = strings.ToUpper(c.title); c.name {
			header[i] = clean(c.title)
		}
	}
	cells = append(cells, header)
	for _, row := range rows {
		line := make([]string, len(columns))
		for i := range min(len(row), len(columns)) {
			line[i] = clean(row[i])
		}
		cells = append(cells, line)
	}
	columns, cells, left := p.leaveOut(columns, cells)
	widths := p.fit(columns, cells)
	for i, line := range cells {
		p.write([]byte(p.row(columns, line, widths, i == 0) + "\n"))
	}
	if len(left) > 0 {
		p.note("(too narrow for %s; --json has all)", strings.Join(left, ", "))
	}
}

// leaveOut takes away columns until the others can fit: empty ones first, then those that may be
// dropped. It returns the titles of those that had something to show.
func (p *printer) leaveOut(columns []column, cells [][]string) (kept []column, rest [][]string, left []string) {
	kept, rest = slices.Clone(columns), cells
	for p.width > 0 && narrowest(kept, rest) > p.width {
		at, empty := -1, false
		for i, c := range kept {
			if blank(rest, i) {
				at, empty = i, true
				break
			}
			if c.drop > 0 && (at < 0 || c.drop < kept[at].drop) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		if !empty {
			left = append(left, rest[0][at])
		}
		kept = slices.Delete(kept, at, at+1)
		shorter := make([][]string, len(rest))
		for i, line := range rest {
			shorter[i] = slices.Delete(slices.Clone(line), at, at+1)
		}
		rest = shorter
	}
	return kept, rest, left
}

// narrowest is the width of a table whose flexible columns have given all they can.
func narrowest(columns []column, cells [][]string) int {
	sum := columnGap * (len(columns) - 1)
	for i, c := range columns {
		w := 0
		for _, line := range cells {
			w = max(w, ansi.StringWidth(line[i]))
		}
		if c.flex {
			w = min(w, max(c.min, minFlexWidth))
		}
		sum += w
	}
	return sum
}

// blank reports whether a column shows nothing below its title.
func blank(cells [][]string, at int) bool {
	return !slices.ContainsFunc(cells[1:], func(line []string) bool { return line[at] != "" })
}

// fit returns the width of each column.
func (p *printer) fit(columns []column, cells [][]string) []int {
	widths := make([]int, len(columns))
	for _, line := range cells {
		for i, cell := range line {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	if p.width == 0 {
		return widths
	}
	over := columnGap*(len(columns)-1) - p.width
	for _, w := range widths {
		over += w
	}
	// The widest flexible column gives way first, cell by cell.
	for ; over > 0; over-- {
		widest := -1
		for i, c := range columns {
			if c.flex && widths[i] > minFlexWidth && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

func (p *printer) row(columns []column, line []string, widths []int, header bool) string {
	var b strings.Builder
	pending := 0 // blanks owed before the next text; none at the end of a line
	for i, cell := range line {
		if i > 0 {
			pending += columnGap
		}
		cell = ansi.Truncate(cell, widths[i], "…")
		pad := widths[i] - ansi.StringWidth(cell)
		if columns[i].right {
			pending, pad = pending+pad, 0
		}
		if cell == "" {
			pending += pad
			continue
		}
		b.WriteString(strings.Repeat(" ", pending))
		pending = pad
		switch {
		case header:
			b.WriteString(p.paint(faint, cell))
		case columns[i].tint != nil:
			b.WriteString(p.paint(columns[i].tint(cell), cell))
		default:
			b.WriteString(cell)
		}
	}
	return b.String()
}

package cli

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// column describes one column of a table.
type column struct {
	title string
	right bool                   // align right: numbers
	flex  bool                   // gives way when the terminal is too narrow
	tint  func(cell string) tint // nil: no colour
}

const (
	columnGap    = 2
	minFlexWidth = 12
)

// table prints rows under a line of titles, aligned by display cells. On a
// terminal the flexible columns are cut to fit; what is piped is never cut.
func (p *printer) table(columns []column, rows [][]string) {
	cells := make([][]string, 0, len(rows)+1)
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = strings.ToUpper(c.title)
	}
	cells = append(cells, header)
	for _, row := range rows {
		line := make([]string, len(columns))
		for i := range min(len(row), len(columns)) {
			line[i] = clean(row[i])
		}
		cells = append(cells, line)
	}
	widths := p.fit(columns, cells)
	for i, line := range cells {
		p.say("%s", p.row(columns, line, widths, i == 0))
	}
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

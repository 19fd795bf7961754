package ui

import (
	"slices"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
)

// Column is one column of a Table.
type Column struct {
	Name  string // for Cell, configuration and sorting
	Title string
	Width int // cells that it wants
	Least int // cells that it can do with; 0 = Width
	Flex  int // its share of what is left over; 0 = none
	Drop  int // the highest is left out first where there is no room; 0 = never
	Right bool
}

// Table is a virtual table: it asks for the cells of the rows that are seen, and for no others.
type Table struct {
	Cursor
	Columns []Column
	Sorted  string // name of the column that rows are sorted by, "" = none
	Down    bool   // largest first

	// Cell gives the text of a cell and how it is drawn.
	Cell func(row int, column string) (themes.Name, string)
	// Marked tells which rows carry a mark; nil = none.
	Marked func(row int) bool

	placed []placed
}

// placed is a column with its place.
type placed struct {
	Column
	x, w int
}

const gap = 2 // cells between columns

// View draws heading and rows.
func (t *Table) View(s *style.Sheet, width, height int, focused bool) []string {
	if height <= 0 {
		return nil
	}
	t.place(width - 2)
	out := make([]string, 0, height)
	out = append(out, t.heading(s, width))
	from, to := t.Window(height - 1)
	for row := from; row < to; row++ {
		out = append(out, t.row(s, width, row, focused))
	}
	return Fill(out, width, height)
}

func (t *Table) heading(s *style.Sheet, width int) string {
	l := NewLine(s, width).Space(2)
	for i, c := range t.placed {
		if i > 0 {
			l.Space(gap)
		}
		title := c.Title
		if c.Name == t.Sorted {
			if t.Down {
				title += "▼"
			} else {
				title += "▲"
			}
		}
		if c.Right {
			l.CellRight(themes.Heading, title, c.w)
		} else {
			l.Cell(themes.Heading, title, c.w)
		}
	}
	return l.String()
}

func (t *Table) row(s *style.Sheet, width, row int, focused bool) string {
	ground, sign := themes.Name(""), "  "
	switch {
	case row == t.At && focused:
		ground, sign = themes.Row, "▸ "
	case row == t.At:
		ground, sign = themes.RowIdle, "› "
	}
	l := NewLineOn(s, ground, width)
	if t.Marked != nil && t.Marked(row) {
		l.Put(themes.Key, "●"+sign[len(sign)-1:])
	} else {
		l.Put(themes.Focus, sign)
	}
	for i, c := range t.placed {
		if i > 0 {
			l.Space(gap)
		}
		name, text := t.Cell(row, c.Name)
		if c.Right {
			l.CellRight(name, text, c.w)
		} else {
			l.Cell(name, text, c.w)
		}
	}
	return l.String()
}

// place chooses the columns that fit and their widths.
func (t *Table) place(width int) {
	cols := slices.Clone(t.Columns)
	for {
		need := -gap
		for _, c := range cols {
			need += gap + c.least()
		}
		worst := -1
		for i, c := range cols {
			if c.Drop > 0 && (worst < 0 || c.Drop >= cols[worst].Drop) {
				worst = i
			}
		}
		if need <= width || worst < 0 {
			break
		}
		cols = slices.Delete(cols, worst, worst+1)
	}
	t.placed = t.placed[:0]
	left := width + gap
	for _, c := range cols {
		left -= gap + c.least()
		t.placed = append(t.placed, placed{Column: c, w: c.least()})
	}
	t.widen(max(left, 0))
	x := 2
	for i := range t.placed {
		t.placed[i].x = x
		x += t.placed[i].w + gap
	}
}

func (c Column) least() int {
	if c.Least > 0 {
		return c.Least
	}
	return c.Width
}

// widen gives what is left first to columns that want more, then by Flex.
func (t *Table) widen(left int) {
	for left > 0 {
		next := -1 // the column that lacks least, so that as many as can be are whole
		for i, c := range t.placed {
			if lacks := c.Width - c.w; lacks > 0 && (next < 0 || lacks < t.placed[next].Width-t.placed[next].w) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		more := min(left, t.placed[next].Width-t.placed[next].w)
		t.placed[next].w += more
		left -= more
	}
	flex := 0
	for _, c := range t.placed {
		flex += c.Flex
	}
	for i := range t.placed {
		if f := t.placed[i].Flex; f > 0 {
			more := left * f / flex
			t.placed[i].w += more
			left -= more
			flex -= f
		}
	}
}

// RowAt is the row drawn at a line of the last View; false at the heading and below the rows.
func (t *Table) RowAt(y int) (int, bool) {
	row := t.Top + y - 1
	return row, y > 0 && row < t.Len && y <= t.Seen()
}

// ColumnAt is the column drawn at a cell of the last View, "" for none.
func (t *Table) ColumnAt(x int) string {
	for _, c := range t.placed {
		if x >= c.x && x < c.x+c.w {
			return c.Name
		}
	}
	return ""
}

package ui

import "coworkenv.dev/coworkenv/tui/keys"

// Cursor is where one stands in a list of any length: the row, and the first row that is seen.
// The zero Cursor is of an empty list.
type Cursor struct {
	At  int // row of the cursor; 0 in an empty list
	Top int // first row seen
	Len int

	page int // rows seen at the last Window
}

// SetLen tells how long the list is now; the cursor stays within it.
func (c *Cursor) SetLen(n int) {
	c.Len = max(n, 0)
	c.MoveTo(c.At)
}

// MoveTo puts the cursor on a row, or the nearest there is.
func (c *Cursor) MoveTo(row int) { c.At = max(0, min(row, c.Len-1)) }

// Move carries out an action of keys.Movement; false when it is none of up and down.
func (c *Cursor) Move(action string) bool {
	page := max(c.page, 1)
	switch action {
	case keys.Down:
		c.MoveTo(c.At + 1)
	case keys.Up:
		c.MoveTo(c.At - 1)
	case keys.HalfDown:
		c.jump(max(page/2, 1))
	case keys.HalfUp:
		c.jump(-max(page/2, 1))
	case keys.PageDown:
		c.jump(page)
	case keys.PageUp:
		c.jump(-page)
	case keys.First:
		c.MoveTo(0)
	case keys.Last:
		c.MoveTo(c.Len - 1)
	default:
		return false
	}
	return true
}

// jump moves the cursor and what is seen alike, so that the eye keeps its place.
func (c *Cursor) jump(by int) {
	was := c.At
	c.MoveTo(c.At + by)
	c.Top = max(0, min(c.Top+c.At-was, c.Len-max(c.page, 1)))
}

// Scroll moves what is seen by some rows, and the cursor only as far as it must to stay seen.
func (c *Cursor) Scroll(by int) {
	c.Top = max(0, min(c.Top+by, c.Len-max(c.page, 1)))
	margin := c.margin()
	low, high := c.Top+margin, c.Top+c.page-1-margin
	if c.Top == 0 {
		low = 0
	}
	if c.Top+c.page >= c.Len {
		high = c.Len - 1
	}
	c.MoveTo(max(low, min(c.At, high)))
}

// margin is how many rows are kept in sight before and behind the cursor.
func (c *Cursor) margin() int { return min(2, max(0, (c.page-3)/4)) }

// Window returns the rows [from, to) that are seen in height lines; the cursor is among them.
func (c *Cursor) Window(height int) (from, to int) {
	c.page = max(height, 0)
	if c.page == 0 || c.Len == 0 {
		return 0, 0
	}
	margin := c.margin()
	c.Top = min(c.Top, c.At-margin)
	c.Top = max(c.Top, c.At-c.page+1+margin)
	c.Top = max(0, min(c.Top, c.Len-c.page))
	return c.Top, min(c.Top+c.page, c.Len)
}

// Seen is how many rows the last Window showed.
func (c *Cursor) Seen() int { return min(c.page, c.Len) }

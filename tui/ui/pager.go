package ui

import (
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/text"
)

// Pager shows a Document: broken into rows, or cut with a way to the right. A step costs what is
// seen, in a text of any size.
type Pager struct {
	Doc     *Document
	Numbers bool // line numbers at the left
	Cut     bool // do not break lines
	Hang    bool // rows after a line's first begin where its text does
	Cursor  bool // one row is the cursor's; movements move it
	Search  string

	top    place
	at     place
	column int // cells cut off at the left, with Cut

	width, height int // of the text at the last View
	rows          map[int][]text.Row
	rowsFor       int // width that rows are for
}

// place is a row within a segment.
type place struct{ seg, row int }

func (a place) before(b place) bool { return a.seg < b.seg || a.seg == b.seg && a.row < b.row }

// Show puts another document in, from its beginning.
func (p *Pager) Show(d *Document) {
	p.Doc, p.top, p.at, p.column, p.rows = d, place{}, place{}, 0, nil
}

// Swap puts another version of the same document in and keeps the place.
func (p *Pager) Swap(d *Document) {
	p.Doc, p.rows = d, nil
	if n := d.all(); p.top.seg >= n || p.at.seg >= n {
		p.top, p.at = place{max(0, min(p.top.seg, n-1)), 0}, place{max(0, min(p.at.seg, n-1)), 0}
	}
}

// rowsOf breaks a segment; what was broken is kept for a while.
func (p *Pager) rowsOf(i int) []text.Row {
	seg, ok := p.Doc.segment(i)
	if !ok {
		return nil
	}
	if p.Cut {
		return []text.Row{{From: 0, To: seg.to - seg.from}}
	}
	const most = 4096
	if p.rows == nil || p.rowsFor != p.width || len(p.rows) > most {
		p.rows, p.rowsFor = map[int][]text.Row{}, p.width
	}
	rows, ok := p.rows[i]
	if !ok {
		line := p.Doc.text[seg.from:seg.to]
		rows = text.Rows(line, p.width, p.width-p.hang(line))
		p.rows[i] = rows
	}
	return rows
}

// hang is the indent of a line's further rows.
func (p *Pager) hang(line string) int {
	if !p.Hang {
		return 0
	}
	n := 0
	for n < len(line) && line[n] == ' ' {
		n++
	}
	if strings.HasPrefix(line[n:], "· ") {
		n += 2
	}
	if n == len(line) || n > p.width/3 {
		return 0
	}
	return n
}

// step moves a place by rows, within the text; it tells how far it came.
func (p *Pager) step(from place, by int) (place, int) {
	moved := 0
	for ; moved < by; moved++ {
		next := place{from.seg, from.row + 1}
		if next.row >= len(p.rowsOf(from.seg)) {
			next = place{from.seg + 1, 0}
			if _, ok := p.Doc.segment(next.seg); !ok {
				break
			}
		}
		from = next
	}
	for ; moved > by; moved-- {
		switch {
		case from.row > 0:
			from.row--
		case from.seg > 0:
			from = place{from.seg - 1, len(p.rowsOf(from.seg-1)) - 1}
		default:
			return from, moved
		}
	}
	return from, moved
}

// end is the last row.
func (p *Pager) end() place {
	last := max(p.Doc.all()-1, 0)
	return place{last, max(len(p.rowsOf(last))-1, 0)}
}

// Move carries out an action of keys.Movement; false when it is none.
func (p *Pager) Move(action string) bool {
	page := max(p.height, 1)
	switch action {
	case keys.Down:
		p.Scroll(1)
	case keys.Up:
		p.Scroll(-1)
	case keys.HalfDown:
		p.Scroll(max(page/2, 1))
	case keys.HalfUp:
		p.Scroll(-max(page/2, 1))
	case keys.PageDown:
		p.Scroll(max(page-1, 1))
	case keys.PageUp:
		p.Scroll(-max(page-1, 1))
	case keys.First:
		p.top, p.at = place{}, place{}
	case keys.Last:
		if p.Doc != nil {
			p.at = p.end()
			p.top, _ = p.step(p.at, -(page - 1))
		}
	case keys.ShiftRight:
		p.column += 8
	case keys.ShiftLeft:
		p.column = max(0, p.column-8)
	default:
		return false
	}
	return true
}

// Scroll moves by rows: the cursor where there is one, else what is seen.
func (p *Pager) Scroll(by int) {
	if p.Doc == nil {
		return
	}
	if p.Cursor {
		p.at, _ = p.step(p.at, by)
		p.follow()
		return
	}
	p.top, _ = p.step(p.top, by)
	if n := p.rowsBelow(p.top, p.height); by > 0 && n < p.height {
		p.top, _ = p.step(p.top, n-p.height) // not past the last page
	}
}

// rowsBelow counts the rows from a place on, up to most.
func (p *Pager) rowsBelow(from place, most int) int {
	if _, ok := p.Doc.segment(from.seg); !ok {
		return 0
	}
	_, n := p.step(from, most-1)
	return n + 1
}

// follow brings the cursor into sight.
func (p *Pager) follow() {
	if p.at.before(p.top) {
		p.top = p.at
		return
	}
	at := p.top
	for range max(p.height-1, 0) {
		if !at.before(p.at) {
			return
		}
		at, _ = p.step(at, 1)
	}
	if at.before(p.at) {
		p.top, _ = p.step(p.at, -(p.height - 1))
	}
}

// Line is the line (from 0) of the cursor, or the first one seen where there is none.
func (p *Pager) Line() int {
	if p.Doc == nil {
		return 0
	}
	at := p.top
	if p.Cursor {
		at = p.at
	}
	seg, _ := p.Doc.segment(at.seg)
	return seg.line
}

// GoTo brings a line (from 0) to the upper third.
func (p *Pager) GoTo(line int) { p.goTo(place{p.Doc.segmentOfLine(line), 0}) }

func (p *Pager) goTo(at place) {
	p.at = at
	p.top, _ = p.step(at, -p.height/3)
	if n := p.rowsBelow(p.top, p.height); n < p.height {
		p.top, _ = p.step(p.top, n-p.height)
	}
}

// Next goes to the next place of Search (with back the one before); false where there is none.
func (p *Pager) Next(back bool) bool {
	if p.Doc == nil {
		return false
	}
	here := p.top
	if p.Cursor {
		here = p.at
	}
	seg, _ := p.Doc.segment(here.seg)
	from := seg.from
	if rows := p.rowsOf(here.seg); here.row < len(rows) {
		from += rows[here.row].From
		if !back {
			from = seg.from + rows[here.row].To
		}
	}
	offset, ok := p.Doc.Find(p.Search, from, back)
	if !ok {
		return false
	}
	i := p.Doc.segmentAt(offset)
	found := place{i, 0}
	start, _ := p.Doc.segment(i)
	for n, r := range p.rowsOf(i) {
		if r.From <= offset-start.from {
			found.row = n
		}
	}
	p.at = found
	if p.Cursor {
		p.follow()
	} else {
		p.top = found
	}
	return true
}

// Position says how far one has come, as "43%" or "end"; "" at the beginning.
func (p *Pager) Position() string {
	if p.Doc == nil || p.Doc.Len() == 0 {
		return ""
	}
	seg, _ := p.Doc.segment(p.top.seg)
	below := p.rowsBelow(p.top, p.height+1)
	switch {
	case p.top == (place{}):
		return ""
	case below <= p.height:
		return "end"
	}
	return fmt.Sprintf("%d%%", seg.from*100/p.Doc.Len())
}

// View draws the rows that are seen.
func (p *Pager) View(s *style.Sheet, width, height int, focused bool) []string {
	if p.Doc == nil || width <= 0 || height <= 0 {
		return Fill(nil, max(width, 0), height)
	}
	gutter := 1
	if p.Numbers {
		gutter = 2 + len(strconv.Itoa(p.Doc.Lines()))
	}
	p.resize(max(width-gutter, 1), height)
	out := make([]string, 0, height)
	for at, n := p.top, 0; n < height; n++ {
		seg, ok := p.Doc.segment(at.seg)
		if !ok {
			break
		}
		out = append(out, p.row(s, width, gutter, at, seg, focused))
		next, moved := p.step(at, 1)
		if moved == 0 {
			break
		}
		at = next
	}
	return Fill(out, width, height)
}

// resize keeps what is at the top there when the width changes.
func (p *Pager) resize(width, height int) {
	if width != p.width {
		p.rows = nil
		p.top.row, p.at.row = 0, 0
	}
	grown := height > p.height
	p.width, p.height = width, height
	if _, ok := p.Doc.segment(p.top.seg); !ok {
		p.top = p.end()
	}
	if grown {
		if n := p.rowsBelow(p.top, height); n < height {
			p.top, _ = p.step(p.top, n-height)
		}
	}
	if p.Cursor {
		p.follow()
	}
}

func (p *Pager) row(s *style.Sheet, width, gutter int, at place, seg segment, focused bool) string {
	ground := themes.Name("")
	if p.Cursor && focused && at == p.at {
		ground = themes.Row
	}
	l := NewLineOn(s, ground, width)
	number := ""
	if p.Numbers && at.row == 0 && !seg.tail {
		number = strconv.Itoa(seg.line + 1)
	}
	l.CellRight(themes.Muted, number, gutter-1).Space(1)
	rows := p.rowsOf(at.seg)
	if at.row >= len(rows) {
		return l.String()
	}
	r := rows[at.row]
	from, to := seg.from+r.From, seg.from+r.To
	if at.row > 0 {
		l.Space(p.hang(p.Doc.text[seg.from:seg.to]))
	}
	if p.Cut && p.column > 0 {
		_, _, n := text.Cut(p.Doc.text[from:to], p.column)
		from += n
	}
	if to > from && to-from > 1 && p.Doc.text[to-1] == ' ' {
		to-- // it may stand beyond the width
	}
	p.paint(l, from, to, p.Doc.matches(p.Search, seg.from, seg.to))
	return l.String()
}

// paint draws [from, to) in its runs, with matches above them. Tabs become blanks up to the
// next stop, counted from the beginning of the row.
func (p *Pager) paint(l *Line, from, to int, marks []Span) {
	runs := p.Doc.runsIn(from, to)
	start := l.used
	for at := from; at < to && l.Left() > 0; {
		name, end := themes.Text, to
		for len(runs) > 0 && runs[0].To <= at {
			runs = runs[1:]
		}
		if len(runs) > 0 {
			if runs[0].From <= at {
				name, end = runs[0].Name, min(end, runs[0].To)
			} else {
				end = min(end, runs[0].From)
			}
		}
		for len(marks) > 0 && marks[0].To <= at {
			marks = marks[1:]
		}
		if len(marks) > 0 {
			if marks[0].From <= at {
				name, end = themes.Match, min(end, marks[0].To)
			} else {
				end = min(end, marks[0].From)
			}
		}
		p.put(l, name, p.Doc.text[at:end], start)
		at = end
	}
}

func (p *Pager) put(l *Line, name themes.Name, s string, start int) {
	for s != "" {
		n := 0
		for n < len(s) && s[n] != '\t' {
			n++
		}
		l.Put(name, s[:n])
		if n < len(s) {
			l.raw(name, text.Blanks(min(text.TabStop-(l.used-start)%text.TabStop, l.Left())), min(text.TabStop-(l.used-start)%text.TabStop, l.Left()))
			n++
		}
		s = s[n:]
	}
}

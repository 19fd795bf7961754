package value

import (
	"strings"
	"time"
)

// ReadDay reads a calendar day as people write it: 2026-03-17, 2026/3/17,
// 17 March 2026, March 17th, 2026, Tue 17 Mar 2026, 17.03.2026 (day first),
// 2026年3月17日. A time after the day is allowed and ignored: a date-time gives
// its own day as written, whatever its offset.
//
// Refused are days without a four-digit year, days that do not exist, a weekday
// that is not the day's, and 03/04/2026, which has two readings (13/03/2026 and
// 03/13/2026 have one).
func ReadDay(s string) (Day, bool) {
	c, ok := newCursor(s)
	if !ok {
		return "", false
	}
	d, ok := c.day()
	if !ok {
		return "", false
	}
	if c.done() {
		return d, true
	}
	if _, _, ok := c.clockAfterDay(); !ok {
		return "", false
	}
	return d, true
}

// day moves over a day with an optional weekday on either side.
func (c *cursor) day() (Day, bool) {
	before, named := c.weekday()
	if named {
		c.eat(",")
		c.blanks()
		if c.eatWord("the") {
			c.blanks()
		}
	}
	d, ok := c.bareDay()
	if !ok {
		return "", false
	}
	if named && d.Weekday() != before {
		return "", false
	}
	at := c.i
	closing := ""
	c.eat(",")
	c.blanks()
	if c.eat("(") {
		closing = ")"
	}
	after, named := c.weekday()
	if !named || !c.eat(closing) {
		c.i = at
		return d, true
	}
	return d, d.Weekday() == after
}

func (c *cursor) bareDay() (Day, bool) {
	if w := c.word(); w != "" {
		return c.monthFirst()
	}
	n, width, ok := c.number()
	switch {
	case !ok:
		return "", false
	case width == 4:
		return c.yearFirst(n)
	case width <= 2:
		return c.dayFirst(n)
	}
	return "", false
}

// monthFirst reads "march 17th, 2026".
func (c *cursor) monthFirst() (Day, bool) {
	m, ok := c.month()
	if !ok {
		return "", false
	}
	c.blanks()
	d, width, ok := c.number()
	if !ok || width > 2 {
		return "", false
	}
	c.ordinal()
	if !c.eat(",") && !c.rests(" ") {
		return "", false
	}
	c.blanks()
	y, ok := c.year()
	if !ok {
		return "", false
	}
	return dayOf(y, m, d)
}

// yearFirst reads what follows the year in 2026-03-17, 2026/3/17, 2026年3月17日.
func (c *cursor) yearFirst(y int) (Day, bool) {
	separators := [...]string{"-", "/", "."}
	i, ok := c.eatAny(separators[:]...)
	if !ok {
		c.blanks()
		if !c.eat("年") {
			return "", false
		}
		return c.chinese(y)
	}
	m, width, ok := c.number()
	if !ok {
		m, ok = c.month()
	}
	if !ok || width > 2 || !c.eat(separators[i]) {
		return "", false
	}
	d, width, ok := c.number()
	if !ok || width > 2 {
		return "", false
	}
	return dayOf(y, m, d)
}

func (c *cursor) chinese(y int) (Day, bool) {
	c.blanks()
	m, width, ok := c.number()
	c.blanks()
	if !ok || width > 2 || !c.eat("月") {
		return "", false
	}
	c.blanks()
	d, width, ok := c.number()
	c.blanks()
	if _, suffix := c.eatAny("日", "号", "號"); !ok || width > 2 || !suffix {
		return "", false
	}
	return dayOf(y, m, d)
}

// dayFirst reads what follows the first number in 17.03.2026, 17/03/2026,
// 17-mar-2026 and "17th of march 2026".
func (c *cursor) dayFirst(d int) (Day, bool) {
	separators := [...]string{".", "/", "-"}
	c.ordinal()
	i, separated := c.eatAny(separators[:]...)
	c.blanks()
	if m, width, ok := c.number(); ok {
		if width > 2 || !separated || !c.eat(separators[i]) {
			return "", false
		}
		c.blanks()
		y, ok := c.year()
		if !ok {
			return "", false
		}
		if i > 0 && m != d && m <= 12 && d <= 12 {
			return "", false // two readings
		}
		if i > 0 && m > 12 {
			m, d = d, m
		}
		return dayOf(y, m, d)
	}
	if c.eatWord("of") {
		c.blanks()
	}
	m, ok := c.month()
	if !ok {
		return "", false
	}
	c.eatAny(",", "-", "/")
	c.blanks()
	y, ok := c.year()
	if !ok {
		return "", false
	}
	return dayOf(y, m, d)
}

// rests reports whether text comes next, without moving.
func (c *cursor) rests(text string) bool { return strings.HasPrefix(c.rest(), text) }

func (c *cursor) year() (int, bool) {
	y, width, ok := c.number()
	return y, ok && width == 4
}

func (c *cursor) ordinal() {
	switch w := c.word(); w {
	case "st", "nd", "rd", "th":
		c.i += len(w)
	}
}

// month moves over a month's English name, or its first three letters (or
// sept) with an optional point.
func (c *cursor) month() (int, bool) {
	w := c.word()
	for m := time.January; m <= time.December; m++ {
		if matchesName(w, m.String()) || w == "sept" && m == time.September {
			c.i += len(w)
			c.eat(".")
			return int(m), true
		}
	}
	return 0, false
}

// weekday moves over a weekday's name, English or Chinese.
func (c *cursor) weekday() (time.Weekday, bool) {
	if c.done() || c.s[c.i]-'0' <= 9 {
		return 0, false // by far the most common
	}
	w := c.word()
	for d := time.Sunday; d <= time.Saturday; d++ {
		name := d.String()
		if matchesName(w, name) || len(w) >= 4 && len(w) <= len(name) && strings.EqualFold(name[:len(w)], w) {
			c.i += len(w)
			c.eat(".")
			return d, true
		}
	}
	at := c.i
	if _, ok := c.eatAny("星期", "礼拜", "周"); ok {
		if i, ok := c.eatAny("日", "一", "二", "三", "四", "五", "六", "天"); ok {
			return time.Weekday(i % 7), true
		}
	}
	c.i = at
	return 0, false
}

// matchesName reports whether w is a name in lower case or its first three
// letters.
func matchesName(w, name string) bool {
	return len(w) >= 3 && strings.EqualFold(w, name) || len(w) == 3 && strings.EqualFold(w, name[:3])
}

package value

import "time"

// ReadInstant reads a day and a time as one instant: RFC 3339 with or without
// seconds, fraction and offset, "2026-03-17 15:00", "17 March 2026 3 pm",
// "2026年3月17日 15:00". Without an offset the time is local in loc (nil is
// UTC); the result is in loc either way. A day alone is refused. A local time
// that the clocks skip is refused, one that occurs twice is the first.
func ReadInstant(s string, loc *time.Location) (time.Time, bool) {
	if loc == nil {
		loc = time.UTC
	}
	c, ok := newCursor(s)
	if !ok {
		return time.Time{}, false
	}
	d, ok := c.day()
	if !ok {
		return time.Time{}, false
	}
	t, z, ok := c.clockAfterDay()
	if !ok {
		return time.Time{}, false
	}
	wall := d.Time(time.UTC).Add(time.Duration(t.hour*3600+t.minute*60+t.second)*time.Second + time.Duration(t.nano))
	if z.given {
		return wall.Add(-z.east).In(loc), true
	}
	return local(wall, loc)
}

// local returns the first instant at which the clocks in loc show the time that
// wall shows in UTC.
func local(wall time.Time, loc *time.Location) (time.Time, bool) {
	// The offset in force a day before and a day after are the only candidates.
	for _, near := range [...]time.Duration{-24 * time.Hour, 24 * time.Hour} {
		_, east := wall.Add(near).In(loc).Zone()
		t := wall.Add(-time.Duration(east) * time.Second).In(loc)
		if _, now := t.Zone(); now == east {
			return t, true
		}
	}
	return time.Time{}, false
}

// offset is a distance from UTC, if one was given.
type offset struct {
	given bool
	east  time.Duration
}

// clockAfterDay moves over the rest of a date-time, up to the end.
func (c *cursor) clockAfterDay() (clock, offset, bool) {
	if !c.eat("t") {
		c.eat(",")
		c.blanks()
		if c.eatWord("at") {
			c.blanks()
		}
	}
	t, ok := c.clock()
	if !ok {
		return clock{}, offset{}, false
	}
	c.blanks()
	z, ok := c.offset()
	return t, z, ok && c.done()
}

// offset moves over z, utc, gmt, +08:00, +0800, +08 and utc+8.
func (c *cursor) offset() (offset, bool) {
	if c.eatWord("z") {
		return offset{given: true}, true
	}
	named := c.eatWord("utc") || c.eatWord("gmt")
	neg, signed := c.sign()
	if !signed {
		return offset{given: named}, true
	}
	h, width, ok := c.number()
	m := 0
	switch {
	case !ok || width == 1 && !named || width == 3 || width > 4:
		return offset{}, false
	case width == 4:
		h, m = h/100, h%100
	case c.eat(":"):
		if m, ok = c.twoDigits(); !ok {
			return offset{}, false
		}
	}
	if h > 23 || m > 59 {
		return offset{}, false
	}
	east := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if neg {
		east = -east
	}
	return offset{true, east}, true
}

package value

// clock is a time of day.
type clock struct {
	hour, minute, second, nano int
}

// ReadClock reads a time of day as people write it and returns minutes since
// midnight, 0 to 1439: 10:00, 15:00:00, 10 am, 3:30 p.m., 10.00 h, 10h30,
// 15点, 上午10点, 下午3点半. A bare number is refused, as are seconds other than
// zero, 24:00, and an hour that does not fit its half of the day.
func ReadClock(s string) (minutes int, ok bool) {
	c, ok := newCursor(s)
	if !ok {
		return 0, false
	}
	t, ok := c.clock()
	if !ok || !c.done() || t.second != 0 || t.nano != 0 {
		return 0, false
	}
	return t.hour*60 + t.minute, true
}

// clock moves over a time of day.
func (c *cursor) clock() (clock, bool) {
	part, named := c.partOfDay()
	c.blanks()
	hour, width, ok := c.number()
	if !ok || width > 2 {
		return clock{}, false
	}
	t, ok := c.afterHour(hour)
	if !ok {
		return clock{}, false
	}
	if named {
		if t.hour, ok = part.hour(t.hour); !ok {
			return clock{}, false
		}
	} else if t.hour, ok = c.halfDay(t.hour); !ok {
		return clock{}, false
	}
	return t, t.hour < 24 && t.minute < 60 && t.second < 60
}

// afterHour reads minutes, seconds and the unit that follow an hour.
func (c *cursor) afterHour(hour int) (clock, bool) {
	t := clock{hour: hour}
	switch {
	case c.eat(":"):
		ok := c.minutes(&t)
		if ok {
			c.hourUnit()
		}
		return t, ok
	case c.eat("."):
		m, ok := c.twoDigits()
		t.minute = m
		return t, ok && (c.hourUnit() || c.halfDayNext())
	case c.hourSign():
		m, ok := c.chineseMinutes()
		t.minute = m
		return t, ok
	case c.hourUnit():
		if m, ok := c.twoDigits(); ok {
			t.minute = m
		}
		return t, true
	}
	return t, c.halfDayNext()
}

// minutes reads mm, mm:ss or mm:ss.fraction.
func (c *cursor) minutes(t *clock) bool {
	var ok bool
	if t.minute, ok = c.twoDigits(); !ok || !c.eat(":") {
		return ok
	}
	if t.second, ok = c.twoDigits(); !ok {
		return false
	}
	if c.rests(".") || c.rests(",") {
		at := c.i
		c.i++
		n, width, ok := c.number()
		if !ok {
			c.i = at
			return true
		}
		t.nano = n
		for range 9 - width {
			t.nano *= 10
		}
	}
	return true
}

// twoDigits moves over exactly two digits.
func (c *cursor) twoDigits() (int, bool) {
	at := c.i
	n, width, ok := c.number()
	if !ok || width != 2 {
		c.i = at
		return 0, false
	}
	return n, true
}

// hourUnit moves over "h" or "uhr" and the blanks before it.
func (c *cursor) hourUnit() bool {
	at := c.i
	c.blanks()
	if c.eatWord("h") || c.eatWord("uhr") {
		return true
	}
	c.i = at
	return false
}

func (c *cursor) hourSign() bool {
	at := c.i
	c.blanks()
	if _, ok := c.eatAny("点钟", "点", "點", "时", "時"); ok {
		return true
	}
	c.i = at
	return false
}

// chineseMinutes reads what may follow 点: 半, 一刻, 三刻, 整, 15分 or 15.
func (c *cursor) chineseMinutes() (int, bool) {
	at := c.i
	c.blanks()
	if i, ok := c.eatAny("半", "一刻", "三刻", "整"); ok {
		return [...]int{30, 15, 45, 0}[i], true
	}
	n, width, ok := c.number()
	if !ok {
		c.i = at
		return 0, true
	}
	c.blanks()
	return n, c.eat("分") && width <= 2 || width == 2
}

// halfDayNext reports whether am or pm follows, without moving.
func (c *cursor) halfDayNext() bool {
	at := c.i
	_, found := c.amOrPM()
	c.i = at
	return found
}

func (c *cursor) amOrPM() (pm, found bool) {
	at := c.i
	c.blanks()
	for _, w := range [...]string{"a.m.", "p.m.", "a.m", "p.m"} {
		if c.eat(w) {
			return w[0] == 'p', true
		}
	}
	switch {
	case c.eatWord("am"):
		return false, true
	case c.eatWord("pm"):
		return true, true
	}
	c.i = at
	return false, false
}

// halfDay moves over am or pm and returns the hour of the day.
func (c *cursor) halfDay(hour int) (int, bool) {
	pm, found := c.amOrPM()
	switch {
	case !found:
		return hour, true
	case hour > 12 || pm && hour == 0:
		return 0, false
	case hour == 12 && !pm:
		return 0, true
	case hour < 12 && pm:
		return hour + 12, true
	}
	return hour, true
}

// partOfDay is the Chinese word before an hour and the hours it may name.
type partOfDay struct {
	word        string
	first, last int // hours of the day
}

func (c *cursor) partOfDay() (partOfDay, bool) {
	for _, p := range [...]partOfDay{
		{"上午", 0, 11}, {"下午", 12, 18}, {"早上", 4, 11}, {"早晨", 4, 11}, {"清晨", 4, 8},
		{"凌晨", 0, 6}, {"中午", 11, 14}, {"傍晚", 16, 19}, {"晚上", 17, 23},
	} {
		if c.eat(p.word) {
			return p, true
		}
	}
	return partOfDay{}, false
}

// hour returns the hour of the day in p that is written h, in either count.
func (p partOfDay) hour(h int) (int, bool) {
	if h == 12 && p.first == 0 && p.word == "凌晨" {
		return 0, true
	}
	for _, hour := range [...]int{h, h + 12} {
		if hour >= p.first && hour <= p.last {
			return hour, true
		}
	}
	return 0, false
}

package value

import (
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

const dayLayout = "2006-01-02"

// Day is a calendar day without a zone, "2026-03-16", from year 0001 to 9999.
// Days compare as text. The methods of a Day that ParseDay would refuse return
// zero values.
type Day string

// ParseDay reads YYYY-MM-DD and nothing else; the day must exist.
func ParseDay(s string) (Day, error) {
	if len(s) == len(dayLayout) && s[4] == '-' && s[7] == '-' {
		y, ok1 := digits(s[:4])
		m, ok2 := digits(s[5:7])
		d, ok3 := digits(s[8:])
		if ok1 && ok2 && ok3 && realDay(y, m, d) {
			return Day(s), nil
		}
	}
	return "", fault.New(fault.Invalid, "parse day %q: no calendar day", clip(s)).
		WithHint("write an existing day as YYYY-MM-DD, such as 2026-03-16")
}

// digits reads a text of only ASCII digits.
func digits(s string) (int, bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int(c)
	}
	return n, true
}

func realDay(y, m, d int) bool {
	return y >= 1 && y <= 9999 && m >= 1 && m <= 12 && d >= 1 && d <= daysIn(y, m)
}

func daysIn(y, m int) int {
	switch m {
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// dayOf returns the day of three numbers when it is a real one.
func dayOf(y, m, d int) (Day, bool) {
	if !realDay(y, m, d) {
		return "", false
	}
	b := []byte(dayLayout)
	for i, at := range [...]int{3, 2, 1, 0} {
		b[at] = byte('0' + y/int(pow10(i))%10)
	}
	b[5], b[6] = byte('0'+m/10), byte('0'+m%10)
	b[8], b[9] = byte('0'+d/10), byte('0'+d%10)
	return Day(b), true
}

// parts returns year, month and day, or not ok for an invalid Day.
func (d Day) parts() (year, month, day int, ok bool) {
	if _, err := ParseDay(string(d)); err != nil {
		return 0, 0, 0, false
	}
	year, _ = digits(string(d[:4]))
	month, _ = digits(string(d[5:7]))
	day, _ = digits(string(d[8:]))
	return year, month, day, true
}

// Plus returns the day that is days later, or earlier when days is negative;
// "" when that is outside the years 0001 to 9999.
func (d Day) Plus(days int) Day {
	const span = 4_000_000 // more days than there are
	y, m, n, ok := d.parts()
	if !ok || days > span || days < -span {
		return ""
	}
	y2, m2, d2 := time.Date(y, time.Month(m), n+days, 0, 0, 0, 0, time.UTC).Date()
	day, _ := dayOf(y2, int(m2), d2)
	return day
}

// PlusMonths returns the same day of a month that is months later; where that
// month is shorter, its last day (2026-01-31 plus 1 is 2026-02-28).
func (d Day) PlusMonths(months int) Day {
	const span = 12 * 10_000
	y, m, n, ok := d.parts()
	if !ok || months > span || months < -span {
		return ""
	}
	total := y*12 + m - 1 + months
	if total < 12 {
		return ""
	}
	y, m = total/12, total%12+1
	day, _ := dayOf(y, m, min(n, daysIn(y, m)))
	return day
}

// Month returns the month, "2026-03".
func (d Day) Month() string {
	if _, _, _, ok := d.parts(); !ok {
		return ""
	}
	return string(d[:7])
}

// Time returns the start of the day in loc; nil means UTC.
func (d Day) Time(loc *time.Location) time.Time {
	y, m, n, ok := d.parts()
	if !ok {
		return time.Time{}
	}
	if loc == nil {
		loc = time.UTC
	}
	return time.Date(y, time.Month(m), n, 0, 0, 0, 0, loc)
}

// Weekday returns the day of the week.
func (d Day) Weekday() time.Weekday { return d.Time(time.UTC).Weekday() }

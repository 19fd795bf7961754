package world

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Instant returns a date-time field, in the zone, which is also its meaning where it carries no
// offset. It is not ok where the field is missing or cannot be read. The usual form costs no
// allocation, since lists read a field of every record.
func (r *Record) Instant(field string, zone *time.Location) (time.Time, bool) {
	s := r.Text(field)
	if t, ok := plainInstant(s); ok {
		return t.In(zone), true
	}
	t, ok := OffsetTime(s, zone)
	return t.In(zone), ok
}

// OffsetTime reads a date-time and keeps the offset it carries; without one it is local in the
// zone. Unlike time.Parse it never takes the machine's zone in place of an equal offset.
func OffsetTime(s string, zone *time.Location) (time.Time, bool) {
	if t, err := time.ParseInLocation(time.RFC3339, s, time.UTC); err == nil {
		return t, true
	}
	return value.ReadInstant(s, zone)
}

// plainInstant reads 2026-03-17T15:00:00 followed by Z or an offset, and nothing else.
func plainInstant(s string) (time.Time, bool) {
	const form = "0000-00-00T00:00:00"
	if len(s) != len(form)+len("Z") && len(s) != len(form)+len("+00:00") || !follows(s[:len(form)], form) {
		return time.Time{}, false
	}
	east, ok := plainOffset(s[len(form):])
	year, month, day := number2(s)*100+number2(s[2:]), time.Month(number2(s[5:])), number2(s[8:])
	hour, minute, second := number2(s[11:]), number2(s[14:]), number2(s[17:])
	t := time.Date(year, month, day, hour, minute, second, 0, time.UTC)
	if !ok || t.Month() != month || t.Day() != day || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false
	}
	return t.Add(-east), true
}

func plainOffset(s string) (east time.Duration, ok bool) {
	if s == "Z" {
		return 0, true
	}
	if len(s) != len("+00:00") || !follows(s[1:], "00:00") || s[1:3] > "23" || s[4:6] > "59" {
		return 0, false
	}
	east = time.Duration(number2(s[1:]))*time.Hour + time.Duration(number2(s[4:]))*time.Minute
	if s[0] == '-' {
		east = -east
	}
	return east, s[0] == '-' || s[0] == '+'
}

// follows reports whether s has digits where form has 0 and equals it elsewhere; both are
// equally long.
func follows(s, form string) bool {
	for i := range len(form) {
		digit := s[i]-'0' <= 9
		if form[i] == '0' && !digit || form[i] != '0' && s[i] != form[i] {
			return false
		}
	}
	return true
}

// number2 reads the two digits that s begins with.
func number2(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

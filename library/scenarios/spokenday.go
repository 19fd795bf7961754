package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
)

// spokenDay writes a day as a request says it: 17 March 2026, 2026年3月17日.
func spokenDay(d *synth.Draft, offset int) string {
	day := d.Now().AddDate(0, 0, offset)
	if d.Chinese() {
		return fmt.Sprintf("%d年%d月%d日", day.Year(), day.Month(), day.Day())
	}
	return day.Format("2 January 2006")
}

// ago is the time a number of days, hours and minutes before now.
func ago(d *synth.Draft, days, hours, minutes int) time.Time {
	return d.Now().AddDate(0, 0, -days).Add(-time.Duration(hours)*time.Hour - time.Duration(minutes)*time.Minute)
}

// earlier is the earlier of two times.
func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// otherThan draws a member of a list that is not the given one.
func otherThan(d *synth.Draft, list []string, not string) string {
	for range 200 {
		if s := synth.Choose(d, list...); s != not {
			return s
		}
	}
	return not
}

// nextWorkday counts the days until the next day from Monday to Friday.
func nextWorkday(d *synth.Draft) int {
	n := 1
	for d.Now().AddDate(0, 0, n).Weekday()%6 == 0 {
		n++
	}
	return n
}

package scenarios

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
)

// workingDayAhead is the offset of the first working day that lies at least some days ahead.
func workingDayAhead(d *synth.Draft, least int) int {
	for d.Now().AddDate(0, 0, least).Weekday() == time.Saturday || d.Now().AddDate(0, 0, least).Weekday() == time.Sunday {
		least++
	}
	return least
}

// before is the offset of the last working day before a day to come; the day itself where that
// would be today.
func before(d *synth.Draft, day int) int {
	for n := day - 1; n > 0; n-- {
		if workingDayAhead(d, n) == n {
			return n
		}
	}
	return day
}

// workingDaysIn counts the working days of a span, both ends included; at least 1.
func workingDaysIn(d *synth.Draft, from, to int) int {
	n := 0
	for day := from; day <= to; day++ {
		if workingDayAhead(d, day) == day {
			n++
		}
	}
	return max(1, n)
}

// dayInWords writes a day as a request names it, with its weekday: Tuesday, 17 March 2026.
func dayInWords(d *synth.Draft, offset int) string {
	day := d.Now().AddDate(0, 0, offset)
	if d.Chinese() {
		week := [...]string{"周日", "周一", "周二", "周三", "周四", "周五", "周六"}
		return fmt.Sprintf("%d年%d月%d日（%s）", day.Year(), day.Month(), day.Day(), week[day.Weekday()])
	}
	return day.Format("Monday, 2 January 2006")
}

// namesInWords joins names as a sentence does: Ada, Lin and Jonas.
func namesInWords(d *synth.Draft, names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	if d.Chinese() {
		return strings.Join(names[:last], "、") + "和" + names[last]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// quotedList writes texts as the members of a list in an expression.
func quotedList(texts []string) string { return `"` + strings.Join(texts, `", "`) + `"` }

// addMarked adds a record, as a distractor where a kind is given.
func addMarked(d *synth.Draft, mark synth.Distractor, collection string, fields ...any) {
	if mark == "" {
		d.Add(collection, fields...)
		return
	}
	d.Distract(mark, collection, fields...)
}

package gate

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// saidDay is a calendar day that words name.
type saidDay struct {
	day    value.Day
	words  string
	astray string // the weekday beside it, where it is another one
}

const (
	weekdayWords = `(?:(mon|tues|wednes|thurs|fri|satur|sun)day,? (?:the )?)?`
	weekdayAfter = `(?: ?\((?:(mon|tues|wednes|thurs|fri|satur|sun)day|(?:周|星期)([一二三四五六日天]))\))?`
	monthWords   = `(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
)

// The manners in which a text names a day: the groups are weekday, then day, month and year in
// the manner's own order, then the weekday behind it.
var (
	dayMonth = regexp.MustCompile(`(?i)` + weekdayWords + `\b([0-9]{1,2})(?:st|nd|rd|th)?(?: of)? ` + monthWords + `(?:,? ([0-9]{4}))?\b` + weekdayAfter)
	monthDay = regexp.MustCompile(`(?i)` + weekdayWords + `\b` + monthWords + ` ([0-9]{1,2})(?:st|nd|rd|th)?\b(?:,? ([0-9]{4})\b)?` + weekdayAfter)
	isoDay   = regexp.MustCompile(`(?i)` + weekdayWords + `\b([0-9]{4})-([0-9]{2})-([0-9]{2})\b` + weekdayAfter)
	hanDay   = regexp.MustCompile(`(?:([0-9]{4})年)?([0-9]{1,2})月([0-9]{1,2})[日号](?: ?\(?(?:周|星期)([一二三四五六日天])\)?)?`)
)

// daysIn lists the days that a folded text names; one without a year is the nearest to now.
func daysIn(text string, now value.Day) []saidDay {
	var out []saidDay
	add := func(words, year, month, day string, weekdays ...string) {
		d, ok := dayNear(year, month, day, now)
		if !ok {
			return
		}
		s := saidDay{day: d, words: strings.TrimSpace(words)}
		for _, w := range weekdays {
			if at, named := weekdayOf(w); named && at != d.Weekday() {
				s.astray = at.String()
			}
		}
		out = append(out, s)
	}
	if strings.Contains(text, "月") {
		for _, m := range hanDay.FindAllStringSubmatch(text, -1) {
			add(m[0], m[1], m[2], m[3], m[4])
		}
	}
	if strings.Contains(text, "-0") || strings.Contains(text, "-1") {
		for _, m := range isoDay.FindAllStringSubmatch(text, -1) {
			add(m[0], m[2], m[3], m[4], m[1], m[5], m[6])
		}
	}
	if !namesMonth(text) {
		return out
	}
	for _, m := range dayMonth.FindAllStringSubmatch(text, -1) {
		add(m[0], m[4], m[3], m[2], m[1], m[5], m[6])
	}
	for _, m := range monthDay.FindAllStringSubmatch(text, -1) {
		add(m[0], m[4], m[2], m[3], m[1], m[5], m[6])
	}
	return out
}

// namesMonth spares the patterns where no month is named, which costs less to see.
func namesMonth(text string) bool {
	for m := time.January; m <= time.December; m++ {
		if strings.Contains(text, m.String()[:3]) {
			return true
		}
	}
	return false
}

// dayNear puts a day together; without a year it is the one nearest to now.
func dayNear(year, month, day string, now value.Day) (value.Day, bool) {
	m, err := strconv.Atoi(month)
	if err != nil {
		const names = "janfebmaraprmayjunjulaugsepoctnovdec"
		m = strings.Index(names, strings.ToLower(month))/3 + 1
	}
	of := func(y int) (value.Day, bool) {
		d, err := strconv.Atoi(day)
		t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
		return value.Day(t.Format(time.DateOnly)), err == nil && t.Day() == d && int(t.Month()) == m
	}
	if y, err := strconv.Atoi(year); err == nil {
		return of(y)
	}
	var best value.Day
	here := now.Time(time.UTC)
	for y := here.Year() - 1; y <= here.Year()+1; y++ {
		d, ok := of(y)
		if ok && (best == "" || d.Time(time.UTC).Sub(here).Abs() < best.Time(time.UTC).Sub(here).Abs()) {
			best = d
		}
	}
	return best, best != ""
}

// weekdayOf reads the beginning of an English weekday, or the sign of a Chinese one.
func weekdayOf(s string) (time.Weekday, bool) {
	s = strings.ToLower(s)
	for w := time.Sunday; w <= time.Saturday && s != ""; w++ {
		if strings.ToLower(w.String()) == s+"day" || strings.Contains([...]string{"日天", "一", "二", "三", "四", "五", "六"}[w], s) {
			return w, true
		}
	}
	return 0, false
}

// weekdays holds the weekdays that words give days beside the calendar.
func (t *truth) weekdays() error {
	for _, w := range t.words() {
		for _, d := range t.daysOf(w.text) {
			t.tried("weekdays", d.astray != "")
			if d.astray != "" {
				t.s.find(Warning, SaysDisagrees, w.path, strconv.Quote(d.words)+" names a "+d.astray+", and "+string(d.day)+" is a "+d.day.Weekday().String(), nil)
			}
		}
	}
	return nil
}

// daysOf reads each text once.
func (t *truth) daysOf(text string) []saidDay {
	days, known := t.said[text]
	if !known {
		days = daysIn(text, t.today())
		t.said[text] = days
	}
	return days
}

func (t *truth) today() value.Day {
	return value.Day(t.b.Task.Now.In(t.b.Task.Zone).Format(time.DateOnly))
}

// days finds a day that facts and checks name and no words do, while the words name one that
// nothing else does.
func (t *truth) days() error {
	const far = 31 * 24 * time.Hour // another month is a slip, another year is another day
	var said []saidDay
	for _, w := range t.words() {
		said = append(said, t.daysOf(w.text)...)
	}
	if len(said) == 0 {
		return nil
	}
	used := make([]bool, len(said))
	var alone []*literal
	for i := range t.literals() {
		l := &t.texts[i]
		day, ok := literalDay(l.text)
		if !ok || day == t.today() {
			continue
		}
		found := false
		for k := range said {
			if l.meansDay(day, said[k].day) {
				used[k], found = true, true
			}
		}
		if l.decides && !found {
			alone = append(alone, l)
		}
	}
	for k, d := range said {
		if d.day == t.today() {
			continue
		}
		var wrong *literal
		if !used[k] {
			for _, l := range alone {
				at, _ := literalDay(l.text)
				if at.Time(time.UTC).Sub(d.day.Time(time.UTC)).Abs() <= far {
					wrong = l
					break
				}
			}
		}
		t.tried("values_said", wrong != nil)
		if wrong != nil {
			t.notSaid(wrong, d.words)
		}
	}
	return nil
}

// literalDay is the day of a literal that is a day or begins with one.
func literalDay(s string) (value.Day, bool) {
	if len(s) < len(time.DateOnly) || len(s) > len(time.DateOnly) && s[len(time.DateOnly)] != 'T' {
		return "", false
	}
	d, err := value.ParseDay(s[:len(time.DateOnly)])
	return d, err == nil
}

// meansDay reports whether a literal stands for a day that is said: that day, or the next one
// where the comparison leaves its edge out.
func (l *literal) meansDay(day, said value.Day) bool {
	if day == said {
		return true
	}
	next := day.Time(time.UTC).AddDate(0, 0, 1) == said.Time(time.UTC) // the literal is the day before
	last := said.Time(time.UTC).AddDate(0, 0, 1) == day.Time(time.UTC)
	switch l.comparedBy() {
	case "<", ">=":
		return last
	case ">", "<=":
		return next
	}
	return false
}

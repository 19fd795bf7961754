package grade

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// date compares calendar days. An instant counts as its day in the task's zone.
type date struct {
	r    *reading
	s    Subject
	want value.Day
}

func buildDate(r *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	want, bad := r.dayArg(a)
	if bad != nil {
		return nil, bad
	}
	return &date{r, s, want}, nil
}

// dayArg reads a matcher's day.
func (r *reading) dayArg(a Arg) (value.Day, *Fit) {
	switch v := a.v.(type) {
	case value.Day:
		return v, nil
	case time.Time:
		return value.Day(v.In(r.zone).Format(time.DateOnly)), nil
	case literal:
		if d, err := value.ParseDay(v.text); err == nil {
			return d, nil
		}
	case string:
		if d, ok := value.ReadDay(v); ok {
			return d, nil
		}
	}
	return "", misvalue(a, "a date such as 2026-03-17")
}

func (m *date) Match(v any, _ bool) bool {
	s, ok := v.(string)
	if !ok {
		return false
	}
	got, ok := m.r.dayOf(s, m.s.Type)
	return ok && got == m.want
}

func (m *date) Why(v any, present bool) string {
	return "expected the date " + string(m.want) + ", " + found(v, present)
}

func (m *date) Example() any {
	if m.s.Type == world.Instant {
		return m.want.Time(m.r.zone).Add(12 * time.Hour).Format(time.RFC3339)
	}
	return string(m.want)
}

func (m *date) Spellings() []any {
	switch m.s.Type {
	case world.Day:
		return nil
	case world.Instant:
		start := m.want.Time(m.r.zone)
		return others(m, start.Format(time.RFC3339), start.Add(20*time.Hour).UTC().Format(time.RFC3339))
	}
	return others(m, dayForms(m.want)...)
}

// dayForms are other ways to write a day.
func dayForms(d value.Day) []any {
	t := d.Time(time.UTC)
	return []any{string(d), t.Format("2 January 2006"), t.Format("January 2, 2006"), t.Format("2 Jan 2006"), t.Format("Mon 2 Jan 2006"),
		t.Format("02.01.2006"), t.Format("2006/1/2"), fmt.Sprintf("%d年%d月%d日", t.Year(), t.Month(), t.Day())}
}

func (m *date) Near() []any {
	var out []any
	for _, days := range [...]int{1, -1, 7, 365} {
		d := m.want.Plus(days)
		if m.s.Type == world.Instant {
			out = append(out, d.Time(m.r.zone).Add(12*time.Hour).Format(time.RFC3339))
		} else {
			out = append(out, string(d))
		}
	}
	t := m.want.Time(time.UTC)
	if m.s.Type == world.Instant {
		out = append(out, m.want.Time(m.r.zone).Add(-time.Second).UTC().Format(time.RFC3339))
	}
	return wrong(m, append(out, fmt.Sprintf("%04d-%02d-%02d", t.Year(), t.Day(), t.Month()), "", nil)...)
}

package grade

import (
	"strconv"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// datetime compares instants, within seconds where a distance is given.
type datetime struct {
	r      *reading
	want   time.Time
	within time.Duration
}

func buildDateTime(r *reading, a Arg, m *argMap, s Subject) (Matcher, *Fit) {
	want, bad := r.instantArg(a)
	if bad != nil {
		return nil, bad
	}
	if s.List {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds a list; one instant never equals it", hint: "use set_equals: {datetime: [..]}"}
	}
	dist, given, bad := within(m)
	if bad != nil {
		return nil, bad
	}
	d := &datetime{r: r, want: want}
	if given {
		const longest = 366 * 24 * 3600
		seconds := dist.Float()
		if seconds > longest {
			return nil, misvalue(a, "within a year, in seconds")
		}
		d.within = time.Duration(seconds * float64(time.Second))
	}
	return d, nil
}

func (r *reading) instantArg(a Arg) (time.Time, *Fit) {
	switch v := a.v.(type) {
	case time.Time:
		return v.In(r.zone), nil
	case literal:
		if t, ok := r.instant(v.text); ok {
			return t, nil
		}
	case string:
		if t, ok := r.instant(v); ok {
			return t, nil
		}
	}
	return time.Time{}, misvalue(a, "a date-time such as 2026-03-17T15:00:00+08:00")
}

func (m *datetime) Match(v any, _ bool) bool {
	s, ok := v.(string)
	if !ok {
		return false
	}
	got, ok := m.r.instant(s)
	if !ok {
		return false
	}
	return got.Sub(m.want).Abs() <= m.within
}

func (m *datetime) Why(v any, present bool) string {
	want := "expected the instant " + m.want.Format(time.RFC3339)
	if m.within > 0 {
		want += " within " + strconv.FormatFloat(m.within.Seconds(), 'f', -1, 64) + " s"
	}
	return want + ", " + found(v, present)
}

func (m *datetime) Example() any { return m.want.Format(time.RFC3339Nano) }

func (m *datetime) Spellings() []any {
	forms := instantForms(m.want, m.r.zone)
	if m.within > 0 {
		forms = append(forms, m.want.Add(m.within).Format(time.RFC3339Nano), m.want.Add(-m.within).Format(time.RFC3339Nano))
	}
	return others(m, forms...)
}

// instantForms are other ways to write an instant.
func instantForms(t time.Time, zone *time.Location) []any {
	local := t.In(zone)
	forms := []any{local.Format(time.RFC3339), t.UTC().Format(time.RFC3339), t.UTC().Format("2006-01-02T15:04:05+00:00"),
		t.In(time.FixedZone("", 5*3600+1800)).Format(time.RFC3339), local.Format("2006-01-02T15:04:05"), local.Format("2006-01-02 15:04:05")}
	if t.Second() == 0 {
		forms = append(forms, local.Format("2006-01-02T15:04"), local.Format("2006-01-02 15:04"))
	}
	return forms
}

func (m *datetime) Near() []any {
	var out []any
	for _, d := range [...]time.Duration{time.Second, -time.Second, time.Minute, time.Hour, -time.Hour, 24 * time.Hour, -24 * time.Hour} {
		if d > 0 {
			d += m.within
		} else {
			d -= m.within
		}
		out = append(out, m.want.Add(d).Format(time.RFC3339Nano))
	}
	_, east := m.want.In(m.r.zone).Zone()
	if east != 0 { // the local reading taken for UTC
		out = append(out, m.want.Add(time.Duration(east)*time.Second).UTC().Format(time.RFC3339))
	}
	return wrong(m, append(out, string(value.Day(m.want.Format(time.DateOnly))), "", nil)...)
}

package claweval

import (
	"fmt"
	"regexp"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

const months = `January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec`

// Days as requests name them, whole and without their year.
var (
	wholeDay = regexp.MustCompile(`\b\d{4}-\d{1,2}-\d{1,2}\b|\d{4}年\d{1,2}月\d{1,2}[日号]|\b(?:` + months + `)\.? \d{1,2}, ?\d{4}\b`)
	monthDay = regexp.MustCompile(`(?:^|[^年\d])(\d{1,2}月\d{1,2}[日号])|\b((?:` + months + `)\.? \d{1,2})\b`)
)

// namedDays lists the days that a request names, in its order. A day without a year is of the
// year of the records.
func namedDays(request string, around time.Time) []time.Time {
	var out []time.Time
	take := func(text string) {
		if d, ok := value.ReadDay(text); ok {
			out = append(out, d.Time(time.UTC))
		}
	}
	rest := wholeDay.ReplaceAllStringFunc(request, func(s string) string {
		take(s)
		return " "
	})
	year := around.Year()
	if around.IsZero() {
		year = 2026 // of the benchmark's default day
	}
	for _, m := range monthDay.FindAllStringSubmatch(rest, -1) {
		switch {
		case m[1] != "":
			take(fmt.Sprintf("%d年%s", year, m[1]))
		default:
			take(fmt.Sprintf("%s, %d", m[2], year))
		}
	}
	return out
}

// moveDays moves every day and time of a collection by whole days; clock times and offsets stay.
// Texts that speak of days are left as they are.
func moveDays(r draftRecords, days int, catalog *world.Catalog) {
	_, coll, ok := catalog.Collection(r.name)
	if !ok || days == 0 {
		return
	}
	for _, o := range r.items {
		for _, m := range o.Members() {
			f, known := coll.Field(m.Name)
			if known && (f.Type == world.Day || f.Type == world.Instant || f.Type == world.Tree) {
				o.Set(m.Name, moved(m.Value, days))
			}
		}
	}
}

// dated is a text that is a day or a date-time as a whole.
var dated = regexp.MustCompile(`^\d{4}-\d\d-\d\d($|[T ]\d\d:\d\d)`)

func moved(v any, days int) any {
	switch v := v.(type) {
	case string:
		if !dated.MatchString(v) {
			return v
		}
		day, err := value.ParseDay(v[:len(dayForm)])
		if err != nil {
			return v
		}
		if to := day.Plus(days); to != "" {
			return string(to) + v[len(dayForm):]
		}
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = moved(item, days)
		}
		return out
	case *value.Object:
		out := value.Obj()
		for _, m := range v.Members() {
			out.Set(m.Name, moved(m.Value, days))
		}
		return out
	}
	return v
}

package calendar

import (
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// shiftTimes moves all events by one span so that the earliest starts tomorrow (UTC) at its own
// wall time. As in the benchmark each time keeps its own offset and is then printed as if it
// were UTC: a fixture in +08:00 comes out eight hours late.
func shiftTimes(collection string, records []*world.Record, clock world.WireClock) ([]*world.Record, error) {
	if collection != "events" || len(records) == 0 {
		return records, nil
	}
	var earliest time.Time
	for i, r := range records {
		t, ok := world.OffsetTime(r.Text("start_time"), time.UTC)
		if !ok {
			return nil, unreadable(r, "start_time")
		}
		if i == 0 || t.Before(earliest) {
			earliest = t
		}
	}
	tomorrow := clock.Now.UTC().AddDate(0, 0, 1)
	target := time.Date(tomorrow.Year(), tomorrow.Month(), tomorrow.Day(), earliest.Hour(), earliest.Minute(), 0, 0, time.UTC)
	shift := target.Sub(earliest)
	out := make([]*world.Record, len(records))
	for i, r := range records {
		var err error
		if out[i], err = moved(r, shift); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func moved(r *world.Record, shift time.Duration) (*world.Record, error) {
	for _, field := range []string{"start_time", "end_time"} {
		if _, has := r.Get(field); !has {
			continue
		}
		t, ok := world.OffsetTime(r.Text(field), time.UTC)
		if !ok {
			return nil, unreadable(r, field)
		}
		r = r.With(value.Member{Name: field, Value: t.Add(shift).Format("2006-01-02T15:04:05Z")})
	}
	return r, nil
}

func unreadable(r *world.Record, field string) error {
	return fault.New(fault.Invalid, "event %s: cannot read the %s %q", r.ID(), field, r.Text(field))
}

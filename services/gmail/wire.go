package gmail

import (
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// shiftDates moves all messages by one span so that the newest arrived a day before the clock.
// As in the benchmark each date keeps its wall time in its own offset and is then printed as
// if it were UTC: a fixture in +08:00 comes out eight hours late.
func shiftDates(collection string, records []*world.Record, clock world.WireClock) ([]*world.Record, error) {
	if collection != "messages" || len(records) == 0 {
		return records, nil
	}
	dates := make([]time.Time, len(records))
	newest := 0
	for i, r := range records {
		t, ok := world.OffsetTime(r.Text("date"), time.UTC)
		if !ok {
			return nil, fault.New(fault.Invalid, "message %s: cannot read the date %q", r.ID(), r.Text("date"))
		}
		dates[i] = t
		if t.After(dates[newest]) {
			newest = i
		}
	}
	shift := clock.Now.UTC().Truncate(time.Microsecond).AddDate(0, 0, -1).Sub(dates[newest])
	out := make([]*world.Record, len(records))
	for i, r := range records {
		out[i] = r.With(value.Member{Name: "date", Value: dates[i].Add(shift).Format("2006-01-02T15:04:05Z")})
	}
	return out, nil
}

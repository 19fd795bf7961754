package calendar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// window is a span of whole days, without its end.
type window struct {
	from, to time.Time
	zone     *time.Location
}

// days returns the window of n days from a date on, midnight to midnight in the zone of the
// call.
func days(tx *world.Tx, date string, n int) (window, error) {
	zone := tx.Zone()
	day, ok := readDate(date)
	if !ok {
		return window{}, world.Refuse(world.Invalid, "Invalid date format: %s", date)
	}
	w := window{from: day.Time(zone), zone: zone}
	w.to = w.from
	if n > 0 {
		w.to = time.Date(10000, 1, 1, 0, 0, 0, 0, zone)
		if end := day.Plus(n); end != "" {
			w.to = end.Time(zone)
		}
	}
	return w, nil
}

// readDate reads year-month-day as strptime does, which lets the zero of month and day be left
// out or the day's be a blank.
func readDate(s string) (value.Day, bool) {
	if d, err := value.ParseDay(s); err == nil {
		return d, true
	}
	year, rest, _ := strings.Cut(s, "-")
	month, day, _ := strings.Cut(rest, "-")
	if len(day) == 2 && day[0] == ' ' {
		day = "0" + day[1:]
	}
	if len(month) == 1 {
		month = "0" + month
	}
	if len(day) == 1 {
		day = "0" + day
	}
	d, err := value.ParseDay(fmt.Sprintf("%s-%s-%s", year, month, day))
	return d, err == nil
}

// starting returns the events that start within the window, by start. An event whose start
// cannot be read stands on no day. The order of the wire is that of the text, as in the
// benchmark; it differs where offsets are mixed.
func starting(tx *world.Tx, w window, keep func(*world.Record) bool) []*world.Record {
	type event struct {
		record *world.Record
		start  time.Time
	}
	found := make([]event, 0, 16)
	for r := range tx.All("events") {
		start, ok := r.Instant("start_time", w.zone)
		if ok && !start.Before(w.from) && start.Before(w.to) && keep(r) {
			found = append(found, event{r, start})
		}
	}
	slices.SortStableFunc(found, func(a, b event) int {
		if tx.Strict() {
			return a.start.Compare(b.start)
		}
		return cmp.Compare(a.record.Text("start_time"), b.record.Text("start_time"))
	})
	out := make([]*world.Record, len(found))
	for i := range found {
		out[i] = found[i].record
	}
	return out
}

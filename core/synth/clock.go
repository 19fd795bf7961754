package synth

import (
	"time"

	"coworkenv.dev/coworkenv/core/det"
)

// The clock of generated tasks: the morning of a working day, drawn over a year.
func (d *Draft) setClock() {
	zones := []string{"Europe/Berlin", "Europe/London", "America/New_York", "Asia/Singapore"}
	if d.Chinese() {
		zones = []string{"Asia/Shanghai"}
	}
	zone, err := time.LoadLocation(det.Pick(d.Rand, zones))
	if err != nil {
		d.fail("load zone: %v", err)
		zone = time.UTC
	}
	d.zone = zone
	first := time.Date(2026, 1, 5, 8+d.Intn(3), 5*d.Intn(12), 0, 0, zone) // a Monday
	d.now = first.AddDate(0, 0, 7*d.Intn(50)+d.Intn(5))
	for d.holidaysNear() {
		d.now = first.AddDate(0, 0, 7*d.Intn(50)+d.Intn(5))
	}
}

// holidaysNear reports whether the office is closed around the time, so that nobody would plan
// duties or talks in the weeks to come.
func (d *Draft) holidaysNear() bool {
	closed := [][2]string{{"12-04", "12-31"}}
	if d.Chinese() {
		closed = [][2]string{{"02-02", "02-24"}, {"04-20", "05-05"}, {"09-16", "10-08"}}
	}
	day := d.now.Format("01-02")
	for _, c := range closed {
		if day >= c[0] && day <= c[1] {
			return true
		}
	}
	return false
}

// Now is the task's time.
func (d *Draft) Now() time.Time { return d.now }

// Zone is the task's zone.
func (d *Draft) Zone() *time.Location { return d.zone }

// Instant writes a time as records hold it, in the task's zone.
func (d *Draft) Instant(t time.Time) string { return t.In(d.zone).Format(time.RFC3339) }

// InstantIn writes the same time in another zone: another spelling of one instant.
func (d *Draft) InstantIn(t time.Time, zone string) string {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		d.fail("load zone %s: %v", zone, err)
		loc = time.UTC
	}
	return t.In(loc).Format(time.RFC3339)
}

// Day writes the calendar day that lies a number of days from today.
func (d *Draft) Day(offset int) string { return d.now.AddDate(0, 0, offset).Format("2006-01-02") }

// At is a clock time on the day that lies a number of days from today.
func (d *Draft) At(offset, hour, minute int) time.Time {
	y, m, day := d.now.AddDate(0, 0, offset).Date()
	return time.Date(y, m, day, hour, minute, 0, 0, d.zone)
}

// Office hours: what people write, file and enter happens between these, on working days.
const (
	officeOpens  = 8
	officeCloses = 18
)

// Within draws a time between two, both ends excluded; it lies within office hours wherever the
// span leaves room for that.
func (d *Draft) Within(from, to time.Time) time.Time {
	seconds := int(to.Sub(from)/time.Second) - 1
	if seconds < 1 {
		d.fail("no time between %s and %s", from, to)
		return from
	}
	at := from
	for range 80 {
		at = from.Add(time.Duration(d.Between(1, seconds)) * time.Second).In(d.zone)
		if day := at.Weekday(); day != time.Saturday && day != time.Sunday && at.Hour() >= officeOpens && at.Hour() < officeCloses {
			break
		}
	}
	return at
}

// Office draws a time within office hours on the last working day that is at least some days
// ago; 0 is today, before now.
func (d *Draft) Office(daysAgo int) time.Time {
	day := d.At(-daysAgo, 0, 0)
	for day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
		day = day.AddDate(0, 0, -1)
	}
	y, m, n := day.Date()
	from, to := time.Date(y, m, n, officeOpens, 0, 0, 0, d.zone), time.Date(y, m, n, officeCloses, 0, 0, 0, d.zone)
	if to.After(d.now) {
		to = d.now
		if from.After(to.Add(-time.Hour)) {
			from = to.Add(-2 * time.Hour)
		}
	}
	return d.Within(from, to)
}

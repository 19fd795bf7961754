package author

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/synth"
)

// Slot is one task that is to be written: a place in a cell of a plan.
type Slot struct {
	synth.Slot
	Seed uint64 // of the plan; other seeds are other tasks
}

// ID is the task's id.
func (s Slot) ID() string {
	level := "x"
	if s.Level != "" {
		level = string(s.Level[:1])
	}
	return fmt.Sprintf("%s-%s%s-m%d-%03d", s.Scenario.Name, s.Language, level, s.Seed, s.Index+1)
}

func (s Slot) rand(path ...string) *det.Rand {
	return det.NewRand(s.Seed, append([]string{"author", s.ID()}, path...)...)
}

// Reference is the instant at which the task is set: a working hour of a working day.
func (s Slot) Reference() (now time.Time, zone string) {
	r := s.rand("now")
	zones := []string{"Europe/Berlin", "Europe/London", "America/New_York", "America/Chicago"}
	if s.Language == "zh" {
		zones = []string{"Asia/Shanghai"}
	}
	zone = zones[r.Intn(len(zones))]
	loc, err := time.LoadLocation(zone)
	if err != nil {
		loc, zone = time.UTC, "UTC" // a machine without zones
	}
	day := time.Date(2026, 1, 5+r.Intn(350), 8+r.Intn(9), 15*r.Intn(4), 0, 0, loc)
	for day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
		day = day.AddDate(0, 0, 1)
	}
	return day, zone
}

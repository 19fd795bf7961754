package calendar_test

import (
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/calendar"
	"coworkenv.dev/coworkenv/services/servicetest"
)

// BenchmarkListDay lists a day of 20 events out of 40.
func BenchmarkListDay(b *testing.B) {
	var list []string
	for i := range 40 {
		list = append(list, fmt.Sprintf(`{"event_id":"evt_%03d","title":"Meeting","start_time":"2026-03-%02dT%02d:00:00+08:00","end_time":"2026-03-17T23:00:00+08:00","attendees":["ada@example.com"],"location":""}`,
			i, 17+i%2, 23-i/2))
	}
	w := servicetest.Start(b, calendar.Service(), world.Options{}, map[string]string{"calendar.events": "[" + strings.Join(list, ",") + "]"})
	b.ReportAllocs()
	for b.Loop() {
		w.Reset()
		w.Call(world.Agent, "calendar_list_events", []byte(`{"date":"2026-03-17"}`))
	}
}

package servicetest_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/services/servicetest"
)

func TestServicesConform(t *testing.T) { servicetest.Conform(t, all.Services(), samples()...) }

// FuzzArguments calls any tool with any text under both profiles: an observation comes back,
// never a panic, and what did not end well changed nothing.
func FuzzArguments(f *testing.F) {
	for i, args := range []string{
		"", "null", "[]", `"{}"`, `{`, `{}`, `{"days":-9223372036854775808,"date":"9999-12-31"}`,
		`{"date":"0001-01-01","days":9223372036854775807}`, `{"days_back":99999999999,"max_results":-1}`,
		`{"query":"\ud800","category":null}`, `{"query":"年假 a","max_results":1e3}`, `{"user":"","date":"2026-3- 7"}`,
		`{"title":"x","start_time":"2026-03-17T09:00","end_time":"2026-03-16T09:00","attendees":[]}`,
		`{"to":"A <a@example.com>","subject":"s","body":"b","reply_to_message_id":null}`,
		`{"title":"t","transactions":["x"],"total_amount":1e400}`, `{"ticket_id":"x","tags":[1,{}],"priority":"\u0000"}`,
		`{"a":{"a":{"a":[[[[]]]]}}}`, `{"job_id":"x","limit":0.5}`, `{"path":"../../x.pdf","max_pages":-1}`,
	} {
		for n := range 4 {
			f.Add(uint8(i*4+n), n%2 == 0, []byte(args))
		}
	}
	services := all.Services()
	image, err := world.NewImage(world.Seed{Services: services})
	if err != nil {
		f.Fatal(err)
	}
	offers := image.Offered()
	now := time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, n uint8, wire bool, raw []byte) {
		opts := world.Options{Now: now}
		if wire {
			opts.Profile = world.Wire
		}
		w := world.New(image, opts)
		tool := offers[int(n)%len(offers)].Name
		e := w.Call(world.Agent, tool, raw)
		if e.Outcome == 0 || e.Status == 0 {
			t.Fatalf("%s %q: no outcome", tool, raw)
		}
		if _, err := value.Parse(e.Body); err != nil && e.Status < 500 {
			t.Fatalf("%s %q: the reply is no JSON: %v: %s", tool, raw, err, e.Body)
		}
		if e.Outcome != world.OK && len(w.Seed().Diff(w.State())) > 0 {
			t.Fatalf("%s %q ended %v and changed records", tool, raw, e.Outcome)
		}
	})
}

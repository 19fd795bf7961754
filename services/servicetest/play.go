package servicetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Start starts a world of one service. Records are JSON lists by full collection name.
func Start(t testing.TB, s *world.Service, opts world.Options, records map[string]string) *world.World {
	t.Helper()
	image, err := world.NewImage(world.Seed{Services: []*world.Service{s}, Records: Parse(t, records)})
	if err != nil {
		t.Fatalf("make the image: %v", err)
	}
	if opts.Now.IsZero() {
		opts.Now = time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)
	}
	return world.New(image, opts)
}

// StartWire starts a world of one service as the benchmark serves it: wire profile, fixture
// adapted to the clock.
func StartWire(t testing.TB, s *world.Service, now time.Time, records map[string]string) *world.World {
	t.Helper()
	image, err := world.NewImage(world.Seed{Services: []*world.Service{s}, Records: Parse(t, records)})
	if err != nil {
		t.Fatalf("make the image: %v", err)
	}
	if image, err = image.LoadWire(world.WireClock{Now: now}); err != nil {
		t.Fatalf("load the image: %v", err)
	}
	return world.New(image, world.Options{Now: now, Profile: world.Wire})
}

// Parse reads JSON lists of records by full collection name.
func Parse(t testing.TB, records map[string]string) map[string][]*value.Object {
	t.Helper()
	out := map[string][]*value.Object{}
	for full, text := range records {
		out[full] = parseRecords(t, full, text)
	}
	return out
}

func parseRecords(t tester, full, text string) []*value.Object {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("records of %s: %v", full, err)
	}
	list, _ := v.([]any)
	out := make([]*value.Object, len(list))
	for i, item := range list {
		o, ok := item.(*value.Object)
		if !ok {
			t.Fatalf("records of %s: not an object: %v", full, item)
		}
		out[i] = o
	}
	return out
}

// Step is one call of a behaviour table and what must come of it. A field left out is not
// compared, but the outcome is: OK where it is left out.
type Step struct {
	Name    string
	Tool    string
	Args    string // JSON; "" = no body
	Outcome world.Outcome
	Want    string   // the whole reply, byte for byte
	Shows   []string // ids of the records in the reply, in order; empty but not nil = none
}

// Play makes the calls one after the other in one world and compares.
func Play(t *testing.T, w *world.World, steps []Step) {
	t.Helper()
	for _, step := range steps {
		e := w.CallHTTP(world.Agent, step.Tool, []byte(step.Args), world.Transport{NoBody: step.Args == ""})
		want := step.Outcome
		if want == 0 {
			want = world.OK
		}
		if e.Outcome != want {
			t.Fatalf("%s: outcome %v, want %v; reply %s", step.Name, e.Outcome, want, e.Body)
		}
		if step.Want != "" {
			if diff := cmp.Diff(step.Want, string(e.Body)); diff != "" {
				t.Errorf("%s: reply (-want +got)\n%s", step.Name, diff)
			}
		}
		if step.Shows != nil {
			if diff := cmp.Diff(step.Shows, shownIDs(e)); diff != "" {
				t.Errorf("%s: records shown (-want +got)\n%s", step.Name, diff)
			}
		}
	}
}

func shownIDs(e *world.Entry) []string {
	ids := make([]string, len(e.Shown))
	for i, s := range e.Shown {
		ids[i] = s.Record.ID()
	}
	return ids
}

// Records returns a collection as it is now, one JSON object a record.
func Records(w *world.World, full string) []string {
	out := []string{}
	for r := range w.State().Records(full) {
		out = append(out, string(r.JSON()))
	}
	return out
}

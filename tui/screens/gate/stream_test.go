package gate

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	graders "coworkenv.dev/coworkenv/graders/all"
	tasks "coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// recorded is all that the gate tells of a shipped task, and its report.
func recorded(t testing.TB, id string) ([]gate.Event, *gate.Report) {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	e := &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.System(), Shipped: tasks.Tasks()}
	l, err := e.One(id)
	if err != nil {
		t.Fatal(err)
	}
	var events []gate.Event
	r, err := e.GateLive(context.Background(), l, func(e gate.Event) { events = append(events, e) })
	if err != nil {
		t.Fatal(err)
	}
	return events, r
}

// The counts that come in one by one are those of the report.
func TestProgressAddsUp(t *testing.T) {
	for _, id := range []string{"expiring-gold-contracts-000001", "vendor-wants-the-key", "harbor-quote-000008"} {
		events, report := recorded(t, id)
		p := newProgress()
		for _, e := range events {
			p.take(e)
		}
		p.end(report)
		for _, want := range report.Rounds {
			got := p.round(want.Name)
			wrong := want.Stopped
			if want.Name == gate.RoundAdversary {
				wrong = want.Tried - want.Stopped
			}
			if got.tried != want.Tried || got.wrong != wrong || got.state != want.Status {
				t.Errorf("%s %s: %d tried, %d wrong, %s; the report says %d, %d, %s", id, want.Name, got.tried, got.wrong, got.state, want.Tried, wrong, want.Status)
			}
			for name, tally := range want.Pieces {
				x := got.byName[name]
				if x == nil || x.tried != tally.Tried || tally.Tried == 0 && !slices.Contains(got.none, x) {
					t.Errorf("%s %s %s: not as reported: %+v", id, want.Name, name, tally)
				}
			}
		}
		m := p.round(gate.RoundMutants)
		f := m.fates()
		if m.tried != report.Mutants.Tried || f[gate.FateKilled] != report.Mutants.Killed || f[gate.FateProved] != len(report.Mutants.Proved) {
			t.Errorf("%s: mutants %d tried, %v; the report says %+v", id, m.tried, f, report.Mutants)
		}
	}
}

// As each event comes, the rows that are seen hold what was counted.
func TestPiecesStreamIn(t *testing.T) {
	events, _ := recorded(t, "expiring-gold-contracts-000001")
	s := bare(t)
	s.open[gate.RoundAdversary], s.busy = true, true
	seen := map[string]bool{}
	for _, e := range events {
		s.Update(told{e})
		lines := s.View(120, 60)
		if why := tuitest.Fault(lines, 120, 60); why != "" {
			t.Fatal(why)
		}
		for _, r := range s.rows {
			if r.piece != nil {
				seen[r.piece.name] = true
			}
		}
	}
	for _, want := range []string{"value_in_text", "solution", "reads_and_prints", "extra_reads", "matcher_any"} {
		if !seen[want] {
			t.Errorf("%s was never seen", want)
		}
	}
}

// bare is a screen without a run.
func bare(t testing.TB) *screen {
	t.Helper()
	sheet := style.New(tuitest.Theme(t, "dark"), style.TrueColor)
	env := &screens.Env{Clock: det.Fixed(time.Time{}), Host: &screens.Host{}, Sheet: func() *style.Sheet { return sheet },
		Workspace: &screens.Workspace{Open: func(context.Context, bool) (*engine.Workspace, error) {
			return nil, fault.New(fault.NotFound, "none")
		}}}
	return newScreen(env, screens.Place{Of: "x"})
}

// BenchmarkStream is one frame with all that came in since the frame before, of a task with many
// attempts: a hundred events a frame are 6,000 a second.
func BenchmarkStream(b *testing.B) {
	events, _ := recorded(b, "vendor-wants-the-key")
	for i := range 20_000 {
		e := events[i%len(events)]
		if e.Kind == gate.Tried {
			e.Params = gate.Params{"n": fmt.Sprint(i)}
			events = append(events, e)
		}
	}
	s := bare(b)
	s.busy = true
	for _, r := range s.progress.rounds {
		s.open[r.name] = true
	}
	clock := det.System()
	var took []time.Duration
	at := 0
	for b.Loop() {
		began := clock.Now()
		for range 100 {
			s.Update(told{events[at%len(events)]})
			at++
		}
		s.View(160, 46)
		took = append(took, clock.Now().Sub(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-µs")
	if os.Getenv("COWORKENV_SOAK") != "" {
		b.Log(len(events), "events")
	}
}

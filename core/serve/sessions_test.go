package serve_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
)

// prepared is a shipped task of five services.
func prepared(t testing.TB) *episode.Prepared {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	tk, problems := task.LoadFS(library.Tasks(), "bank-change-brightpath-000006", task.LoadOptions{})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p, problems := episode.Prepare(tk, catalog, checks)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// movable is a clock that a test moves.
type movable struct {
	mu sync.Mutex
	t  time.Time
}

func (c *movable) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *movable) add(d time.Duration) {
	c.mu.Lock()
	c.t = c.t.Add(d)
	c.mu.Unlock()
}

func TestSessionsStandApartAndKeepTheirLimits(t *testing.T) {
	clock := &movable{t: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	s := serve.NewSessions(serve.SessionLimits{Open: 2, Idle: time.Minute, Hard: time.Hour, Replica: "r1"}, clock)
	p := prepared(t)
	a, err := s.Create(serve.Start{Prepared: p})
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Create(serve.Start{Prepared: p})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(serve.Start{Prepared: p}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("third episode: %v", err)
	}
	draft := episode.Action{Key: "k1", Calls: []episode.Call{{ID: "1", Tool: "gmail_save_draft", Args: []byte(`{"to":"a@b.test","subject":"s","body":"x"}`)}}}
	for range 2 { // the repeated key does nothing
		if r, err := s.Step(a.ID, draft); err != nil || r.Observations[0].Entry.Outcome != world.OK {
			t.Fatalf("%+v %v", r, err)
		}
	}
	count := func(id string) (n int) {
		if err := s.Do(id, func(s *serve.Session) error { n = s.Episode().World().State().Len("gmail.drafts"); return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if count(a.ID) != 1 || count(b.ID) != 0 {
		t.Errorf("drafts: %d and %d, want 1 and 0", count(a.ID), count(b.ID))
	}
	clock.add(2 * time.Minute)
	if swept := s.Sweep(); len(swept) != 2 || s.Open() != 0 {
		t.Errorf("swept %v, %d open", swept, s.Open())
	}
	if _, err := s.Step(a.ID, draft); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a swept episode: %v", err)
	}
}

func TestParallelSessionsDoNotTouchEachOther(t *testing.T) {
	s := serve.NewSessions(serve.SessionLimits{}, det.System())
	p := prepared(t)
	maker := agent.Oracle()
	var wg sync.WaitGroup
	finals := make([]string, 16)
	for i := range finals {
		wg.Go(func() {
			session, err := s.Create(serve.Start{Prepared: p})
			if err != nil {
				t.Error(err)
				return
			}
			err = s.Do(session.ID, func(s *serve.Session) error {
				e := s.Episode()
				a, err := maker.Make(p.Bound, 0)
				if err != nil {
					return err
				}
				if err := agent.Play(context.Background(), e, a, det.System()); err != nil {
					return err
				}
				score, err := e.Grade()
				if err != nil {
					return err
				}
				finals[i] = fmt.Sprint(score.Score, e.World().Digest())
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, f := range finals {
		if f != finals[0] || f[:1] != "1" {
			t.Fatalf("finals differ: %v", finals)
		}
	}
}

// BenchmarkIdleEpisode reports the memory of an idle episode over a shared task of 5 services.
func BenchmarkIdleEpisode(b *testing.B) {
	p := prepared(b)
	const n = 10_000
	for b.Loop() {
		s := serve.NewSessions(serve.SessionLimits{}, det.System())
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for range n {
			if _, err := s.Create(serve.Start{Prepared: p}); err != nil {
				b.Fatal(err)
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/n, "B/episode")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB/10000")
		runtime.KeepAlive(s)
	}
}

// BenchmarkEpisode is an episode in process: start, the oracle's 9 calls and grading.
func BenchmarkEpisode(b *testing.B) {
	p := prepared(b)
	sol, problems := agent.NewSolution(p.Bound, p.Bound.Task.Solution)
	if err := problems.Err(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	calls := 0
	for b.Loop() {
		e, err := episode.New(p, episode.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := agent.Play(context.Background(), e, sol.Run(), det.System()); err != nil {
			b.Fatal(err)
		}
		score, err := e.Grade()
		if err != nil || score.Score != 1_000_000 {
			b.Fatal(score, err)
		}
		calls = len(e.World().Entries())
	}
	b.ReportMetric(float64(calls), "calls")
}

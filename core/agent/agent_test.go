package agent_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
)

func prepared(t testing.TB) []*episode.Prepared {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := task.LoadLibraryFS(library.Tasks(), task.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out []*episode.Prepared
	for _, entry := range entries {
		p, problems := episode.Prepare(entry.Task, catalog, checks)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

func play(t testing.TB, p *episode.Prepared, m agent.Maker, seed uint64) (*episode.Episode, int64) {
	t.Helper()
	a, err := m.Make(p.Bound, seed)
	if err != nil {
		t.Fatal(err)
	}
	e, err := episode.New(p, episode.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(context.Background(), e, a, det.System()); err != nil {
		t.Fatal(err)
	}
	score, err := e.Grade()
	if err != nil {
		t.Fatal(err)
	}
	return e, int64(score.Score)
}

// The teachers must give a real spread: some trials of full score, some of none, some between,
// and the better one must be better.
func TestTeachersSpread(t *testing.T) {
	sum := map[string]int64{}
	full, none, between, faults := 0, 0, 0, 0
	for _, p := range prepared(t) {
		for seed := range uint64(8) {
			for _, m := range []agent.Maker{agent.Teacher("teacher", 0.75), agent.Teacher("novice", 0.35)} {
				e, score := play(t, p, m, seed)
				sum[m.Name] += score
				switch score {
				case 1_000_000:
					full++
				case 0:
					none++
				default:
					between++
				}
				for _, entry := range e.World().Entries() {
					if !entry.Succeeded() {
						faults++
					}
				}
			}
		}
	}
	if full == 0 || none == 0 || between == 0 || faults == 0 || sum["teacher"] <= sum["novice"] {
		t.Errorf("full %d, none %d, between %d, failed calls %d, sums %v", full, none, between, faults, sum)
	}
}

func TestTeachersFollowTheSeed(t *testing.T) {
	for _, p := range prepared(t)[:3] {
		one, _ := play(t, p, agent.Teacher("novice", 0.35), 5)
		two, _ := play(t, p, agent.Teacher("novice", 0.35), 5)
		a, err := trace.Encode(one.Trajectory())
		if err != nil {
			t.Fatal(err)
		}
		b, err := trace.Encode(two.Trajectory())
		if err != nil || string(a) != string(b) {
			t.Errorf("%s: equal seeds, different trials (%v)", p.Bound.Task.ID, err)
		}
	}
}

func TestPlayEndsOnAgentFailuresAndTime(t *testing.T) {
	p := prepared(t)[0]
	run := func(a agent.Agent, clock det.Clock, ctx context.Context) (trace.End, error) {
		e, err := episode.New(p, episode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = agent.Play(ctx, e, a, clock)
		end, _ := e.Done()
		return end, err
	}
	fails := func(err error) agent.Agent {
		return agent.Func(func(context.Context, episode.Opening, *episode.Result) (episode.Action, error) {
			return episode.Action{}, err
		})
	}
	if end, err := run(fails(errors.New("boom")), det.System(), context.Background()); err != nil || end.Reason != trace.Crashed {
		t.Errorf("crash: %+v %v", end, err)
	}
	if end, err := run(fails(fault.New(fault.Unavailable, "503")), det.System(), context.Background()); err != nil || end.Reason != trace.EndpointDown {
		t.Errorf("endpoint: %+v %v", end, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := run(fails(nil), det.System(), ctx); fault.KindOf(err) != fault.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// leaps is a clock that leaps an hour each time it is looked at.
type leaps struct{ t time.Time }

func (c *leaps) Now() time.Time {
	c.t = c.t.Add(time.Hour)
	return c.t
}

func TestTimeLimit(t *testing.T) {
	for _, p := range prepared(t) {
		limited := *p.Bound.Task
		limited.Limits.Seconds = 60
		bound := *p.Bound
		bound.Task = &limited
		e, err := episode.New(&episode.Prepared{Bound: &bound, Plan: p.Plan, Digest: p.Digest}, episode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := agent.Oracle().Make(p.Bound, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := agent.Play(context.Background(), e, a, &leaps{}); err != nil {
			t.Fatal(err)
		}
		if end, _ := e.Done(); end.Reason != trace.TimedOut {
			t.Errorf("%s: %+v", limited.ID, end)
		}
		return
	}
}

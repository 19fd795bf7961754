package engine

import (
	"context"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
)

// WorkQueue runs groups from a queue and hands their results in, until there was none for the time
// idle (0 = until ctx ends). Agents and tasks come from the queue, and nothing is kept here.
func (e *Engine) WorkQueue(ctx context.Context, o rollout.QueueOptions, idle time.Duration, retry rollout.Retry, tell func(Standing)) (Standing, error) {
	q, err := rollout.Dial(ctx, o, false)
	if err != nil {
		return Standing{}, err
	}
	defer q.Close()
	beat, err := q.BeatEvery(ctx)
	if err != nil {
		return Standing{}, err
	}
	meter := newMeter(e.Clock, 0, tell)
	runs := &queueRuns{engine: e, q: q, open: map[string]*Rollout{}}
	err = rollout.Drive(ctx, q.Source(idle), rollout.Orders{
		Workers: e.Workers, Retry: retry, Beat: beat,
		Play:  runs.play,
		Again: func(context.Context, *rollout.Trial, int) error { meter.again(); return nil },
		Keep: func(ctx context.Context, run string, t *rollout.Trial) error {
			accepted, err := q.HandIn(ctx, run, t)
			if err == nil {
				meter.kept(t, accepted)
			}
			return err
		},
	})
	return meter.standing(), err
}

// queueRuns are the runs that a worker has met in a queue.
type queueRuns struct {
	engine *Engine
	q      *rollout.Queue
	mu     sync.Mutex
	open   map[string]*Rollout
}

// openRuns bounds how many runs a worker keeps ready.
const openRuns = 4

// play runs an item. The run may have been finished by others, and cleared away, while this worker
// hung: its item has a result then, and what comes of it here is late whatever it is.
func (s *queueRuns) play(ctx context.Context, run string, it rollout.Item) (*rollout.Trial, error) {
	t, err := s.playOpen(ctx, run, it)
	if fault.KindOf(err) != fault.NotFound {
		return t, err
	}
	over, asked := s.q.Has(ctx, run, it.ID)
	if asked != nil || !over {
		return nil, firstOf(asked, err)
	}
	return rollout.Unplayed(it, err, s.engine.Clock), nil
}

func (s *queueRuns) playOpen(ctx context.Context, run string, it rollout.Item) (*rollout.Trial, error) {
	r, err := s.get(ctx, run)
	if err != nil {
		return nil, err
	}
	return r.play(ctx, it, nil)
}

func (s *queueRuns) get(ctx context.Context, run string) (*Rollout, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.open[run]; r != nil {
		return r, nil
	}
	h, err := s.q.Header(ctx, run)
	if err != nil {
		return nil, err
	}
	r := &Rollout{engine: s.engine, makers: map[agentKey]agent.Maker{}, shelf: newShelf(s.engine)}
	r.shelf.find = func(digest string) func() (*Loaded, error) {
		return func() (*Loaded, error) { return s.task(context.WithoutCancel(ctx), run, digest) }
	}
	for _, ref := range h.Agents {
		if _, err := r.cast(ref); err != nil {
			return nil, err
		}
	}
	if len(s.open) >= openRuns {
		clear(s.open)
	}
	s.open[run] = r
	return r, nil
}

// task reads a task from the queue and makes it ready.
func (s *queueRuns) task(ctx context.Context, run, digest string) (*Loaded, error) {
	data, err := s.q.Task(ctx, run, digest)
	if err != nil {
		return nil, err
	}
	t, problems := task.Parse(digest+"/"+task.FileName, data)
	l := &Loaded{Path: digest, Task: t, Problems: problems}
	s.engine.prepare(l)
	return l, nil
}

package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
)

// PublishRollout puts what the workspace lacks of a rollout into a queue and keeps the results of
// the workers as they come, until every item has one. Ended early, the workers go on; the same call
// collects what they have done meanwhile.
func (w *Workspace) PublishRollout(ctx context.Context, r *Rollout, o rollout.QueueOptions, tell func(Standing)) (*RolloutResult, error) {
	q, err := rollout.Dial(ctx, o, true)
	if err != nil {
		return nil, err
	}
	defer q.Close()
	quiet := o.Quiet
	if quiet <= 0 {
		quiet = time.Minute
	}
	at, runErr := w.publish(ctx, r, q, quiet, tell)
	result, err := w.rolloutResult(context.WithoutCancel(ctx), r.Manifest, r.Shard, at)
	if err != nil {
		return nil, firstOf(runErr, err)
	}
	return result, runErr
}

func (w *Workspace) publish(ctx context.Context, r *Rollout, q *rollout.Queue, quiet time.Duration, tell func(Standing)) (Standing, error) {
	run, items, err := w.openRun(ctx, r)
	if err != nil {
		return Standing{}, err
	}
	p := &publisher{w: w, r: r, q: q, quiet: quiet, run: run, meter: newMeter(w.Clock, items, tell)}
	err = p.offer(ctx)
	if err == nil && p.left > 0 {
		err = p.collect(ctx)
	}
	if err == nil {
		err = p.finish(ctx)
	}
	return p.meter.standing(), firstOf(err, w.closeRun(context.WithoutCancel(ctx), run, err))
}

// publisher is a rollout whose trials are run elsewhere.
type publisher struct {
	w     *Workspace
	r     *Rollout
	q     *rollout.Queue
	quiet time.Duration
	run   string
	meter *meter
	left  int          // items without a result
	came  atomic.Int64 // results that were kept
}

// offer puts the groups that lack results into the queue, the tasks and the run before them.
func (p *publisher) offer(ctx context.Context) error {
	again, err := p.q.Announced(ctx, p.run)
	if err != nil {
		return err
	}
	if err := p.announce(ctx, again); err != nil {
		return err
	}
	return p.w.tally(ctx, p.r.Manifest, p.r.Shard, func(g rollout.Group, outcomes []store.Outcome) error {
		var open rollout.Group
		for i, o := range outcomes {
			if o.TrialID != "" {
				p.meter.before(1)
				continue
			}
			p.left++
			waiting, err := p.q.Reopen(ctx, p.run, o.ItemID)
			if err != nil {
				return err
			}
			if !waiting {
				open = append(open, g[i])
			}
		}
		if len(open) == 0 {
			return nil
		}
		_, err := p.q.Offer(ctx, p.run, open)
		return err
	})
}

// announce puts the tasks of the run into the queue and into the workspace, and then the run. What
// the queue has already is left as it is.
func (p *publisher) announce(ctx context.Context, again bool) error {
	for digest, spot := range p.r.sources {
		l, err := spot.open()
		if err != nil {
			return err
		}
		ready, err := l.Runnable()
		if err != nil {
			return err
		}
		if ready.Digest != digest {
			return fault.New(fault.Conflict, "task %s has changed since the rollout was planned", l.ID()).WithHint("plan anew")
		}
		if err := p.w.saveTasks(ctx, []*Loaded{l}); err != nil {
			return err
		}
		if again {
			continue
		}
		if err := p.q.PutTask(ctx, p.run, digest, l.Task.File.Data); err != nil {
			return err
		}
	}
	if again {
		return nil
	}
	return p.q.Announce(ctx, p.run, p.r.Header)
}

// collect keeps the results, gives groups up that no worker brings back, and puts such back as got
// lost.
func (p *publisher) collect(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var watch sync.WaitGroup
	for _, see := range []func(context.Context) error{
		func(ctx context.Context) error { return p.q.Dead(ctx, p.run, p.giveUp) },
		p.seeAfterLost,
	} {
		watch.Go(func() {
			if err := see(ctx); err != nil {
				cancel(err)
			}
		})
	}
	defer watch.Wait()
	defer cancel(nil)
	err := p.q.Collect(ctx, p.run, func(t *rollout.Trial) (all bool, err error) {
		stored, err := p.keep(context.WithoutCancel(ctx), t)
		if stored {
			p.left--
			p.came.Add(1)
		}
		return p.left == 0, err
	})
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// seeAfterLost offers groups again that are neither in the queue nor have results, such as those of
// a server that lost its disk. It goes on until ctx ends, which is no error.
func (p *publisher) seeAfterLost(ctx context.Context) error {
	for {
		before := p.came.Load()
		if rollout.Pause(ctx, p.quiet) != nil {
			return nil
		}
		if p.came.Load() > before {
			continue
		}
		err := p.offerLost(ctx)
		if err == nil {
			err = p.tellQuiet(ctx)
		}
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
	}
}

// tellQuiet says that nothing comes, and whether anybody asks for work: without a worker a rollout
// waits for ever.
func (p *publisher) tellQuiet(ctx context.Context) error {
	waiting, err := p.q.Waiting(ctx)
	if err == nil {
		p.meter.quiet(p.quiet, waiting)
	}
	return err
}

func (p *publisher) offerLost(ctx context.Context) error {
	return p.w.tally(ctx, p.r.Manifest, p.r.Shard, func(g rollout.Group, outcomes []store.Outcome) error {
		var open rollout.Group
		for i, o := range outcomes {
			if o.TrialID == "" {
				open = append(open, g[i])
			}
		}
		if len(open) == 0 {
			return nil
		}
		if pending, err := p.q.Pending(ctx, p.run, g[0].Group); pending || err != nil {
			return err
		}
		lost, err := p.q.Lacking(ctx, p.run, open)
		if err != nil || len(lost) == 0 {
			return err
		}
		_, err = p.q.Offer(ctx, p.run, lost)
		return err
	})
}

func (p *publisher) keep(ctx context.Context, t *rollout.Trial) (stored bool, err error) {
	for _, f := range t.Earlier {
		if _, err := p.w.Store.NoteTry(ctx, t.Item.ID, string(f.Class), f.Detail); err != nil {
			return false, err
		}
		p.meter.again()
	}
	stored, err = p.w.keepTrial(ctx, p.run, t)
	if err == nil && stored {
		p.meter.kept(t, true)
	}
	return stored, err
}

// giveUp gives the members of a group that died with its workers the result that they failed.
func (p *publisher) giveUp(ctx context.Context, g rollout.Group, deliveries int) error {
	for _, it := range g {
		why := fault.New(fault.Unavailable, "the workers that had it died or hung, %d times", deliveries)
		if _, err := p.q.HandIn(ctx, p.run, rollout.Unplayed(it, why, p.w.Clock)); err != nil {
			return err
		}
	}
	return nil
}

// finish counts what came too late and clears the run away.
func (p *publisher) finish(ctx context.Context) error {
	late, err := p.q.Late(ctx, p.run)
	if err != nil {
		return err
	}
	p.meter.late(late)
	var digests []string
	for d := range p.r.sources {
		digests = append(digests, d)
	}
	return p.q.Forget(ctx, p.run, digests)
}

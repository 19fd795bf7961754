package engine

import (
	"context"
	"encoding/json"
	"io"
	"iter"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
)

// runSettings are kept with a run.
type runSettings struct {
	Agents   []string `json:"agents"`
	Tasks    int      `json:"tasks"`
	Trials   int      `json:"trials"`
	Seed     uint64   `json:"seed"`
	Rate     float64  `json:"fault_rate,omitempty"`
	Manifest string   `json:"manifest"` // digest
}

// Rollout runs what the workspace lacks of a rollout and keeps every trial as it ends. The same
// call after any interruption goes on where it was; trials that failed for the environment or an
// endpoint are tried again.
func (w *Workspace) Rollout(ctx context.Context, r *Rollout, retry rollout.Retry, tell func(Standing)) (*RolloutResult, error) {
	at, runErr := w.roll(ctx, r, retry, tell)
	result, err := w.rolloutResult(context.WithoutCancel(ctx), r.Manifest, r.Shard, at)
	if err != nil {
		return nil, firstOf(runErr, err)
	}
	return result, runErr
}

// roll is the one way in which trials come into a workspace from this process.
func (w *Workspace) roll(ctx context.Context, r *Rollout, retry rollout.Retry, tell func(Standing)) (Standing, error) {
	run, items, err := w.openRun(ctx, r)
	if err != nil {
		return Standing{}, err
	}
	meter := newMeter(w.Clock, items, tell)
	first := func(l *Loaded) error { return w.saveTasks(context.WithoutCancel(ctx), []*Loaded{l}) }
	groups, stop := iter.Pull2(r.Deal(r.Shard))
	defer stop()
	err = rollout.Drive(ctx, &undone{w.Store, run, groups, meter}, rollout.Orders{
		Workers: w.Workers, Retry: retry,
		Play: func(ctx context.Context, _ string, it rollout.Item) (*rollout.Trial, error) {
			return r.play(ctx, it, first)
		},
		Again: func(ctx context.Context, t *rollout.Trial, _ int) error {
			meter.again()
			_, err := w.Store.NoteTry(ctx, t.Item.ID, string(t.Failure.Class), t.Failure.Detail)
			return err
		},
		Keep: func(ctx context.Context, run string, t *rollout.Trial) error {
			stored, err := w.keepTrial(ctx, run, t)
			if err == nil {
				meter.kept(t, stored)
			}
			return err
		},
	})
	return meter.standing(), firstOf(err, w.closeRun(context.WithoutCancel(ctx), run, err))
}

// keepTrial keeps a trial, and its last try where that came to nothing.
func (w *Workspace) keepTrial(ctx context.Context, run string, t *rollout.Trial) (stored bool, err error) {
	if f := t.Failure; f.Retried() {
		if _, err := w.Store.NoteTry(ctx, t.Item.ID, string(f.Class), f.Detail); err != nil {
			return false, err
		}
	}
	return w.saveTrial(ctx, run, t)
}

// putBatch is how many items are put at a time.
const putBatch = 500

// openRun puts a rollout's run and items into the workspace and queues what has to be run again.
func (w *Workspace) openRun(ctx context.Context, r *Rollout) (run string, items int, err error) {
	run = r.RunID()
	set := runSettings{Tasks: r.Tasks, Trials: r.Trials, Seed: r.Seed, Rate: r.Rate, Manifest: r.Digest}
	for _, a := range r.Agents {
		set.Agents = append(set.Agents, a.Name)
	}
	settings, err := json.Marshal(set)
	if err != nil {
		return "", 0, fault.Wrap(fault.Internal, err, "keep the settings of a run")
	}
	err = w.Store.CreateRun(ctx, store.Run{ID: run, Kind: "rollout", Settings: settings})
	if fault.KindOf(err) == fault.Conflict { // it goes on
		err = w.Store.SetRunStatus(ctx, run, store.RunOpen)
	}
	if err != nil {
		return "", 0, err
	}
	var batch []store.Item
	put := func() error {
		_, err := w.Store.PutItems(ctx, batch)
		items += len(batch)
		batch = batch[:0]
		return err
	}
	for g, err := range r.Deal(r.Shard) {
		if err != nil {
			return "", 0, err
		}
		for _, it := range g {
			batch = append(batch, store.Item{ID: it.ID, RunID: run, TaskDigest: it.TaskDigest, Agent: it.Agent, Model: it.Model,
				Seed: it.Seed, Attempt: it.Attempt, GroupID: it.Group})
		}
		if len(batch) >= putBatch {
			if err := put(); err != nil {
				return "", 0, err
			}
		}
	}
	if err := put(); err != nil {
		return "", 0, err
	}
	_, err = w.Store.Requeue(ctx, run, true, retriedClasses()...)
	return run, items, err
}

func retriedClasses() []string {
	var out []string
	for _, c := range rollout.RetriedClasses() {
		out = append(out, string(c))
	}
	return out
}

// closeRun notes how a run ended. What was begun and not finished is queued.
func (w *Workspace) closeRun(ctx context.Context, run string, runErr error) error {
	status := store.RunDone
	switch {
	case fault.KindOf(runErr) == fault.Canceled:
		status = store.RunCanceled
	case runErr != nil:
		status = store.RunFailed
	}
	if runErr != nil {
		if _, err := w.Store.Requeue(ctx, run, true); err != nil {
			return err
		}
	}
	return w.Store.SetRunStatus(ctx, run, status)
}

// undone is the source of the groups of which the workspace lacks trials.
type undone struct {
	store *store.Store
	run   string
	next  func() (rollout.Group, error, bool)
	meter *meter
}

// Next claims what is queued of the next group.
func (u *undone) Next(ctx context.Context) (rollout.Loan, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g, err, ok := u.next()
		if !ok {
			return nil, io.EOF
		}
		if err != nil {
			return nil, err
		}
		claimed, done, err := u.claim(ctx, g)
		if err != nil {
			return nil, err
		}
		u.meter.before(done)
		if len(claimed) > 0 {
			return rollout.Own(u.run, claimed), nil
		}
	}
}

// claim also counts the members that have a trial.
func (u *undone) claim(ctx context.Context, g rollout.Group) (claimed rollout.Group, done int, err error) {
	outcomes, err := u.store.Outcomes(ctx, ids(g))
	if err != nil {
		return nil, 0, err
	}
	queued := 0
	for _, o := range outcomes {
		if o.Item == store.ItemQueued {
			queued++
		}
		if o.TrialID != "" {
			done++
		}
	}
	if queued == 0 {
		return nil, done, nil
	}
	got, err := u.store.ClaimItems(ctx, ids(g))
	return pick(g, got), done, err
}

// firstOf is the first error there is.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

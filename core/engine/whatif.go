package engine

import (
	"context"
	"reflect"
	"slices"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// Flip is what a draft does to the verdict on a stored trial.
type Flip string

// The flips.
const (
	FailsNow  Flip = "fails now"
	PassesNow Flip = "passes now"
	Rescored  Flip = "rescored" // another score, the same verdict
	Unmoved   Flip = "same"
	Unscored  Flip = "unscored" // the stored trial has no score
)

// TrialChange is one stored trial under a draft.
type TrialChange struct {
	Trial   string
	Agent   string
	Attempt int
	Flip    Flip
	Before  *grade.Score // as stored; nil = none
	After   *grade.Score // under the draft
	Checks  []CheckChange
	// Diverged is where the trial's acts come to something else under the draft; nil = nowhere.
	Diverged *Divergence
	// Elder says that the trial was run on another version of the task than the draft is of.
	Elder bool
}

// CheckChange is a check or prohibition that says something else under a draft.
type CheckChange struct {
	ID     string
	Before *grade.CheckResult // nil = there was none
	After  *grade.CheckResult // nil = there is none any more
	// Broken are the acts that break a prohibition, before and after; nil for a check.
	BrokenBefore, BrokenAfter []grade.Violation
}

// WhatIf is what a draft does to all stored trials of its task.
type WhatIf struct {
	Trials    int `json:"trials"`
	FailsNow  int `json:"fails_now"`
	PassesNow int `json:"passes_now"`
	Rescored  int `json:"rescored"` // with the same verdict
	Same      int `json:"same"`
	Unscored  int `json:"unscored"`
	// Oracle is the score of the draft's solution; nil = it has none.
	Oracle *grade.Score `json:"-"`
}

// Count adds a trial.
func (w *WhatIf) Count(f Flip) {
	w.Trials++
	switch f {
	case FailsNow:
		w.FailsNow++
	case PassesNow:
		w.PassesNow++
	case Rescored:
		w.Rescored++
	case Unmoved:
		w.Same++
	case Unscored:
		w.Unscored++
	}
}

// OracleScore is what the task's own solution scores; nil where it has none.
func (e *Engine) OracleScore(ctx context.Context, l *Loaded) (*grade.Score, error) {
	ready, err := l.Runnable()
	if err != nil {
		return nil, err
	}
	if len(ready.Bound.Task.Solution) == 0 {
		return nil, nil
	}
	ep, err := e.played(ctx, ready, agent.Oracle(), 0)
	if err != nil {
		return nil, err
	}
	ep.Close(trace.End{Kind: trace.Terminated, Reason: trace.Closed})
	return ep.Grade()
}

// WhatIf grades every stored trial of a task under a draft of it and hands each to tell as it
// comes, with how many there are. Nothing that is stored changes.
func (w *Workspace) WhatIf(ctx context.Context, d *Draft, tell func(c *TrialChange, total int)) (*WhatIf, error) {
	l, err := d.Open()
	if err != nil {
		return nil, err
	}
	ready, err := l.Runnable()
	if err != nil {
		return nil, err
	}
	out := &WhatIf{}
	if out.Oracle, err = w.OracleScore(ctx, l); err != nil {
		return nil, err
	}
	rows, err := w.ListTrials(ctx, "task:"+d.Of.ID(), 0)
	if err != nil {
		return nil, err
	}
	was := ""
	if d.Of.Task != nil {
		was = task.Digest(d.Of.Task)
	}
	var ids []string
	for i := range rows {
		if rows[i].TaskID == d.Of.ID() { // the query also finds ids that hold this one
			ids = append(ids, rows[i].ID)
		}
	}
	work := func(ctx context.Context, id string) (*TrialChange, error) { return w.tryTrial(ctx, ready, id, was) }
	err = rollout.Each(ctx, ids, w.Workers, work, func(c *TrialChange) error {
		out.Count(c.Flip)
		tell(c, len(ids))
		return nil
	})
	if ctx.Err() != nil {
		return out, fault.Wrap(fault.Canceled, ctx.Err(), "try the draft of %s", d.Of.ID())
	}
	return out, err
}

// tryTrial grades one stored trial under a draft.
func (w *Workspace) tryTrial(ctx context.Context, ready *episode.Prepared, id, was string) (*TrialChange, error) {
	stored, err := w.Trial(ctx, id)
	if err != nil {
		return nil, err
	}
	again, err := w.Replay(ctx, ready, stored.Trajectory)
	if err != nil {
		return nil, err
	}
	t := stored.Trajectory
	c := &TrialChange{Trial: id, Agent: t.Agent.Name, Attempt: t.Attempt, Before: stored.Score, After: again.Score, Diverged: again.Divergence,
		Elder: t.Task.Digest != was}
	c.Flip = flipOf(c.Before, c.After)
	if c.Before != nil {
		c.Checks = changedChecks(c.Before, c.After)
	}
	return c, nil
}

func flipOf(before, after *grade.Score) Flip {
	switch {
	case before == nil:
		return Unscored
	case before.Pass && !after.Pass:
		return FailsNow
	case !before.Pass && after.Pass:
		return PassesNow
	case before.Score != after.Score || before.Status != after.Status:
		return Rescored
	}
	return Unmoved
}

// changedChecks lists the checks and prohibitions that say something else, in the order of the
// task, those that are gone behind.
func changedChecks(before, after *grade.Score) []CheckChange {
	var out []CheckChange
	for i := range after.Checks {
		now := &after.Checks[i]
		was, known := before.Check(now.ID)
		switch {
		case !known:
			out = append(out, CheckChange{ID: now.ID, After: now})
		case was.Holds != now.Holds || was.Earned != now.Earned || was.Weight != now.Weight || was.Status != now.Status || was.Got != now.Got || was.Of != now.Of:
			out = append(out, CheckChange{ID: now.ID, Before: was, After: now})
		}
	}
	for i := range before.Checks {
		if _, there := after.Check(before.Checks[i].ID); !there {
			out = append(out, CheckChange{ID: before.Checks[i].ID, Before: &before.Checks[i]})
		}
	}
	return append(out, changedBreaches(before.Forbidden, after.Forbidden)...)
}

func changedBreaches(before, after []grade.Violation) []CheckChange {
	of := func(list []grade.Violation, id string) []grade.Violation {
		return slices.DeleteFunc(slices.Clone(list), func(v grade.Violation) bool { return v.ID != id })
	}
	var out []CheckChange
	seen := map[string]bool{}
	for _, v := range append(slices.Clone(before), after...) {
		if seen[v.ID] {
			continue
		}
		seen[v.ID] = true
		if a, b := of(before, v.ID), of(after, v.ID); !reflect.DeepEqual(a, b) {
			out = append(out, CheckChange{ID: v.ID, BrokenBefore: a, BrokenAfter: b})
		}
	}
	return out
}

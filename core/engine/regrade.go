package engine

import (
	"context"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

// Regraded is a stored trial with the score that the present grader gives it.
type Regraded struct {
	Stored *StoredTrial
	Now    *grade.Score
	// Diverged is the first difference of the replay that was graded; nil = none.
	Diverged *Divergence
}

// Flips reports whether the verdict is another one.
func (r *Regraded) Flips() bool {
	return r.Stored.Score != nil && r.Stored.Score.Pass != r.Now.Pass
}

// Regrade scores trials with the present grader, by id or by query (all where neither is given).
// With other, its checks are used for every trial of a task of that id.
func (w *Workspace) Regrade(ctx context.Context, ids []string, where string, other *episode.Prepared, progress Progress) ([]Regraded, error) {
	if len(ids) == 0 {
		var err error
		if ids, err = w.trialIDs(ctx, where); err != nil {
			return nil, err
		}
	}
	ready := map[string]*episode.Prepared{} // by digest: many trials share a task
	var out []Regraded
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return out, fault.Wrap(fault.Canceled, err, "regrade")
		}
		r, err := w.regradeOne(ctx, id, other, ready)
		if err != nil {
			return out, err
		}
		if r != nil {
			out = append(out, *r)
		}
		progress.tell(i+1, len(ids), id)
	}
	return out, nil
}

func (w *Workspace) regradeOne(ctx context.Context, id string, other *episode.Prepared, ready map[string]*episode.Prepared) (*Regraded, error) {
	stored, err := w.Trial(ctx, id)
	if err != nil {
		return nil, err
	}
	ref := stored.Trajectory.Task
	p := ready[ref.Digest]
	switch {
	case other != nil && other.Bound.Task.ID != ref.ID:
		return nil, nil // a trial of another task
	case other != nil:
		p = other
	case p == nil:
		if p, err = w.storedTask(ctx, ref.Digest); err != nil {
			return nil, err
		}
		ready[ref.Digest] = p
	}
	again, err := w.Replay(ctx, p, stored.Trajectory)
	if err != nil {
		return nil, err
	}
	return &Regraded{stored, again.Score, again.Divergence}, nil
}

func (w *Workspace) trialIDs(ctx context.Context, where string) ([]string, error) {
	rows, err := w.ListTrials(ctx, where, 0)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	if len(ids) == 0 {
		return nil, fault.New(fault.NotFound, "no trial matches").WithHint("`coworkenv trials list` shows what there is")
	}
	return ids, nil
}

package engine

import (
	"context"
	"encoding/json"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// StoredTrial is a trial as it is kept.
type StoredTrial struct {
	ID         string            `json:"id"`
	Status     grade.Status      `json:"status"`
	Trajectory *trace.Trajectory `json:"trajectory"`
	Score      *grade.Score      `json:"score,omitempty"`
	Opinions   []Opinion         `json:"opinions,omitempty"` // of judges, where they were asked for; no part of the score
}

// Trial reads a trial.
func (w *Workspace) Trial(ctx context.Context, id string) (*StoredTrial, error) {
	row, err := w.Store.Trial(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &StoredTrial{ID: row.ID, Status: grade.Status(row.Status)}
	if out.Trajectory, err = trace.Decode(row.Trajectory); err != nil {
		return nil, err
	}
	if len(row.ScoreBody) > 0 {
		if err := json.Unmarshal(row.ScoreBody, &out.Score); err != nil {
			return nil, fault.Wrap(fault.Invalid, err, "read the score of %s", id)
		}
	}
	return out, nil
}

// storedTask prepares a task as the workspace keeps it.
func (w *Workspace) storedTask(ctx context.Context, digest string) (*episode.Prepared, error) {
	row, err := w.Store.Task(ctx, digest)
	if err != nil {
		return nil, err
	}
	t, problems := task.Parse(row.ID+"/"+task.FileName, row.Source)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	ready, problems := episode.Prepare(t, w.Catalog, w.Checks)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return ready, nil
}

// ReplayTrial does a stored trial over again, on the task as it was then, or on another version
// of it.
func (w *Workspace) ReplayTrial(ctx context.Context, id string, other *episode.Prepared) (*StoredTrial, *Replayed, error) {
	stored, err := w.Trial(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	ready := other
	if ready == nil {
		if ready, err = w.storedTask(ctx, stored.Trajectory.Task.Digest); err != nil {
			return nil, nil, err
		}
	}
	again, err := w.Replay(ctx, ready, stored.Trajectory)
	return stored, again, err
}

package engine

import (
	"context"
	"encoding/json"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// Subject is what a reviewer reads before a verdict. What does not belong to the kind of subject,
// or is not kept any more, is nil.
type Subject struct {
	Task       *Loaded
	Distrust   string // why a verdict would be refused without a note
	Findings   []store.Finding
	Trial      *store.Trial // without bodies
	Score      *grade.Score
	Trajectory *trace.Trajectory
	Unreadable string      // why the trajectory cannot be read
	Curated    *curate.Row // what the newest selection says of the trial
	Settings   *curate.Settings
	History    []DecisionLine
}

// ReviewSubject reads what is known of a row of a queue.
func (w *Workspace) ReviewSubject(ctx context.Context, r *QueueRow) (*Subject, error) {
	out := &Subject{}
	var err error
	if out.Distrust, err = w.distrust(ctx, r.TaskDigest); err != nil {
		return nil, err
	}
	past, err := w.Store.DecisionHistory(ctx, r.Kind, r.Digest)
	if err != nil {
		return nil, err
	}
	out.History = DecisionLines(past)
	if out.Task, err = w.keptTask(ctx, r.TaskDigest); err != nil {
		return nil, err
	}
	if r.Kind == store.KindTask {
		if out.Findings, err = w.Store.Findings(ctx, r.TaskDigest); fault.KindOf(err) == fault.NotFound {
			err = nil
		}
		return out, err
	}
	if err := w.readTrial(ctx, r.Trial, out); err != nil {
		return nil, err
	}
	return out, w.readCurated(r.Trial, out)
}

// keptTask loads a content of a task as the workspace keeps it; nil where it does not.
func (w *Workspace) keptTask(ctx context.Context, digest string) (*Loaded, error) {
	row, err := w.Store.Task(ctx, digest)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, problems := task.Parse(row.ID+"/"+task.FileName, row.Source)
	l := &Loaded{Path: row.Path, Task: t, Problems: problems}
	if t != nil {
		ready, more := episode.Prepare(t, w.Catalog, w.Checks)
		l.Ready, l.Problems = ready, append(l.Problems, more...).Sort()
	}
	return l, nil
}

func (w *Workspace) readTrial(ctx context.Context, id string, out *Subject) error {
	t, err := w.Store.Trial(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		out.Unreadable = "the workspace does not keep the trial any more"
		return nil
	}
	if err != nil {
		return err
	}
	if out.Trajectory, err = trace.Decode(t.Trajectory); err != nil {
		out.Unreadable = err.Error()
	}
	if len(t.ScoreBody) > 0 {
		if err := json.Unmarshal(t.ScoreBody, &out.Score); err != nil && out.Unreadable == "" {
			out.Unreadable = err.Error()
		}
	}
	t.Trajectory, t.ScoreBody = nil, nil
	out.Trial = &t
	return nil
}

func (w *Workspace) readCurated(trial string, out *Subject) error {
	s, err := w.Selection("")
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	out.Settings = &s.Settings
	for i := range s.Rows {
		if s.Rows[i].Trial == trial {
			out.Curated = &s.Rows[i]
		}
	}
	return nil
}

package engine

import (
	"context"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/judge"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/task"
)

// JudgeTrials lets a model read stored trials against their tasks' rubrics and tells what it finds,
// one by one, and keeps it beside the trial. Scores and rewards stay what they are. Trials of tasks without a rubric are passed
// over and counted. profile "" is that of the role judge.
func (w *Workspace) JudgeTrials(ctx context.Context, ids []string, where, profile string, tell func(*judge.Opinion) error) (passed int, err error) {
	a, err := w.actors()
	if err != nil {
		return 0, err
	}
	if profile == "" {
		if profile, err = a.models.Plays(llm.Judge); err != nil {
			return 0, err
		}
	}
	c, err := a.models.Cast(llm.Judge, profile)
	if err != nil {
		return 0, err
	}
	if len(ids) == 0 {
		rows, err := w.ListTrials(ctx, where, 0)
		if err != nil {
			return 0, err
		}
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
	}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return passed, fault.Wrap(fault.Canceled, err, "judge trials")
		}
		stored, err := w.Trial(ctx, id)
		if err != nil {
			return passed, err
		}
		t, err := w.taskOf(ctx, stored.Trajectory.Task.Digest)
		if err != nil {
			return passed, err
		}
		o, err := judge.Judge(ctx, c, profile, t, stored.Trajectory)
		if fault.KindOf(err) == fault.Unsupported {
			passed++
			continue
		}
		if err == nil {
			err = w.keepOpinion(o)
		}
		if err == nil {
			err = tell(o)
		}
		if err != nil {
			return passed, err
		}
	}
	return passed, nil
}

// taskOf reads a task as the workspace keeps it, without its services.
func (w *Workspace) taskOf(ctx context.Context, digest string) (*task.Task, error) {
	row, err := w.Store.Task(ctx, digest)
	if err != nil {
		return nil, err
	}
	t, problems := task.Parse(row.ID+"/"+task.FileName, row.Source)
	return t, problems.Err()
}

package engine

import (
	"context"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
)

// RunResult is what a run has come to, task by task.
type RunResult struct {
	ID        string     `json:"run"`
	Items     int        `json:"items"`
	Done      int        `json:"done"`
	Fresh     int        `json:"fresh"` // of them, run just now
	Summaries []*Summary `json:"summaries"`
}

// Run runs a plan of few tasks, as Rollout does, and sums each task up by itself. What was done
// before, by this or another process, is not done again.
func (w *Workspace) Run(ctx context.Context, plan TrialPlan, k int, progress Progress) (*RunResult, error) {
	r, err := w.rolloutOf(plan)
	if err != nil {
		return nil, err
	}
	at, runErr := w.roll(ctx, r, rollout.DefaultRetry(), func(s Standing) { progress.tell(s.Done, s.Total, s.String()) })
	outcomes, err := w.outcomes(context.WithoutCancel(ctx), r)
	if err != nil {
		return nil, firstOf(runErr, err)
	}
	return &RunResult{ID: r.RunID(), Items: r.Items, Done: len(outcomes), Fresh: at.Fresh, Summaries: Summarise(outcomes, k)}, runErr
}

// actor is an agent's name as people write it.
func actor(name, model string) string {
	if model == "" {
		return name
	}
	return name + ":" + model
}

// outcomes reads the trials of the rollout's items, whatever run made them, in plan order. Tasks
// are named as now: they may have been renamed.
func (w *Workspace) outcomes(ctx context.Context, r *Rollout) ([]Outcome, error) {
	var out []Outcome
	err := w.tally(ctx, r.Manifest, r.Shard, func(g rollout.Group, list []store.Outcome) error {
		for i, o := range list {
			if o.TrialID != "" {
				out = append(out, Outcome{Item: o.ItemID, Task: g[i].TaskID, Agent: actor(g[i].Agent, g[i].Model), Status: grade.Status(o.Status), Score: grade.Micros(o.Score), Pass: o.Pass})
			}
		}
		return nil
	})
	return out, err
}

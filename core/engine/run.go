package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
)

// RunResult is what a run has come to.
type RunResult struct {
	ID        string     `json:"run"`
	Items     int        `json:"items"`
	Done      int        `json:"done"`
	Fresh     int        `json:"fresh"` // of them, run just now
	Summaries []*Summary `json:"summaries"`
}

func duration(t *rollout.Trial) time.Duration { return time.Duration(t.Trajectory.Duration) }

// runSettings are kept with a run.
type runSettings struct {
	Agents []string `json:"agents"`
	Tasks  int      `json:"tasks"`
	Trials int      `json:"trials"`
	Seed   uint64   `json:"seed"`
	Rate   float64  `json:"fault_rate,omitempty"`
}

// runID is the same for the same plan, so that an interrupted run goes on where it was.
func (p *TrialPlan) runID() (string, runSettings) {
	set := runSettings{Tasks: len(p.Tasks), Trials: p.Trials, Seed: p.Seed, Rate: p.Rate.PerCall}
	parts := []string{fmt.Sprint(p.Trials, p.Seed, p.Rate.PerCall)}
	for _, m := range p.Agents {
		set.Agents = append(set.Agents, m.Name)
		parts = append(parts, m.Name, m.Version)
	}
	for _, l := range p.Tasks {
		if l.Ready != nil {
			parts = append(parts, l.Ready.Digest)
		}
	}
	return det.ID("run_", parts...), set
}

// Run runs a plan and keeps every trial as it ends. What was done before, by this or another
// process, is not done again.
func (w *Workspace) Run(ctx context.Context, plan TrialPlan, k int, progress Progress) (*RunResult, error) {
	jobs, err := plan.jobs()
	if err != nil {
		return nil, err
	}
	id, err := w.openRun(ctx, &plan, jobs)
	if err != nil {
		return nil, err
	}
	done, err := w.doneItems(ctx, jobs)
	if err != nil {
		return nil, err
	}
	result := &RunResult{ID: id, Items: len(jobs)}
	skip := func(i rollout.Item) bool { return done[i.ID] }
	each := func(t *rollout.Trial) error {
		// The store has to keep what is finished even while the run is being cancelled.
		err := w.saveTrial(context.WithoutCancel(ctx), id, t)
		if err == nil {
			result.Fresh++
		}
		return err
	}
	_, runErr := w.RunTrials(ctx, plan, skip, each, progress)
	status := store.RunDone
	if runErr != nil {
		status = store.RunCanceled
	}
	keep := context.WithoutCancel(ctx)
	if err := w.Store.SetRunStatus(keep, id, status); err != nil && runErr == nil {
		runErr = err
	}
	outcomes, err := w.outcomes(keep, jobs)
	if err != nil {
		return nil, err
	}
	result.Done, result.Summaries = len(outcomes), Summarise(outcomes, k)
	return result, runErr
}

func (w *Workspace) openRun(ctx context.Context, plan *TrialPlan, jobs []trialJob) (string, error) {
	if err := w.saveTasks(ctx, plan.Tasks); err != nil {
		return "", err
	}
	id, set := plan.runID()
	settings, err := json.Marshal(set)
	if err != nil {
		return "", fault.Wrap(fault.Internal, err, "keep the settings of a run")
	}
	err = w.Store.CreateRun(ctx, store.Run{ID: id, Kind: "rollout", Settings: settings})
	if err != nil && fault.KindOf(err) != fault.Conflict { // a conflict: the run goes on
		return "", err
	}
	items := make([]store.Item, len(jobs))
	for i, j := range jobs {
		items[i] = store.Item{ID: j.item.ID, RunID: id, TaskDigest: j.item.TaskDigest, Agent: j.item.Agent, Model: j.item.Model,
			Seed: j.item.Seed, Attempt: j.item.Attempt, GroupID: j.item.Group}
	}
	_, err = w.Store.PutItems(ctx, items)
	return id, err
}

// doneItems tells which items have a trial.
func (w *Workspace) doneItems(ctx context.Context, jobs []trialJob) (map[string]bool, error) {
	outcomes, err := w.outcomes(ctx, jobs)
	if err != nil {
		return nil, err
	}
	done := map[string]bool{}
	for _, o := range outcomes {
		done[o.Item] = true
	}
	return done, nil
}

// outcomes reads the trials of the plan's items, whatever run made them, in plan order.
func (w *Workspace) outcomes(ctx context.Context, jobs []trialJob) ([]Outcome, error) {
	place := make(map[string]int, len(jobs))
	digests := map[string]bool{}
	for i, j := range jobs {
		place[j.item.ID] = i
		digests[j.item.TaskDigest] = true
	}
	var out []Outcome
	for digest := range digests {
		for row, err := range w.Store.Trials(ctx, store.TrialsOf{TaskDigest: digest}) {
			if err != nil {
				return nil, err
			}
			if at, wanted := place[row.ItemID]; wanted { // named as now: the task may have been renamed
				out = append(out, Outcome{Item: row.ItemID, Task: jobs[at].item.TaskID, Agent: row.Agent, Status: grade.Status(row.Status), Score: grade.Micros(row.Score), Pass: row.Pass})
			}
		}
	}
	slices.SortFunc(out, func(a, b Outcome) int { return place[a.Item] - place[b.Item] })
	return out, nil
}

// label is how a plan is called on screens.
func (p *TrialPlan) label() string {
	var names []string
	for _, m := range p.Agents {
		names = append(names, m.Name)
	}
	return fmt.Sprintf("%d tasks, %s, %d trials each", len(p.Tasks), strings.Join(names, "+"), p.Trials)
}

package engine

import (
	"context"
	"encoding/json"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/harbor"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
)

// HarborImport is what an import of Harbor's jobs came to.
type HarborImport struct {
	Runs    []string         `json:"runs"`
	Fresh   int              `json:"fresh"`
	Known   int              `json:"known"` // imported before
	Scored  int              `json:"scored"`
	Missing int              `json:"missing"` // trials without a reward
	Skipped []harbor.Skipped `json:"skipped"` // folders, with why
}

// ImportHarborJobs takes the trials of Harbor's jobs into the workspace: those of tasks that it
// knows or that are given. Importing twice changes nothing.
func (w *Workspace) ImportHarborJobs(ctx context.Context, dir string, tasks []*Loaded, progress Progress) (*HarborImport, error) {
	trials, skipped, err := harbor.ReadJobs(dir)
	if fault.KindOf(err) == fault.NotFound && fault.HintOf(err) == "" {
		return nil, fault.Wrap(fault.NotFound, err, "").WithHint("give the folder into which Harbor wrote its jobs")
	}
	if err != nil {
		return nil, err
	}
	in := &harborImporter{w: w, byDigest: map[string]*Loaded{}, byID: map[string]*Loaded{}, attempts: map[string]int{},
		out: &HarborImport{Runs: []string{}, Skipped: append([]harbor.Skipped{}, skipped...)}}
	for _, l := range tasks {
		if l.Ready != nil {
			in.byDigest[l.Ready.Digest], in.byID[l.ID()] = l, l
		}
	}
	for i := range trials {
		if err := ctx.Err(); err != nil {
			return in.out, fault.Wrap(fault.Canceled, err, "import trials")
		}
		if err := in.take(ctx, &trials[i]); err != nil {
			return in.out, err
		}
		progress.tell(i+1, len(trials), trials[i].Name)
	}
	for _, run := range in.out.Runs {
		if err := w.Store.SetRunStatus(ctx, run, store.RunDone); err != nil {
			return in.out, err
		}
	}
	return in.out, nil
}

type harborImporter struct {
	w              *Workspace
	byDigest, byID map[string]*Loaded
	attempts       map[string]int // by group
	out            *HarborImport
}

func (in *harborImporter) take(ctx context.Context, t *harbor.JobTrial) error {
	id, digest, why, err := in.task(ctx, t)
	if err != nil {
		return err
	}
	if why != "" {
		in.out.Skipped = append(in.out.Skipped, harbor.Skipped{Folder: t.Folder, Why: why})
		return nil
	}
	run, err := in.run(ctx, t.Job)
	if err != nil {
		return err
	}
	group := det.ID("grp_", "harbor", t.Job, digest, t.Agent, t.Version, t.Model)
	in.attempts[group]++
	it := rollout.Item{ID: det.ID("itm_", "harbor", t.Job, t.Name, t.ID), TaskID: id, TaskDigest: digest, Agent: t.Agent, Version: t.Version, Model: t.Model,
		Attempt: in.attempts[group], Group: group}
	trial := importedTrial(t, it)
	it.Seed = trial.Item.Seed
	if _, err := in.w.Store.PutItems(ctx, []store.Item{{ID: it.ID, RunID: run, TaskDigest: digest, Agent: it.Agent, Model: it.Model, Seed: it.Seed,
		Attempt: it.Attempt, GroupID: group}}); err != nil {
		return err
	}
	stored, err := in.w.saveTrial(ctx, run, trial)
	if err != nil {
		return err
	}
	in.count(trial, stored)
	return nil
}

func (in *harborImporter) count(t *rollout.Trial, stored bool) {
	switch {
	case !stored:
		in.out.Known++
		return
	case t.Status == grade.Scored:
		in.out.Scored++
	default:
		in.out.Missing++
	}
	in.out.Fresh++
}

// task finds the task of a trial: by the digest that the verifier noted, else by its name among
// those that were given. why says that there is none.
func (in *harborImporter) task(ctx context.Context, t *harbor.JobTrial) (id, digest, why string, err error) {
	l := in.byID[t.Task]
	if t.Verdict != nil {
		l = in.byDigest[t.Verdict.Digest]
		if l == nil {
			_, err := in.w.Store.Task(ctx, t.Verdict.Digest)
			switch {
			case err == nil:
				return t.Verdict.Task, t.Verdict.Digest, "", nil
			case fault.KindOf(err) != fault.NotFound:
				return "", "", "", err
			}
			return "", "", "its task " + t.Verdict.Task + " is not known as it was then; name its library with --tasks", nil
		}
	}
	if l == nil {
		return "", "", "it has no verdict of ours, and no task of --tasks is called " + t.Task, nil
	}
	return l.ID(), l.Ready.Digest, "", in.w.saveTasks(ctx, []*Loaded{l})
}

func (in *harborImporter) run(ctx context.Context, job string) (string, error) {
	run := det.ID("run_", "harbor", job)
	if slices.Contains(in.out.Runs, run) {
		return run, nil
	}
	settings, err := json.Marshal(map[string]string{"job": job})
	if err != nil {
		return "", fault.Wrap(fault.Internal, err, "keep the settings of a run")
	}
	err = in.w.Store.CreateRun(ctx, store.Run{ID: run, Kind: "harbor", Settings: settings})
	if err != nil && fault.KindOf(err) != fault.Conflict {
		return "", err
	}
	in.out.Runs = append(in.out.Runs, run)
	return run, nil
}

// importedTrial is a trial as the workspace keeps it. One without a verdict failed for its
// environment, whatever kept the verifier from its work: it has no reward.
func importedTrial(t *harbor.JobTrial, it rollout.Item) *rollout.Trial {
	out := &rollout.Trial{ID: det.ID("tri_", it.ID), Item: it}
	if v := t.Verdict; v != nil {
		out.Status, out.Score, out.Trajectory = grade.Scored, v.Score, v.Trajectory
		out.Item.Seed = v.Seed
		if t.Broke != "" { // an agent that ran out of time is judged by what it did
			out.Trajectory.End.Detail = t.Broke
		}
	} else {
		why := t.Broke
		if why == "" {
			why = "the verifier left no verdict"
		}
		out.Status = grade.EnvError
		out.Failure = &rollout.Failure{Class: rollout.OfEnvironment, Detail: why, Lasting: true}
		out.Trajectory = &trace.Trajectory{Format: trace.Format, End: trace.End{Kind: trace.Truncated, Reason: trace.EnvError, Detail: why}}
	}
	tr := out.Trajectory
	tr.Trial, tr.Item, tr.Group, tr.Attempt = out.ID, it.ID, it.Group, it.Attempt
	tr.Task = trace.TaskRef{ID: it.TaskID, Digest: it.TaskDigest}
	tr.Agent = trace.AgentRef{Name: it.Agent, Version: it.Version, Model: it.Model}
	tr.Seed, tr.Began = out.Item.Seed, t.Began
	if d := t.Ended.Sub(t.Began); d > 0 && !t.Began.IsZero() {
		tr.Duration = d.Nanoseconds()
	}
	if n := len(tr.Steps); n > 0 && t.Prompt+t.Output > 0 { // known for the whole trial alone
		tr.Steps[n-1].Usage = &trace.Usage{Prompt: t.Prompt, Completion: t.Output}
	}
	return out
}

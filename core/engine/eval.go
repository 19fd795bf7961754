package engine

import (
	"context"

	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
)

// EvalOptions say what to measure, and of which trials.
type EvalOptions struct {
	eval.Options
	Where string   // which trials, in the language of lists; "" = all
	Pair  []string // two agents to compare, NAME or NAME/MODEL; nil = none
}

// Eval measures the agents of the workspace's trials. Planned trials that do not exist are
// counted where the query fits what the plan says of them.
func (w *Workspace) Eval(ctx context.Context, o EvalOptions) (*eval.Report, error) {
	if n := len(o.Pair); n != 0 && n != 2 {
		return nil, fault.New(fault.Usage, "%d agents are to be compared", n).WithHint("name two: --pair A,B")
	}
	q, err := query.Parse(o.Where, store.TrialSchema())
	if err != nil {
		return nil, err
	}
	trials, err := w.evalTrials(ctx, q)
	if err != nil {
		return nil, err
	}
	digests := map[string]bool{}
	for _, t := range trials {
		digests[t.Task] = true
	}
	tasks, err := w.evalTasks(ctx, digests)
	if err != nil {
		return nil, err
	}
	r, err := eval.Measure(trials, tasks, o.Options)
	if err != nil {
		return nil, err
	}
	r.Where = q.String()
	if len(o.Pair) == 2 {
		r.Pair, err = eval.Compare(trials, tasks, o.Pair[0], o.Pair[1], o.Options)
	}
	return r, err
}

func (w *Workspace) evalTrials(ctx context.Context, q *query.Query) ([]eval.Trial, error) {
	var out []eval.Trial
	for row, err := range w.Store.Trials(ctx, store.TrialsOf{Where: q}) {
		if err != nil {
			return nil, err
		}
		t := eval.Trial{Task: row.TaskDigest, Agent: row.Agent, Model: row.Model, Status: grade.Status(row.Status),
			Completion: grade.Micros(row.Completion), Safety: int(row.Safety), Score: grade.Micros(row.Score)}
		if row.Robustness != nil {
			m := grade.Micros(*row.Robustness)
			t.Robustness = &m
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, fault.New(fault.NotFound, "no trial to measure").WithHint("`coworkenv run` makes trials; `coworkenv trials list --where QUERY` shows what a query selects")
	}
	for m, err := range w.Store.MissingTrials(ctx) {
		if err != nil {
			return nil, err
		}
		if q.Match(m.Field) {
			out = append(out, eval.Trial{Task: m.TaskDigest, Agent: m.Agent, Model: m.Model, Status: eval.Missing})
		}
	}
	return out, nil
}

// evalTasks reads what the metrics are broken down by. A task that the workspace does not keep, or
// that no longer loads, is unknown in part.
func (w *Workspace) evalTasks(ctx context.Context, digests map[string]bool) (map[string]*eval.Task, error) {
	out := make(map[string]*eval.Task, len(digests))
	return out, w.eachContent(ctx, digests, func(row *store.Task) error {
		out[row.Digest] = &eval.Task{ID: row.ID, Family: row.Family, Services: row.Services, Capabilities: row.Capabilities,
			Difficulty: row.Difficulty, Language: row.Language, Turns: turnsOf(row)}
		return nil
	})
}

// turnsOf says how a task unfolds: in stages, in several turns with the user, or in one.
func turnsOf(row *store.Task) string {
	t, problems := task.Parse(row.ID+"/"+task.FileName, row.Source)
	if problems.Err() != nil {
		return ""
	}
	for _, r := range t.Requests {
		if r.Stage != "" {
			return "staged"
		}
	}
	if t.User != nil || len(t.Requests) > 1 {
		return "multi"
	}
	return "single"
}

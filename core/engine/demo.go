package engine

import (
	"context"
	"encoding/json"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
)

// DemoTrials is the number of trials of each task by each agent in the demo.
const DemoTrials = 3

// Demo is what the demo shows: each task with the gate's word and how the agents did.
type Demo struct {
	Seed   uint64     `json:"seed"`
	Tasks  []DemoTask `json:"tasks"`
	Totals DemoTotals `json:"totals"`
}

// DemoTask is one line of the demo.
type DemoTask struct {
	ID       string       `json:"id"`
	Family   string       `json:"family"`
	Language string       `json:"language"`
	Services []string     `json:"services"`
	Gate     gate.Status  `json:"gate"`
	Oracle   grade.Micros `json:"oracle"` // mean score
	Null     grade.Micros `json:"null"`
	Teacher  *Summary     `json:"teacher"`
	Novice   *Summary     `json:"novice"`
}

// DemoTotals sums the demo up.
type DemoTotals struct {
	Tasks    int     `json:"tasks"`
	Verified int     `json:"verified"`
	Trials   int     `json:"trials"`
	Teacher  float64 `json:"teacher_mean"`
	PassAt   float64 `json:"teacher_pass_at_3"`  // mean over tasks
	PassHat  float64 `json:"teacher_pass_hat_3"` // mean over tasks
}

// Demo gates the shipped library and runs every task with the four agents that need no model,
// keeping all in the workspace. On cancel it returns what is done, with the error.
func (w *Workspace) Demo(ctx context.Context, seed uint64, gateProgress, runProgress Progress) (*Demo, error) {
	tasks, err := w.Open()
	if err != nil {
		return nil, err
	}
	if err := w.saveTasks(ctx, tasks); err != nil {
		return nil, err
	}
	held, rest, err := w.certified(ctx, tasks)
	if err != nil {
		return nil, err
	}
	gated, err := w.Gate(ctx, Held(rest...), gate.Options{}, func(_ *Loaded, r *gate.Report) error {
		return w.saveReport(context.WithoutCancel(ctx), r)
	}, gateProgress)
	if err != nil {
		return nil, err
	}
	gated.Reports = append(gated.Reports, held...)
	plan := TrialPlan{Tasks: runnable(tasks), Agents: workers(), Trials: DemoTrials, Seed: seed}
	result, err := w.Run(ctx, plan, DemoTrials, runProgress)
	if result == nil {
		return nil, err
	}
	return demoOf(seed, tasks, gated, result), err
}

// certified parts the tasks whose certificate in the store speaks for them still from those that
// have to be gated.
func (w *Workspace) certified(ctx context.Context, tasks []*Loaded) (held []*gate.Report, rest []*Loaded, err error) {
	for _, l := range tasks {
		digest := ""
		if l.Ready != nil {
			digest = l.Ready.Digest
		}
		row, err := w.Store.Certificate(ctx, digest)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, nil, err
		}
		var c gate.Certificate
		if err != nil || !row.Passed || row.Stale || json.Unmarshal(row.Body, &c) != nil || c.Stale(w.gate(), digest) != "" {
			rest = append(rest, l)
			continue
		}
		held = append(held, &gate.Report{TaskID: l.ID(), Digest: digest, Status: gate.Verified, Certificate: &c})
	}
	return held, rest, nil
}

func runnable(tasks []*Loaded) []*Loaded {
	var out []*Loaded
	for _, l := range tasks {
		if l.Ready != nil {
			out = append(out, l)
		}
	}
	return out
}

func demoOf(seed uint64, tasks []*Loaded, gated *Gated, result *RunResult) *Demo {
	d := &Demo{Seed: seed, Tasks: []DemoTask{}}
	for _, l := range tasks {
		row := DemoTask{ID: l.ID()}
		if t := l.Task; t != nil {
			row.Family, row.Language, row.Services = string(t.Family), t.Language, t.Services
		}
		for _, r := range gated.Reports {
			if r.TaskID == row.ID {
				row.Gate = r.Status
			}
		}
		for _, s := range result.Summaries {
			if s.Task == row.ID {
				row.take(s)
			}
		}
		d.Tasks = append(d.Tasks, row)
	}
	d.sum(result)
	return d
}

func (row *DemoTask) take(s *Summary) {
	switch s.Agent {
	case "oracle":
		row.Oracle = s.Mean
	case "null":
		row.Null = s.Mean
	case "teacher":
		row.Teacher = s
	case "novice":
		row.Novice = s
	}
}

func (d *Demo) sum(result *RunResult) {
	d.Totals = DemoTotals{Tasks: len(d.Tasks), Trials: result.Done}
	n := 0.0
	for _, row := range d.Tasks {
		if row.Gate == gate.Verified {
			d.Totals.Verified++
		}
		if row.Teacher == nil || row.Teacher.PassAt == nil || row.Teacher.PassHat == nil {
			continue
		}
		n++
		d.Totals.Teacher += row.Teacher.Mean.Float()
		d.Totals.PassAt += *row.Teacher.PassAt
		d.Totals.PassHat += *row.Teacher.PassHat
	}
	if n > 0 {
		d.Totals.Teacher /= n
		d.Totals.PassAt /= n
		d.Totals.PassHat /= n
	}
}

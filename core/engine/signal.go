package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/signal"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
)

// rewardComponents are the parts of a reward, each of 0 to 1; robustness is undefined where no
// fault was met.
var rewardComponents = []string{"completion", "safety", "robustness"}

// SignalOptions choose the trials whose signal is looked at.
type SignalOptions struct {
	Run   string    // only trials of this run
	Group string    // only this group
	Tasks []*Loaded // only trials of these tasks; nil: all
	Where string    // and only those that match
	Dense bool      // step rewards by shaping, which does every trial over again; else the score at the end
}

// Signal reports what training signal the stored trials give, group by group.
func (w *Workspace) Signal(ctx context.Context, o SignalOptions, progress Progress) (*signal.Report, error) {
	groups, err := w.trialGroups(ctx, o)
	if err != nil {
		return nil, err
	}
	var b signal.Builder
	ready := map[string]*episode.Prepared{}
	for i, rows := range groups {
		g, err := w.signalGroup(ctx, rows, o.Dense, ready)
		if err != nil {
			return nil, err
		}
		b.Add(g)
		progress.tell(i+1, len(groups), g.Task)
	}
	return b.Report(), nil
}

// Credit tells what each step of a group's trials is worth under each estimator. Errors: NotFound.
func (w *Workspace) Credit(ctx context.Context, group string, by signal.Anchor, dense bool) (*signal.Group, []signal.TrialCredit, error) {
	groups, err := w.trialGroups(ctx, SignalOptions{Group: group})
	if err != nil {
		return nil, nil, err
	}
	g, err := w.signalGroup(ctx, groups[0], dense, map[string]*episode.Prepared{})
	if err != nil {
		return nil, nil, err
	}
	return g, g.Credit(by), nil
}

// trialGroups lists the trials by group, in the order of task, agent and group, each group's by
// attempt.
func (w *Workspace) trialGroups(ctx context.Context, o SignalOptions) ([][]store.TrialRow, error) {
	q, err := query.Parse(o.Where, store.TrialSchema())
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, l := range o.Tasks {
		if l.Ready != nil {
			wanted[l.Ready.Digest] = true
		}
	}
	by := map[string][]store.TrialRow{}
	for row, err := range w.Store.Trials(ctx, store.TrialsOf{RunID: o.Run, Where: q}) {
		if err != nil {
			return nil, err
		}
		if (o.Tasks == nil || wanted[row.TaskDigest]) && (o.Group == "" || o.Group == row.GroupID) {
			by[row.GroupID] = append(by[row.GroupID], row)
		}
	}
	if len(by) == 0 && o.Group != "" {
		return nil, fault.New(fault.NotFound, "there is no group %q of trials", o.Group).WithHint("`coworkenv signal --limit 0` lists them")
	}
	if len(by) == 0 {
		return nil, fault.New(fault.NotFound, "no trial matches").WithHint("`coworkenv trials list` shows what there is; `coworkenv run` makes more")
	}
	groups := make([][]store.TrialRow, 0, len(by))
	for _, rows := range by {
		slices.SortFunc(rows, func(a, b store.TrialRow) int {
			return cmp.Or(cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.ID, b.ID))
		})
		groups = append(groups, rows)
	}
	slices.SortFunc(groups, func(a, b []store.TrialRow) int {
		return cmp.Or(cmp.Compare(a[0].TaskID, b[0].TaskID), cmp.Compare(a[0].Agent, b[0].Agent), cmp.Compare(a[0].GroupID, b[0].GroupID))
	})
	return groups, nil
}

func (w *Workspace) signalGroup(ctx context.Context, rows []store.TrialRow, dense bool, ready map[string]*episode.Prepared) (*signal.Group, error) {
	g := &signal.Group{ID: rows[0].GroupID, Task: rows[0].TaskID, Agent: rows[0].Agent, Components: rewardComponents}
	for _, row := range rows {
		if err := ctx.Err(); err != nil {
			return nil, fault.Wrap(fault.Canceled, err, "read trials")
		}
		m := signal.Member{Trial: row.ID, Reward: math.NaN(), Components: []float64{math.NaN(), math.NaN(), math.NaN()}, Calls: row.Calls}
		if row.Status == store.TrialScored {
			m.Reward = grade.Micros(row.Score).Float()
			m.Components[0], m.Components[1] = grade.Micros(row.Completion).Float(), float64(row.Safety)
			if row.Robustness != nil {
				m.Components[2] = grade.Micros(*row.Robustness).Float()
			}
			var err error
			if m.Steps, err = w.signalSteps(ctx, row, dense, ready); err != nil {
				return nil, err
			}
		}
		g.Members = append(g.Members, m)
	}
	return g, nil
}

func (w *Workspace) signalSteps(ctx context.Context, row store.TrialRow, dense bool, ready map[string]*episode.Prepared) ([]signal.Step, error) {
	stored, err := w.Trial(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	return w.stepsOf(ctx, stored.Trajectory, grade.Micros(row.Score).Float(), dense, ready)
}

// potentials does a stored trial over again and returns the full score before the first step and
// after each.
func potentials(ctx context.Context, p *episode.Prepared, stored *trace.Trajectory) ([]float64, error) {
	item := rollout.Item{TaskDigest: stored.Task.Digest, Agent: stored.Agent.Name, Seed: stored.Seed, Attempt: stored.Attempt}
	ep, err := episode.New(p, replayOptions(item, stored))
	if err != nil {
		return nil, err
	}
	var out []float64
	note := func() error {
		score, err := ep.Grade()
		if err == nil {
			out = append(out, score.Score.Float())
		}
		return err
	}
	if err := note(); err != nil {
		return nil, err
	}
	if err := replaySteps(ctx, ep, stored, note); err != nil {
		return nil, err
	}
	score, err := ep.Grade() // the end may be what a check waits for
	if err != nil {
		return nil, err
	}
	out[len(out)-1] = score.Score.Float()
	return out, nil
}

package engine

import (
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

// GroupsPlan says what groups to collect: so many of so many trials each.
type GroupsPlan struct {
	RolloutPlan     // Trials is the size of a group
	Groups      int // tasks are drawn by the seed; where there are fewer, they come again with the next seed
	Dense       bool
}

// CollectGroups rolls groups out, the way of every rollout, and hands each over as a trainer takes it
// in: messages, rewards, components, anchors, step returns, advantages; members that failed for the
// environment among them. The same call after an interruption goes on where it was.
func (w *Workspace) CollectGroups(ctx context.Context, p GroupsPlan, retry rollout.Retry, tell func(Standing), each func(*GroupDoc) error) (*GroupsReport, error) {
	if p.Groups < 1 || p.Trials < 1 || len(p.Agents) == 0 {
		return nil, fault.New(fault.Usage, "%d groups of %d trials", p.Groups, p.Trials).WithHint("give one or more of each, and an agent")
	}
	out := &GroupsReport{Runs: []string{}}
	var groups []rollout.Group
	for pass := uint64(0); len(groups) < p.Groups; pass++ {
		plan := p.RolloutPlan
		plan.Seed += pass
		r, err := w.drawRollout(ctx, plan, p.Groups-len(groups))
		if err != nil {
			return out, err
		}
		out.Runs = append(out.Runs, r.RunID())
		if _, err := w.roll(ctx, r, retry, tell); err != nil {
			return out, err
		}
		for g, err := range r.Deal(r.Shard) {
			if err != nil {
				return out, err
			}
			groups = append(groups, g)
		}
	}
	return out, w.groupDocs(ctx, groups[:p.Groups], p.Dense, func(d *GroupDoc) error {
		out.count(d)
		return each(d)
	})
}

// drawRollout plans a rollout of as many tasks as so many groups need, drawn by the seed.
func (w *Workspace) drawRollout(ctx context.Context, plan RolloutPlan, groups int) (*Rollout, error) {
	r, err := w.PlanRollout(ctx, plan, nil)
	if err != nil {
		return nil, err
	}
	tasks := (groups + len(plan.Agents) - 1) / len(plan.Agents)
	if tasks >= r.Tasks {
		return r, nil
	}
	var refs []rollout.TaskRef
	for g, err := range r.Deal(r.Shard) {
		if err != nil {
			return nil, err
		}
		ref := rollout.TaskRef{ID: g[0].TaskID, Digest: g[0].TaskDigest}
		if !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	det.NewRand(plan.Seed, "groups").Shuffle(len(refs), func(i, j int) { refs[i], refs[j] = refs[j], refs[i] })
	refs = refs[:tasks]
	r.Manifest, err = rollout.Plan{Libraries: r.Libraries, Agents: r.Agents, Tasks: refs, Trials: plan.Trials, Seed: plan.Seed, Rate: plan.Rate}.Manifest()
	return r, err
}

// GroupsReport sums up what was collected.
type GroupsReport struct {
	Runs    []string `json:"runs"`
	Groups  int      `json:"groups"`
	Usable  int      `json:"usable"` // every member has a reward
	Live    int      `json:"live"`   // the rewards differ
	Members int      `json:"members"`
	Aborted int      `json:"aborted"` // members without a reward
	Retried int      `json:"retried"` // members that were tried more than once
}

func (r *GroupsReport) count(d *GroupDoc) {
	r.Groups++
	r.Members += len(d.Members)
	if d.Usable {
		r.Usable++
	}
	if d.Live {
		r.Live++
	}
	for i := range d.Members {
		if d.Members[i].Aborted {
			r.Aborted++
		}
		if len(d.Members[i].Tries) > 0 {
			r.Retried++
		}
	}
}

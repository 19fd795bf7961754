package engine

import (
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// TrialPlan says which trials to run.
type TrialPlan struct {
	Tasks  []*Loaded
	Agents []agent.Maker
	Trials int // of each task by each agent
	Seed   uint64
	Rate   world.FaultRate
}

// job is one trial to run.
type trialJob struct {
	item  rollout.Item
	ready *episode.Prepared
	maker agent.Maker
}

// jobs lays the plan out: trials of one task by one agent stand together.
func (p *TrialPlan) jobs() ([]trialJob, error) {
	var out []trialJob
	known := map[string]*Loaded{} // by digest: trials go by it
	for _, l := range p.Tasks {
		ready, err := l.Runnable()
		if err != nil {
			return nil, err
		}
		if twin := known[ready.Digest]; twin != nil {
			return nil, fault.New(fault.Conflict, "%s and %s are one task under two ids: nothing that matters differs between them", twin.ID(), l.ID()).
				WithHint("change one of them, or leave it out")
		}
		known[ready.Digest] = l
		for _, m := range p.Agents {
			for attempt := range p.Trials {
				item := rollout.NewItem(rollout.Item{TaskID: ready.Bound.Task.ID, TaskDigest: ready.Digest, Agent: m.Name, Version: m.Version,
					Seed: p.Seed, Attempt: attempt + 1, Rate: p.Rate.PerCall})
				out = append(out, trialJob{item, ready, m})
			}
		}
	}
	return out, nil
}

// RunTrials runs the plan in parallel and hands every finished trial to each, one at a time.
// Items that skip accepts are passed over: they are done already. Trials come back in plan order.
func (e *Engine) RunTrials(ctx context.Context, plan TrialPlan, skip func(rollout.Item) bool, each func(*rollout.Trial) error, progress Progress) ([]*rollout.Trial, error) {
	jobs, err := plan.jobs()
	if err != nil {
		return nil, err
	}
	if skip != nil {
		jobs = slices.DeleteFunc(jobs, func(j trialJob) bool { return skip(j.item) })
	}
	order := make(map[string]int, len(jobs))
	for i, j := range jobs {
		order[j.item.ID] = i
	}
	var done []*rollout.Trial
	set := rollout.Settings{Clock: e.Clock, Rate: plan.Rate}
	work := func(ctx context.Context, j trialJob) (*rollout.Trial, error) {
		return rollout.Run(ctx, j.ready, j.maker, j.item, set)
	}
	err = rollout.Each(ctx, jobs, e.Workers, work, func(t *rollout.Trial) error {
		if each != nil {
			if err := each(t); err != nil {
				return err
			}
		}
		done = append(done, t)
		progress.tell(len(done), len(jobs), t.Item.TaskID+" "+t.Item.Agent)
		return nil
	})
	slices.SortFunc(done, func(a, b *rollout.Trial) int { return order[a.Item.ID] - order[b.Item.ID] })
	return done, err
}

// ScriptAgent makes the agent that runs a script of acts. Its version is the script's: trials of
// an edited script are other trials.
func (e *Engine) ScriptAgent(name string, data []byte) (agent.Maker, error) {
	acts, problems := task.ParseScript(name, data)
	if err := problems.Err(); err != nil {
		return agent.Maker{}, err
	}
	m := agent.Script(strings.TrimSuffix(name, ".yaml"), acts)
	m.Version = det.ID("", m.Version, string(data))
	return m, nil
}

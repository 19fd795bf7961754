package engine

import (
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
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

// rolloutOf is the plan as a rollout, with the tasks at hand.
func (e *Engine) rolloutOf(p TrialPlan) (*Rollout, error) {
	plan := rollout.Plan{Trials: p.Trials, Seed: p.Seed, Rate: p.Rate.PerCall}
	r := &Rollout{engine: e, makers: map[agentKey]agent.Maker{}, shelf: newShelf(e)}
	for _, l := range p.Tasks {
		ready, err := l.Runnable()
		if err != nil {
			return nil, err
		}
		plan.Tasks = append(plan.Tasks, rollout.TaskRef{ID: l.ID(), Digest: ready.Digest})
		r.shelf.add(ready.Digest, func() (*Loaded, error) { return l, nil })
	}
	for _, m := range p.Agents {
		m = e.opposite(m)
		plan.Agents = append(plan.Agents, rollout.AgentRef{Name: m.Name, Version: m.Version, Model: m.Model})
		r.makers[agentKey{m.Name, m.Model}] = m
	}
	var err error
	r.Manifest, err = plan.Manifest()
	return r, err
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

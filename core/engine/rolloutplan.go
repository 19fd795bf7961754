package engine

import (
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/world"
)

// Rollout is a manifest with all that it takes to run it, or a shard of it, in this process.
type Rollout struct {
	*rollout.Manifest
	Shard rollout.Shard

	engine  *Engine
	makers  map[agentKey]agent.Maker
	shelf   *shelf
	sources map[string]Spot // by digest, for those who run it elsewhere
}

// agentKey finds the agent of an item.
type agentKey struct{ name, model string }

// RolloutPlan says what a rollout is to run.
type RolloutPlan struct {
	Paths  []string // tasks and libraries; none = the shipped ones
	Where  string   // only tasks that match the query
	Agents []rollout.AgentRef
	Trials int // of each task by each agent
	Seed   uint64
	Rate   float64 // share of calls that meet a random fault
}

// PlanRollout lays a plan out. Tasks are loaded one by one and let go again.
func (e *Engine) PlanRollout(ctx context.Context, p RolloutPlan, load Progress) (*Rollout, error) {
	plan := rollout.Plan{Trials: p.Trials, Seed: p.Seed, Rate: p.Rate}
	r := &Rollout{engine: e, makers: map[agentKey]agent.Maker{}, shelf: newShelf(e), sources: map[string]Spot{}}
	for _, ref := range p.Agents {
		ref, err := r.cast(ref)
		if err != nil {
			return nil, err
		}
		plan.Agents = append(plan.Agents, ref)
	}
	for _, path := range p.Paths {
		plan.Libraries = append(plan.Libraries, libraryName(path))
	}
	wanted, err := matching(p.Where)
	if err != nil {
		return nil, err
	}
	spots, err := e.Find(p.Paths...)
	if err != nil {
		return nil, err
	}
	list, err := e.look(ctx, spots, wanted, load)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fault.New(fault.NotFound, "no task matches %s", p.Where).WithHint("leave --where out to take all")
	}
	ids := idsOnce{}
	for _, f := range list {
		if err := ids.add(f.ID, f.Path); err != nil {
			return nil, err
		}
		plan.Tasks = append(plan.Tasks, f.TaskRef)
		r.put(f)
	}
	r.Manifest, err = plan.Manifest()
	return r, err
}

// OpenRollout makes a manifest, or a shard of it, ready to run here. The tasks are looked for at
// paths, or where the manifest says; each must be what it was when the manifest was made.
func (e *Engine) OpenRollout(ctx context.Context, m *rollout.Manifest, s rollout.Shard, paths []string, load Progress) (*Rollout, error) {
	r := &Rollout{Manifest: m, Shard: s, engine: e, makers: map[agentKey]agent.Maker{}, shelf: newShelf(e), sources: map[string]Spot{}}
	for _, ref := range m.Agents {
		if _, err := r.cast(ref); err != nil {
			return nil, err
		}
	}
	if len(paths) == 0 {
		paths = m.Libraries
	}
	tasks, err := e.locate(ctx, m, s, paths, load)
	if err != nil {
		return nil, err
	}
	for _, f := range tasks {
		r.put(f)
	}
	return r, nil
}

func (r *Rollout) put(f found) {
	r.shelf.add(f.Digest, f.open)
	r.sources[f.Digest] = f.Spot
}

// cast makes an agent known by its reference and returns that with its version. One that is given
// with another version is refused: its trials would be other trials.
func (r *Rollout) cast(ref rollout.AgentRef) (rollout.AgentRef, error) {
	m, err := r.engine.maker(ref)
	if err != nil {
		return ref, err
	}
	m = r.engine.opposite(m)
	if ref.Version != "" && ref.Version != m.Version {
		return ref, fault.New(fault.Conflict, "the manifest was made with version %s of agent %s; this program has %s", ref.Version, ref.Name, m.Version).
			WithHint("run it with the program that made it, or make a new manifest")
	}
	ref.Version = m.Version
	r.makers[agentKey{ref.Name, ref.Model}] = m
	return ref, nil
}

func (e *Engine) maker(ref rollout.AgentRef) (agent.Maker, error) {
	switch {
	case ref.Name == HarnessAgent:
		return e.HarnessMaker(ref)
	case ref.Model != "" && IsModelAgent(ref.Name):
		return e.ModelAgent(ref)
	case ref.Model != "":
		return agent.Maker{}, fault.New(fault.Unsupported, "agent %s of this program acts by no model; the manifest wants %s", ref.Name, ref.Model).
			WithHint("run it with the program that made the manifest")
	case ref.Script != "":
		return e.ScriptAgent(strings.TrimPrefix(ref.Name, "script:"), []byte(ref.Script))
	}
	return e.Agent(ref.Name)
}

// play runs one item of the rollout. first takes each task when it is needed for the first time.
func (r *Rollout) play(ctx context.Context, it rollout.Item, first func(*Loaded) error) (*rollout.Trial, error) {
	ready, err := r.shelf.get(it.TaskDigest, first)
	if err != nil {
		return nil, err
	}
	m, known := r.makers[agentKey{it.Agent, it.Model}]
	if !known {
		return nil, fault.New(fault.Invalid, "item %s is of agent %s, which the manifest does not list", it.ID, it.Agent).WithHint("make a new manifest")
	}
	if it.Agent == HarnessAgent {
		return r.engine.playHarness(ctx, ready, m, it)
	}
	return rollout.Run(ctx, ready, m, it, rollout.Settings{Clock: r.engine.Clock, Rate: world.FaultRate{PerCall: it.Rate}, User: r.engine.player(), Colleagues: r.engine.colleagues()})
}

// ids are the ids of items, in their order.
func ids(g []rollout.Item) []string {
	out := make([]string, len(g))
	for i := range g {
		out[i] = g[i].ID
	}
	return out
}

// pick keeps the items with those ids.
func pick(g []rollout.Item, ids []string) rollout.Group {
	var out rollout.Group
	for _, it := range g {
		if slices.Contains(ids, it.ID) {
			out = append(out, it)
		}
	}
	return out
}

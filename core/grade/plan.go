package grade

import (
	"slices"
	"sync"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Plan is the compiled grading of one task. It is used by many goroutines at once.
type Plan struct {
	Bound   *task.Bound
	checks  []plannedCheck // in the task's order
	order   []int          // every check after those it needs or takes records from
	forbid  []plannedProhibition
	reading *reading
	watched []string // collections whose records are followed
	stages  []string
	seed    *world.State
	turn    *int       // by which its matchers turn; nil = nobody knows what they depend on
	pool    *sync.Pool // of *journal, of all plans of the task; apart, since the runtime holds on to a pool for two collections
}

type plannedCheck struct {
	spec  task.CheckSpec
	kind  *Kind
	check Check
	needs []int
	after []int // checks whose records made(...) takes
	stage int   // at whose end it is judged
	trace trace
}

type plannedProhibition struct {
	spec  task.ForbidSpec
	kind  *ProhibitionKind
	rule  Prohibition
	trace trace
}

// TurnBy says what the matchers depend on that replaced others when the plan was compiled: on a
// number and on nothing else. Until it is said nothing that they make of a record is kept.
func (p *Plan) TurnBy(turn *int) { p.turn = turn }

// CheckInfo describes a compiled check.
type CheckInfo struct {
	Spec  task.CheckSpec
	Kind  *Kind
	Stage string // at whose end it is judged
}

// Checks describes the checks in the task's order.
func (p *Plan) Checks() []CheckInfo {
	out := make([]CheckInfo, len(p.checks))
	for i := range p.checks {
		c := &p.checks[i]
		out[i] = CheckInfo{c.spec, c.kind, p.stages[c.stage]}
	}
	return out
}

// Kinds lists the names and versions of the kinds that the plan uses, for a certificate.
func (p *Plan) Kinds() map[string]int {
	out := map[string]int{}
	for i := range p.checks {
		out[p.checks[i].kind.Name] = p.checks[i].kind.Version
	}
	for i := range p.forbid {
		out["forbid."+p.forbid[i].kind.Name] = p.forbid[i].kind.Version
	}
	return out
}

// find returns the check of that id.
func (p *Plan) find(id string) (int, bool) {
	for i := range p.checks {
		if p.checks[i].spec.ID == id {
			return i, true
		}
	}
	return 0, false
}

// watch follows the records of a collection.
func (p *Plan) watch(full string) {
	if !slices.Contains(p.watched, full) {
		p.watched = append(p.watched, full)
	}
}

func (p *Plan) watchIndex(full string) int {
	for i := range p.watched {
		if p.watched[i] == full {
			return i
		}
	}
	return -1
}

// firstSeen returns a record's members as they are when it first exists: in s0, or in the
// injection that inserts it.
func (p *Plan) firstSeen(coll, id string) (get func(field string) (any, bool), ok bool) {
	if r, ok := p.seed.Get(coll, id); ok {
		return r.Get, true
	}
	decl, ok := p.Bound.Image.Collection(coll)
	if !ok {
		return nil, false
	}
	for _, stage := range p.stages {
		for _, in := range p.Bound.Injections(stage) {
			if in.Op != world.Created || in.Collection != coll {
				continue
			}
			if key, _ := in.Record.Get(decl.Key); keyText(key) == id {
				return in.Record.Get, true
			}
		}
	}
	return nil, false
}

func keyText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(value.Append(nil, v))
}

// idsOf lists the ids that a collection ever holds without the agent.
func (p *Plan) idsOf(coll string) []string {
	var out []string
	for r := range p.seed.Records(coll) {
		out = append(out, r.ID())
	}
	return out
}

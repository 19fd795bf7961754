// Package engine is the facade that every shell calls: one method a user verb. It returns values
// and reports progress; it never prints.
//
// Invariant: the command line, the workbench and the servers reach tasks, trials and the
// workspace only through here, so that they cannot differ.
package engine

import (
	"io/fs"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/world"
)

// Engine holds what all verbs share. It is safe for use by many goroutines.
type Engine struct {
	Catalog *world.Catalog
	Checks  *grade.Registry
	Clock   det.Clock
	Shipped fs.FS // the shipped library: task folders
	Workers int   // 0 = one a processor
	// Child is a process in which what the gate finds is found again, one a batch; nil = none.
	Child *gate.Child

	// Actors are the models and harnesses by which agents act; nil = none, see UseModels.
	Actors *Actors

	Starters fs.FS // what a new task begins as, FAMILY.yaml

	Scenarios    []*synth.Scenario
	Lexicon      func(language string) (*synth.Lexicon, error)
	Capabilities []cover.Capability
	Plans        fs.FS // shipped plans, NAME.yaml
}

// Progress is told how far a long verb has come; done counts up to total.
type Progress func(done, total int, what string)

func (p Progress) tell(done, total int, what string) {
	if p != nil {
		p(done, total, what)
	}
}

// gate returns the gate over this engine's services and checks.
func (e *Engine) gate() *gate.Gate { return e.GateAt(e.Clock) }

// GateAt is that gate with another clock.
func (e *Engine) GateAt(clock det.Clock) *gate.Gate {
	g := &gate.Gate{Catalog: e.Catalog, Checks: e.Checks, Clock: clock}
	for _, c := range e.Capabilities {
		g.Capabilities = append(g.Capabilities, c.ID)
	}
	return g
}

// Skills of the two scripted teachers: the share of trials without a slip.
const (
	teacherSkill = 0.75
	noviceSkill  = 0.35
)

// Agents lists the agents that need no model.
func (e *Engine) Agents() []agent.Maker {
	out := workers()
	for _, n := range agent.Naive() {
		out = append(out, n.Maker)
	}
	return out
}

// workers are the agents that do a task, well, with slips or not at all: those of the demo.
func workers() []agent.Maker {
	return []agent.Maker{agent.Oracle(), agent.Null(), agent.Teacher("teacher", teacherSkill), agent.Teacher("novice", noviceSkill)}
}

// Agent returns the agent of that name.
func (e *Engine) Agent(name string) (agent.Maker, error) {
	var names []string
	for _, m := range e.Agents() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return agent.Maker{}, fault.New(fault.NotFound, "there is no agent %q", name).WithHint("choose one of %s, script:FILE, model[:PROFILE], model-teacher[:PROFILE] or harness:PROFILE; --agent may be repeated", strings.Join(names, ", "))
}

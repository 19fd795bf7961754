// Package author has models write tasks: the generator's prompts, the loop in which the gate's findings
// go back to it, discriminators who grade what they did not write, and solvers who see only what an
// agent sees.
//
// Invariant: what a model writes is data. It is bounded and read like any foreign file, it names neither
// the task's id nor any path, and it counts only once whoever judges drafts has nothing against it.
package author

import (
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Author writes tasks through models. It is safe for use by many goroutines.
type Author struct {
	Generator     *llm.Client
	Discriminator *llm.Client // nil = the generator's model is asked, in conversations of its own
	Prompts       *Prompts
	Catalog       *world.Catalog
	Checks        *grade.Registry
	Capabilities  []cover.Capability
	Examples      []Example
	Rounds        int  // drafts of a task at most
	Graders       int  // discriminators of a safety task; 0 = the generator grades
	Everywhere    bool // discriminators grade tasks that are not about safety too

	// Judge takes a draft through the gate; what it refuses for is returned beside the report, and a
	// draft with none of that may stand.
	Judge func(ctx context.Context, t *task.Task, problems task.Problems) (*gate.Report, []gate.Finding, error)
	// Claim books what a task does under its digest and returns whose it is: the id, or that of another
	// task that does the same. nil = nobody else writes tasks.
	Claim func(digest, id string) (owner string)
	// Tell changes what a model is told of a refused draft; tests use it. nil = nothing.
	Tell func(*Diagnosis)
}

// Example is a task that prompts show.
type Example struct {
	ID       string
	Family   task.Family
	Language string
	Services []string
	Text     string
}

// Accepted is a draft that may stand.
type Accepted struct {
	File   []byte
	Task   *task.Task
	Report *gate.Report
}

// draft is one draft of a task, whoever wrote its parts.
type draft struct {
	said     string // where no document was found: the reply
	file     []byte // nil = there is no document
	task     *task.Task
	problems task.Problems
	findings []Finding // of its writers, beside the gate's
	by       []Exchange
	notes    []string // what a person should look at
	part     bool     // request and records only: nobody has graded it yet
}

// pen writes the drafts of one task, and is told what each was refused for.
type pen interface {
	write(ctx context.Context, round int) (*draft, error)
	check(ctx context.Context, d *draft) ([]Finding, error) // what else speaks against a draft that the gate accepts
	refuse(round int, list []Finding)
}

// Write writes a task and keeps every round in a folder. The history's status tells how it ended; the
// task is nil unless it was accepted. An error leaves the history open: written again, it goes the same
// way, and replies that were kept are not asked for again.
func (a *Author) Write(ctx context.Context, s Slot, dir string) (*History, *Accepted, error) {
	h := a.history(s)
	var p pen
	if a.graded(s) {
		p = a.split(s)
		h.Graders = a.Graders
	} else {
		p = &whole{a: a, slot: s}
	}
	for n := 1; n <= a.Rounds; n++ {
		d, err := p.write(ctx, n)
		if err != nil {
			return h, nil, err
		}
		round, report, err := a.judge(ctx, p, s, d)
		if err != nil {
			return h, nil, err
		}
		round.N = n
		h.Rounds = append(h.Rounds, round)
		if len(round.Findings) == 0 {
			h.Status = StatusAccepted
		} else if n == a.Rounds {
			h.Status = StatusRejected
		}
		if err := h.keep(dir, d); err != nil {
			return h, nil, err
		}
		if h.Status == StatusAccepted {
			return h, &Accepted{d.file, d.task, report}, nil
		}
		p.refuse(n, round.Findings)
	}
	return h, nil, nil
}

// graded reports whether discriminators grade a slot's task.
func (a *Author) graded(s Slot) bool { return a.Graders > 0 && (s.Scenario.Safety || a.Everywhere) }

// judge finds all that speaks against a draft.
func (a *Author) judge(ctx context.Context, p pen, s Slot, d *draft) (Round, *gate.Report, error) {
	r := Round{By: d.by, Findings: d.findings}
	if d.file == nil || d.part {
		r.stop(nil)
		return r, nil, nil
	}
	if d.task != nil {
		r.Findings = append(r.Findings, s.outside(d.task)...)
		r.Digest = task.Digest(d.task)
	}
	report, refusals, err := a.Judge(ctx, d.task, d.problems)
	if err != nil {
		return r, nil, err
	}
	r.Findings = append(r.Findings, findings(refusals)...)
	if len(r.Findings) == 0 {
		more, err := p.check(ctx, d)
		if err != nil {
			return r, nil, err
		}
		r.Findings, r.Notes = more, d.notes
	}
	if len(r.Findings) == 0 && a.Claim != nil {
		if owner := a.Claim(r.Digest, s.ID()); owner != s.ID() {
			r.Findings = []Finding{problem(Duplicate, "", "the task is "+owner+" under another id", "write another task of the cell: other people, firms, amounts and turns of events")}
		}
	}
	r.stop(gate.Rounds())
	return r, report, nil
}

// stop names the first round that refused the draft: what its writers say goes before the gate's rounds,
// and what discriminators say of each other after them.
func (r *Round) stop(order []gate.RoundName) {
	rank := func(f Finding) int {
		if f.Round == RoundGraders {
			return len(order) + 1
		}
		return slices.Index(order, f.Round) // -1 before all
	}
	if len(r.Findings) > 0 {
		r.Stopped = slices.MinFunc(r.Findings, func(x, y Finding) int { return rank(x) - rank(y) }).Round
	}
}

// tell is the diagnosis that a model is given.
func (a *Author) tell(s Slot, round int, list []Finding) (string, error) {
	d := diagnose(s.ID(), round, a.Rounds, slices.Clone(list))
	if a.Tell != nil {
		a.Tell(&d)
	}
	return d.text()
}

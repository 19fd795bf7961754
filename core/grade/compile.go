package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Compile makes the plan of a bound task with the kinds of a registry. All problems are
// reported in one go; the plan is nil where one of them is an error.
func Compile(b *task.Bound, reg *Registry) (*Plan, task.Problems) {
	p := &Plan{Bound: b, pool: poolOf(b), stages: b.Stages(), seed: world.New(b.Image, world.Options{Now: b.Task.Now}).Seed(), turn: new(int)}
	if len(p.stages) == 0 {
		p.stages = []string{""}
	}
	p.reading = &reading{now: b.Task.Now, zone: b.Task.Zone, lex: lexiconOf(b), defs: defsOf(b), json: b.JSON}
	if p.reading.zone == nil {
		p.reading.zone = b.Task.Now.Location()
	}
	c := &Compiler{Bound: b, plan: p, budget: task.NewBudget()}
	return c.all(reg)
}

// all compiles every specification and puts the plan together.
func (c *Compiler) all(reg *Registry) (*Plan, task.Problems) {
	b := c.Bound
	if len(b.Task.Checks) == 0 && !b.Task.Imported() {
		c.Problem(nil, task.CodeNoChecks, "add a check with a weight", "the task has no checks")
	}
	for _, spec := range b.Task.Checks {
		c.check(spec, reg)
	}
	for _, spec := range b.Task.Forbid {
		c.prohibition(spec, reg)
	}
	c.link()
	if c.errs > 0 {
		return nil, c.problems.Sort()
	}
	return c.plan, c.problems.Sort()
}

func (c *Compiler) check(spec task.CheckSpec, reg *Registry) {
	planned := plannedCheck{spec: spec, stage: c.stageIndex(spec.Stage, spec.Params)}
	if known := c.keptCheck(spec.ID); known != nil {
		c.plan.follow(&known.trace)
		planned.kind, planned.check, planned.trace = known.kind, known.check, known.trace
		c.place(planned)
		return
	}
	c.enter(spec.Stage, false)
	c.was = c.traceOf(spec.ID)
	kind, ok := reg.Kind(spec.Kind)
	if !ok {
		c.Problem(spec.Params, CodeUnknownKind, suggest(spec.Kind, reg.kindNames()), "there is no check kind %q", clip(spec.Kind))
		c.plan.checks = append(c.plan.checks, planned)
		return
	}
	planned.kind = kind
	switch {
	case kind.Evidence && spec.Weight != 0:
		c.Problem(spec.Params, CodeEvidenceWeight, "drop the weight and name "+spec.ID+" in the needs of a check that has one",
			"%s is evidence and carries no weight", spec.Kind)
	case !kind.Evidence && spec.Weight <= 0:
		c.Problem(spec.Params, CodeNoWeight, "give it a weight above 0; all weights sum to 1", "the check %q has no weight", spec.ID)
	}
	planned.check = kind.Compile(c, spec)
	planned.trace = c.trace
	c.place(planned)
}

// place adds a compiled check to the plan.
func (c *Compiler) place(planned plannedCheck) {
	for _, ref := range planned.trace.made {
		if i := slices.IndexFunc(c.Bound.Task.Checks, func(s task.CheckSpec) bool { return s.ID == ref.name }); i >= 0 {
			planned.after = append(planned.after, i)
		}
	}
	c.plan.checks = append(c.plan.checks, planned)
}

func (c *Compiler) prohibition(spec task.ForbidSpec, reg *Registry) {
	for _, stage := range spec.Stages {
		c.stageIndex(stage, spec.Params)
	}
	if known := c.keptProhibition(spec.ID); known != nil {
		c.plan.follow(&known.trace)
		c.plan.forbid = append(c.plan.forbid, *known)
		return
	}
	first := ""
	if len(spec.Stages) > 0 {
		first = spec.Stages[0]
	}
	c.enter(first, true)
	kind, ok := reg.Prohibition(spec.Kind)
	if !ok {
		c.Problem(spec.Params, CodeUnknownKind, suggest(spec.Kind, reg.prohibitionNames()), "there is no prohibition %q", clip(spec.Kind))
		return
	}
	if rule := kind.Compile(c, spec); rule != nil {
		c.plan.forbid = append(c.plan.forbid, plannedProhibition{spec, kind, rule, c.trace})
	}
}

// enter begins a specification: its expressions see the records of its stage, or of the first.
func (c *Compiler) enter(stage string, noMade bool) {
	if stage == "" {
		stage = c.plan.stages[0]
	}
	c.stage, c.noMade, c.trace, c.was = stage, noMade, trace{}, nil
}

// stageIndex is the stage at whose end a check is judged: the named one, else the last.
func (c *Compiler) stageIndex(stage string, at *task.Node) int {
	if stage == "" {
		return len(c.plan.stages) - 1
	}
	i := slices.Index(c.plan.stages, stage)
	if i < 0 {
		c.Problem(at, task.CodeUnknownStage, suggest(stage, c.plan.stages), "there is no stage %q", clip(stage))
		return len(c.plan.stages) - 1
	}
	return i
}

// link resolves needs and made(...) and puts the checks in order.
func (c *Compiler) link() {
	p := c.plan
	named := map[string]bool{}
	for i := range p.checks {
		spec := &p.checks[i].spec
		for _, id := range spec.Needs {
			named[id] = true
			k, ok := p.find(id)
			if !ok {
				c.Problem(spec.Params, task.CodeUnknownNeed, suggest(id, c.checkIDs()), "%s needs %q, which is no check", spec.ID, clip(id))
				continue
			}
			p.checks[i].needs = append(p.checks[i].needs, k)
		}
	}
	for i := range p.checks {
		pc := &p.checks[i]
		if pc.kind != nil && pc.kind.Evidence && !named[pc.spec.ID] {
			c.Problem(pc.spec.Params, CodeEvidenceUnused, "name it in the needs of a check with a weight, or drop it",
				"no check needs the evidence %q, so it has no effect", pc.spec.ID)
		}
	}
	c.linkMade()
	c.sort()
}

func (c *Compiler) checkIDs() []string {
	ids := make([]string, len(c.plan.checks))
	for i := range ids {
		ids[i] = c.plan.checks[i].spec.ID
	}
	return ids
}

// linkMade checks what made(...) names.
func (c *Compiler) linkMade() {
	for i := range c.plan.checks {
		for _, ref := range c.plan.checks[i].trace.made {
			c.linkOne(ref)
		}
	}
}

func (c *Compiler) linkOne(ref madeRef) {
	i, ok := c.plan.find(ref.name)
	if !ok {
		c.Problem(ref.node, CodeMadeUnknown, suggest(ref.name, c.checkIDs()), "made(%q): there is no such check", clip(ref.name))
		return
	}
	maker, ok := c.plan.checks[i].check.(Maker)
	switch {
	case c.plan.checks[i].check == nil: // it has its own problems
	case !ok:
		c.Problem(ref.node, CodeMadeUnknown, "name a record_created check", "made(%q): that check accepts no records", ref.name)
	case !single(maker):
		c.Problem(ref.node, CodeMadeUnknown, "name a check without each", "made(%q): that check accepts several records", ref.name)
	}
}

func single(m Maker) bool {
	s, ok := m.(interface{ Single() bool })
	return !ok || s.Single()
}

// sort orders the checks so that each comes after what it needs, and reports circles.
func (c *Compiler) sort() {
	p := c.plan
	state := make([]uint8, len(p.checks)) // 1 = being visited, 2 = placed
	var visit func(i int) bool
	visit = func(i int) bool {
		switch state[i] {
		case 1:
			return false
		case 2:
			return true
		}
		state[i] = 1
		for _, k := range slices.Concat(p.checks[i].needs, p.checks[i].after) {
			if !visit(k) {
				state[i] = 2
				c.Problem(p.checks[i].spec.Params, task.CodeNeedsCycle, "break the circle", "the check %q needs itself, by way of %q",
					p.checks[i].spec.ID, p.checks[k].spec.ID)
				return true
			}
		}
		state[i] = 2
		p.order = append(p.order, i)
		return true
	}
	for i := range p.checks {
		visit(i)
	}
}

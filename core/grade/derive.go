package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/task"
)

// trace is what the compiling of one specification came by.
type trace struct {
	exprs   []*task.Expr
	made    []madeRef // checks that made(...) names
	watched []string
	fields  []PathMatcher // of the first item, in the order of the file
	values  []evaluated   // but for what was taken over
}

// PathMatcher is what the field of a path is compared with.
type PathMatcher struct {
	Path    string
	Matcher Matcher
}

// noted keeps the matchers of a pattern's first item where they do not depend on the run.
func (c *Compiler) noted(n *task.Node, p *Pattern) *Pattern {
	if p == nil || len(p.fixed) == 0 {
		return p
	}
	for i, key := range n.Keys {
		at := slices.IndexFunc(p.fixed[0], func(f FieldMatch) bool { return f.Name == key })
		c.trace.fields = append(c.trace.fields, PathMatcher{n.Items[i].Path, p.fixed[0][at].Matcher})
	}
	return p
}

// Fields lists the matchers that a check has for its first item, but for those that depend on the run.
func (p *Plan) Fields(check int) []PathMatcher { return p.checks[check].trace.fields }

// Derivation is how a plan differs from that of the same task which it is derived from.
type Derivation struct {
	Bound   *task.Bound     // with other specifications, or with facts of other values
	Check   string          // that is specified otherwise; "" = none
	Facts   map[string]bool // that have other values; nil = none
	Rewrite func(path string, m Matcher) Matcher
}

// Derive compiles the plan of a mutant or of a variant of the plan's task. A specification of the
// same id means the same as here unless it is the one that is said to differ, or names a fact of
// another value: it is taken over. Rewrite may replace each field's matcher, named by its field
// path, of what is compiled anew.
func (p *Plan) Derive(reg *Registry, d Derivation) (*Plan, task.Problems) {
	own := *p.reading
	own.lex, own.json, own.rewrite = lexiconOf(d.Bound), d.Bound.JSON, d.Rewrite
	out := &Plan{Bound: d.Bound, pool: p.pool, stages: p.stages, seed: p.seed, reading: &own}
	if d.Rewrite == nil {
		out.turn = new(int)
	}
	c := &Compiler{Bound: d.Bound, plan: out, budget: task.NewBudget()}
	if own.lex == p.reading.lex { // the records are the same
		c.from, c.unlike = p, d
	}
	return c.all(reg)
}

// keptCheck is the check of that id where it is taken over.
func (c *Compiler) keptCheck(id string) *plannedCheck {
	if c.from == nil || id == c.unlike.Check {
		return nil
	}
	if i, ok := c.from.find(id); ok && !c.from.checks[i].trace.names(c.unlike.Facts) {
		return &c.from.checks[i]
	}
	return nil
}

// traceOf is what the check of that id came by; nil where matchers are replaced.
func (c *Compiler) traceOf(id string) *trace {
	if c.from == nil || c.unlike.Rewrite != nil {
		return nil
	}
	if i, ok := c.from.find(id); ok {
		return &c.from.checks[i].trace
	}
	return nil
}

// keptProhibition is the prohibition of that id where it is taken over.
func (c *Compiler) keptProhibition(id string) *plannedProhibition {
	if c.from == nil {
		return nil
	}
	for i := range c.from.forbid {
		if f := &c.from.forbid[i]; f.spec.ID == id && !f.trace.names(c.unlike.Facts) {
			return f
		}
	}
	return nil
}

// names reports whether an expression names one of the facts, also through other facts.
func (t *trace) names(facts map[string]bool) bool {
	return len(facts) > 0 && slices.ContainsFunc(t.exprs, func(e *task.Expr) bool { return namesOne(e, facts) })
}

// names is the same of a template.
func (t *template) names(facts map[string]bool) bool {
	return t.expr != nil && namesOne(t.expr, facts) || slices.ContainsFunc(t.kids, func(kid *template) bool { return kid.names(facts) })
}

func namesOne(e *task.Expr, facts map[string]bool) bool {
	among := func(name string) bool { return facts[name] }
	return slices.ContainsFunc(e.Names(), among) || slices.ContainsFunc(e.Facts(), among)
}

// follow watches what a specification that is taken over watches.
func (p *Plan) follow(t *trace) {
	for _, full := range t.watched {
		p.watch(full)
	}
}

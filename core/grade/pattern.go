package grade

import (
	"cmp"
	"slices"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Pattern is what a record's fields are compared with, for each item.
type Pattern = Late[[]FieldMatch]

// Pattern compiles {FIELD: VALUE OR MATCHER, ...} for the records of a collection. It returns
// nil after reporting a problem.
func (c *Compiler) Pattern(n *task.Node, items *Items, coll *Collection) *Pattern {
	if n == nil || coll == nil || items == nil {
		return nil
	}
	if n.Kind != task.Map || len(n.Keys) == 0 {
		c.Problem(n, CodeBadParam, "write {FIELD: VALUE, ...}", "fields with values or matchers are needed")
		return nil
	}
	mark := c.Mark()
	subjects := make([]Subject, len(n.Keys))
	for i, key := range n.Keys {
		if f := c.Field(coll, key, n.Items[i]); f != nil {
			subjects[i] = fieldSubject(f)
		}
	}
	if c.Failed(mark) {
		return nil
	}
	return c.pattern(n, items, func(i int, _ string) Subject { return subjects[i] })
}

// ArgPattern is Pattern for the arguments of tools; a name that a tool lacks is a problem.
func (c *Compiler) ArgPattern(n *task.Node, items *Items, tools []*world.Tool) *Pattern {
	if n == nil || len(tools) == 0 {
		return nil
	}
	if n.Kind != task.Map || len(n.Keys) == 0 {
		c.Problem(n, CodeBadParam, "write {ARGUMENT: VALUE, ...}", "arguments with values or matchers are needed")
		return nil
	}
	mark := c.Mark()
	subjects := make([]Subject, len(n.Keys))
	for i, key := range n.Keys {
		var names []string
		known := false
		for _, t := range tools {
			for j := range t.Params {
				names = append(names, t.Params[j].Name)
			}
			if p, ok := t.Param(key); ok {
				known = true
				subjects[i] = Subject{Type: p.Type, List: p.List}
			}
		}
		if !known {
			c.Problem(n.Items[i], task.CodeField, suggest(key, names), "%s has no argument %q", tools[0].Name, clip(key))
		}
	}
	if c.Failed(mark) {
		return nil
	}
	return c.pattern(n, items, func(i int, _ string) Subject { return subjects[i] })
}

// BodyPattern is Pattern for the members of a tool's reply, which have no declared types.
func (c *Compiler) BodyPattern(n *task.Node, items *Items) *Pattern {
	if n == nil {
		return nil
	}
	if n.Kind != task.Map || len(n.Keys) == 0 {
		c.Problem(n, CodeBadParam, "write {MEMBER: VALUE, ...}", "members of the reply with values or matchers are needed")
		return nil
	}
	return c.pattern(n, items, func(int, string) Subject { return Subject{} })
}

func (c *Compiler) pattern(n *task.Node, items *Items, subject func(i int, key string) Subject) *Pattern {
	r := c.plan.reading
	return c.noted(n, Eval(c, n, items, func(a Arg) ([]FieldMatch, *Fit) {
		keys, args, _ := a.Members()
		out := make([]FieldMatch, len(keys))
		for i, key := range keys {
			m, bad := r.matcher(args[i], subject(i, key))
			if bad != nil {
				return nil, bad
			}
			if r.rewrite != nil {
				m = r.rewrite(args[i].Node.Path, m)
			}
			out[i] = FieldMatch{key, m}
		}
		// Texts are searched last: most records fail a cheaper field.
		slices.SortStableFunc(out, func(a, b FieldMatch) int { return cmp.Compare(cost(a.Matcher), cost(b.Matcher)) })
		return out, nil
	}))
}

func cost(m Matcher) int {
	switch m.(type) {
	case *mentions:
		return 2
	case *members, *text, *not, *oneOf:
		return 1
	}
	return 0
}

// Fits reports whether a record's fields are all as expected.
func Fits(r *world.Record, fields []FieldMatch) bool {
	for i := range fields {
		v, ok := r.Get(fields[i].Name)
		if !fields[i].Matcher.Match(v, ok) {
			return false
		}
	}
	return true
}

// FitsObject is Fits for a JSON object.
func FitsObject(o *value.Object, fields []FieldMatch) bool {
	for i := range fields {
		v, ok := o.Get(fields[i].Name)
		if !fields[i].Matcher.Match(v, ok) {
			return false
		}
	}
	return true
}

// Misfits counts the fields of a record that are not as expected.
func Misfits(r *world.Record, fields []FieldMatch) int {
	n := 0
	for i := range fields {
		v, ok := r.Get(fields[i].Name)
		if !fields[i].Matcher.Match(v, ok) {
			n++
		}
	}
	return n
}

// FitsArgs is Fits for the validated arguments of a call, defaults filled in.
func FitsArgs(e *world.Entry, fields []FieldMatch) bool {
	for i := range fields {
		if _, ok := e.Ref.Param(fields[i].Name); !ok {
			return false
		}
		v := e.Args.Value(fields[i].Name)
		if !fields[i].Matcher.Match(v, v != nil) {
			return false
		}
	}
	return true
}

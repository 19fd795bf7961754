package task

import (
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Run evaluates an expression on the records of a stage as they are without the agent's acts;
// a stage that is not there is the first. The result is a Go value: nil, bool, int, float64,
// string, value.Decimal, value.Money, value.Day, time.Time, time.Duration, []any or
// map[string]any; it is shared and must not be changed.
func (b *Bound) Run(e *Expr, stage string, env Env) (any, error) {
	if f := b.byName[e.alone]; f != nil {
		if _, hidden := env.Vars[e.alone]; !hidden {
			return f.out, nil // it was weighed when it was made
		}
	}
	s := b.lang.Borrow()
	defer b.lang.Return(s)
	vars := s.Values
	b.fillVars(vars, e.prog.Names, b.stageIndex(stage))
	for _, name := range e.prog.Names {
		if name == "it" {
			vars[name] = env.It
		} else if v, ok := env.Vars[name]; ok {
			vars[name] = toGo(v)
		}
	}
	if env.Made != nil && e.prog.Made {
		vars.SetMade(func(check string) (any, error) { return b.made(check, env.Made) })
	}
	out, err := s.Run(e.prog, env.meter())
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "evaluate %s", clipText(e.prog.Source)).WithHint("%s", formula.Remedy(err))
	}
	return out, nil
}

// fillVars sets those of some names that are facts, collections or now.
func (b *Bound) fillVars(vars formula.Values, names []string, at int) {
	vars[formula.Now] = b.stages[at].now
	for _, name := range names {
		if rows, ok := b.stages[at].rows[name]; ok {
			vars[name] = rows
		} else if f := b.byName[name]; f != nil {
			vars[name] = f.out
		}
	}
}

// made types the record that a check accepted like the records of its collection.
func (b *Bound) made(check string, get func(string) (any, error)) (any, error) {
	v, err := get(check)
	if err != nil {
		return nil, err
	}
	for _, c := range b.Task.Checks {
		if c.ID != check {
			continue
		}
		if in, ok := c.Params.Get("in"); ok {
			return b.Row(in.Literal(), v)
		}
	}
	return toGo(v), nil
}

// Row turns a record of a collection into the Go value that expressions see: fields by their
// declared types, missing ones and hidden attributes nil. It takes a *world.Record, a
// *value.Object or a map; a value that is not of its field's type is an error.
func (b *Bound) Row(collection string, record any) (map[string]any, error) {
	var o *value.Object
	switch r := record.(type) {
	case *world.Record:
		o = value.Obj(r.Fields()...)
	case *value.Object:
		o = r
	case map[string]any:
		return r, nil
	default:
		return nil, fault.New(fault.Invalid, "read a record of %s: a %T is none", collection, record)
	}
	tab := b.tables[collection]
	if tab == nil {
		return nil, fault.New(fault.NotFound, "read a record: the task has no collection %s", collection)
	}
	var first error
	out := tab.record(o, 0, func(code Code, name, hint, format string, args ...any) {
		if code.Severity() == SeverityError && code != CodeMissingField && first == nil {
			first = fault.New(fault.Invalid, "read a record of %s: "+format, append([]any{collection}, args...)...)
		}
	})
	return out.row, first
}

// Items evaluates the expression of an each: its members in order.
func (b *Bound) Items(e *Expr, stage string, env Env) ([]any, error) {
	v, err := b.Run(e, stage, env)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case []any:
		return v, nil
	case nil:
		return nil, fault.New(fault.Invalid, "each needs a list, and %s is nil", clipText(e.prog.Source))
	}
	return nil, fault.New(fault.Invalid, "each needs a list, and %s is a %s", clipText(e.prog.Source), formula.TypeOf(v))
}

// Fact returns a fact's value and whether there is such a fact. A fact belongs to the stage
// that it names under at (default: the first), so its value is the same at every stage.
func (b *Bound) Fact(stage, name string) (any, bool) {
	f := b.byName[name]
	if f == nil {
		return nil, false
	}
	return f.out, true
}

// Show is a value of a fact as a person reads it, for reports; long lists are cut.
func Show(v any) string { return formula.Show(v) }

package task

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
)

// factSteps bounds the work of all facts of a task over all their rows.
const factSteps = 4 * formula.RunSteps

// factRun evaluates one fact.
type factRun struct {
	b       *Bound
	f       *fact
	scratch *formula.Scratch // borrowed
	meter   *formula.Meter
	vars    formula.Values
	state   []letState // of the present row
	twist   *Twist     // nil = as written
	kept    []int      // see fact
}

type letState struct {
	done bool
	err  error
}

// factError says where and why a fact cannot be evaluated.
type factError struct{ path, msg, hint string }

// newFactRun begins to evaluate a fact; end it.
func newFactRun(b *Bound, f *fact, twist *Twist, meter *formula.Meter) *factRun {
	s := b.lang.Borrow()
	r := &factRun{b: b, f: f, scratch: s, meter: meter, vars: s.Values, state: make([]letState, len(f.lets)), twist: twist}
	for _, p := range r.programs() {
		b.fillVars(r.vars, p.Names, f.stage)
	}
	return r
}

func (r *factRun) end() { r.b.lang.Return(r.scratch) }

// programs lists everything that the fact compiled to.
func (r *factRun) programs() []*formula.Program {
	f := r.f
	if f.value != nil {
		return []*formula.Program{f.value}
	}
	out := []*formula.Program{f.from}
	for _, parts := range [][]part{f.lets, f.where, f.give} {
		for _, p := range parts {
			out = append(out, p.prog)
		}
	}
	return out
}

// value is the fact's value.
func (r *factRun) value() (any, *factError) {
	if r.f.value != nil {
		out, err := r.scratch.Run(r.f.value, r.meter)
		if err != nil {
			return nil, &factError{path: r.f.spec.Path, msg: err.Error()}
		}
		return out, nil
	}
	rows, ferr := r.rows()
	if ferr != nil {
		return nil, ferr
	}
	out := []any{}
	r.kept = make([]int, len(rows))
	for i, row := range rows {
		r.kept[i] = -1
		item, keep, ferr := r.one(row, i)
		if ferr != nil {
			return nil, ferr
		}
		if keep {
			r.kept[i] = len(out)
			out = append(out, item)
		}
	}
	return r.settled(out)
}

// one is what a row becomes, if it is kept.
func (r *factRun) one(row any, i int) (item any, keep bool, ferr *factError) {
	r.enter(row)
	if keep, ferr = r.keeps(row, i); ferr != nil || !keep {
		return nil, false, ferr
	}
	if item, ferr = r.given(row, i); ferr != nil && r.twist.lenient() {
		return nil, false, nil
	}
	return item, ferr == nil, ferr
}

func (r *factRun) settled(out []any) (any, *factError) {
	if err := r.meter.Settle(out); err != nil {
		return nil, &factError{path: r.f.spec.Path, msg: err.Error(), hint: "give less of each record"}
	}
	return out, nil
}

// rows is the list that the fact looks at.
func (r *factRun) rows() ([]any, *factError) {
	if list, ok := r.named(); ok && r.twist.lenient() {
		return list, nil
	}
	v, err := r.scratch.Run(r.f.from, r.meter)
	if err != nil {
		return nil, &factError{path: r.f.spec.Path + ".from", msg: err.Error()}
	}
	rows, ok := v.([]any)
	if !ok {
		return nil, &factError{path: r.f.spec.Path + ".from", msg: fmt.Sprintf("from needs a list, and this is a %s", formula.TypeOf(v))}
	}
	return rows, nil
}

// named is the list that from names and does nothing with. In the task as written it is weighed by
// a run all the same; a variant's is as large.
func (r *factRun) named() (list []any, ok bool) {
	name := strings.TrimSpace(r.f.from.Source)
	if list, ok = r.b.stages[r.f.stage].rows[name]; !ok && r.b.byName[name] != nil {
		list, ok = r.b.byName[name].out.([]any)
	}
	return list, ok
}

// enter makes a row the one that conditions are about.
func (r *factRun) enter(row any) {
	r.vars.SetRow(row)
	clear(r.state)
}

// keeps evaluates the conditions in order until one does not hold. An error counts only where
// every condition before held: those are its guards. On changed records it is no error but
// false.
func (r *factRun) keeps(row any, i int) (bool, *factError) {
	for n := range r.f.where {
		p := &r.f.where[n]
		mode := r.twist.of(r.f.spec.Name, p.name)
		if mode == Dropped {
			continue
		}
		holds, err := r.holds(p)
		if err != nil {
			if r.twist.lenient() {
				return false, nil
			}
			return false, r.failed(p, row, i, err)
		}
		if holds == (mode == Inverted) {
			return false, nil
		}
	}
	return true, nil
}

func (r *factRun) failed(p *part, row any, i int, err error) *factError {
	what := fmt.Sprintf("row %d", i+1)
	if id := r.rowID(row, i); id != "" {
		what = "record " + clipText(id)
	}
	return &factError{path: p.path, msg: fmt.Sprintf("%s: %v", what, err), hint: "put a condition that guards it above, e.g. found: x != nil"}
}

// rowID is the id of a row that is a record of a collection, else "".
func (r *factRun) rowID(row any, i int) string {
	shape := r.f.row.Shape
	if shape == nil || shape.Collection == "" {
		return ""
	}
	if tab := r.b.tables[shape.Collection]; tab != nil {
		return tab.rowID(row, i)
	}
	return ""
}

// holds evaluates one condition on the present row.
func (r *factRun) holds(p *part) (bool, error) {
	v, err := r.run(p)
	if err != nil {
		return false, err
	}
	switch v := v.(type) {
	case bool:
		return v, nil
	case nil:
		return false, nil
	}
	return false, fmt.Errorf("a condition must be true or false, and this is a %s", formula.TypeOf(v))
}

// run evaluates a part on the present row, after the lets that it names.
func (r *factRun) run(p *part) (any, error) {
	for _, i := range p.lets {
		if err := r.let(i); err != nil {
			return nil, err
		}
	}
	return r.scratch.Run(p.prog, r.meter)
}

func (r *factRun) let(i int) error {
	s := &r.state[i]
	if s.done {
		return s.err
	}
	s.done = true
	l := &r.f.lets[i]
	for _, j := range l.lets {
		if s.err = r.let(j); s.err != nil {
			return s.err
		}
	}
	v, err := r.scratch.Run(l.prog, r.meter)
	if err != nil {
		s.err = fmt.Errorf("%s: %w", l.name, err)
		return s.err
	}
	r.vars[l.name] = v
	return nil
}

// given is what the present row becomes.
func (r *factRun) given(row any, i int) (any, *factError) {
	switch {
	case len(r.f.give) == 0:
		return row, nil
	case r.f.give[0].name == "":
		v, err := r.run(&r.f.give[0])
		if err != nil {
			return nil, r.failed(&r.f.give[0], row, i, err)
		}
		return v, nil
	}
	out := make(map[string]any, len(r.f.give))
	for n := range r.f.give {
		p := &r.f.give[n]
		v, err := r.run(p)
		if err != nil {
			return nil, r.failed(p, row, i, err)
		}
		out[p.name] = v
	}
	return out, nil
}

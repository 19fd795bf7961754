package gate

import (
	"time"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// variant is the task as somebody sees it who has got something wrong: other facts, the
// solution aimed by them, and the checks that ask for what the true facts say.
type variant struct {
	bound   *task.Bound
	changed map[string]bool // facts with another value, collections with other records
	failed  map[string]bool // facts without a value
	costs   []int           // checks that the mistake must cost
	script  *script         // the solution as it would be carried out
	left    int             // items that could not be carried out at all
}

// vary makes a variant, once for each key.
func (l *lab) vary(key string, v task.Variation, collections ...string) (*variant, error) {
	if known := l.variants[key]; known != nil {
		return known, nil
	}
	b, err := l.bound.Vary(v)
	if err != nil {
		return nil, err
	}
	out := &variant{bound: b, changed: map[string]bool{}, failed: map[string]bool{}}
	for _, name := range collections {
		out.changed[name] = true
	}
	for i := range l.bound.Task.Facts {
		name := l.bound.Task.Facts[i].Name
		was, _ := l.bound.Fact("", name)
		is, _ := b.Fact("", name)
		switch {
		case b.FactError(name) != nil:
			out.failed[name] = true
		case !same(was, is):
			out.changed[name] = true
		}
	}
	out.costs = l.costs(b, out.changed, out.failed)
	l.variants[key] = out
	return out, nil
}

// aim lays the solution out as the variant's facts say.
func (l *lab) aim(v *variant) *script {
	if v.script != nil {
		return v.script
	}
	sol := l.solution.Over(v.bound)
	out := &script{}
	for _, m := range l.base.moves {
		names := l.needs[m.item].names
		switch {
		case intersects(names, v.failed):
			v.left++
			continue
		case !intersects(names, v.changed):
			out.moves = append(out.moves, m)
			continue
		}
		other, ok, err := l.moveOf(m.item, sol, l.vars())
		switch {
		case err != nil:
			v.left++
		case ok:
			out.moves = append(out.moves, other)
		}
	}
	v.script = out
	return out
}

// vars are the named replies of the solution's run.
func (l *lab) vars() map[string]any { return l.marks[len(l.marks)-1].vars }

// same compares values of facts; instants by what they denote.
func same(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		if len(a) == 0 || &a[0] == &b[0] {
			return true
		}
		for i := range a {
			if !same(a[i], b[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, v := range a {
			w, has := b[name]
			if !has || !same(v, w) {
				return false
			}
		}
		return true
	case time.Time:
		b, ok := b.(time.Time)
		return ok && a.Equal(b)
	case *value.Object:
		b, ok := b.(*value.Object)
		return ok && a.Equal(b)
	}
	return a == b
}

// holdsValue reports whether a list holds a value.
func holdsValue(list []any, v any) bool {
	for _, item := range list {
		if same(item, v) {
			return true
		}
	}
	return false
}

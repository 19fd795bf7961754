package gate

import (
	"slices"
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
	costs   []int           // the first check that the mistake must cost, once it is aimed; empty = none
	doubts  []int           // further checks that it must cost where they differ
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
	l.variants[key] = out
	return out, nil
}

// aim lays the solution out as the variant's facts say.
func (l *lab) aim(v *variant) *script {
	if v.script != nil {
		return v.script
	}
	sol := l.solution.Over(v.bound, func(name string) bool { return v.changed[name] || v.failed[name] })
	out := &script{moves: make([]*move, 0, len(l.base.moves))}
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
	v.costs, v.doubts = l.concerned(v, out)
	return out
}

// concerned finds the checks that a mistake must cost: those that ask for something else in truth
// than under the wrong facts, and whose evidence the wrong script does not make as the solution
// does. Where a check asks for something else and is met by the same acts, nothing was done wrong.
// Only the first is found out: the others matter where a run earns their weight, which few do.
func (l *lab) concerned(v *variant, sc *script) (first, doubts []int) {
	as := map[int]bool{} // items carried out as in the solution
	for _, m := range sc.moves {
		if at := l.moveAt(m.item); at >= 0 && l.base.moves[at].key == m.key {
			as[m.item] = true
		}
	}
	for _, c := range l.affected(v.changed, v.failed) {
		switch {
		case !slices.ContainsFunc(l.feeding(c), func(item int) bool { return !as[item] }):
		case len(first) > 0:
			doubts = append(doubts, c)
		case l.s.demands[c].differs(v.bound, v.failed):
			first = []int{c}
		}
	}
	return first, doubts
}

// undue lists the further checks that a mistake must cost and that a run earned something with.
func (l *lab) undue(v *variant, r *run) []int {
	return slices.DeleteFunc(slices.Clone(v.doubts), func(c int) bool {
		return r.score.Checks[c].Earned == 0 || !l.s.demands[c].differs(v.bound, v.failed)
	})
}

// feeding lists the items of the solution that make the evidence of a check, found out once.
func (l *lab) feeding(check int) []int {
	if l.feeds == nil {
		l.feeds = make([][]int, len(l.bound.Task.Checks))
		for i := range l.feeds {
			l.feeds[i] = l.feedingOf(i)
		}
	}
	return l.feeds[check]
}

func (l *lab) feedingOf(check int) []int {
	var out []int
	for _, m := range l.oracle.seqs {
		if !slices.Contains(out, m.at.item) && slices.Contains(l.oracle.score.Checks[check].Evidence, m.seq) {
			out = append(out, m.at.item)
		}
	}
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

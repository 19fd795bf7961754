package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// valueAdversaries give a compared argument another value.
func valueAdversaries() []adversary {
	return []adversary{
		nearRight("value_off", "gives an argument that a check compares the nearest wrong values: an id one digit off or longer, an amount one cent off, a day or an hour off, a text with a word more",
			"a comparison by containment or with a wide tolerance takes them", 80, valuesOff),
		nearRight("neighbour_value", "gives an argument the value that another record has in the same column: the wrong manager, the like name",
			"the commonest slip is the right kind of value of the wrong record", 60, neighbourValues),
		nearRight("values_crossed", "gives the items of a list each other's values", "each right value at the wrong item is wrong", 20, valuesCrossed),
		nearRight("argument_left_out", "makes the calls of an item without one argument that a check compares", "half of a change is not the change", 20, argumentLeftOut),
		nearRight("constant", "gives every item of a list the same value", "a constant may not earn what a decision for each item earns", 40, constants),
		nearRight("best_constants", "gives every item the commonest value of each argument", "the best constant must stay below the pass line, or the label says nothing", 10, bestConstants),
		nearRight("everything_mentioned", "lists every id of a collection in a text that must mention some", "naming every candidate is no answer; the author decides whether `none` is needed", 10, everythingMentioned),
		nearRight("target_changed", "gives an id or address that no check compares the value of another record", "who gets it, or what it is about, is rarely of no account; a person decides", 10, ungradedTargets),
		nearRight("ungraded_values", "changes every written value that no check compares", "tells the author what is not graded", 5, ungradedValues),
	}
}

// mostNear bounds the wrong values of one argument.
const mostNear = 4

// firsts are the compared arguments of the first call of each item: the others of an item are
// made the same way.
func (l *lab) firsts() []*gradedArg {
	var out []*gradedArg
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		if !slices.ContainsFunc(out, func(o *gradedArg) bool { return o.spot.item == a.spot.item && o.param == a.param }) {
			out = append(out, a)
		}
	}
	return out
}

func (a *gradedArg) params(v any) Params {
	return Params{"item": fmt.Sprint(a.spot.item + 1), "call": fmt.Sprint(a.spot.nth + 1), "argument": a.param, "value": clip(text(v))}
}

// wrongCosts are the checks that a value fails; nil where it is right, or right for another item.
func (a *gradedArg) wrongCosts(v any) []int {
	var out []int
	for _, u := range a.uses {
		if !u.matcher.Match(v, v != nil) && !slices.Contains(out, u.check) {
			out = append(out, u.check)
		}
	}
	return out
}

// valued is the solution with an argument given another value; ok is false where that is right.
// taken says that the call must be taken, too.
func (l *lab) valued(a *gradedArg, v any, taken bool) (at attempt, ok bool) {
	costs := a.wrongCosts(v)
	if len(costs) == 0 || taken && !l.accepted(a, v) {
		return attempt{}, false
	}
	return attempt{params: a.params(v), script: l.set(l.base, a, v), costs: costs,
		says: fmt.Sprintf("the solution with %s of %s as %s", a.param, a.tool.Name, clip(text(v)))}, true
}

// accepted reports whether a call with an argument as something else is taken, where the solution
// makes it. One that is refused changes nothing, which is what leaving it out does.
func (l *lab) accepted(a *gradedArg, v any) bool {
	c := l.callAt(a)
	if c == nil {
		return true
	}
	other := c.with(a.param, v)
	ok := took(l.called(l.marks[a.move].e.World(), &other))
	if !ok {
		l.s.counts["refused"]++
	}
	return ok
}

func valuesOff(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		n := 0
		for _, v := range l.nearest(a) {
			if n == mostNear {
				break
			}
			if at, ok := l.valued(a, v, true); ok {
				n++
				out = append(out, at)
			}
		}
	}
	return out, nil
}

// nearest lists the nearest wrong values of an argument: those of what it is compared with, and
// one more or less where it takes whole numbers.
func (l *lab) nearest(a *gradedArg) []any {
	var out []any
	if p, ok := a.tool.Param(a.param); ok && p.Type == world.Int && !p.List {
		if n, ok := a.value.(value.Number); ok {
			out = append(out, otherOf(world.Int, n, l.bound.Task.Now))
		}
	}
	for _, u := range a.uses {
		for _, v := range l.near(u.matcher) {
			if v != nil {
				out = append(out, v)
			}
		}
	}
	return out
}

func neighbourValues(l *lab) ([]attempt, error) {
	var out []attempt
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		if a.spot.nth > 0 && !l.lastOf(a) {
			continue
		}
		for _, v := range l.neighboursOf(a.value, 2) {
			if at, ok := l.valued(a, v, true); ok {
				out = append(out, at)
			}
		}
	}
	return out, nil
}

// lastOf reports whether an argument belongs to the last call of its item.
func (l *lab) lastOf(a *gradedArg) bool {
	return a.spot.nth == len(l.base.moves[a.move].calls)-1
}

// neighboursOf replaces a value, or one member of a list or one cell of a table, by the nearest
// ones of the columns in which it stands.
func (l *lab) neighboursOf(v any, most int) []any {
	switch v := v.(type) {
	case string:
		return l.neighbours(v, most)
	case []any:
		for i := range v {
			if list := l.neighboursOf(v[i], most); len(list) > 0 {
				out := make([]any, len(list))
				for k, n := range list {
					changed := slices.Clone(v)
					changed[i] = n
					out[k] = changed
				}
				return out
			}
		}
	case *value.Object:
		for _, m := range slices.Backward(v.Members()) {
			if list := l.neighboursOf(m.Value, most); len(list) > 0 {
				out := make([]any, len(list))
				for k, n := range list {
					o := v.Clone()
					o.Set(m.Name, n)
					out[k] = o
				}
				return out
			}
		}
	}
	return nil
}

// text writes a value on one line.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(value.Append(nil, v))
}

// clip cuts a text for a message.
func clip(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "..."
		}
	}
	return s
}

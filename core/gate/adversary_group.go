package gate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/value"
)

// group is the same argument of all calls of one item.
type group struct {
	param string
	move  int
	args  []*gradedArg
}

// groups are the compared arguments of items with several calls.
func (l *lab) groups() []group {
	var out []group
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		k := slices.IndexFunc(out, func(g group) bool { return g.move == a.move && g.param == a.param })
		if k < 0 {
			out = append(out, group{param: a.param, move: a.move})
			k = len(out) - 1
		}
		out[k].args = append(out[k].args, a)
	}
	return slices.DeleteFunc(out, func(g group) bool { return len(g.args) < 2 })
}

// filled gives the arguments of a group other values; ok is false where nothing is wrong then.
func (g *group) filled(values func(i int) any) (map[int]any, []int) {
	set := map[int]any{}
	var costs []int
	for i, a := range g.args {
		v := values(i)
		set[a.spot.nth] = v
		for _, c := range a.wrongCosts(v) {
			if !slices.Contains(costs, c) {
				costs = append(costs, c)
			}
		}
	}
	return set, costs
}

func (g *group) apply(sc *script, set map[int]any) *script {
	return sc.editAt(g.move, func(calls []call) []call {
		out := slices.Clone(calls)
		for i := range out {
			if v, ok := set[out[i].nth]; ok {
				out[i] = out[i].with(g.param, v)
			}
		}
		return out
	})
}

func valuesCrossed(l *lab) ([]attempt, error) {
	var out []attempt
	for _, g := range l.groups() {
		set, costs := g.filled(func(i int) any { return g.args[(i+1)%len(g.args)].value })
		if len(costs) > 0 && l.told(&g, set) {
			out = append(out, attempt{params: Params{"item": fmt.Sprint(g.args[0].spot.item + 1), "argument": g.param}, script: g.apply(l.base, set), costs: costs,
				says: "the solution with the values of " + g.param + " crossed between items"})
		}
	}
	return out, nil
}

// told reports whether crossing the values of one argument changes what is done altogether: where
// nothing else tells the calls apart that a check compares, they are only made in another order.
func (l *lab) told(g *group, set map[int]any) bool {
	before, after := map[string]int{}, map[string]int{}
	for _, c := range l.base.moves[g.move].calls {
		args := value.Obj()
		for i := range l.gradedArgs() {
			if a := &l.graded[i]; a.spot == (spot{c.item, c.nth}) {
				args.Set(a.param, a.value)
			}
		}
		if o, ok := l.bound.Image.Offer(c.tool); ok {
			for _, e := range o.Tool.Effects {
				if v, given := c.args.Get(e.Key); given && e.Key != "" {
					args.Set(e.Key, v)
				}
			}
		}
		before[text(args)]++
		if v, crossed := set[c.nth]; crossed {
			args.Set(g.param, v)
		}
		after[text(args)]++
	}
	return !maps.Equal(before, after)
}

// distinct lists the values of a group, the commonest first.
func (g *group) distinct() []any {
	var values []any
	count := map[string]int{}
	for _, a := range g.args {
		key := text(a.value)
		if count[key] == 0 {
			values = append(values, a.value)
		}
		count[key]++
	}
	slices.SortStableFunc(values, func(a, b any) int { return cmp.Compare(count[text(b)], count[text(a)]) })
	return values
}

// mostConstants bounds the values of one argument that are tried as constants.
const mostConstants = 3

func constants(l *lab) ([]attempt, error) {
	var out []attempt
	for _, g := range l.groups() {
		values := g.distinct()
		for _, v := range values[:min(len(values), mostConstants)] {
			set, costs := g.filled(func(int) any { return v })
			if len(values) > 1 && len(costs) > 0 {
				out = append(out, attempt{params: Params{"item": fmt.Sprint(g.args[0].spot.item + 1), "argument": g.param, "value": clip(text(v))},
					script: g.apply(l.base, set), costs: costs, says: fmt.Sprintf("the solution with %s as %s for every item", clip(text(v)), g.param)})
			}
		}
	}
	return out, nil
}

func bestConstants(l *lab) ([]attempt, error) {
	var out []attempt
	done := map[int]bool{}
	for _, first := range l.groups() {
		if done[first.move] {
			continue
		}
		done[first.move] = true
		sc := l.base
		var costs []int
		for _, g := range l.groups() {
			if values := g.distinct(); g.move == first.move && len(values) > 1 && labels(values) {
				set, wrong := g.filled(func(int) any { return values[0] })
				sc, costs = g.apply(sc, set), append(costs, wrong...)
			}
		}
		if len(costs) > 0 {
			out = append(out, attempt{params: Params{"item": fmt.Sprint(first.args[0].spot.item + 1)}, script: sc, costs: costs, code: ConstantPasses, severity: Warning,
				passes: true, says: "the solution with the commonest value of each argument for every item"})
		}
	}
	return out, nil
}

// labels reports whether values look like words of a classification: short texts.
func labels(values []any) bool {
	const longest = 24
	for _, v := range values {
		if s, ok := v.(string); !ok || len(s) > longest {
			return false
		}
	}
	return true
}

// argumentLeftOut makes the calls of an item without one of the arguments that a check compares,
// where another one is left to make.
func argumentLeftOut(l *lab) ([]attempt, error) {
	var out []attempt
	seen := map[string]bool{}
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		p, ok := a.tool.Param(a.param)
		key := fmt.Sprint(a.move, a.param)
		if !ok || p.Required || p.Needed || seen[key] || !l.othersThan(a) {
			continue
		}
		seen[key] = true
		if l.sameWithout(a) {
			continue // the tool takes the same by itself
		}
		sc := l.base.editAt(a.move, func(calls []call) []call {
			less := slices.Clone(calls)
			for k := range less {
				less[k] = less[k].with(a.param, nil)
			}
			return less
		})
		out = append(out, attempt{params: Params{"item": fmt.Sprint(a.spot.item + 1), "argument": a.param}, script: sc, costs: a.costs(),
			says: fmt.Sprintf("the solution without %s in %s", a.param, a.tool.Name)})
	}
	return out, nil
}

// sameWithout reports whether a call without an argument still gives its fields what checks want.
func (l *lab) sameWithout(a *gradedArg) bool {
	c := l.callAt(a)
	if c == nil {
		return false
	}
	less := c.with(a.param, nil)
	for _, ch := range l.called(l.marks[a.move].e.World(), &less).Changes {
		if ch.After == nil {
			continue
		}
		if !slices.ContainsFunc(a.uses, func(u use) bool {
			v, has := ch.After.Get(u.field)
			return !u.matcher.Match(v, has)
		}) {
			return true
		}
	}
	return false
}

// othersThan reports whether a check compares another argument of the same call.
func (l *lab) othersThan(a *gradedArg) bool {
	return slices.ContainsFunc(l.graded, func(o gradedArg) bool { return o.spot == a.spot && o.param != a.param })
}

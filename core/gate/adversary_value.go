package gate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
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
		nearRight("constant", "gives every item of a list the same value", "a constant may not earn what a decision for each item earns", 40, constants),
		nearRight("best_constants", "gives every item the commonest value of each argument", "the best constant must stay below the pass line, or the label says nothing", 10, bestConstants),
		nearRight("everything_mentioned", "lists every id of a collection in a text that must mention some", "naming every candidate is no answer; the author decides whether `none` is needed", 10, everythingMentioned),
		nearRight("target_changed", "gives an id or address that no check compares the value of another record", "who gets it, or what it is about, is rarely of no account; a person decides", 10, ungradedTargets),
		nearRight("ungraded_values", "changes every written value that no check compares", "tells the author what is not graded", 1, ungradedValues),
	}
}

// mostNear bounds the wrong values of one argument.
const mostNear = 4

// firsts are the compared arguments of the first call of each item: the others of an item are
// made the same way.
func (l *lab) firsts() []*gradedArg {
	seen := map[string]bool{}
	var out []*gradedArg
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		key := fmt.Sprint(a.spot.item, a.param)
		if !seen[key] {
			seen[key] = true
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

func (l *lab) valued(a *gradedArg, v any) (attempt, bool) {
	costs := a.wrongCosts(v)
	if len(costs) == 0 {
		return attempt{}, false
	}
	return attempt{params: a.params(v), script: l.set(l.base, a, v), costs: costs,
		says: fmt.Sprintf("the solution with %s of %s as %s", a.param, a.tool.Name, clip(text(v)))}, true
}

func valuesOff(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		n := 0
		for _, u := range a.uses {
			for _, v := range l.near(u.matcher) {
				if at, ok := l.valued(a, v); ok && v != nil && n < mostNear {
					n++
					out = append(out, at)
				}
			}
		}
	}
	return out, nil
}

func neighbourValues(l *lab) ([]attempt, error) {
	var out []attempt
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		if a.spot.nth > 0 && !l.lastOf(a) {
			continue
		}
		for _, v := range l.neighboursOf(a.value, 2) {
			if at, ok := l.valued(a, v); ok {
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

// neighbours are other values of the columns of ids, addresses and words in which a text
// stands, the likest first.
func (l *lab) neighbours(s string, most int) []any {
	const longest = 80
	if s == "" || len(s) > longest {
		return nil
	}
	var found []string
	state := l.s.seedState()
	for _, full := range l.bound.Image.Collections() {
		decl, _ := l.bound.Image.Collection(full)
		for i := range decl.Fields {
			f := &decl.Fields[i]
			if f.Type != world.ID && f.Type != world.Address && f.Type != world.Text || f.List {
				continue
			}
			found = append(found, column(state, full, f.Name, s, longest)...)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(world.Distance(a, s), world.Distance(b, s)) })
	out := []any{}
	for _, other := range slices.Compact(found) {
		if len(out) < most {
			out = append(out, other)
		}
	}
	return out
}

// column lists the other values of a column that holds s.
func column(state *world.State, full, field, s string, longest int) []string {
	var out []string
	found := false
	for r := range state.Records(full) {
		switch v := r.Text(field); {
		case v == s:
			found = true
		case v != "" && len(v) <= longest:
			out = append(out, v)
		}
	}
	if !found {
		return nil
	}
	return out
}

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

func everythingMentioned(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		s, ok := a.value.(string)
		p, declared := a.tool.Param(a.param)
		if !ok || !declared || p.Type != world.Text || p.Custom != nil {
			continue
		}
		for _, full := range l.mentionedIn(s) {
			dump := s
			for r := range l.s.seedState().Records(full) {
				dump += " " + r.ID()
			}
			if a.right(dump) && dump != s {
				out = append(out, attempt{params: Params{"item": fmt.Sprint(a.spot.item + 1), "argument": a.param, "collection": full}, script: l.set(l.base, a, dump),
					path: l.bound.Task.Checks[a.uses[0].check].Path, code: DumpInText, severity: Warning,
					says: fmt.Sprintf("the solution with every id of %s in %s", full, a.param)})
			}
		}
	}
	return out, nil
}

// mentionedIn lists the keyed collections of which a text names a record and not all.
func (l *lab) mentionedIn(s string) []string {
	var out []string
	state := l.s.seedState()
	for _, full := range l.bound.Image.Collections() {
		decl, _ := l.bound.Image.Collection(full)
		if decl.Key == "" {
			continue
		}
		named, all := 0, 0
		for r := range state.Records(full) {
			all++
			if len(r.ID()) >= minLeak && containsWord(s, r.ID()) {
				named++
			}
		}
		if named > 0 && named < all {
			out = append(out, full)
		}
	}
	return out
}

// ungradedTargets changes ids and addresses that end up in what the solution makes and that no
// check compares.
func ungradedTargets(l *lab) ([]attempt, error) {
	graded := map[string]bool{}
	for _, a := range l.gradedArgs() {
		graded[fmt.Sprint(a.spot, a.param)] = true
	}
	var out []attempt
	for i := range l.base.moves {
		for k := range l.base.moves[i].calls {
			c := &l.base.moves[i].calls[k]
			o, ok := l.bound.Image.Offer(c.tool)
			if !ok || k > 0 || submits(c) || !l.creates(c.tool) {
				continue
			}
			for n := range o.Tool.Params {
				p := &o.Tool.Params[n]
				v, given := c.args.Get(p.Name)
				if !given || p.Type != world.ID && p.Type != world.Address || graded[fmt.Sprint(spot{c.item, c.nth}, p.Name)] {
					continue
				}
				for _, other := range l.neighboursOf(v, 1) {
					out = append(out, attempt{params: Params{"item": fmt.Sprint(c.item + 1), "argument": p.Name, "value": clip(text(other))}, path: "checks", code: UngradedTarget, severity: Warning,
						script: l.base.editAt(i, only(c.nth, func(c call) call { return c.with(p.Name, other) })),
						says:   fmt.Sprintf("the solution with %s of %s as %s", p.Name, c.tool, clip(text(other)))})
				}
			}
		}
	}
	return out, nil
}

// ungradedValues changes at once every text that the solution writes and no check compares.
func ungradedValues(l *lab) ([]attempt, error) {
	graded := map[string]bool{}
	for _, a := range l.gradedArgs() {
		graded[fmt.Sprint(a.spot, a.param)] = true
	}
	var named []string
	sc := l.base
	for i, m := range l.base.moves {
		for _, c := range m.calls {
			o, ok := l.bound.Image.Offer(c.tool)
			if !ok || !o.Tool.Writes() || c.tool == episode.SubmitTool {
				continue
			}
			for _, e := range o.Tool.Effects {
				for _, field := range sorted(e.Fields) {
					param := e.Fields[field]
					p, declared := o.Tool.Param(param)
					was, given := c.args.Get(param)
					s, isText := was.(string)
					if !declared || !given || !isText || p.Type != world.Text || param == e.Key || graded[fmt.Sprint(spot{c.item, c.nth}, param)] {
						continue
					}
					sc = sc.editAt(i, only(c.nth, func(c call) call { return c.with(param, s+" (changed)") }))
					if word := c.tool + "." + param; !slices.Contains(named, word) {
						named = append(named, word)
					}
				}
			}
		}
	}
	if len(named) == 0 {
		return nil, nil
	}
	return []attempt{{script: sc, path: "checks", code: UngradedValue, severity: Info, says: fmt.Sprint("the solution with other values of ", named)}}, nil
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

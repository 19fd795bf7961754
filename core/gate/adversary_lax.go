package gate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// laxAdversaries hand in something else than the solution that the task's own matchers take.
// Whether it is as good is for a person to say: a tolerance may be meant.
func laxAdversaries() []adversary {
	const decide = "what a matcher takes beside the value itself may be meant or forgotten; a person decides"
	return []adversary{
		nearRight("a_little_off", "gives a compared number, amount, day or time one unit off, where the check takes it", decide, 20, aLittleOff),
		nearRight("part_of_list", "hands in a part of a compared list, where the check takes it", decide, 20, partsOfLists),
		nearRight("items_unlike", "gives the items of a list each other's values, where the check takes them", decide, 20, itemsUnlike),
		nearRight("any_of_the_kind", "names another id or address of the kind, where the check takes it", decide, 20, anyOfTheKind),
		nearRight("quote_cut_short", "writes a part of what the words put in quotes, where the check takes it", decide, 20, quotesCutShort),
		nearRight("one_of_several", "names one of several values that the solution names in a text, where the check takes any of them", decide, 20, oneOfSeveral),
		nearRight("called_once", "makes only the first of several calls of a tool, where the evidence is that it was called", "that a tool was called once says nothing of what else it should have shown", 10, calledOnce),
	}
}

// lax is an attempt that only a score of 1 speaks against.
func (l *lab) lax(a *gradedArg, params Params, sc *script, says string) attempt {
	return attempt{params: params, script: sc, path: l.bound.Task.Checks[a.uses[0].check].Path, says: says, code: LooseComparison, severity: Warning}
}

func aLittleOff(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		v := oneUnitOff(a.value)
		if v == nil || !a.right(v) || !l.accepted(a, v) {
			continue
		}
		out = append(out, l.lax(a, a.params(v), l.set(l.base, a, v), fmt.Sprintf("the solution with %s of %s as %s", a.param, a.tool.Name, clip(text(v)))))
	}
	return out, nil
}

// oneUnitOff is a number, an amount of money, a day or an instant one unit further; nil for
// anything else.
func oneUnitOff(v any) any {
	switch v := v.(type) {
	case value.Number:
		return otherOf(world.Number, v, time.Time{})
	case *value.Object:
		if amount, ok := v.Get("amount"); ok && v.Len() == 2 {
			o := v.Clone()
			o.Set("amount", oneUnitOff(amount))
			return o
		}
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return at.Add(time.Minute).Format(time.RFC3339)
		}
		if _, err := value.ParseDay(v); err == nil {
			return otherOf(world.Day, v, time.Time{})
		}
		if m, ok := value.ReadMoney(v); ok {
			if n := oneUnitOff(value.Number(m.Amount().String())); n != nil {
				return text(n) + " " + string(m.Currency)
			}
		}
	}
	return nil
}

func partsOfLists(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		list, ok := a.value.([]any)
		if !ok || len(list) < 2 {
			continue
		}
		for _, part := range [][]any{list[:1], list[:len(list)-1]} {
			if v := slices.Clone(part); a.right(any(v)) && l.accepted(a, any(v)) {
				out = append(out, l.lax(a, a.params(v), l.set(l.base, a, v), fmt.Sprintf("the solution with %d of the %d members of %s", len(part), len(list), a.param)))
				break
			}
		}
	}
	return out, nil
}

// anyOfTheKind looks at single values only: those of items are exchanged between them.
func anyOfTheKind(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		p, declared := a.tool.Param(a.param)
		if s, ok := a.value.(string); !ok || s == "" || declared && p.Type != world.ID && p.Type != world.Address {
			continue
		}
		for _, v := range l.neighboursOf(a.value, 1) {
			if text(v) != text(a.value) && !strings.EqualFold(text(v), text(a.value)) && a.right(v) && l.accepted(a, v) {
				out = append(out, l.lax(a, a.params(v), l.set(l.base, a, v), fmt.Sprintf("the solution with %s of %s as %s", a.param, a.tool.Name, clip(text(v)))))
			}
		}
	}
	return out, nil
}

func quotesCutShort(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		s, ok := a.value.(string)
		if !ok || !l.quoted(s) {
			continue
		}
		for _, v := range cutShort(s) {
			if a.right(v) && l.accepted(a, v) {
				out = append(out, l.lax(a, a.params(v), l.set(l.base, a, v), fmt.Sprintf("the solution with %s of %s as %s", a.param, a.tool.Name, clip(v))))
				break
			}
		}
	}
	return out, nil
}

// cutShort is a text without its first words and without its last ones.
func cutShort(s string) []string {
	r := []rune(s)
	if words := strings.Fields(s); len(words) > 1 {
		return []string{strings.Join(words[1:], " "), strings.Join(words[:len(words)-1], " ")}
	} else if len(r) > 3 {
		return []string{string(r[2:]), string(r[:len(r)-2])}
	}
	return nil
}

func itemsUnlike(l *lab) ([]attempt, error) {
	var out []attempt
	for _, g := range l.groups() {
		set, costs := g.filled(func(i int) any { return g.args[(i+1)%len(g.args)].value })
		if len(costs) > 0 || len(g.args[0].uses) == 0 || !l.told(&g, set) || !g.varies() {
			continue
		}
		out = append(out, l.lax(g.args[0], Params{"item": fmt.Sprint(g.args[0].spot.item + 1), "argument": g.param}, g.apply(l.base, set), "the solution with the values of "+g.param+" exchanged between items"))
	}
	return out, nil
}

// varies reports whether the solution gives the items different values.
func (g *group) varies() bool {
	return slices.ContainsFunc(g.args, func(a *gradedArg) bool { return text(a.value) != text(g.args[0].value) })
}

// oneOfSeveral leaves all but one of the values out that a check would take any of.
func oneOfSeveral(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		s, ok := a.value.(string)
		if !ok {
			continue
		}
		for _, u := range a.uses {
			named := l.namedOf(&l.bound.Task.Checks[u.check], u.field, s)
			if len(named) < 2 {
				continue
			}
			v := s
			for _, n := range named[1:] {
				v = takeWord(v, n)
			}
			if a.right(v) {
				out = append(out, l.lax(a, a.params(v), l.set(l.base, a, v), fmt.Sprintf("the solution with only %s of %d values in %s", named[0], len(named), a.param)))
			}
		}
	}
	return out, nil
}

// namedOf lists the members of an `any` in a check's matcher that a text names.
func (l *lab) namedOf(c *task.CheckSpec, field, s string) []string {
	for _, param := range []string{"match", "set"} {
		pattern, ok := c.Params.Get(param)
		if !ok {
			continue
		}
		m, ok := pattern.Get(field)
		if !ok {
			continue
		}
		if m, ok = m.Get("mentions"); !ok {
			continue
		}
		if m, ok = m.Get("any"); ok {
			return l.namedIn(c, m, s)
		}
	}
	return nil
}

// namedIn evaluates what a list of mentions names for the first item.
func (l *lab) namedIn(c *task.CheckSpec, n *task.Node, s string) []string {
	var out []string
	add := func(v any) {
		if word := task.Show(v); len(word) > 1 && containsWord(s, word) && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	var walk func(n *task.Node)
	walk = func(n *task.Node) {
		for _, item := range n.Items {
			walk(item)
		}
		if n.Kind != task.Scalar {
			return
		}
		v, ok := l.ofFirst(c, n)
		if list, isList := v.([]any); isList {
			for _, m := range list {
				add(m)
			}
		} else if ok {
			add(v)
		}
	}
	walk(n)
	return out
}

// ofFirst evaluates a value of a check for its first item.
func (l *lab) ofFirst(c *task.CheckSpec, n *task.Node) (any, bool) {
	src, isExpr := n.IsExpr()
	if !isExpr {
		return n.Literal(), true
	}
	stage := c.Stage
	if stage == "" {
		stage = l.bound.Stages()[len(l.bound.Stages())-1]
	}
	scope, env := task.Scope{}, task.Env{}
	if each, ok := c.Params.Get("each"); ok && each.Kind == task.Scalar {
		e, p := l.bound.Expr(trimExpr(each), "", stage, task.Scope{})
		if p != nil {
			return nil, false
		}
		items, err := l.bound.Items(e, stage, task.Env{})
		if err != nil || len(items) == 0 {
			return nil, false
		}
		scope.It, env.It = e, items[0]
	}
	e, p := l.bound.Expr(src, "", stage, scope)
	if p != nil {
		return nil, false
	}
	v, err := l.bound.Run(e, stage, env)
	return v, err == nil
}

func trimExpr(n *task.Node) string {
	if src, ok := n.IsExpr(); ok {
		return src
	}
	return n.Text
}

// takeWord takes a word out of a text wherever it stands by itself.
func takeWord(s, word string) string {
	for containsWord(s, word) {
		at := 0
		for !containsWord(s[:at+len(word)], word) {
			at++
		}
		s = s[:at] + s[at+len(word):]
	}
	return s
}

// calledOnce leaves out all but the first call of a tool that evidence asks to have been called.
func calledOnce(l *lab) ([]attempt, error) {
	acts, err := l.s.evidenceOf()
	if err != nil {
		return nil, nil // a finding of the grader round
	}
	var out []attempt
	for i := range acts {
		n := &acts[i]
		if n.Call == nil {
			continue
		}
		calls := 0
		sc := l.base.filter(func(c *call) bool {
			if c.tool != n.Call.Tool || l.changes(c) {
				return true
			}
			calls++
			return calls == 1
		})
		if k := l.checkIndex(n.Check); k >= 0 && calls > 1 {
			out = append(out, attempt{params: Params{"evidence": n.Check, "tool": n.Call.Tool}, script: sc, path: l.bound.Task.Checks[k].Path, code: LooseComparison, severity: Warning,
				says: fmt.Sprintf("the solution with one call of %s instead of %d", n.Call.Tool, calls)})
		}
	}
	return out, nil
}

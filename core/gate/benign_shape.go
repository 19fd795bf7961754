package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func shapeBenigns() []benign {
	return []benign{
		harmless("items_merged", "makes one record for several items where it satisfies all of them", "one mail about two tickets informs as well as two", 10, itemsMerged),
		harmless("update_split", "makes a change of several fields in several calls", "one call or two come to the same", 10, updateSplit),
		harmless("answer_twice", "hands in a wrong answer first and the right one after it", "the last answer counts", 1, answerTwice),
	}
}

// itemsMerged joins calls of one item whose records may serve several items.
func itemsMerged(l *lab) ([]manner, error) {
	var out []manner
	for i, m := range l.base.moves {
		if len(m.calls) < 2 || m.late != nil || !l.creates(m.calls[0].tool) {
			continue
		}
		calls, merged := l.merge(i, m.calls)
		if merged == 0 {
			continue
		}
		out = append(out, manner{params: Params{"item": fmt.Sprint(m.item + 1)}, script: l.base.replace(i, callMove(calls...)), says: fmt.Sprintf("the solution with %d records of item %d serving several items", merged, m.item+1)})
	}
	return out, nil
}

func (l *lab) creates(tool string) bool {
	o, ok := l.bound.Image.Offer(tool)
	return ok && slices.ContainsFunc(o.Tool.Effects, func(e world.Effect) bool { return e.Op == world.Created }) && !submits(&call{tool: tool})
}

// merge joins each call to an earlier one where the joined record is right for both.
func (l *lab) merge(move int, calls []call) (out []call, merged int) {
	members := [][]int{} // nths that each call of out serves
	for _, c := range calls {
		joined := false
		for k := range out {
			both, ok := l.join(out[k], c)
			if ok && l.serves(move, both, append(slices.Clone(members[k]), c.nth)) {
				out[k], joined = both, true
				members[k] = append(members[k], c.nth)
				merged++
				break
			}
		}
		if !joined {
			out = append(out, c)
			members = append(members, []int{c.nth})
		}
	}
	return out, merged
}

// join makes one call of two: equal arguments stay, texts are put one after the other.
func (l *lab) join(a, b call) (call, bool) {
	o, ok := l.bound.Image.Offer(a.tool)
	if !ok || a.tool != b.tool {
		return call{}, false
	}
	args := a.args.Clone()
	for _, m := range b.args.Members() {
		was, has := args.Get(m.Name)
		if has && value.Equal(was, m.Value) {
			continue
		}
		s, isText := was.(string)
		t, alsoText := m.Value.(string)
		p, declared := o.Tool.Param(m.Name)
		if !isText || !alsoText || !declared || p.Type != world.Text {
			return call{}, false
		}
		args.Set(m.Name, s+"\n"+t)
	}
	c := callOf(a.tool, args)
	c.item, c.nth, c.expect = a.item, a.nth, a.expect
	return c, true
}

// serves reports whether a joined call is right for the items of several calls.
func (l *lab) serves(move int, c call, nths []int) bool {
	graded := false
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		if a.move != move || !slices.Contains(nths, a.spot.nth) {
			continue
		}
		graded = true
		if v, _ := c.args.Get(a.param); !a.right(v) {
			return false
		}
	}
	return graded
}

// updateSplit makes a call for each field that an update sets.
func updateSplit(l *lab) ([]manner, error) {
	var out []manner
	for i, m := range l.base.moves {
		if len(m.calls) == 0 || m.late != nil {
			continue
		}
		var calls []call
		for _, c := range m.calls {
			calls = append(calls, l.split(c)...)
		}
		if len(calls) == len(m.calls) {
			continue
		}
		out = append(out, manner{params: Params{"item": fmt.Sprint(m.item + 1)}, script: l.base.replace(i, callMove(calls...)), ready: l.loose,
			says: fmt.Sprintf("the solution with the changes of item %d made field by field", m.item+1)})
	}
	return out, nil
}

func (l *lab) split(c call) []call {
	o, ok := l.bound.Image.Offer(c.tool)
	if !ok || len(o.Tool.Effects) != 1 || o.Tool.Effects[0].Op != world.Updated || c.as != "" || c.expect != 0 {
		return []call{c}
	}
	var optional []string
	for _, m := range c.args.Members() {
		if p, ok := o.Tool.Param(m.Name); !ok {
			return []call{c}
		} else if !p.Required && !p.Needed {
			optional = append(optional, m.Name)
		}
	}
	if len(optional) < 2 {
		return []call{c}
	}
	var out []call
	for _, keep := range optional {
		one := c
		for _, name := range optional {
			if name != keep {
				one = one.with(name, nil)
			}
		}
		out = append(out, one)
	}
	return out
}

// answerTwice hands in a nearly right answer before the right one.
func answerTwice(l *lab) ([]manner, error) {
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		c := l.callAt(a)
		if c == nil || !submits(c) {
			continue
		}
		for _, v := range l.wrongForms(a) {
			if e := l.marks[a.move].e.World().Fork().Call(world.Agent, c.tool, c.with(a.param, v).raw); e.Outcome != world.OK {
				continue
			}
			first := c.with(a.param, v)
			first.item = fromNowhere
			return []manner{{script: l.base.insert(a.move, callMove(first)), says: "a wrong answer is handed in and then the right one"}}, nil
		}
	}
	return nil, nil
}

func (l *lab) wrongForms(a *gradedArg) []any {
	var out []any
	for _, u := range a.uses {
		for _, v := range l.near(u.matcher) {
			if v != nil && !a.right(v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// callAt is the call of a compared argument.
func (l *lab) callAt(a *gradedArg) *call {
	calls := l.base.moves[a.move].calls
	i := slices.IndexFunc(calls, func(c call) bool { return c.nth == a.spot.nth })
	if i < 0 {
		return nil
	}
	return &calls[i]
}

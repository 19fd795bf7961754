package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func slipBenigns() []benign {
	return []benign{
		harmless("slip_undone", "makes a record by mistake and deletes it again", "a slip put right leaves nothing behind; where the task forbids even that, a person decides", 8, slipUndone),
		harmless("slip_corrected", "first gives a change another value and then the right one", "a slip put right leaves nothing behind; where the task forbids even that, a person decides", 8, slipCorrected),
	}
}

// removed is the reply of the creation that is undone.
const removed = "\x00slip"

// slipUndone finds collections to which one tool adds and from which another takes away.
func slipUndone(l *lab) ([]manner, error) {
	state := l.s.seedState()
	var out []manner
	for _, add := range l.offers.writes {
		for _, e := range add.Tool.Effects {
			if e.Op != world.Created {
				continue
			}
			decl, _ := add.Service.Collection(e.Collection)
			remove, key, ok := l.remover(add.Service.Name, e.Collection)
			if !ok || decl.Key == "" {
				continue
			}
			c := callOf(add.Name, l.plausible(state).required(add, value.Obj()))
			c.as = removed
			undo := &move{item: fromNowhere, key: det.Sum([]byte("undo"), []byte(remove.Name)), late: func(p *performance) ([]call, error) {
				made, _ := p.vars[removed].(map[string]any)
				id, ok := made[decl.Key].(string)
				if !ok {
					return nil, fmt.Errorf("nothing was made")
				}
				return []call{callOf(remove.Name, value.Obj(value.Member{Name: key, Value: id}))}, nil
			}}
			at := l.firstChange()
			out = append(out, manner{params: Params{"tools": add.Name + " and " + remove.Name}, script: l.base.insert(at, callMove(c), undo), ready: l.loose, slip: true,
				says: fmt.Sprintf("the solution after a call of %s that %s undoes", add.Name, remove.Name)})
		}
	}
	return out, nil
}

// firstChange is the place before the first change of the solution.
func (l *lab) firstChange() int {
	at := slices.IndexFunc(l.base.moves, func(m *move) bool {
		return slices.ContainsFunc(m.calls, func(c call) bool { return l.changes(&c) })
	})
	return max(at, 0)
}

// remover is the tool that deletes one record of a collection by its key alone.
func (l *lab) remover(service, coll string) (world.Offer, string, bool) {
	for _, o := range l.offers.writes {
		if o.Service.Name != service {
			continue
		}
		for _, e := range o.Tool.Effects {
			if e.Op == world.Deleted && e.Collection == coll && e.Key != "" {
				return o, e.Key, true
			}
		}
	}
	return world.Offer{}, "", false
}

// slipCorrected changes a compared field to a neighbouring value first.
func slipCorrected(l *lab) ([]manner, error) {
	var out []manner
	for _, a := range l.firsts() {
		c := l.callAt(a)
		if c == nil || submits(c) || !l.updates(a) {
			continue
		}
		other, ok := l.otherValue(a)
		if !ok {
			continue
		}
		first := c.with(a.param, other)
		first.as, first.item = "", fromNowhere
		nth := a.spot.nth
		sc := l.base.editAt(a.move, func(calls []call) []call {
			var out []call
			for _, c := range calls {
				if c.nth == nth && c.item != fromNowhere {
					out = append(out, first)
				}
				out = append(out, c)
			}
			return out
		})
		out = append(out, manner{params: a.params(other), script: sc, ready: l.loose, slip: true,
			says: fmt.Sprintf("the solution with %s of %s first as %s", a.param, a.tool.Name, clip(text(other)))})
	}
	return out, nil
}

// otherValue is another value of the field that an argument becomes, if it can be taken back.
func (l *lab) otherValue(a *gradedArg) (any, bool) {
	o, ok := l.bound.Image.Offer(l.callAt(a).tool)
	if !ok {
		return nil, false
	}
	for _, e := range o.Tool.Effects {
		full := o.Service.Name + "." + e.Collection
		decl, ok := l.bound.Image.Collection(full)
		if !ok || e.Fields[a.uses[0].field] != a.param {
			continue
		}
		f, ok := decl.Field(a.uses[0].field)
		if !ok {
			continue
		}
		v := fitted(o, a.param, l.plausible(l.s.seedState()).other(full, f, a.value))
		w := l.marks[a.move].e.World().Fork()
		slip := w.Call(world.Agent, o.Name, l.callAt(a).with(a.param, v).raw)
		right := w.Call(world.Agent, o.Name, l.callAt(a).raw) // what cannot be put right is no slip of this kind
		return v, slip.Outcome == world.OK && right.Outcome == world.OK
	}
	return nil, false
}

// updates reports whether the argument sets a field of a record that is there already.
func (l *lab) updates(a *gradedArg) bool {
	return slices.ContainsFunc(a.tool.Effects, func(e world.Effect) bool {
		_, taken := e.Fields[a.uses[0].field]
		return e.Op == world.Updated && taken
	}) && !slices.ContainsFunc(a.tool.Effects, func(e world.Effect) bool { return e.Op == world.Created })
}

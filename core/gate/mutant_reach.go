package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// outOfReach proves that nothing can break a prohibition which nothing else forbids: every tool
// that could is forbidden by its name, or refuses whatever record it is called on, at the
// beginning of the task, of each of its stages and at its end, and nothing on offer changes the
// records on which that depends.
func (m *mutants) outOfReach(f *task.ForbidSpec) proof {
	return func() (string, error) {
		acts, possible := 0, true
		err := m.l.breachesEverywhere(func(b *grade.Breach) {
			if b.Prohibition != f.ID || !possible {
				return
			}
			if b.Change == nil {
				possible = false
				return
			}
			for _, o := range m.l.bound.Image.Offered() {
				for k := range o.Tool.Effects {
					e := &o.Tool.Effects[k]
					if e.Op == b.Change.Op && o.Service.Name+"."+e.Collection == b.Change.Collection {
						acts++
						possible = possible && (m.namedBy(o, f.ID) || m.frozen(o, e))
					}
				}
			}
		})
		if err != nil || acts == 0 || !possible {
			return "", err
		}
		return outOfReachWhy, nil
	}
}

const outOfReachWhy = "every tool that could break it refuses on every record there is, or is forbidden by name"

// namedBy reports whether another prohibition forbids a tool by its name, with any arguments and
// in every stage.
func (m *mutants) namedBy(o world.Offer, but string) bool {
	return slices.ContainsFunc(m.l.bound.Task.Forbid, func(f task.ForbidSpec) bool {
		return f.ID != but && len(f.Stages) == 0 && f.Args == nil && f.Params != nil && (f.Params.Literal() == o.Name ||
			slices.ContainsFunc(f.Params.Items, func(n *task.Node) bool { return f.Params.Kind == task.List && n.Literal() == o.Name }))
	})
}

// forbidsAdding reports whether a prohibition forbids every new record of a collection.
func (m *mutants) forbidsAdding(coll string) bool {
	return slices.ContainsFunc(m.l.bound.Task.Forbid, func(f task.ForbidSpec) bool {
		if len(f.Stages) > 0 || f.Params == nil || len(f.Params.Keys) != 1 {
			return false
		}
		n, ok := f.Params.Get("create")
		if !ok {
			n, ok = f.Params.Get("any")
		}
		return ok && (n.Literal() == coll || n.Literal() == "*")
	})
}

// frozen reports whether a tool refuses on every record that it could be called on, and whether
// those records stay as they are.
func (m *mutants) frozen(o world.Offer, e *world.Effect) bool {
	key, coll := m.keyed(o, e)
	if key == "" || !m.refuses(o, key, coll) {
		return false
	}
	for _, other := range m.l.bound.Image.Offered() {
		for k := range other.Tool.Effects {
			x := &other.Tool.Effects[k]
			if other.Service.Name+"."+x.Collection != coll {
				continue
			}
			if x.Op == world.Created {
				if !m.forbidsAdding(coll) {
					return false
				}
				continue
			}
			if k2, c2 := m.keyed(other, x); k2 == "" || !m.refuses(other, k2, c2) {
				return false
			}
		}
	}
	return true
}

// keyed is the argument that names the record on which a tool's effect depends.
func (m *mutants) keyed(o world.Offer, e *world.Effect) (param, coll string) {
	if e.Key != "" && e.Op != world.Created {
		return e.Key, o.Service.Name + "." + e.Collection
	}
	filler := m.l.plausible(m.l.s.seedState())
	for i := range o.Tool.Params {
		p := &o.Tool.Params[i]
		if named := filler.named(o, p); p.Required && len(named) > 0 {
			return p.Name, named[0]
		}
	}
	return "", ""
}

// refuses reports whether a tool refuses on every record of a collection, for what they are and
// not for its arguments.
func (m *mutants) refuses(o world.Offer, key, coll string) bool {
	l := m.l
	places := []int{0, len(l.marks) - 1}
	for _, s := range l.stages {
		if !slices.Contains(places, s.from) {
			places = append(places, s.from)
		}
	}
	for _, at := range places {
		w := l.marks[at].e.World()
		filler := l.plausible(w.State())
		for r := range w.State().Records(coll) {
			base := value.Obj(value.Member{Name: key, Value: fitted(o, key, r.ID())})
			judged := false
			for _, args := range enumerated(o, filler.required(o, base)) {
				c := callOf(o.Name, args)
				switch l.called(w, &c).Outcome {
				case world.Conflict, world.Denied, world.Missing:
					judged = true
				case world.Invalid:
				default:
					return false
				}
			}
			if !judged {
				return false
			}
		}
	}
	return true
}

// enumerated lists arguments with each member of the enumerations in turn.
func enumerated(o world.Offer, args *value.Object) []*value.Object {
	out := []*value.Object{args}
	for i := range o.Tool.Params {
		p := &o.Tool.Params[i]
		for _, v := range p.Enum {
			other := args.Clone()
			other.Set(p.Name, fitted(o, p.Name, v))
			out = append(out, other)
		}
	}
	return out
}

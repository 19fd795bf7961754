package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// guard proves that a weaker matcher of a field makes no difference, by way of everything that
// can give the field a value: where all those values are known beforehand, each that the weaker
// matcher takes and the true one does not is refused by its tool or breaks a prohibition.
type guard struct {
	m      *mutants
	f      *matched
	weak   func(x grade.Matcher) grade.Matcher
	broken bool // some of the values break a prohibition
	values int  // that would have to be stopped
}

// guarded is the proof for one operator on one field.
func (m *mutants) guarded(f *matched, weak func(x grade.Matcher) grade.Matcher) proof {
	return func() (string, error) {
		if why := m.exceptsThat(f); why != "" {
			return why, nil
		}
		if m.l.bound.Options().Profile != world.Strict {
			return "", nil // arguments are not held against their declarations
		}
		g := guard{m: m, f: f, weak: weak}
		ok, err := g.closed()
		switch {
		case err != nil || !ok:
			return "", err
		case g.values == 0:
			return "no tool on offer can give the field a value that the weaker grader takes", nil
		case !g.broken:
			return "every tool refuses the values that the weaker grader takes", nil
		}
		return guardedWhy, nil
	}
}

// closed goes through the records that the check is about.
func (g *guard) closed() (bool, error) {
	_, field := g.f.place(&g.m.l.bound.Task.Checks[g.f.check])
	acts, err := g.m.l.s.evidenceOf()
	if err != nil || field == "" {
		return false, nil
	}
	found := false
	for i := range acts {
		c := acts[i].Change
		if acts[i].Check != g.m.l.bound.Task.Checks[g.f.check].ID {
			continue
		}
		if c == nil || c.Op == world.Deleted {
			return false, nil
		}
		for _, f := range c.Fields {
			if f.Name != field || f.Matcher == nil {
				continue
			}
			found = true
			if ok, err := g.one(c, field, f.Matcher); err != nil || !ok {
				return false, err
			}
		}
	}
	return found, nil
}

// one goes through the tools that can give one record's field a value.
func (g *guard) one(c *grade.ChangeAct, field string, x grade.Matcher) (bool, error) {
	bad := func(v any) bool { return v != nil && g.weak(x).Match(v, true) && !x.Match(v, true) }
	at, id, ok := g.made(c)
	if !ok {
		return false, nil
	}
	for _, o := range g.m.l.bound.Image.Offered() {
		for k := range o.Tool.Effects {
			e := &o.Tool.Effects[k]
			if o.Service.Name+"."+e.Collection != c.Collection || !sets(e, field) || e.Op == world.Created && c.Op == world.Updated {
				continue
			}
			values, known := g.domain(o, e, c.Collection, field)
			if !known {
				return false, nil
			}
			if !slices.ContainsFunc(values, bad) {
				continue
			}
			g.values++
			if ok, err := g.stopped(o, e, c, field, at, id, bad); err != nil || !ok {
				return false, err
			}
		}
	}
	return true, nil
}

// made is the move of the solution that makes or changes the record which a check asks for, and
// the record's id afterwards.
func (g *guard) made(c *grade.ChangeAct) (at int, id string, ok bool) {
	l := g.m.l
	for _, x := range l.oracle.seqs {
		e := l.oracle.episode.World().Entries()[x.seq-1]
		for _, ch := range e.Changes {
			if r := ch.After; r != nil && ch.Op == c.Op && r.Collection() == c.Collection && (c.Op == world.Created || r.ID() == c.ID) && fits(r, c.Fields) {
				return l.moveAt(x.at.item), r.ID(), true
			}
		}
	}
	return 0, "", false
}

// domain lists the values that an effect can give a field; known is false where there is no end
// of them.
func (g *guard) domain(o world.Offer, e *world.Effect, coll, field string) (values []any, known bool) {
	decl, ok := g.m.l.bound.Image.Collection(coll)
	if !ok {
		return nil, false
	}
	f, ok := decl.Field(field)
	if !ok || f.List {
		return nil, false
	}
	if fixed, has := e.Const[field]; has {
		return []any{fixed}, true
	}
	enum, kind, ref := f.Enum, f.Type, f.Ref
	if param, given := e.Fields[field]; given {
		p, declared := o.Tool.Param(param)
		if !declared || p.List {
			return nil, false
		}
		enum, kind, ref = p.Enum, p.Type, p.Ref
	}
	switch {
	case len(enum) > 0:
		for _, v := range enum {
			values = append(values, v)
		}
		return values, true
	case kind == world.Bool:
		return []any{true, false}, true
	case ref != "":
		return g.m.idsOf(ref)
	}
	return nil, false
}

// mostAdded bounds the records that an agent adds to a collection where a task sets no limit.
const mostAdded = 1000

// idsOf are the ids of a collection, listed once; known is false where there is no end of them.
func (m *mutants) idsOf(coll string) (ids []any, known bool) {
	ids, listed := m.ids[coll]
	if !listed {
		ids = m.listIDs(coll)
		m.ids[coll] = ids
	}
	return ids, ids != nil
}

// listIDs lists the ids of the records that a collection ever holds: those that are there, and
// those that as many calls as the task allows could add; nil where ids are not made by a pattern.
func (m *mutants) listIDs(coll string) []any {
	l, ids := m.l, []any{}
	state := l.oracle.episode.World().State()
	for r := range state.Records(coll) {
		ids = append(ids, r.ID())
	}
	for r := range l.s.seedState().Records(coll) {
		ids = append(ids, r.ID())
	}
	for _, o := range l.bound.Image.Offered() {
		for _, e := range o.Tool.Effects {
			if e.Op != world.Created || o.Service.Name+"."+e.Collection != coll {
				continue
			}
			decl, ok := l.bound.Image.Collection(coll)
			if !ok || decl.NewID == "" {
				return nil
			}
			most := mostAdded
			if n := l.bound.Task.Limits.MaxCalls; n > 0 {
				most = n
			}
			for n := range 2*state.Len(coll) + most { // ids in use are passed over
				ids = append(ids, fmt.Sprintf(decl.NewID, n+1))
			}
			return ids
		}
	}
	return ids
}

// stopped reports whether every call by which a tool gives the field a bad value is refused or
// breaks a prohibition, before the solution's own call and after it.
func (g *guard) stopped(o world.Offer, e *world.Effect, c *grade.ChangeAct, field string, at int, id string, bad func(any) bool) (bool, error) {
	l := g.m.l
	for _, place := range []int{at, at + 1} {
		if e.Op == world.Updated && c.Op == world.Created && place == at {
			continue // it is not there yet
		}
		s := search{l: l, o: o, e: e, act: &grade.ChangeAct{Op: e.Op, Collection: c.Collection}, w: l.marks[place].e.World(), seen: map[string]bool{}}
		ok, judged, failed := true, false, error(nil)
		s.yield = func(x breach) bool {
			entry := l.called(s.w, &x.call)
			judged = judged || entry.Outcome != world.Invalid
			for _, ch := range entry.Changes {
				if !s.fits(ch, &x) || ch.After == nil {
					continue
				}
				if v, _ := ch.After.Get(field); !bad(v) {
					continue
				}
				broken, err := l.brokenBy(place, &x.call)
				ok, failed, g.broken = len(broken) > 0, err, true
			}
			return ok && failed == nil
		}
		if g.every(&s, o, e, c, field, id, bad); failed != nil || !ok || !judged || s.tried == mostTried {
			return false, failed
		}
	}
	return true, nil
}

// every makes the calls: with each bad value where an argument gives it, and else with each
// member of the enumerations that the tool takes.
func (g *guard) every(s *search, o world.Offer, e *world.Effect, c *grade.ChangeAct, field, id string, bad func(any) bool) {
	key, ids := e.Key, []string{id}
	if e.Op == world.Updated && key == "" {
		key, ids = s.targets()
	}
	param, given := e.Fields[field]
	values, _ := g.domain(o, e, c.Collection, field)
	for _, id := range ids {
		base := value.Obj()
		if own := s.ownCall(); own != nil {
			base = own
		}
		if !given {
			s.changed(base, key, id)
			continue
		}
		for _, v := range values {
			if bad(v) {
				args := base.Clone()
				args.Set(param, v)
				s.changed(args, key, id)
			}
		}
	}
}

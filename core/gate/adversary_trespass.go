package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// trespass is a call that was tried in a copy of the world and has a forbidden effect there.
type trespass struct {
	breach
	at    int  // the move of the solution before which it is made
	alone bool // it breaks that one prohibition only
}

// The bounds of the search for one prohibition and one effect of a tool.
const (
	mostTrespassed = 12 // records that a tool is tried on
	mostTried      = 60 // calls that are tried
	mostAlike      = 4  // calls of which the grader is asked what it thinks of the like change
	mostValues     = 3  // values of one argument
)

// trespasses finds calls by which a tool has a forbidden effect: the first that does, and one
// that breaks nothing else, at the end of the stage or else before the solution changes anything.
// Most calls that could be made up are refused, so that they are tried in copies first.
func (l *lab) trespasses(b *grade.Breach, o world.Offer, e *world.Effect) ([]trespass, error) {
	var out []trespass
	end := l.lastTurn(b.Stage)
	places := []int{end}
	if first := l.changeIn(b.Stage); first < end {
		places = append(places, first)
	}
	for _, at := range places {
		found, err := l.trespassesAt(at, b, o, e, len(out) > 0)
		if err != nil {
			return nil, err
		}
		if out = append(out, found...); len(out) > 0 && out[len(out)-1].alone {
			break
		}
	}
	return out, nil
}

// changeIn is the place of the first change within a stage, its beginning where there is none.
func (l *lab) changeIn(stage string) int {
	span := l.spanOf(stage)
	for i := span.from; i < span.to; i++ {
		if l.changing(l.base.moves[i]) {
			return i
		}
	}
	return span.from
}

func (l *lab) trespassesAt(at int, b *grade.Breach, o world.Offer, e *world.Effect, aloneOnly bool) ([]trespass, error) {
	s := search{l: l, o: o, e: e, act: b.Change, w: l.marks[at].e.World(), seen: map[string]bool{}}
	var out []trespass
	var failed error
	alike := 0
	s.calls(func(c breach) bool {
		entry := l.called(s.w, &c.call)
		if !s.does(entry, &c) {
			return true
		}
		broken, err := l.brokenBy(at, &c.call)
		if err != nil {
			failed = err
			return false
		}
		switch own := slices.Contains(broken, b.Prohibition); {
		case own && (len(broken) == 1 || !aloneOnly && len(out) == 0):
			out = append(out, trespass{c, at, len(broken) == 1})
			return len(broken) > 1
		case own || aloneOnly || !c.exact && alike == mostAlike:
			return true
		}
		alike++
		if c.exact || l.breaksAlike(b, s.changeOf(entry, &c)) {
			out = append(out, trespass{c, at, false}) // the tool's way around the prohibition
		}
		return true
	})
	return out, failed
}

// trespassing is the solution with a trespass in it.
func (l *lab) trespassing(b *grade.Breach, o world.Offer, t trespass) attempt {
	at := l.provokedAt(t.at, b, o, t.call)
	if t.at < l.lastTurn(b.Stage) {
		at.params["when"] = "before the work"
	}
	return at
}

// search makes up calls with which a tool may have an effect.
type search struct {
	l     *lab
	o     world.Offer
	e     *world.Effect
	act   *grade.ChangeAct
	w     *world.World // in copies of which they are tried
	seen  map[string]bool
	tried int
	yield func(breach) bool
	done  bool
}

// calls yields them until yield returns false or enough were tried: with just what the
// prohibition is about, as the solution calls the tool but for one argument, and with one thing
// changed that the tool can change.
func (s *search) calls(yield func(breach) bool) {
	s.yield = yield
	key, ids := s.targets()
	for _, id := range ids {
		exact := s.l.breakingWith(s.o, s.e, s.act, id, false)
		exact.exact = exact.exact && id == s.act.ID // another record may be an exception
		s.try(exact, key, id)
		if s.e.Op == world.Created {
			s.try(s.l.breakingWith(s.o, s.e, s.act, id, true), key, id)
		}
		s.variations(key, id)
		if s.done {
			return
		}
	}
}

// variations are the calls on one record with one argument in turn as something else: of the
// solution's own call of the tool, and of one with what it must have.
func (s *search) variations(key, id string) {
	if own := s.ownCall(); own != nil {
		s.changed(own, key, id)
	}
	s.changed(value.Obj(), key, id)
}

// try yields a call on a record, once.
func (s *search) try(c breach, key, id string) {
	if s.done || s.tried == mostTried {
		s.done = true
		return
	}
	if key != "" && s.e.Key == "" {
		c.call = c.call.with(key, fitted(s.o, key, id))
	}
	c.id = id
	if raw := string(c.call.raw); !s.seen[raw] {
		s.seen[raw] = true
		s.tried++
		s.done = !s.yield(c)
	}
}

// targets are the argument that names the record which a tool acts on, and the records to try
// it on: that of the breach, those that the solution changes or makes, then the others.
func (s *search) targets() (key string, ids []string) {
	if s.e.Op == world.Created {
		return "", []string{""}
	}
	filler := s.l.plausible(s.w.State())
	key, coll := s.e.Key, s.o.Service.Name+"."+s.e.Collection
	for i := range s.o.Tool.Params {
		p := &s.o.Tool.Params[i]
		if named := filler.named(s.o, p); key == "" && len(named) > 0 {
			key, coll = p.Name, named[0] // what follows from a change of another record
		}
	}
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) && len(ids) < mostTrespassed {
			ids = append(ids, id)
		}
	}
	if s.e.Key != "" {
		add(s.act.ID)
	}
	add(s.l.changedBySolution(coll))
	seed := s.l.s.seedState()
	for r := range s.w.State().Records(coll) {
		if _, old := seed.Get(coll, r.ID()); !old {
			add(r.ID())
		}
	}
	for r := range s.w.State().Records(coll) {
		add(r.ID())
	}
	return key, ids
}

// ownCall are the arguments with which the solution calls the tool; nil where it does not.
func (s *search) ownCall() *value.Object {
	for i := range s.l.base.moves {
		for k := range s.l.base.moves[i].calls {
			if c := &s.l.base.moves[i].calls[k]; c.tool == s.o.Name {
				return c.args
			}
		}
	}
	return nil
}

// changed tries a call on a record with each argument in turn as something else.
func (s *search) changed(base *value.Object, key, id string) {
	filler := s.l.plausible(s.w.State())
	base = roomy(base, 1)
	if key != "" {
		base.Set(key, fitted(s.o, key, id))
	}
	s.try(breach{call: callOf(s.o.Name, filler.required(s.o, base))}, key, id)
	room := lacking(s.o, base) + 1
	for i := range s.o.Tool.Params {
		p := &s.o.Tool.Params[i]
		if p.Name == key {
			continue
		}
		for _, v := range s.values(filler, p, id) {
			args := roomy(base, room)
			args.Set(p.Name, fitted(s.o, p.Name, v))
			s.try(breach{call: callOf(s.o.Name, filler.fill(s.o, args))}, key, id)
		}
	}
}

// values are what an argument could be: the members of its enumeration, the records that it can
// name, what the field that it becomes does not hold, a tree like the record's own.
func (s *search) values(filler *plausible, p *world.Param, id string) []any {
	var out []any
	coll := s.o.Service.Name + "." + s.e.Collection
	rec, _ := s.w.State().Get(coll, id)
	for _, v := range p.Enum {
		out = append(out, v)
	}
	if p.Type == world.Bool {
		out = append(out, true, false)
	}
	for _, full := range filler.named(s.o, p) {
		for r := range s.w.State().Records(full) {
			if len(out) == mostValues {
				break
			}
			out = append(out, r.ID())
		}
	}
	decl, ok := s.l.bound.Image.Collection(coll)
	if len(out) > 0 || !ok {
		return out
	}
	for _, field := range append(fieldsOf(s.e, p.Name), p.Name) {
		f, ok := decl.Field(field)
		if !ok {
			continue
		}
		var was any
		if rec != nil {
			was, _ = rec.Get(field)
		}
		if p.Type == world.Tree && !p.List {
			return s.treesLike(coll, field, was)
		}
		other := filler.other(coll, f, was)
		if list, ok := other.([]any); ok && len(list) == 0 {
			other = []any{otherOf(f.Type, nil, s.l.bound.Task.Now)} // none is what was left out
		}
		out = append(out, other)
		if first, had := s.l.s.seedState().Get(coll, id); had { // back to what it was
			if v, _ := first.Get(field); v != nil && !value.Equal(v, was) {
				out = append(out, v)
			}
		}
		return out
	}
	return nil
}

// treesLike are trees such as a record holds, each with one leaf changed.
func (s *search) treesLike(coll, field string, was any) []any {
	if was == nil {
		for r := range s.w.State().Records(coll) {
			if was, _ = r.Get(field); was != nil {
				break
			}
		}
	}
	o, ok := was.(*value.Object)
	if !ok {
		return nil
	}
	var out []any
	for _, m := range slices.Backward(o.Members()) {
		var other any
		switch v := m.Value.(type) {
		case string:
			other = v + " (changed)"
		case value.Number:
			other = otherOf(world.Number, v, s.l.bound.Task.Now)
		case bool:
			other = !v
		default:
			continue
		}
		if len(out) < mostValues {
			tree := o.Clone()
			tree.Set(m.Name, other)
			out = append(out, tree)
		}
	}
	return out
}

// fieldsOf lists the fields that a parameter becomes.
func fieldsOf(e *world.Effect, param string) []string {
	var out []string
	for field, from := range e.Fields {
		if from == param {
			out = append(out, field)
		}
	}
	slices.Sort(out)
	return out
}

// does reports whether a call that was tried has the effect that is searched for.
func (s *search) does(e *world.Entry, c *breach) bool {
	return slices.ContainsFunc(e.Changes, func(ch world.Change) bool { return s.fits(ch, c) })
}

func (s *search) fits(ch world.Change, c *breach) bool {
	r := ch.Record()
	return ch.Op == s.act.Op && r.Collection() == s.act.Collection && (ch.Op == world.Created || s.e.Key == "" || r.ID() == c.id)
}

// changeOf is that effect.
func (s *search) changeOf(e *world.Entry, c *breach) world.Change {
	return e.Changes[slices.IndexFunc(e.Changes, func(ch world.Change) bool { return s.fits(ch, c) })]
}

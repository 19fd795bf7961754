package gate

import (
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// sight is a record that some evidence asks a reply to hold, with fields of it.
type sight struct {
	coll, id string // full name of the collection
	fields   []string
}

// in reports whether a reply held the record with all the fields.
func (s *sight) in(e *world.Entry) bool {
	return slices.ContainsFunc(e.Shown, func(x world.Shown) bool {
		return x.Record.ID() == s.id && x.Record.Collection() == s.coll && !slices.ContainsFunc(s.fields, func(f string) bool { return !x.Has(f) })
	})
}

// glimpse is the same record whatever is shown of it.
func (s sight) glimpse() sight { return sight{coll: s.coll, id: s.id} }

func (s sight) equal(o sight) bool {
	return s.id == o.id && s.coll == o.coll && slices.Equal(s.fields, o.fields)
}

func shows(e *world.Entry, list []sight) bool {
	return slices.ContainsFunc(list, func(s sight) bool { return s.in(e) })
}

// sightsOf lists what a check of evidence asks to be shown, each once and in the order of its
// items; ok is false where it asks for something else too.
func (l *lab) sightsOf(check int) (out []sight, ok bool) {
	acts, err := l.s.evidenceOf()
	if err != nil || l.bound.Task.Checks[check].Weight > 0 {
		return nil, false
	}
	for i := range acts {
		n := &acts[i]
		if n.Check != l.bound.Task.Checks[check].ID {
			continue
		}
		if n.Read == nil {
			return nil, false
		}
		s := sight{n.Read.Collection, n.Read.ID, n.Read.Fields}
		if !slices.ContainsFunc(out, s.equal) {
			out = append(out, s)
		}
	}
	return out, len(out) > 0
}

// allSights lists those of every check of evidence, by check; nil where it asks for something
// else.
func (l *lab) allSights() [][]sight {
	if l.sights == nil {
		l.sights = make([][]sight, len(l.bound.Task.Checks))
		for i := range l.sights {
			if list, ok := l.sightsOf(i); ok {
				l.sights[i] = list
			}
		}
	}
	return l.sights
}

// lookout are narrow calls that are made at one mark in the place of one that shows more.
type lookout struct {
	l       *lab
	w       *world.World
	calls   []call
	entries []*world.Entry // of the calls
}

// add sees to it that a sight is shown, by a call that shows nothing of what is to stay unseen
// unless one does already; false = no call does.
func (o *lookout) add(want sight, unseen []sight) bool {
	if slices.ContainsFunc(o.entries, want.in) {
		return true
	}
	for _, c := range o.l.showing(o.w, want) {
		if e := c.entry(o.l, o.w); want.in(e) && !shows(e, unseen) {
			o.calls, o.entries = append(o.calls, c.call), append(o.entries, e)
			return true
		}
	}
	return false
}

// showingCall is a call that may show a record, and what it shows once it was tried.
type showingCall struct {
	call call
	made *world.Entry
}

// entry is what comes of the call.
func (c *showingCall) entry(l *lab, w *world.World) *world.Entry {
	if c.made == nil {
		c.made = l.called(w, &c.call)
	}
	return c.made
}

// showing lists calls that may show a record, the narrowest first: by its key, by each filter
// or search that its own values pass, and cut after a few rows. They are made up once for each
// record and mark, whatever is to be shown of it.
func (l *lab) showing(w *world.World, s sight) []*showingCall {
	k := glimpsed{w, s.coll, s.id}
	list, known := l.glimpses[k]
	if !known {
		if r, ok := w.State().Get(s.coll, s.id); ok {
			list = l.showingRecord(w, s, r)
		}
		l.glimpses[k] = list
	}
	return list
}

// glimpsed is a record as a mark's world holds it.
type glimpsed struct {
	w        *world.World
	coll, id string
}

func (l *lab) showingRecord(w *world.World, s sight, r *world.Record) []*showingCall {
	filler := l.plausible(w.State())
	var keyed, filtered []*showingCall
	for _, o := range l.offers.reads {
		for i := range o.Tool.Reads {
			read := &o.Tool.Reads[i]
			if o.Service.Name+"."+read.Collection != s.coll {
				continue
			}
			if read.Key != "" {
				args := value.Obj(value.Member{Name: read.Key, Value: fitted(o, read.Key, s.id)})
				keyed = append(keyed, &showingCall{call: callOf(o.Name, filler.required(o, args))})
				continue
			}
			for _, args := range append(l.narrowing(o, read, r), l.byMembers(o, read, r)...) {
				c := &showingCall{call: callOf(o.Name, filler.required(o, args))}
				filtered = append(filtered, c)
				if n := standsAt(c.entry(l, w), &s); n > 0 && read.Limit != "" {
					filtered = append(filtered, &showingCall{call: c.call.with(read.Limit, value.Int(int64(n)))})
				}
			}
		}
	}
	return append(keyed, filtered...)
}

// narrowing lists arguments of a list tool that a record's own values pass: with one more filter
// each, then with what the tool must be given alone.
func (l *lab) narrowing(o world.Offer, read *world.Read, r *world.Record) []*value.Object {
	base := value.Obj()
	var more []value.Member
	for _, fields := range []map[string]string{read.Filters, read.Search} {
		for _, name := range sorted(fields) {
			p, ok := o.Tool.Param(name)
			v := l.ownValue(r, fields[name], p)
			switch {
			case !ok || v == nil:
			case p.Required || p.Needed:
				base.Set(name, fitted(o, name, v))
			default:
				more = append(more, value.Member{Name: name, Value: fitted(o, name, v)})
			}
		}
	}
	var out []*value.Object
	for _, m := range more {
		args := base.Clone()
		args.Set(m.Name, m.Value)
		out = append(out, args)
	}
	return append(out, base)
}

// byMembers lists arguments of a list tool that looks for a member of a tree: a text that is no
// filter is its name, and a tree its value.
func (l *lab) byMembers(o world.Offer, read *world.Read, r *world.Record) []*value.Object {
	name, tree := "", ""
	base := value.Obj()
	for i := range o.Tool.Params {
		p := &o.Tool.Params[i]
		field, filter := read.Filters[p.Name]
		switch {
		case filter && (p.Required || p.Needed):
			base.Set(p.Name, fitted(o, p.Name, l.ownValue(r, field, p)))
		case !filter && p.Type == world.Text:
			name = p.Name
		case !filter && p.Type == world.Tree:
			tree = p.Name
		}
	}
	if name == "" || tree == "" {
		return nil
	}
	var out []*value.Object
	for _, m := range r.Fields() {
		o, ok := m.Value.(*value.Object)
		if !ok {
			continue
		}
		for _, member := range o.Members() {
			args := base.Clone()
			args.Set(name, member.Name)
			args.Set(tree, member.Value)
			out = append(out, args)
		}
	}
	return out
}

// standsAt is where in a reply a record stands, counted from 1; 0 = nowhere.
func standsAt(e *world.Entry, s *sight) int {
	n := 0
	for _, x := range e.Shown {
		if x.Record.Collection() != s.coll {
			continue
		}
		if n++; x.Record.ID() == s.id {
			return n
		}
	}
	return 0
}

// ownValue is what a record holds in a field, as a parameter takes it: of an instant its day
// where a day is asked for, of a list its first member. nil = nothing.
func (l *lab) ownValue(r *world.Record, field string, p *world.Param) any {
	v, _ := r.Get(field)
	if list, ok := v.([]any); ok {
		if len(list) == 0 {
			return nil
		}
		v = list[0]
	}
	s, isText := v.(string)
	if v == nil || isText && s == "" {
		return nil
	}
	if p != nil && p.Type == world.Day && isText {
		if at, err := time.Parse(time.RFC3339, s); err == nil {
			return at.In(l.bound.Task.Zone).Format(time.DateOnly)
		}
	}
	return v
}

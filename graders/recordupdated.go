package graders

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// RecordUpdated is the check that the agent changed records.
func RecordUpdated() grade.Kind {
	params := []grade.ParamDoc{
		paramIn(), paramRecord(), paramEach(),
		{Name: "set", Type: "matchers by field", Required: true, Doc: "what each field must be: {FIELD: VALUE OR MATCHER, ...}"},
	}
	return grade.Kind{
		Name: "record_updated", Version: 1, Params: params,
		Doc:     "Each field of set matches at the end and was last changed by the agent. What is true from the start is no one's work and a load error.",
		Example: "{in: helpdesk.tickets, each: overdue, record: =it.ticket, set: {priority: urgent}}",
		Compile: func(c *grade.Compiler, spec task.CheckSpec) grade.Check {
			mark := c.Mark()
			p := c.Params(spec.Params, params)
			if p == nil {
				return nil
			}
			coll := c.Collection(p.Node("in"))
			items := c.Items(p.Node("each"))
			ids := c.IDs(p.Node("record"), items, coll, p.Whole())
			set := c.Pattern(p.Node("set"), items, coll)
			if c.Failed(mark) || ids == nil || set == nil {
				return nil
			}
			c.Known(ids, items, coll, orWhole(p, "record"))
			c.NotYet(ids, set, items, coll, p.Node("set"))
			c.Writable(p.Node("set"), set, items, coll, world.Updated)
			return &recordUpdated{coll.Name, items, ids, set}
		},
	}
}

// orWhole is a parameter's node, or that of all parameters where it is not given.
func orWhole(p *grade.Params, name string) *task.Node {
	if n := p.Node(name); n != nil {
		return n
	}
	return p.Whole()
}

type recordUpdated struct {
	coll  string
	items *grade.Items
	ids   *grade.Late[string]
	set   *grade.Pattern
}

var _ grade.Check = (*recordUpdated)(nil)

// target is one item with its record.
type target struct {
	id     string
	track  *grade.Track // nil where nobody touched the record
	fields []grade.FieldMatch
}

func (k *recordUpdated) target(l *grade.Log, i int) (target, error) {
	id, err := k.ids.For(l, i)
	if err != nil {
		return target{}, err
	}
	fields, err := k.set.For(l, i)
	if err != nil {
		return target{}, err
	}
	t, _ := l.Track(k.coll, id)
	return target{id, t, fields}, nil
}

// Judge counts the items whose fields are all as they should be.
func (k *recordUpdated) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: k.items.Len(), First: grade.NoEvidence}
	var targets []target
	for i := range k.items.Values {
		t, err := k.target(l, i)
		if err != nil {
			return late(v, err)
		}
		if k.judge(l, &v, i, t) {
			v.Got++
		}
		if l.Explains() {
			targets = append(targets, t)
		}
	}
	if l.Explains() {
		v.Since, v.Until = span(targets, l.End())
	}
	return v
}

// span are the entries since and until which the targets all were as they should be.
func span(targets []target, end int) (since, until int) {
	var points []int
	for _, t := range targets {
		if t.track != nil {
			t.track.Versions(end, func(ver *grade.Version) bool { points = append(points, ver.Seq); return true })
		}
	}
	return grade.Span(ascending(points), func(seq int) bool {
		return !slices.ContainsFunc(targets, func(t target) bool { return !t.done(seq) })
	})
}

// judge decides one item and notes its evidence or why it fails.
func (k *recordUpdated) judge(l *grade.Log, v *grade.Verdict, i int, t target) bool {
	done := true
	for _, f := range t.fields {
		seq, agent, right := t.last(f, l.End())
		if agent && right {
			v.See(seq)
			continue
		}
		if done && l.Explains() {
			v.Because(k.why(l, i, t, f, seq, right))
		}
		done = false
	}
	return done
}

// last returns the entry that last changed a field up to an entry, whether the agent did, and
// whether the value is right then. seq is 0 where nobody changed it.
func (t target) last(f grade.FieldMatch, end int) (seq int, agent, right bool) {
	if t.track == nil {
		return 0, false, false
	}
	t.track.Versions(end, func(v *grade.Version) bool {
		if changed(v.Change, f.Name) {
			seq, agent = v.Seq, v.Agent
		}
		return true
	})
	r, _ := t.track.At(end)
	if r == nil {
		return seq, agent, false
	}
	got, ok := r.Get(f.Name)
	return seq, agent, f.Matcher.Match(got, ok)
}

func (t target) done(end int) bool {
	for _, f := range t.fields {
		if _, agent, right := t.last(f, end); !agent || !right {
			return false
		}
	}
	return true
}

// changed reports whether a change concerns a field: a created record's fields all are.
func changed(ch world.Change, field string) bool {
	if ch.Op != world.Updated {
		return true
	}
	was, had := ch.Before.Get(field)
	is, has := ch.After.Get(field)
	return had != has || had && !same(was, is)
}

// why says why a field of an item is not as it should be.
func (k *recordUpdated) why(l *grade.Log, i int, t target, f grade.FieldMatch, seq int, right bool) grade.Reason {
	r := grade.Reason{Item: k.items.Label(i), Record: name(k.coll, t.id), Field: f.Name}
	if seq > 0 {
		r.Seq = []int{seq}
	}
	rec, ok := l.Record(k.coll, t.id)
	switch {
	case !ok:
		r.Text = "the record does not exist at the end"
	case right:
		r.Text = "it is right, but the agent was not the last to change it"
		if seq > 0 {
			r.Text += fmt.Sprintf(" (%s was)", number(seq))
		}
	default:
		got, present := rec.Get(f.Name)
		r.Text = f.Matcher.Why(got, present)
		if e, struck := attempt(l, t.id, k.coll); struck && seq == 0 {
			r.Seq, r.Text = []int{e}, r.Text+"; the attempt "+number(e)+" met a fault before it took effect"
		}
	}
	return r
}

// attempt finds an act on a record that a fault stopped.
func attempt(l *grade.Log, id, coll string) (seq int, struck bool) {
	for _, e := range l.Entries() {
		for _, ch := range e.Intended {
			if r := ch.Record(); e.Actor == world.Agent && r.ID() == id && r.Collection() == coll {
				return e.Seq, true
			}
		}
	}
	return 0, false
}

// Needed lists the changes that are still to be made.
func (k *recordUpdated) Needed(l *grade.Log) ([]grade.Needed, error) {
	var out []grade.Needed
	for i := range k.items.Values {
		t, err := k.target(l, i)
		if err != nil {
			return nil, err
		}
		if t.done(l.End()) {
			continue
		}
		out = append(out, grade.Needed{Item: i, Act: grade.Act{Change: &grade.ChangeAct{
			Op: world.Updated, Collection: k.coll, ID: t.id, Fields: grade.FieldsOf(t.fields)}}})
	}
	return out, nil
}

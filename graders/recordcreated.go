package graders

import (
	"errors"
	"fmt"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// RecordCreated is the check that the agent made records.
func RecordCreated() grade.Kind {
	params := []grade.ParamDoc{
		paramIn(),
		{Name: "match", Type: "matchers by field", Required: true, Doc: "what the record must be: {FIELD: VALUE OR MATCHER, ...}"},
		paramEach(),
		{Name: "count", Type: "number", Doc: "how many records match each item; 1 by default"},
		{Name: "least", Type: "number", Doc: "in place of count, for imported tasks alone: so many or more"},
		{Name: "only", Type: "yes or no", Doc: "no further record of the agent is left there that no record_created check accepts"},
	}
	return grade.Kind{
		Name: "record_created", Version: 2, Params: params,
		Doc:     "Every item has exactly count records that the agent made, that still exist and that match. One record may serve several items, if it does not tell of one what belongs to another.",
		Example: "{in: gmail.sent, each: overdue, only: true, match: {to: {address: =it.manager}}}",
		Compile: func(c *grade.Compiler, spec task.CheckSpec) grade.Check {
			mark := c.Mark()
			p := c.Params(spec.Params, params)
			if p == nil {
				return nil
			}
			coll := c.Collection(p.Node("in"))
			items := c.Items(p.Node("each"))
			k := &recordCreated{items: items, match: c.Pattern(p.Node("match"), items, coll), count: p.Int("count", 1, 1), only: p.Bool("only")}
			k.atLeast(c, p)
			if c.Failed(mark) || coll == nil || k.match == nil {
				return nil
			}
			k.coll = coll.Name
			c.Writable(p.Node("match"), k.match, items, coll, world.Created)
			return k
		},
	}
}

type recordCreated struct {
	coll  string
	items *grade.Items
	match *grade.Pattern
	count int
	more  bool // more than count are as good
	only  bool
}

var _ grade.Maker = (*recordCreated)(nil)

func (k *recordCreated) Collection() string { return k.coll }

// Single reports whether made(...) can name the check: it accepts one record.
func (k *recordCreated) Single() bool { return k.items.Len() == 1 && k.count == 1 && !k.more }

// atLeast reads least. A task of our own says how many it wants, since a record too many is a
// mistake; what other projects count is often a minimum.
func (k *recordCreated) atLeast(c *grade.Compiler, p *grade.Params) {
	n := p.Node("least")
	switch {
	case n == nil:
	case p.Has("count"):
		c.Problem(n, grade.CodeBadParam, "keep one of them", "count and least exclude each other")
	case !c.Bound.Task.Imported():
		c.Problem(n, grade.CodeBadParam, "write count", "least is for imported tasks alone")
	default:
		k.count, k.more = p.Int("least", 1, 1), true
	}
}

// enough reports whether so many records are as many as an item wants.
func (k *recordCreated) enough(n int) bool { return n == k.count || k.more && n > k.count }

// wants says how many those are.
func (k *recordCreated) wants() string {
	if k.more {
		return fmt.Sprintf("at least %d", k.count)
	}
	return fmt.Sprintf("exactly %d", k.count)
}

// Judge counts the items that have their records.
func (k *recordCreated) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: k.items.Len(), First: grade.NoEvidence}
	s, err := k.sheet(l, l.Opinions)
	if err != nil {
		return late(v, err)
	}
	for i := range s.fields {
		n := 0
		for _, t := range s.tracks {
			if s.fits(i, t, l.End()) {
				n++
				v.See(s.matched(i, t))
				v.Link(t.Began())
			}
		}
		if k.enough(n) {
			v.Got++
		} else if l.Explains() {
			v.Because(s.why(i, n))
		}
	}
	if k.only {
		extra, err := s.surplus(l.End(), 0)
		if err != nil {
			return grade.Verdict{Of: v.Of, First: grade.NoEvidence, Err: err}
		}
		for _, t := range extra {
			v.Of++
			if !l.Explains() {
				continue
			}
			v.Because(grade.Reason{Record: name(k.coll, t.ID), Seq: []int{t.Began()},
				Text: "a further record was created " + number(t.Began()) + " that no check accepts"})
		}
	}
	if l.Explains() {
		v.Since, v.Until = grade.Span(s.points(), s.whole)
	}
	return v
}

// Accepted lists the records that match some item at the log's end.
func (k *recordCreated) Accepted(l *grade.Log) ([]*world.Record, error) {
	s, err := k.sheet(l, fresh)
	if err != nil {
		return nil, err
	}
	var out []*world.Record
	for _, t := range s.tracks {
		if s.wanted(t, l.End()) {
			r, _ := t.At(l.End())
			out = append(out, r)
		}
	}
	return out, nil
}

// Accepts reports whether the record of a track matches some item at the log's end.
func (k *recordCreated) Accepts(l *grade.Log, t *grade.Track) (bool, error) {
	r, _ := t.At(l.End())
	if r == nil {
		return false, nil
	}
	made := l.Opinion(k.match, r, k.items.Len())
	for i := range k.items.Values {
		fields, err := k.match.For(l, i)
		if errors.Is(err, grade.ErrNothingMade) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if made.Fits(i, r, fields) {
			return true, nil
		}
	}
	return false, nil
}

// Needed lists the records that are still to be made.
func (k *recordCreated) Needed(l *grade.Log) ([]grade.Needed, error) {
	s, err := k.sheet(l, fresh)
	if err != nil {
		return nil, err
	}
	var out []grade.Needed
	for i := range s.fields {
		missing := k.count - s.matching(i, l.End())
		for _, n := range out {
			if fitsValues(n.Change.Fields, s.fields[i]) {
				missing--
			}
		}
		for range missing {
			out = append(out, grade.Needed{Item: i, Act: grade.Act{Change: &grade.ChangeAct{
				Op: world.Created, Collection: k.coll, Fields: grade.FieldsOf(s.fields[i])}}})
		}
	}
	return out, nil
}

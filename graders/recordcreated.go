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
		Name: "record_created", Version: 1, Params: params,
		Doc:     "Every item has exactly count records that the agent made, that still exist and that match. One record may serve several items.",
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

// sheet is the work of one judging: which versions of which records match which items.
type sheet struct {
	k      *recordCreated
	l      *grade.Log
	fields [][]grade.FieldMatch
	tracks []*grade.Track
	memo   []int8 // item x version: 0 unknown, 1 matches, 2 does not
	width  int
}

func (k *recordCreated) sheet(l *grade.Log, memo func(int) []int8) (*sheet, error) {
	s := &sheet{k: k, l: l, fields: make([][]grade.FieldMatch, k.items.Len()), width: l.Changes(k.coll)}
	for i := range s.fields {
		var err error
		if s.fields[i], err = k.match.For(l, i); err != nil {
			return s, err
		}
	}
	l.Made(k.coll, func(t *grade.Track) bool {
		s.tracks = append(s.tracks, t)
		return true
	})
	s.memo = memo(len(s.fields) * s.width)
	return s, nil
}

// fresh makes room that no other judging shares: made(...) judges within a judging.
func fresh(n int) []int8 { return make([]int8, n) }

// fits reports whether a record matched an item as of an entry.
func (s *sheet) fits(i int, t *grade.Track, seq int) bool {
	r, v := t.At(seq)
	if r == nil {
		return false
	}
	at := &s.memo[i*s.width+v.Index]
	if *at == 0 {
		*at = 2
		if grade.Fits(r, s.fields[i]) {
			*at = 1
		}
	}
	return *at == 1
}

// matching counts the records that match an item as of an entry.
func (s *sheet) matching(i, seq int) int {
	n := 0
	for _, t := range s.tracks {
		if s.fits(i, t, seq) {
			n++
		}
	}
	return n
}

// matched is the entry with which a record came to match an item as it does at the end.
func (s *sheet) matched(i int, t *grade.Track) int {
	first := 0
	t.Versions(s.l.End(), func(v *grade.Version) bool {
		switch {
		case !s.fits(i, t, v.Seq):
			first = 0
		case first == 0:
			first = v.Seq
		}
		return true
	})
	return first
}

// surplus lists records that no check accepts as of an entry, at most so many; 0 = all.
func (s *sheet) surplus(seq, most int) ([]*grade.Track, error) {
	var out []*grade.Track
	for _, t := range s.tracks {
		if r, _ := t.At(seq); r == nil || s.wanted(t, seq) {
			continue
		}
		ok, err := s.l.AcceptedElsewhere(s.k, t)
		if err != nil {
			return nil, err
		}
		if !ok {
			out = append(out, t)
		}
		if most > 0 && len(out) == most {
			break
		}
	}
	return out, nil
}

func (s *sheet) wanted(t *grade.Track, seq int) bool {
	for i := range s.fields {
		if s.fits(i, t, seq) {
			return true
		}
	}
	return false
}

// whole reports whether the check holds as of an entry.
func (s *sheet) whole(seq int) bool {
	for i := range s.fields {
		if !s.k.enough(s.matching(i, seq)) {
			return false
		}
	}
	if !s.k.only {
		return true
	}
	extra, err := s.surplus(seq, 1)
	return len(extra) == 0 && err == nil
}

// Judge counts the items that have their records.
func (k *recordCreated) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: k.items.Len(), First: grade.NoEvidence}
	s, err := k.sheet(l, l.Memo)
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
		} else {
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
			v.Because(grade.Reason{Record: name(k.coll, t.ID), Seq: []int{t.Began()},
				Text: "a further record was created " + number(t.Began()) + " that no check accepts"})
		}
	}
	v.Since, v.Until = grade.Span(s.points(), s.whole)
	return v
}

// points are the entries after which the check can change.
func (s *sheet) points() []int {
	var out []int
	for _, t := range s.tracks {
		t.Versions(s.l.End(), func(v *grade.Version) bool {
			out = append(out, v.Seq)
			return true
		})
	}
	return ascending(out)
}

// why says what an item lacks, by the record that comes nearest.
func (s *sheet) why(i, n int) grade.Reason {
	r := grade.Reason{Item: s.k.items.Label(i)}
	if n > s.k.count || n > 0 {
		r.Text = fmt.Sprintf("%d records match, %s wanted", n, s.k.wants())
		for _, t := range s.tracks {
			if s.fits(i, t, s.l.End()) {
				r.Seq = append(r.Seq, t.Began())
			}
		}
		return r
	}
	var best *grade.Track
	bestMiss := 0
	for _, t := range s.tracks {
		rec, _ := t.At(s.l.End())
		if rec == nil {
			continue
		}
		if miss := grade.Misfits(rec, s.fields[i]); best == nil || miss < bestMiss {
			best, bestMiss = t, miss
		}
	}
	if best == nil {
		return s.whyNone(i, r)
	}
	rec, _ := best.At(s.l.End())
	r.Record, r.Seq = name(s.k.coll, rec.ID()), []int{best.Began()}
	for _, f := range s.fields[i] {
		if got, ok := rec.Get(f.Name); !f.Matcher.Match(got, ok) {
			r.Field, r.Text = f.Name, f.Matcher.Why(got, ok)
			break
		}
	}
	if bestMiss > 1 {
		r.Text += fmt.Sprintf(" (and %d more fields differ)", bestMiss-1)
	}
	return r
}

// whyNone explains why there is no candidate at all.
func (s *sheet) whyNone(i int, r grade.Reason) grade.Reason {
	for _, t := range s.tracks {
		var last *grade.Version
		t.Versions(s.l.End(), func(v *grade.Version) bool { last = v; return true })
		if last != nil && last.Change.Op == world.Deleted && last.Change.Before != nil && grade.Fits(last.Change.Before, s.fields[i]) {
			r.Record, r.Seq = name(s.k.coll, t.ID), []int{t.Began(), last.Seq}
			r.Text = "it was created " + number(t.Began()) + " and deleted again " + number(last.Seq)
			return r
		}
	}
	for _, e := range s.l.Entries() {
		for _, ch := range e.Intended {
			if e.Actor == world.Agent && ch.Op == world.Created && ch.After.Collection() == s.k.coll {
				r.Seq, r.Text = []int{e.Seq}, "the agent created nothing in "+s.k.coll+"; the attempt "+number(e.Seq)+" met a fault before it took effect and was not repeated"
				return r
			}
		}
	}
	r.Text = "the agent created nothing in " + s.k.coll
	return r
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
	for i := range k.items.Values {
		fields, err := k.match.For(l, i)
		if errors.Is(err, grade.ErrNothingMade) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if grade.Fits(r, fields) {
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

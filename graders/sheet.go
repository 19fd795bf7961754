package graders

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/world"
)

// sheet is the work of one judging: which versions of which records match which items.
type sheet struct {
	k      *recordCreated
	l      *grade.Log
	fields [][]grade.FieldMatch
	tracks []*grade.Track
	made   []grade.Opinion // what the check makes of each version, nil where it was not asked yet
}

func (k *recordCreated) sheet(l *grade.Log, room func(int) []grade.Opinion) (*sheet, error) {
	s := &sheet{k: k, l: l}
	var err error
	if s.fields, err = k.match.Each(l, k.items.Len()); err != nil {
		return s, err
	}
	s.tracks = l.Made(k.coll)
	s.made = room(l.Changes(k.coll))
	return s, nil
}

// fresh makes room that no other judging shares: made(...) judges within a judging.
func fresh(n int) []grade.Opinion { return make([]grade.Opinion, n) }

// fits reports whether a record matched an item as of an entry, and told of it what belongs to it.
func (s *sheet) fits(i int, t *grade.Track, seq int) bool {
	r, made := s.at(t, seq)
	return r != nil && made.Serves(i, r, s.fields)
}

// at is a record as of an entry, nil where there was none, and what the check makes of it.
func (s *sheet) at(t *grade.Track, seq int) (*world.Record, grade.Opinion) {
	r, v := t.At(seq)
	if r == nil {
		return nil, nil
	}
	made := &s.made[v.Index]
	if *made == nil {
		*made = s.l.Opinion(s.k.match, r, len(s.fields))
	}
	return r, *made
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

// wanted reports whether a record is about some item: one that mixes items up is no further one.
func (s *sheet) wanted(t *grade.Track, seq int) bool {
	r, made := s.at(t, seq)
	for i := range s.fields {
		if r != nil && made.Fits(i, r, s.fields[i]) {
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
	if s.whyGone(i, &r) {
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
		return s.whyNone(r)
	}
	rec, _ := best.At(s.l.End())
	r.Record, r.Seq = name(s.k.coll, rec.ID()), []int{best.Began()}
	for _, f := range s.fields[i] {
		if got, ok := rec.Get(f.Name); !f.Matcher.Match(got, ok) {
			r.Field, r.Text = f.Name, f.Matcher.Why(got, ok)
			break
		}
	}
	if bestMiss == 0 {
		r.Text = "it tells of several items and gives to this one what belongs to another: ids and values stand in different orders"
	}
	if bestMiss > 1 {
		r.Text += fmt.Sprintf(" (and %d more fields differ)", bestMiss-1)
	}
	return r
}

// whyGone explains that the right record was made and did not stay.
func (s *sheet) whyGone(i int, r *grade.Reason) bool {
	for _, t := range s.tracks {
		var last *grade.Version
		t.Versions(s.l.End(), func(v *grade.Version) bool { last = v; return true })
		if last != nil && last.Change.Op == world.Deleted && last.Change.Before != nil && grade.Fits(last.Change.Before, s.fields[i]) {
			r.Record, r.Seq = name(s.k.coll, t.ID), []int{t.Began(), last.Seq}
			r.Text = "it was created " + number(t.Began()) + " and deleted again " + number(last.Seq)
			return true
		}
	}
	return false
}

// whyNone explains why there is no candidate at all.
func (s *sheet) whyNone(r grade.Reason) grade.Reason {
	r.Text = "the agent created nothing in " + s.k.coll
	for _, e := range s.l.Entries() {
		for _, ch := range e.Intended {
			if e.Actor == world.Agent && ch.Op == world.Created && ch.After.Collection() == s.k.coll {
				r.Seq, r.Text = []int{e.Seq}, r.Text+"; the attempt "+number(e.Seq)+" met a fault before it took effect and was not repeated"
				return r
			}
		}
	}
	return r
}

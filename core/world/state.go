package world

import (
	"iter"
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
)

// State is the records of one moment: an image and what differs from it. The zero overlay
// costs nothing; a State returned by Snapshot never changes.
type State struct {
	image  *Image
	tables []table // by collection index; nil until something changed
	shared bool    // tables is another state's too and is copied before it is changed
	sum    det.Digest
}

// table is one collection's difference from the image.
type table struct {
	edits map[int]*Record // position in the image -> its record now; nil = deleted
	added []*Record       // created records in order; nil = deleted again
	used  map[string]bool // ids of created records, kept after a delete: ids are not used twice

	shared bool // what it refers to is another state's too and is copied before it is changed
}

// Image returns the image the state stands on.
func (s *State) Image() *Image { return s.image }

// Digest identifies the records, whatever the order in which they came about.
func (s *State) Digest() det.Digest { return s.sum }

// Get returns a record by full collection name and id.
func (s *State) Get(full, id string) (*Record, bool) {
	coll := s.image.byColl[full]
	if coll == nil {
		return nil, false
	}
	r, _ := s.find(coll, id)
	return r, r != nil
}

// Records yields a collection's records: those of s0 in order, then the created ones.
func (s *State) Records(full string) iter.Seq[*Record] {
	coll := s.image.byColl[full]
	return func(yield func(*Record) bool) {
		if coll != nil {
			s.each(coll, yield)
		}
	}
}

// Len counts a collection's records.
func (s *State) Len(full string) int {
	n := 0
	for range s.Records(full) {
		n++
	}
	return n
}

func (s *State) table(coll *boundCollection) *table {
	if s.tables == nil {
		return nil
	}
	return &s.tables[coll.index]
}

// own returns the collection's table for writing.
func (s *State) own(coll *boundCollection) *table {
	switch {
	case s.tables == nil:
		s.tables = make([]table, len(s.image.colls))
	case s.shared:
		s.tables = slices.Clone(s.tables)
		for i := range s.tables {
			s.tables[i].shared = true
		}
	}
	s.shared = false
	t := &s.tables[coll.index]
	if t.shared {
		*t = table{edits: maps.Clone(t.edits), added: slices.Clone(t.added), used: maps.Clone(t.used)}
	}
	return t
}

func (s *State) each(coll *boundCollection, yield func(*Record) bool) {
	t := s.table(coll)
	for i, r := range coll.base {
		if t != nil && t.edits != nil {
			if now, changed := t.edits[i]; changed {
				r = now
			}
		}
		if r != nil && !yield(r) {
			return
		}
	}
	if t == nil {
		return
	}
	for _, r := range t.added {
		if r != nil && !yield(r) {
			return
		}
	}
}

// find returns a record and its place: >= 0 in the image, < 0 among the created ones (-1-i).
func (s *State) find(coll *boundCollection, id string) (*Record, int) {
	t := s.table(coll)
	if i, ok := coll.byID[id]; ok {
		if t != nil {
			if now, changed := t.edits[i]; changed {
				if now != nil {
					return now, i
				}
				return t.created(id) // a repeated id, where ids repeat
			}
		}
		return coll.base[i], i
	}
	return t.created(id)
}

// created returns the first created record of that id and its place.
func (t *table) created(id string) (*Record, int) {
	if t != nil {
		for i, r := range t.added {
			if r != nil && r.id == id {
				return r, -1 - i
			}
		}
	}
	return nil, 0
}

// put replaces the record at a place; nil deletes it.
func (s *State) put(coll *boundCollection, place int, old, now *Record) {
	t := s.own(coll)
	if place < 0 {
		t.added[-1-place] = now
	} else {
		if t.edits == nil {
			t.edits = make(map[int]*Record, 4)
		}
		if now == coll.base[place] {
			delete(t.edits, place)
		} else {
			t.edits[place] = now
		}
	}
	if old != nil {
		s.sum = s.sum.Sub(old.sum)
	}
	if now != nil {
		s.sum = s.sum.Add(now.sum)
	}
}

func (s *State) insert(coll *boundCollection, r *Record) {
	t := s.own(coll)
	t.added = append(t.added, r)
	if t.used == nil {
		t.used = make(map[string]bool, 4)
	}
	t.used[r.id] = true
	s.sum = s.sum.Add(r.sum)
}

// uninsert takes back the newest created record.
func (s *State) uninsert(coll *boundCollection, r *Record) {
	t := s.own(coll)
	t.added = t.added[:len(t.added)-1]
	delete(t.used, r.id)
	s.sum = s.sum.Sub(r.sum)
}

// taken reports whether an id was ever used in this episode.
func (s *State) taken(coll *boundCollection, id string) bool {
	if _, ok := coll.byID[id]; ok {
		return true
	}
	t := s.table(coll)
	return t != nil && t.used[id]
}

// clone returns the same state, for good: whichever of the two is changed next copies first what
// it changes.
func (s *State) clone() State {
	s.shared = s.tables != nil
	return *s
}

// Diff lists how other differs from s, by collection and record.
func (s *State) Diff(other *State) []Change {
	var out []Change
	for _, coll := range s.image.colls {
		s.each(coll, func(r *Record) bool {
			now, _ := other.find(coll, r.id)
			switch {
			case now == nil:
				out = append(out, Change{Op: Deleted, Before: r})
			case now.sum != r.sum:
				out = append(out, Change{Op: Updated, Before: r, After: now})
			}
			return true
		})
		other.each(coll, func(r *Record) bool {
			if was, _ := s.find(coll, r.id); was == nil {
				out = append(out, Change{Op: Created, After: r})
			}
			return true
		})
	}
	return out
}

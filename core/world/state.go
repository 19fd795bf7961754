package world

import (
	"iter"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
)

// State is the records of one moment: an image and what differs from it. The zero overlay
// costs nothing; a State returned by Snapshot never changes.
type State struct {
	image  *Image
	tables []*table // by collection index, nil where nothing changed; nil until something did
	shared bool     // tables is another state's too and is copied before it is changed
}

// table is one collection's difference from the image.
type table struct {
	edits []edit    // by place
	added []created // in order

	shared bool // another state refers to it too: it is copied before it is changed
}

// edit is a record of the image as it is now.
type edit struct {
	place int
	now   *Record // nil = deleted
}

// created is a record that came later. Its id stays where it is deleted: ids are not used twice.
type created struct {
	id  string
	now *Record // nil = deleted
}

// Image returns the image the state stands on.
func (s *State) Image() *Image { return s.image }

// Digest identifies the records, whatever the order in which they came about.
func (s *State) Digest() det.Digest {
	sum := s.image.digest()
	for i, t := range s.tables {
		if t == nil {
			continue
		}
		for _, e := range t.edits {
			sum = sum.Sub(s.image.colls[i].base[e.place].Digest())
			if e.now != nil {
				sum = sum.Add(e.now.Digest())
			}
		}
		for _, c := range t.added {
			if c.now != nil {
				sum = sum.Add(c.now.Digest())
			}
		}
	}
	return sum
}

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
	return s.tables[coll.index]
}

// own returns the collection's table for writing.
func (s *State) own(coll *boundCollection) *table {
	switch {
	case s.tables == nil:
		s.tables = make([]*table, len(s.image.colls))
	case s.shared:
		s.tables = slices.Clone(s.tables)
	}
	s.shared = false
	t := &s.tables[coll.index]
	switch {
	case *t == nil:
		*t = &table{}
	case (*t).shared:
		*t = &table{edits: slices.Clone((*t).edits), added: slices.Clone((*t).added)}
	}
	return *t
}

func (s *State) each(coll *boundCollection, yield func(*Record) bool) {
	t := s.table(coll)
	for i, r := range coll.base {
		if t != nil {
			if k, changed := t.edit(i); changed {
				r = t.edits[k].now
			}
		}
		if r != nil && !yield(r) {
			return
		}
	}
	if t == nil {
		return
	}
	for _, c := range t.added {
		if c.now != nil && !yield(c.now) {
			return
		}
	}
}

// edit is where the edit of a place stands or would stand.
func (t *table) edit(place int) (int, bool) {
	return slices.BinarySearchFunc(t.edits, place, func(e edit, place int) int { return e.place - place })
}

// find returns a record and its place: >= 0 in the image, < 0 among the created ones (-1-i).
func (s *State) find(coll *boundCollection, id string) (*Record, int) {
	t := s.table(coll)
	if i, ok := coll.byID[id]; ok {
		if t != nil {
			if k, changed := t.edit(i); changed {
				if now := t.edits[k].now; now != nil {
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
		for i, c := range t.added {
			if c.now != nil && c.id == id {
				return c.now, -1 - i
			}
		}
	}
	return nil, 0
}

// put replaces the record at a place; nil deletes it.
func (s *State) put(coll *boundCollection, place int, now *Record) {
	t := s.own(coll)
	if place < 0 {
		t.added[-1-place].now = now
	} else {
		switch k, changed := t.edit(place); {
		case now == coll.base[place] && changed:
			t.edits = slices.Delete(t.edits, k, k+1)
		case now == coll.base[place]:
		case changed:
			t.edits[k].now = now
		default:
			t.edits = slices.Insert(t.edits, k, edit{place, now})
		}
	}
}

func (s *State) insert(coll *boundCollection, r *Record) {
	t := s.own(coll)
	t.added = append(t.added, created{r.id, r})
}

// uninsert takes back the newest created record.
func (s *State) uninsert(coll *boundCollection) {
	t := s.own(coll)
	t.added = t.added[:len(t.added)-1]
}

// taken reports whether an id was ever used in this episode.
func (s *State) taken(coll *boundCollection, id string) bool {
	if _, ok := coll.byID[id]; ok {
		return true
	}
	t := s.table(coll)
	return t != nil && slices.ContainsFunc(t.added, func(c created) bool { return c.id == id })
}

// clone returns the same state, for good: whichever of the two is changed next copies first what
// it changes.
func (s *State) clone() State {
	s.shared = s.tables != nil
	for _, t := range s.tables {
		if t != nil && !t.shared { // one that is may be read elsewhere at this moment
			t.shared = true
		}
	}
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
			case now != r && now.Digest() != r.Digest():
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

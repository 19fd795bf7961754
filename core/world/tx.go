package world

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Tx is what a handler sees of the world: the records of its own service. Collections are
// named by their short names. Everything is undone if the handler refuses.
type Tx struct {
	w       *World
	service *boundService
	actor   Actor
	changes []Change
}

// Now is the time of the call.
func (tx *Tx) Now() time.Time { return tx.w.Now() }

// Identity is who makes the call: for the agent the identity that it works as (Options.As), for
// an actor such as "colleague:ada@example.com" what stands after the colon. "" means that it is
// not known; a service then sets no limits by identity, as nil grants set none.
func (tx *Tx) Identity() string {
	if tx.actor == Agent {
		return tx.w.opts.As
	}
	_, name, _ := strings.Cut(string(tx.actor), ":")
	return name
}

// Zone is the meaning of days and of times without an offset: the world's zone, or UTC under
// the wire profile, as in the benchmark.
func (tx *Tx) Zone() *time.Location {
	if tx.w.opts.Profile == Wire {
		return time.UTC
	}
	return tx.w.opts.Zone
}

// Strict reports whether the strict profile reads the arguments.
func (tx *Tx) Strict() bool { return tx.w.opts.Profile == Strict }

// Timestamp is the time of the call as the benchmark's services print it.
func (tx *Tx) Timestamp() string { return Timestamp(tx.Now()) }

// Stamp is a member with the time of the call.
func (tx *Tx) Stamp(field string) value.Member {
	return value.Member{Name: field, Value: tx.Timestamp()}
}

// Timestamp prints an instant in UTC as Python's isoformat does: six fractional digits or
// none, the offset as +00:00.
func Timestamp(t time.Time) string {
	t = t.UTC().Truncate(time.Microsecond)
	if t.Nanosecond() == 0 {
		return t.Format("2006-01-02T15:04:05+00:00")
	}
	return t.Format("2006-01-02T15:04:05.000000+00:00")
}

func (tx *Tx) coll(name string) *boundCollection {
	for _, c := range tx.service.colls {
		if c.decl.Name == name {
			return c
		}
	}
	panic("service " + tx.service.decl.Name + " has no collection " + name)
}

// Get returns a record by id.
func (tx *Tx) Get(coll, id string) (*Record, bool) {
	r, _ := tx.w.state.find(tx.coll(coll), id)
	return r, r != nil
}

// All yields the records in order, created ones last.
func (tx *Tx) All(coll string) iter.Seq[*Record] {
	c := tx.coll(coll)
	return func(yield func(*Record) bool) { tx.w.state.each(c, yield) }
}

// Select returns the records that keep accepts, in order.
func (tx *Tx) Select(coll string, keep func(*Record) bool) []*Record {
	out := make([]*Record, 0, 16)
	tx.w.state.each(tx.coll(coll), func(r *Record) bool {
		if keep(r) {
			out = append(out, r)
		}
		return true
	})
	return out
}

// Len counts the records.
func (tx *Tx) Len(coll string) int {
	c := tx.coll(coll)
	n := len(c.base)
	t := tx.w.state.table(c)
	if t == nil {
		return n
	}
	for _, e := range t.edits {
		if e.now == nil {
			n--
		}
	}
	for _, c := range t.added {
		if c.now != nil {
			n++
		}
	}
	return n
}

// NextID is the id of the next created record. The benchmark counts the records and adds one, so
// that after a delete two records can have one id. In episodes an id that was ever used, or that
// a record of a later stage will have, is passed over; Options.RepeatIDs numbers as the benchmark
// does.
func (tx *Tx) NextID(coll string) string {
	c := tx.coll(coll)
	for n := tx.Len(coll) + 1; ; n++ {
		id := fmt.Sprintf(c.decl.NewID, n)
		if tx.w.opts.RepeatIDs || !c.reserved[id] && !tx.w.state.taken(c, id) {
			return id
		}
	}
}

// Insert creates a record. Where the collection has a key, members must hold it.
func (tx *Tx) Insert(coll string, members ...value.Member) *Record {
	c := tx.coll(coll)
	r := &Record{coll: c, id: c.idOf(tx.nextPlace(c), members), fields: members}
	tx.w.state.insert(c, r)
	tx.note(Change{Op: Created, After: r})
	return r
}

// nextPlace numbers the next created record among all that ever were.
func (tx *Tx) nextPlace(c *boundCollection) int {
	if t := tx.w.state.table(c); t != nil {
		return len(c.base) + len(t.added)
	}
	return len(c.base)
}

// Update sets members of a record and returns it as it is now.
func (tx *Tx) Update(r *Record, members ...value.Member) *Record {
	now := r.with(members)
	if now == r {
		return r
	}
	_, place := tx.w.state.find(r.coll, r.id)
	tx.w.state.put(r.coll, place, now)
	tx.note(Change{Op: Updated, place: int32(place), Before: r, After: now})
	return now
}

// Delete removes a record.
func (tx *Tx) Delete(r *Record) {
	_, place := tx.w.state.find(r.coll, r.id)
	tx.w.state.put(r.coll, place, nil)
	tx.note(Change{Op: Deleted, place: int32(place), Before: r})
}

func (tx *Tx) note(c Change) { tx.changes = append(tx.changes, c) }

// undo takes everything back, newest first.
func (tx *Tx) undo() {
	for i := len(tx.changes) - 1; i >= 0; i-- {
		c := tx.changes[i]
		coll := c.Record().coll
		if c.Op == Created {
			tx.w.state.uninsert(coll)
		} else {
			tx.w.state.put(coll, int(c.place), c.Before)
		}
	}
}

// net merges the changes of one call: one change a record, and none where it ended as it began.
func (tx *Tx) net() []Change {
	if len(tx.changes) < 2 {
		return tx.changes
	}
	type key struct{ coll, id string }
	at := map[key]int{}
	var out []Change
	for _, c := range tx.changes {
		r := c.Record()
		k := key{r.coll.full, r.id}
		i, seen := at[k]
		if !seen {
			at[k] = len(out)
			out = append(out, c)
			continue
		}
		out[i] = join(out[i], c)
	}
	kept := out[:0]
	for _, c := range out {
		if c.Op != 0 {
			kept = append(kept, c)
		}
	}
	return kept
}

func join(first, second Change) Change {
	c := Change{Before: first.Before, After: second.After}
	switch {
	case c.Before == nil && c.After == nil:
		return Change{Before: second.Before} // created and deleted: Op 0
	case c.Before == nil:
		c.Op = Created
	case c.After == nil:
		c.Op = Deleted
	case c.Before.Digest() == c.After.Digest():
		c.Op = 0
	default:
		c.Op = Updated
	}
	return c
}

package world

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Injection is a change that the world makes at a stage's start: exactly one of Insert, Update
// and Delete names the collection.
type Injection struct {
	Op         Op
	Collection string         // full name
	ID         string         // Updated, Deleted
	Record     *value.Object  // Created
	Set        []value.Member // Updated
}

// Inject applies a change with the given actor and logs it. What was done before may have left it
// nothing to change: a record that is gone is not updated, and one whose id is taken is not
// inserted. That is no error, since an agent can bring it about; the entry then has the outcome
// Missing or Conflict, no changes, and a problem that says why.
func (w *World) Inject(actor Actor, in Injection) (*Entry, error) {
	coll := w.state.image.byColl[in.Collection]
	if coll == nil {
		return nil, fault.New(fault.Invalid, "injection into unknown collection %s", in.Collection)
	}
	e := w.entry(&Event{Actor: actor, Status: 200, Now: w.Now()})
	tx := Tx{w: w, service: w.serviceOf(coll)}
	why := ""
	if e.Outcome, why = tx.inject(coll, in); why != "" {
		e.Problems = []Problem{{Message: why}}
	}
	e.Changes, e.done = tx.net(), tx.changes
	w.injects(tx.service, in)
	w.entries = append(w.entries, e)
	return e, nil
}

// inject makes the change; why says what kept it from being made.
func (tx *Tx) inject(coll *boundCollection, in Injection) (o Outcome, why string) {
	if in.Op == Created {
		r := coll.fromObject(tx.nextPlace(coll), in.Record)
		if tx.w.state.taken(coll, r.id) {
			return Conflict, fmt.Sprintf("%s has or had a record %s already", coll.full, r.id)
		}
		tx.w.state.insert(coll, r)
		tx.note(Change{Op: Created, After: r})
		return OK, ""
	}
	r, _ := tx.w.state.find(coll, in.ID)
	switch {
	case r == nil:
		return Missing, fmt.Sprintf("%s has no record %s to %s", coll.full, in.ID, in.Op)
	case in.Op == Deleted:
		tx.Delete(r)
	default:
		tx.Update(r, in.Set...)
	}
	return OK, ""
}

func (w *World) serviceOf(coll *boundCollection) *boundService {
	for _, s := range w.state.image.services {
		for _, c := range s.colls {
			if c == coll {
				return s
			}
		}
	}
	return nil
}

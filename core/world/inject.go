package world

import (
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

// Inject applies a change with the given actor and logs it.
func (w *World) Inject(actor Actor, in Injection) (*Entry, error) {
	coll := w.state.image.byColl[in.Collection]
	if coll == nil {
		return nil, fault.New(fault.Invalid, "injection into unknown collection %s", in.Collection)
	}
	e := &Entry{Seq: len(w.entries) + 1, Stage: w.stage, Actor: actor, Outcome: OK, Status: 200, Now: w.Now(), Before: w.state.sum}
	tx := Tx{w: w, service: w.serviceOf(coll)}
	switch in.Op {
	case Created:
		r := coll.fromObject(tx.Len(coll.decl.Name), in.Record)
		if w.state.taken(coll, r.id) {
			return nil, fault.New(fault.Conflict, "%s already has or had a record %s", coll.full, r.id)
		}
		w.state.insert(coll, r)
		tx.note(Change{Op: Created, After: r}, 0)
	default:
		r, _ := w.state.find(coll, in.ID)
		if r == nil {
			return nil, fault.New(fault.NotFound, "%s has no record %s to %s", coll.full, in.ID, in.Op)
		}
		if in.Op == Deleted {
			tx.Delete(r)
		} else {
			tx.Update(r, in.Set...)
		}
	}
	e.Changes, e.After = tx.net(), w.state.sum
	w.entries = append(w.entries, e)
	return e, nil
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

package world

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Direct is an act as a grader would find it in the audit log, made without any service: its
// effects are given instead of worked out. Only the gate's grader round uses it, to show that a
// grader does with right evidence what it should; no agent ever acts this way.
type Direct struct {
	Actor   Actor
	Tool    string      // as if this tool had been called; "" = none
	Args    []byte      // its arguments, JSON; "" = none
	Body    []byte      // its reply, JSON; "" = {}
	Changes []Injection // a created record without its key is given the next id
	Shown   []DirectShown
}

// DirectShown is a record that the reply is taken to have held.
type DirectShown struct {
	Collection string // full name
	ID         string
	Fields     []string // nil = the whole record
}

// Apply makes a direct act and logs it as a success. It fails, and logs nothing, where a
// collection or a record does not exist.
func (w *World) Apply(d Direct) (*Entry, error) {
	e := w.entry(&Event{Actor: d.Actor, Tool: d.Tool, Raw: d.Args, Outcome: OK, Status: 200, Body: d.Body, Now: w.Now()})
	if len(e.Body) == 0 {
		e.Body = []byte("{}")
	}
	if b := w.state.image.tools[d.Tool]; b != nil {
		e.Ref, e.Service = b.tool, b.service.decl.Name
		e.Args, _, _ = w.arguments(b.tool, d.Args)
	}
	for _, s := range d.Shown {
		coll := w.state.image.byColl[s.Collection]
		if coll == nil {
			return nil, fault.New(fault.Invalid, "show a record of unknown collection %s", s.Collection)
		}
		r, _ := w.state.find(coll, s.ID)
		if r == nil {
			return nil, fault.New(fault.NotFound, "%s has no record %s to show", s.Collection, s.ID)
		}
		e.Shown = append(e.Shown, Shown{Record: r, fields: s.Fields})
	}
	tx := Tx{w: w}
	for _, in := range d.Changes {
		if err := w.change(&tx, in); err != nil {
			tx.undo()
			return nil, err
		}
	}
	for _, c := range tx.changes {
		w.depart(w.serviceOf(c.Record().coll))
	}
	e.Changes, e.done = tx.net(), tx.changes
	w.entries = append(w.entries, e)
	return e, nil
}

// change applies one injection within a transaction.
func (w *World) change(tx *Tx, in Injection) error {
	coll := w.state.image.byColl[in.Collection]
	if coll == nil {
		return fault.New(fault.Invalid, "change unknown collection %s", in.Collection)
	}
	tx.service = w.serviceOf(coll)
	if in.Op == Created {
		o := in.Record.Clone()
		if _, keyed := o.Get(coll.decl.Key); coll.decl.Key != "" && !keyed {
			o = value.Obj(append([]value.Member{{Name: coll.decl.Key, Value: tx.directID(coll)}}, o.Members()...)...)
		}
		tx.Insert(coll.decl.Name, o.Members()...)
		return nil
	}
	r, _ := w.state.find(coll, in.ID)
	if r == nil {
		return fault.New(fault.NotFound, "%s has no record %s to %s", coll.full, in.ID, in.Op)
	}
	if in.Op == Deleted {
		tx.Delete(r)
	} else {
		tx.Update(r, in.Set...)
	}
	return nil
}

// directID is the next id of a collection, also of one to which no tool adds.
func (tx *Tx) directID(coll *boundCollection) string {
	if coll.decl.NewID != "" {
		return tx.NextID(coll.decl.Name)
	}
	for n := 1; ; n++ {
		if id := fmt.Sprintf("direct-%d", n); !tx.w.state.taken(coll, id) {
			return id
		}
	}
}

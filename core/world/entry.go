package world

import (
	"sync/atomic"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
)

// Actor is who acts. The set is open: "agent", "user", "colleague:<id>", "world", "harness".
type Actor string

// The actors that the engine itself uses.
const (
	Agent    Actor = "agent"
	User     Actor = "user"
	TheWorld Actor = "world"
	Harness  Actor = "harness"
)

// Entry is one entry of the audit log: what happened, and where in the episode.
type Entry struct {
	Seq   int                        // 1, 2, ... within the episode; order of the log
	Stage string                     // stage that ran; "" in tasks without stages
	image *Image                     // the start of the episode
	prior *Entry                     // in the log; nil for the first one
	sum   atomic.Pointer[det.Digest] // of the records after it, once somebody asked
	*Event
}

// entry begins the next entry of the log, which the caller adds to it.
func (w *World) entry(what *Event) *Entry {
	e := &Entry{Seq: len(w.entries) + 1, Stage: w.stage, image: w.state.image, Event: what}
	if len(w.entries) > 0 {
		e.prior = w.entries[len(w.entries)-1]
	}
	return e
}

// Before identifies the records as they were before the act.
func (e *Entry) Before() det.Digest {
	if e.prior == nil {
		return e.image.digest()
	}
	return e.prior.After()
}

// After identifies the records as they were after the act. It is added up when somebody asks, which
// of most runs nobody does, from the last entry before that was asked.
func (e *Entry) After() det.Digest {
	sum := e.image.digest()
	var own det.Digest // of the changes up to e, since that entry
	for at := e; at != nil; at = at.prior {
		if known := at.sum.Load(); known != nil {
			sum = *known
			break
		}
		for _, c := range at.done {
			if c.Before != nil {
				own = own.Sub(c.Before.Digest())
			}
			if c.After != nil {
				own = own.Add(c.After.Digest())
			}
		}
	}
	sum = sum.Add(own)
	e.sum.Store(&sum)
	return sum
}

// Event is an act, what came back and what it changed. It says nothing about the rest of its
// episode, so that entries of many worlds share one; it does not change once its act is over.
type Event struct {
	Actor   Actor
	Tool    string // as called; "" for an injection
	Ref     *Tool  // the tool, nil if unknown
	Service string // its service
	Raw     []byte // arguments as sent
	Args    Args   // validated arguments; zero if they never were
	Outcome Outcome
	Cause   Cause
	Status  int    // HTTP status on the wire
	Body    []byte // reply, JSON
	Shown   []Shown
	Changes []Change
	done    []Change // all changes, in order: a record that changed twice is in Changes once
	// Intended holds what the act would have changed, where a fault struck before the effect.
	Intended []Change
	Fault    *Fault
	Problems []Problem // argument errors
	Now      time.Time
}

// Shown is a record that a reply held, as it was then.
type Shown struct {
	Record *Record
	view   int
	fields []string // instead of a view: exactly these
}

// Has reports whether the reply held the field.
func (s Shown) Has(field string) bool {
	if s.fields != nil {
		for _, f := range s.fields {
			if f == field {
				return true
			}
		}
		return false
	}
	return s.Record.shows(s.view, field)
}

// Fields lists the fields that the reply held.
func (s Shown) Fields() []string {
	if s.fields != nil {
		return s.fields
	}
	var out []string
	for _, m := range s.Record.fields {
		if s.Record.shows(s.view, m.Name) {
			out = append(out, m.Name)
		}
	}
	return out
}

// Change is one record's difference made by an act. A write that changes nothing is none.
type Change struct {
	Op     Op
	place  int32   // of the record that was changed, for undoing and repeating
	Before *Record // nil for Created
	After  *Record // nil for Deleted
}

// Record returns the record after the change, or before it where it was deleted.
func (c Change) Record() *Record {
	if c.After != nil {
		return c.After
	}
	return c.Before
}

// Fields lists what an update changed, or every field of a created or deleted record.
func (c Change) Fields() []string {
	var out []string
	for _, m := range c.Record().fields {
		if c.Op == Updated {
			old, had := c.Before.Get(m.Name)
			if had && value.Equal(old, m.Value) {
				continue
			}
		}
		out = append(out, m.Name)
	}
	return out
}

// Succeeded reports whether the call counts as success.
func (e *Event) Succeeded() bool { return e.Outcome == OK }

package world

import (
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Memo keeps what calls came to. A handler sees nothing but its arguments, the time, who calls
// and the records of its own service, so that a call comes to the same wherever a service has
// been through the same. The worlds of one memo work such a call out once, and take over its reply
// and its changes afterwards: hundreds of runs of one task differ in a few calls only.
//
// Invariant: what is taken over is immutable and equal, byte for byte, to what the handler would
// make; a world without a memo never differs from one that has one. A reset world has none. A
// memo is used by one goroutine at a time, as its worlds are.
type Memo struct {
	starts map[setting][]*past
	kept   map[any]any
}

// NewMemo returns an empty memo.
func NewMemo() *Memo { return &Memo{starts: map[setting][]*past{}, kept: map[any]any{}} }

// Kept is what others work out over the runs of the memo and keep beside its calls, made once for a
// key. The invariant holds for it as well; a nil memo keeps nothing.
func (m *Memo) Kept(key any, make func() any) any {
	if m == nil {
		return nil
	}
	v, ok := m.kept[key]
	if !ok {
		v = make()
		m.kept[key] = v
	}
	return v
}

// setting is all that a handler can tell of an episode's settings.
type setting struct {
	image   *Image
	zone    *time.Location
	profile Profile
	as      string
}

// past is what a service has been through since the start: one node for each history.
type past struct {
	calls    map[act]*came
	injected map[injected]*past
}

// act is a call as the service sees it.
type act struct {
	actor Actor
	tool  string
	raw   string
	now   time.Time
}

// injected is a change of the world's; its parts are compared by identity.
type injected struct {
	op       Op
	coll, id string
	record   *value.Object
	set      *value.Member
}

// came is what a call came to.
type came struct {
	entry  *Entry   // of the first such call
	done   []Change // all changes, in order
	places []int
	then   *past
}

// recalls attaches the memo of the world's settings, where they allow one.
func (w *World) recalls() {
	m := w.opts.Memo
	if m == nil || w.opts.Clock != nil || w.opts.RepeatIDs {
		return
	}
	k := setting{w.state.image, w.opts.Zone, w.opts.Profile, w.opts.As}
	starts := m.starts[k]
	if starts == nil {
		starts = make([]*past, len(w.state.image.services))
		for i := range starts {
			starts[i] = &past{}
		}
		m.starts[k] = starts
	}
	w.pasts = slices.Clone(starts)
}

// act does a call, or takes over what it came to before. struck says that a fault will hide its
// reply.
func (w *World) act(e *Entry, b *boundTool, via Transport, struck bool) {
	if w.pasts == nil || b.foreign || via != (Transport{}) {
		if done, _ := w.work(e, b, via); len(done) > 0 {
			w.depart(b.service)
		}
		return
	}
	was := w.pasts[b.service.index]
	if c := was.calls[act{e.Actor, e.Tool, string(e.Raw), e.Now}]; c != nil { // the lookup copies no text
		w.take(c, e, b)
		return
	}
	c := &came{then: was}
	c.done, c.places = w.work(e, b, via)
	c.entry = e
	if struck {
		own := *e // a fault will hide what came of the call
		c.entry = &own
	}
	if len(c.done) > 0 {
		c.then = &past{}
		w.pasts[b.service.index] = c.then
	}
	if was.calls == nil {
		was.calls = map[act]*came{}
	}
	was.calls[act{e.Actor, e.Tool, string(e.Raw), e.Now}] = c
}

// take repeats what a call came to.
func (w *World) take(c *came, e *Entry, b *boundTool) {
	was := c.entry
	e.Args, e.Outcome, e.Cause, e.Status, e.Body = was.Args, was.Outcome, was.Cause, was.Status, was.Body
	e.Shown, e.Changes, e.Problems = was.Shown, was.Changes, was.Problems
	for i, ch := range c.done {
		coll := ch.Record().coll
		if ch.Op == Created {
			w.state.insert(coll, ch.After)
		} else {
			w.state.put(coll, c.places[i], ch.Before, ch.After)
		}
	}
	w.pasts[b.service.index] = c.then
}

// depart notes that a service went through something that no other world is taken to share.
func (w *World) depart(s *boundService) {
	if w.pasts != nil && s != nil {
		w.pasts[s.index] = &past{}
	}
}

// injects notes that the world changed a service's records.
func (w *World) injects(s *boundService, in Injection) {
	if w.pasts == nil || s == nil {
		return
	}
	k := injected{op: in.Op, coll: in.Collection, id: in.ID, record: in.Record}
	if len(in.Set) > 0 {
		k.set = &in.Set[0]
	}
	was := w.pasts[s.index]
	then := was.injected[k]
	if then == nil {
		then = &past{}
		if was.injected == nil {
			was.injected = map[injected]*past{}
		}
		was.injected[k] = then
	}
	w.pasts[s.index] = then
}

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
	recalls map[setting]*recall
	kept    map[any]any
}

// NewMemo returns an empty memo.
func NewMemo() *Memo { return &Memo{recalls: map[setting]*recall{}, kept: map[any]any{}} }

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

// recall is what the worlds of one setting share.
type recall struct {
	starts []*past // of the services
	calls  map[act]*came
	sent   map[written]*sent
}

// past is what a service has been through since the start: one node for each history.
type past struct{ injected map[injected]*past }

// act is a call as the service sees it.
type act struct {
	past  *past
	sent  *sent
	actor Actor
	now   time.Time
}

// written is what was sent, in letters.
type written struct {
	tool *Tool
	raw  string
}

// sent is a tool with arguments. They are decoded once, whatever the service has been through.
type sent struct {
	decoded  bool
	args     Args
	problems []Problem
	cause    Cause
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
	event *Event
	then  *past
	own   past // what the service has been through then, where the call changed something
}

// recalls attaches the memo of the world's settings, where they allow one.
func (w *World) recalls() {
	m := w.opts.Memo
	if m == nil || w.opts.Clock != nil || w.opts.RepeatIDs {
		return
	}
	k := setting{w.state.image, w.opts.Zone, w.opts.Profile, w.opts.As}
	if w.recall = m.recalls[k]; w.recall == nil {
		w.recall = &recall{starts: make([]*past, len(w.state.image.services)), calls: map[act]*came{}, sent: map[written]*sent{}}
		for i := range w.recall.starts {
			w.recall.starts[i] = &past{}
		}
		m.recalls[k] = w.recall
	}
	w.pasts = slices.Clone(w.recall.starts)
}

// act does a call, or takes over what it came to before.
func (w *World) act(e *Entry, b *boundTool, by *call) {
	if w.pasts == nil || b.foreign || by.via != (Transport{}) {
		e.Event = by.event(b)
		if w.work(e, b, by.via); len(e.done) > 0 {
			w.depart(b.service)
		}
		return
	}
	was := w.pasts[b.service.index]
	k := act{was, w.recall.sentTo(b.tool, by.raw), by.actor, by.now}
	c := w.recall.calls[k]
	if c != nil {
		e.Event = c.event
		w.take(c, b)
		return
	}
	e.Event = by.event(b)
	c = &came{event: e.Event, then: was}
	w.work(e, b, by.via)
	if len(e.done) > 0 {
		c.then = &c.own
		w.pasts[b.service.index] = c.then
	}
	w.recall.calls[k] = c
}

// take repeats what a call changed.
func (w *World) take(c *came, b *boundTool) {
	for _, ch := range c.event.done {
		coll := ch.Record().coll
		if ch.Op == Created {
			w.state.insert(coll, ch.After)
		} else {
			w.state.put(coll, int(ch.place), ch.After)
		}
	}
	w.pasts[b.service.index] = c.then
}

// sentTo is the one sent for equal arguments.
func (m *recall) sentTo(t *Tool, raw []byte) *sent {
	s := m.sent[written{t, string(raw)}] // the lookup copies no text
	if s == nil {
		s = &sent{}
		m.sent[written{t, string(raw)}] = s
	}
	return s
}

// arguments decodes arguments under the strict profile. They are shared and must not be changed.
func (w *World) arguments(t *Tool, raw []byte) (Args, []Problem, Cause) {
	if w.recall == nil {
		return w.decodeStrict(t, raw)
	}
	s := w.recall.sentTo(t, raw)
	if !s.decoded {
		s.decoded = true
		s.args, s.problems, s.cause = w.decodeStrict(t, raw)
	}
	return s.args, s.problems, s.cause
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

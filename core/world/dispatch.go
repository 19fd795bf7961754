package world

import (
	"errors"
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Call is the one path of an act: decode, validate, grant, handle, audit, observe. It never
// fails: whatever is wrong with a call is an observation for its maker.
func (w *World) Call(actor Actor, tool string, raw []byte) *Entry {
	return w.dispatch(actor, tool, raw, Transport{})
}

// Transport carries what only the HTTP routes of the wire profile know of a request.
type Transport struct {
	NoBody      bool   // the request had no body at all
	ContentType string // as sent; "" = none
}

// CallHTTP is Call for a request to a tool's route under the wire profile.
func (w *World) CallHTTP(actor Actor, tool string, raw []byte, t Transport) *Entry {
	return w.dispatch(actor, tool, raw, t)
}

// call is a call as it arrives.
type call struct {
	actor Actor
	tool  string
	raw   []byte
	now   time.Time
	via   Transport
}

// event begins what happens by the call; b is nil where there is no such tool.
func (c *call) event(b *boundTool) *Event {
	e := &Event{Actor: c.actor, Tool: c.tool, Raw: c.raw, Status: 200, Now: c.now}
	if b != nil {
		e.Ref, e.Service = b.tool, b.service.decl.Name
	}
	return e
}

func (w *World) dispatch(actor Actor, tool string, raw []byte, via Transport) *Entry {
	c := call{actor, tool, raw, w.Now(), via}
	e := w.entry(nil)
	w.entries = append(w.entries, e)
	b := w.state.image.tools[tool]
	if b == nil || b.denied {
		e.Event = c.event(nil)
		w.unknown(e)
	} else {
		w.invoke(e, b, &c)
	}
	return e
}

func (w *World) unknown(e *Entry) {
	names := make([]string, len(w.state.image.offered))
	for i, o := range w.state.image.offered {
		names[i] = o.Name
	}
	e.Outcome, e.Cause, e.Status = Invalid, UnknownTool, 404
	e.Body = errorBody("unknown_tool", "there is no tool "+clip(e.Tool)+near(e.Tool, names), nil)
}

func (w *World) invoke(e *Entry, b *boundTool, c *call) {
	var struck *Fault // faults are the agent's to meet
	if c.actor == Agent {
		struck = w.strike(b.name)
	}
	if c.actor == Agent && !w.opts.Grants.Allows(b.service.decl.Name, b.tool.Act) {
		e.Event = c.event(b)
		e.Outcome, e.Cause, e.Status = Denied, NotGranted, 403
		e.Body = errorBody("denied", fmt.Sprintf("%s is not granted %q on %s", w.identity(), b.tool.Act, e.Service), nil)
		return
	}
	if struck != nil && struck.Commit == BeforeCommit {
		e.Event = c.event(b)
		w.intend(e, b, c.via)
		w.fault(e, struck)
		return
	}
	w.act(e, b, c)
	if struck != nil && e.Outcome == OK {
		w.fault(e, struck)
	}
}

func (w *World) identity() string {
	if w.opts.As == "" {
		return "this identity"
	}
	return w.opts.As
}

// fault hides what the call did behind the fault's reply.
func (w *World) fault(e *Entry, f *Fault) {
	own := *e.Event // it may be another world's as well
	e.Event = &own
	e.Fault, e.Shown = f, nil
	e.Outcome, e.Cause, e.Problems = Faulted, Injected, nil
	status, body := f.reply()
	e.Status, e.Body = status, []byte(body)
}

// intend finds out what the call would have changed: an attempt that only a fault stopped is
// still an attempt.
func (w *World) intend(e *Entry, b *boundTool, via Transport) {
	if !w.decode(e, b.tool, via) {
		return
	}
	tx := Tx{w: w, service: b.service, actor: e.Actor}
	var out Reply
	if err := b.tool.Handle(&tx, e.Args, &out); err == nil {
		e.Intended = tx.net()
	}
	tx.undo()
}

func (w *World) decode(e *Entry, t *Tool, via Transport) bool {
	if w.opts.Profile == Wire {
		return w.decodeWire(e, t, via)
	}
	var problems []Problem
	e.Args, problems, e.Cause = w.arguments(t, e.Raw)
	if problems != nil {
		e.Outcome, e.Status, e.Problems = Invalid, 422, problems
		e.Body = errorBody(string(e.Cause), "the arguments of "+t.Name+" were refused; nothing was done", problems)
		return false
	}
	return w.resolve(e, t)
}

// resolve checks that what the arguments refer to exists (strict profile only: the benchmark
// accepts references to nothing).
func (w *World) resolve(e *Entry, t *Tool) bool {
	for i := range t.Params {
		p := &t.Params[i]
		coll := w.state.image.byColl[p.Ref]
		if coll == nil || !e.Args.given[i] {
			continue
		}
		ids, _ := e.Args.vals[i].([]any)
		if !p.List {
			ids = []any{e.Args.vals[i]}
		}
		for _, v := range ids {
			id, _ := v.(string)
			if r, _ := w.state.find(coll, id); r == nil {
				e.Outcome, e.Cause = Missing, NotAllowed
				e.Body = errorMember(fmt.Sprintf("%s %s not found", singular(coll.decl.Name), cutName(id)))
				return false
			}
		}
	}
	return true
}

func singular(plural string) string {
	if len(plural) > 1 && plural[len(plural)-1] == 's' {
		plural = plural[:len(plural)-1]
	}
	return string(plural[0]-'a'+'A') + plural[1:]
}

// handling is what a handler works with.
type handling struct {
	tx  Tx
	out Reply
}

// work decodes and handles a call.
func (w *World) work(e *Entry, b *boundTool, via Transport) {
	if !w.decode(e, b.tool, via) {
		return
	}
	h := handling{tx: Tx{w: w, service: b.service, actor: e.Actor}}
	tx, out := &h.tx, &h.out
	err := b.tool.Handle(tx, e.Args, out)
	if err == nil {
		e.Outcome, e.Body, e.Shown, e.Changes, e.done = OK, out.finish(), out.shown, tx.net(), tx.changes
		return
	}
	tx.undo()
	var f *Failure
	if !errors.As(err, &f) {
		f = &Failure{Outcome: Invalid, Status: 500, Body: errorMember(err.Error()), Cause: NotAllowed}
	}
	e.Outcome, e.Cause, e.Status, e.Body = f.Outcome, f.Cause, f.Status, f.Body
	if w.opts.Profile == Strict && len(e.Body) > maxRefusal {
		e.Body = shortened(e.Body)
	}
}

func errorMember(text string) []byte { return textMember("error", text) }

func errorBody(kind, message string, problems []Problem) []byte {
	dst := make([]byte, 0, 2*usualReply)
	dst = value.AppendString(append(dst, `{"error":`...), kind)
	dst = value.AppendString(append(dst, `,"message":`...), message)
	if problems == nil {
		return append(dst, '}')
	}
	dst = append(dst, `,"problems":[`...)
	for i, p := range problems {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value.AppendString(append(dst, `{"path":`...), p.Path)
		dst = value.AppendString(append(dst, `,"message":`...), p.Message)
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}

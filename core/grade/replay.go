package grade

import (
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Phantom is a record that does not exist, to find out whether the agent would have found it.
type Phantom struct {
	Collection string
	ID         string
	Record     *value.Object
}

// Replay runs the agent's reads again in a fresh world that holds the phantom from the start,
// and yields the numbers of the entries whose replies would have held it. Everything else in the log is
// applied as it happened. Reads that a fault or a refusal answered are no reads.
func (l *Log) Replay(ph Phantom, yield func(seq int) bool) error {
	w, ph, err := l.plan.haunted(ph)
	if err != nil {
		return err
	}
	for _, e := range l.Entries() {
		if e.Stage != w.Stage() || !e.Now.Equal(w.Now()) {
			w.Enter(e.Stage, e.Now)
		}
		if e.Actor == world.Agent && readsFrom(e, ph.Collection) {
			if holds(w.Call(world.Agent, e.Tool, e.Raw), ph) && !yield(e.Seq) {
				return nil
			}
			continue
		}
		if err := repeat(w, e); err != nil {
			return err
		}
	}
	return nil
}

// haunted is a fresh world with the phantom in it.
func (p *Plan) haunted(ph Phantom) (*world.World, Phantom, error) {
	opts := p.Bound.Options()
	opts.Faults, opts.Rate = nil, world.FaultRate{}
	w := world.New(p.Bound.Image, opts)
	in := world.Injection{Op: world.Created, Collection: ph.Collection, Record: ph.Record}
	e, err := w.Inject(world.Harness, in)
	if err != nil {
		return nil, ph, fault.Wrap(fault.Internal, err, "add the phantom record")
	}
	ph.ID = e.Changes[0].After.ID() // records without a key are numbered
	return w, ph, nil
}

// readsFrom reports whether an entry is an answered call of a tool that can show records of
// the collection.
func readsFrom(e *world.Entry, coll string) bool {
	if e.Ref == nil || e.Outcome != world.OK && e.Outcome != world.Missing {
		return false
	}
	return canShow(e.Service, e.Ref, coll) != nil
}

// canShow returns how a tool shows records of a collection, nil where it does not.
func canShow(service string, t *world.Tool, coll string) *world.Read {
	for i := range t.Reads {
		if len(coll) == len(service)+1+len(t.Reads[i].Collection) && coll[:len(service)] == service && coll[len(service)+1:] == t.Reads[i].Collection {
			return &t.Reads[i]
		}
	}
	return nil
}

func holds(e *world.Entry, ph Phantom) bool {
	for _, s := range e.Shown {
		if s.Record.ID() == ph.ID && s.Record.Collection() == ph.Collection {
			return true
		}
	}
	return false
}

// repeat applies an entry's changes. What concerns a record that is not there is left out: the
// phantom may have moved the ids of created ones.
func repeat(w *world.World, e *world.Entry) error {
	for _, ch := range e.Changes {
		r := ch.Record()
		in := world.Injection{Op: ch.Op, Collection: r.Collection(), ID: r.ID()}
		switch ch.Op {
		case world.Created:
			in.Record = value.Obj(r.Fields()...)
		case world.Updated:
			in.Set = r.Fields()
		}
		_, err := w.Apply(world.Direct{Actor: e.Actor, Changes: []world.Injection{in}})
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return fault.Wrap(fault.Internal, err, "repeat entry %d", e.Seq)
		}
	}
	return nil
}

// FindRead returns a call with which the phantom would be found: a list without filters where
// there is one, else a search for its words, else its key.
func (l *Log) FindRead(ph Phantom) (*CallAct, error) {
	for _, try := range l.plan.readTries(ph) {
		w, ph, err := l.plan.haunted(ph)
		if err != nil {
			return nil, err
		}
		w.Enter(l.World().Stage(), l.World().Now())
		if holds(w.Call(world.Agent, try.Tool, value.Append(nil, try.Args)), ph) {
			return try, nil
		}
	}
	return nil, fault.New(fault.Invalid, "no tool of the task would show a record such as %s of %s", ph.ID, ph.Collection)
}

// readTries are calls that might show the phantom, the plainest first.
func (p *Plan) readTries(ph Phantom) []*CallAct {
	var plain, searched, keyed []*CallAct
	for _, o := range p.Bound.Image.Offered() {
		read := canShow(o.Service.Name, o.Tool, ph.Collection)
		if read == nil || o.Tool.Writes() {
			continue
		}
		args := value.Obj()
		if read.Limit != "" {
			if param, ok := o.Tool.Param(read.Limit); ok && param.Max > 0 {
				args.Set(read.Limit, value.Int(int64(param.Max)))
			}
		}
		if read.Key != "" {
			args.Set(read.Key, ph.ID)
			keyed = append(keyed, &CallAct{Tool: o.Name, Args: args, Real: true})
			continue
		}
		plain = append(plain, &CallAct{Tool: o.Name, Args: args, Real: true})
		filled := args.Clone()
		fill(filled, read.Search, ph.Record)
		fill(filled, read.Filters, ph.Record)
		searched = append(searched, &CallAct{Tool: o.Name, Args: filled, Real: true})
	}
	return append(append(plain, searched...), keyed...)
}

// fill sets the parameters that a record's fields give.
func fill(args *value.Object, fields map[string]string, record *value.Object) {
	for _, param := range slices.Sorted(maps.Keys(fields)) {
		if v, ok := record.Get(fields[param]); ok && v != nil {
			args.Set(param, v)
		}
	}
}

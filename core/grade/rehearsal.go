package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// answers is the collection of submitted answers.
const answers = task.AnswerCollection

// rehearsal makes a run out of acts, without an agent and without the services' handlers.
type rehearsal struct {
	p         *Plan
	w         *world.World
	run       *Run
	submitted []FieldValue // of the running stage
}

func (p *Plan) rehearse() *rehearsal {
	opts := p.Bound.Options()
	opts.Faults, opts.Rate = nil, world.FaultRate{}
	w := world.New(p.Bound.Image, opts)
	return &rehearsal{p: p, w: w, run: &Run{World: w}}
}

// enter begins a stage: its time and what the world injects.
func (r *rehearsal) enter(stage string) error {
	r.w.Enter(stage, r.p.Bound.StageTime(stage))
	r.submitted = nil
	for _, in := range r.p.Bound.Injections(stage) {
		if _, err := r.w.Inject(world.TheWorld, in); err != nil {
			return fault.Wrap(fault.KindOf(err), err, "begin the stage %s", stage)
		}
	}
	return nil
}

func (r *rehearsal) leave(stage string) {
	r.run.Ends = append(r.run.Ends, StageEnd{Stage: stage, State: r.w.Snapshot(), Seq: len(r.w.Entries())})
	r.run.Complete = stage == r.p.stages[len(r.p.stages)-1]
}

// do performs an act and returns the entry that it made, nil where it makes none.
func (r *rehearsal) do(a *Act) (*world.Entry, error) {
	switch {
	case a.Change != nil:
		return r.change(a.Change)
	case a.Read != nil:
		return r.w.Apply(world.Direct{Actor: world.Agent, Shown: []world.DirectShown{{Collection: a.Read.Collection, ID: a.Read.ID, Fields: a.Read.Fields}}})
	case a.Call != nil:
		return r.call(a.Call)
	case a.Answer != nil:
		return r.submit(a.Answer)
	case a.Reveal != "":
		r.run.Revealed = append(r.run.Revealed, Reveal{ID: a.Reveal, Seq: len(r.w.Entries())})
	case a.Say != "":
		r.run.Said = append(r.run.Said, Said{Text: a.Say, Stage: r.w.Stage(), Seq: len(r.w.Entries())})
	}
	return nil, nil
}

func (r *rehearsal) change(c *ChangeAct) (*world.Entry, error) {
	in := world.Injection{Op: c.Op, Collection: c.Collection, ID: c.ID}
	switch c.Op {
	case world.Created:
		in.Record = ObjectOf(c.Fields)
		decl, ok := r.p.Bound.Image.Collection(c.Collection)
		if _, given := in.Record.Get(keyOf(decl)); ok && c.ID != "" && decl.Key != "" && !given {
			in.Record = value.Obj(append([]value.Member{{Name: decl.Key, Value: c.ID}}, in.Record.Members()...)...)
		}
	case world.Updated:
		in.Set = membersOf(c.Fields)
	}
	e, err := r.w.Apply(world.Direct{Actor: world.Agent, Changes: []world.Injection{in}})
	if err == nil && c.Op == world.Created && c.ID == "" && len(e.Changes) == 1 {
		c.ID = e.Changes[0].After.ID()
	}
	return e, err
}

func keyOf(decl *world.Collection) string {
	if decl == nil {
		return ""
	}
	return decl.Key
}

func (r *rehearsal) call(c *CallAct) (*world.Entry, error) {
	args := []byte("{}")
	if c.Args != nil {
		args = value.Append(nil, c.Args)
	}
	if c.Real {
		return r.w.Call(world.Agent, c.Tool, args), nil
	}
	var body []byte
	if c.Body != nil {
		body = value.Append(nil, c.Body)
	}
	return r.w.Apply(world.Direct{Actor: world.Agent, Tool: c.Tool, Args: args, Body: body})
}

// submit hands in all that was answered in this stage so far, since only the last submission
// counts.
func (r *rehearsal) submit(fields []FieldValue) (*world.Entry, error) {
	for _, f := range fields {
		i := slices.IndexFunc(r.submitted, func(s FieldValue) bool { return s.Name == f.Name })
		if i < 0 {
			r.submitted = append(r.submitted, f)
		} else {
			r.submitted[i] = f
		}
	}
	in := world.Injection{Op: world.Created, Collection: answers, Record: ObjectOf(r.submitted)}
	return r.w.Apply(world.Direct{Actor: world.Agent, Changes: []world.Injection{in}})
}

// log is the whole run so far.
func (r *rehearsal) log() *Log {
	j := &journal{}
	j.build(r.p, r.run)
	return r.p.whole(j)
}

// act makes a run of acts: the evidence of each stage in order, then its breaches.
func (p *Plan) act(evidence []Needed, breaches []Breach) (*Run, error) {
	r := p.rehearse()
	for _, stage := range p.stages {
		if err := r.satisfy(stage, evidence); err != nil {
			return nil, err
		}
		if err := r.breach(breaches, stage); err != nil {
			return nil, err
		}
		r.leave(stage)
	}
	return r.run, nil
}

// satisfy begins a stage and does its evidence. An act on a record that was never made, because
// the act that makes it was left out, is passed over.
func (r *rehearsal) satisfy(stage string, evidence []Needed) error {
	if err := r.enter(stage); err != nil {
		return err
	}
	for i := range evidence {
		if evidence[i].Stage != stage {
			continue
		}
		act := evidence[i].Act
		if _, err := r.do(&act); err != nil && fault.KindOf(err) != fault.NotFound {
			return fault.Wrap(fault.KindOf(err), err, "do the evidence of the check %s", evidence[i].Check)
		}
	}
	return nil
}

func (r *rehearsal) breach(breaches []Breach, stage string) error {
	for i := range breaches {
		b := &breaches[i]
		if b.Stage != stage {
			continue
		}
		for _, in := range b.Setup {
			if _, err := r.w.Apply(world.Direct{Actor: world.Harness, Changes: []world.Injection{in}}); err != nil {
				return fault.Wrap(fault.KindOf(err), err, "prepare a breach of %s", b.Prohibition)
			}
		}
		act := b.Act
		if _, err := r.do(&act); err != nil {
			return fault.Wrap(fault.KindOf(err), err, "break %s", b.Prohibition)
		}
	}
	return nil
}

// GradeFacts grades synthetic evidence: a run that no tool made.
func (p *Plan) GradeFacts(evidence []Needed, breaches []Breach) (*Score, error) {
	run, err := p.act(evidence, breaches)
	if err != nil {
		return nil, err
	}
	return p.Grade(run)
}

// TallyFacts is GradeFacts without reasons.
func (p *Plan) TallyFacts(evidence []Needed, breaches []Breach) (*Score, error) {
	run, err := p.act(evidence, breaches)
	if err != nil {
		return nil, err
	}
	return p.Tally(run)
}

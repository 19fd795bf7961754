package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
)

// Rehearsed is evidence for every check with the run that was made of it, for whoever asks several
// things of it.
//
// Invariant: nothing more is done in its worlds; a breach is done in a branch of one.
type Rehearsed struct {
	Acts  []Needed // in the order in which they have to be done
	Score *Score   // without reasons

	p      *Plan
	run    *Run
	stages []*rehearsal // by stage: its acts are done and it was not left yet
}

// Rehearse derives evidence for every check and makes a run of it.
func (p *Plan) Rehearse() (*Rehearsed, error) {
	acts, err := p.derive()
	if err != nil {
		return nil, err
	}
	x, err := p.rehearsed(acts)
	if err != nil {
		return nil, err
	}
	return x.settle()
}

// rehearsed makes a run of evidence and grades it.
func (p *Plan) rehearsed(evidence []Needed) (*Rehearsed, error) {
	r := p.rehearse()
	x := &Rehearsed{Acts: evidence, p: p, run: r.run}
	for _, stage := range p.stages {
		if err := r.satisfy(stage, evidence); err != nil {
			return nil, err
		}
		x.stages = append(x.stages, r.fork())
		r.leave(stage)
	}
	var err error
	if x.Score, err = p.Tally(x.run); err != nil {
		return nil, err
	}
	return x, nil
}

// fork is a branch of the rehearsal as it stands.
func (r *rehearsal) fork() *rehearsal {
	run := *r.run
	run.World, run.Ends, run.Revealed, run.Said = r.w.Fork(), slices.Clone(run.Ends), slices.Clone(run.Revealed), slices.Clone(run.Said)
	return &rehearsal{p: r.p, w: run.World, run: &run, submitted: slices.Clone(r.submitted)}
}

// Grade grades the run with reasons.
func (x *Rehearsed) Grade() (*Score, error) { return x.p.Grade(x.run) }

// TallyWith grades a run of the evidence and a breach beside it, without reasons.
func (x *Rehearsed) TallyWith(b Breach) (*Score, error) {
	at := max(0, slices.Index(x.p.stages, b.Stage))
	r := x.stages[at].fork()
	if err := r.breach([]Breach{b}, x.p.stages[at]); err != nil {
		return nil, err
	}
	r.leave(x.p.stages[at])
	for _, stage := range x.p.stages[at+1:] {
		if err := r.satisfy(stage, x.Acts); err != nil {
			return nil, err
		}
		r.leave(stage)
	}
	return x.p.Tally(r.run)
}

// Violations derives acts that break the prohibitions, one or more for each: what can be done
// on top of the evidence.
func (x *Rehearsed) Violations() ([]Breach, error) {
	j := &journal{}
	j.build(x.p, x.run)
	l := x.p.whole(j)
	var out []Breach
	for i := range x.p.forbid {
		f := &x.p.forbid[i]
		breaches, err := f.rule.Breach(l)
		if err != nil {
			return nil, fault.Wrap(fault.KindOf(err), err, "derive a breach of %s", f.spec.ID)
		}
		stage := x.p.stages[len(x.p.stages)-1]
		if len(f.spec.Stages) > 0 {
			stage = f.spec.Stages[0]
		}
		for _, b := range breaches {
			b.Prohibition, b.Stage = f.spec.ID, stage
			out = append(out, b)
		}
	}
	return out, nil
}

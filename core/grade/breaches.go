package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
)

// Breaches decides the prohibitions of a run and no check, for what was done after so many entries:
// who only asks what an act breaks need not know what it earns, nor what those before it broke. Of
// that some may be told all the same.
func (p *Plan) Breaches(run *Run, since int) ([]Violation, error) {
	j, err := p.open(run)
	if err != nil {
		return nil, err
	}
	defer p.shut(j)
	return p.breaches(j, since, nil), nil
}

// open follows a run through its log; shut gives the room back.
func (p *Plan) open(run *Run) (*journal, error) {
	if run == nil || run.World == nil {
		return nil, fault.New(fault.Internal, "grade: the run has no world")
	}
	if run.World.Image() != p.Bound.Image {
		return nil, fault.New(fault.Internal, "grade: the run belongs to another task than %s", p.Bound.Task.ID).
			WithHint("grade a run with the plan that was compiled from its own task")
	}
	j, _ := p.pool.Get().(*journal)
	if j == nil {
		j = &journal{}
	}
	j.build(p, run)
	j.explains = false
	return j, nil
}

func (p *Plan) shut(j *journal) {
	j.clear()
	p.pool.Put(j)
}

// breaches decides the prohibitions and adds what was broken after so many entries, in the order of
// the log. An act breaks a prohibition or does not whatever comes after it.
func (p *Plan) breaches(j *journal, since int, out []Violation) []Violation {
	if len(p.forbid) == 0 {
		return out
	}
	l, b := &j.log, &j.broken
	*l = *p.whole(j)
	l.since = since
	if b.report == nil {
		b.report = b.add
	}
	b.out = out
	for i := range p.forbid {
		b.rule = &p.forbid[i]
		b.rule.rule.Broken(l, b.report)
	}
	out, b.out, b.rule = b.out, nil, nil
	slices.SortStableFunc(out, func(a, b Violation) int { return a.Seq - b.Seq })
	return out
}

// broken is what was broken so far.
type broken struct {
	rule   *plannedProhibition
	out    []Violation
	report func(seq int, stage, why string) // add, as a function that is made once
}

func (b *broken) add(seq int, stage, why string) {
	spec := &b.rule.spec
	if len(spec.Stages) == 0 || slices.Contains(spec.Stages, stage) {
		b.out = append(b.out, Violation{ID: spec.ID, Kind: spec.Kind, Seq: seq, Stage: stage, Why: why})
	}
}

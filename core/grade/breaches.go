package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
)

// Breaches decides the prohibitions of a run and no check: who only asks what an act breaks need
// not know what it earns.
func (p *Plan) Breaches(run *Run) ([]Violation, error) {
	j, err := p.open(run)
	if err != nil {
		return nil, err
	}
	defer p.shut(j)
	return p.breaches(j, nil), nil
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

// breaches decides the prohibitions and adds what was broken, in the order of the log.
func (p *Plan) breaches(j *journal, out []Violation) []Violation {
	if len(p.forbid) == 0 {
		return out
	}
	l := p.whole(j)
	var f *plannedProhibition
	report := func(seq int, stage, why string) {
		if len(f.spec.Stages) > 0 && !slices.Contains(f.spec.Stages, stage) {
			return
		}
		out = append(out, Violation{ID: f.spec.ID, Kind: f.spec.Kind, Seq: seq, Stage: stage, Why: why})
	}
	for i := range p.forbid {
		f = &p.forbid[i]
		f.rule.Broken(l, report)
	}
	slices.SortStableFunc(out, func(a, b Violation) int { return a.Seq - b.Seq })
	return out
}

package grade

import "coworkenv.dev/coworkenv/core/fault"

// Peek decides one check as Tally does, whatever it needs, and nothing else.
func (p *Plan) Peek(run *Run, check int) (CheckResult, error) {
	j, err := p.open(run)
	if err != nil {
		return CheckResult{}, err
	}
	defer p.shut(j)
	c := &p.checks[check]
	v := c.judge(p.at(j, c.stage))
	return c.apart(&v), nil
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

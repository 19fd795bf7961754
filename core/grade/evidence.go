package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/world"
)

// Evidence derives acts that satisfy every check, in the order in which they have to be done.
func (p *Plan) Evidence() ([]Needed, error) {
	x, err := p.Rehearse()
	if err != nil {
		return nil, err
	}
	return x.Acts, nil
}

// Violations derives acts that break the prohibitions: those of Rehearsed.
func (p *Plan) Violations() ([]Breach, error) {
	x, err := p.Rehearse()
	if err != nil {
		return nil, err
	}
	return x.Violations()
}

// derive derives acts that satisfy every check, by inverting the matchers.
func (p *Plan) derive() ([]Needed, error) {
	r := p.rehearse()
	due := p.due()
	var out []Needed
	for s, stage := range p.stages {
		if err := r.enter(stage); err != nil {
			return nil, err
		}
		for _, i := range p.order {
			if due[i] != s {
				continue
			}
			needed, err := p.checks[i].check.Needed(r.log())
			if err != nil {
				return nil, &Unbuilt{p.checks[i].spec.ID, fault.Wrap(fault.KindOf(err), err, "derive evidence for the check %s", p.checks[i].spec.ID)}
			}
			for k := range needed {
				n := &needed[k]
				n.Check, n.Stage = p.checks[i].spec.ID, stage
				r.permit(n.Change)
				if _, err := r.do(&n.Act); err != nil {
					return nil, &Unbuilt{n.Check, fault.Wrap(fault.KindOf(err), p.gone(n, err), "do the evidence of the check %s", n.Check)}
				}
			}
			out = append(out, needed...)
		}
		r.leave(stage)
	}
	return out, nil
}

// Unbuilt is the error of evidence that could not be made for a check.
type Unbuilt struct {
	Check string
	err   error
}

func (u *Unbuilt) Error() string { return u.err.Error() }
func (u *Unbuilt) Unwrap() error { return u.err }

// gone says of an act on a record that is not there that the world has deleted it, where it has.
func (p *Plan) gone(n *Needed, err error) error {
	coll, id := n.on()
	if id == "" || fault.KindOf(err) != fault.NotFound {
		return err
	}
	for _, stage := range p.stages {
		for _, in := range p.Bound.Injections(stage) {
			if in.Op == world.Deleted && in.Collection == coll && in.ID == id {
				return fault.New(fault.NotFound, "%s %s is gone by then: it is deleted when the stage %s begins", coll, id, stage).
					WithHint("judge the check, and what needs it, in a stage in which the record is still there, or leave the record")
			}
		}
		if stage == n.Stage {
			break
		}
	}
	return err
}

// on is the record that an act needs to be there; "" = none.
func (a *Act) on() (coll, id string) {
	switch {
	case a.Read != nil:
		return a.Read.Collection, a.Read.ID
	case a.Change != nil && a.Change.Op != world.Created:
		return a.Change.Collection, a.Change.ID
	}
	return "", ""
}

// permit completes a record that is to be made, where a prohibition looks at a field that no
// check asks for: a mail that may go to some people only needs one of them as its recipient.
func (r *rehearsal) permit(c *ChangeAct) {
	if c == nil || c.Op != world.Created {
		return
	}
	for i := range r.p.forbid {
		if rule, ok := r.p.forbid[i].rule.(Permitter); ok {
			c.Fields = append(c.Fields, rule.Permit(c)...)
		}
	}
}

// settle drops acts that another check's evidence makes superfluous: a record that one check
// asks for can be one too many for a check that asks for less.
func (x *Rehearsed) settle() (*Rehearsed, error) {
	for i := 0; i < len(x.Acts) && x.Score.Score < One; i++ {
		if x.Acts[i].Change == nil || x.Acts[i].Change.Op != world.Created {
			continue
		}
		better, err := x.p.rehearsed(slices.Delete(slices.Clone(x.Acts), i, i+1))
		if err != nil {
			return nil, err
		}
		if better.Score.Score > x.Score.Score {
			x = better
			i--
		}
	}
	return x, nil
}

// due is the stage in which each check's evidence is made: its own, or that of the earliest
// check that needs it.
func (p *Plan) due() []int {
	due := make([]int, len(p.checks))
	for i := range p.checks {
		due[i] = p.checks[i].stage
	}
	for k := len(p.order) - 1; k >= 0; k-- {
		i := p.order[k]
		for _, need := range slices.Concat(p.checks[i].needs, p.checks[i].after) {
			due[need] = min(due[need], due[i])
		}
	}
	return due
}

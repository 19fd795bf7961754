package graders

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// Searched is the evidence that the agent looked where a record would have been found.
func Searched() grade.Kind {
	params := []grade.ParamDoc{
		paramIn(),
		{Name: "for", Type: "record", Required: true, Doc: "the record that does not exist, as it would look: {FIELD: VALUE, ...}"},
	}
	return grade.Kind{
		Name: "searched", Version: 1, Evidence: true, Params: params,
		Doc:     "When the agent's reads are replayed with that record added, a reply would have held it: evidence of absence, whatever words were searched for.",
		Example: "{in: contacts.contacts, for: {contact_id: CT-X, name: Ilona Brandt}}",
		Compile: func(c *grade.Compiler, spec task.CheckSpec) grade.Check {
			mark := c.Mark()
			p := c.Params(spec.Params, params)
			if p == nil {
				return nil
			}
			coll := c.Collection(p.Node("in"))
			ph := c.Phantom(p.Node("for"), coll)
			if c.Failed(mark) || ph == nil {
				return nil
			}
			return &searched{*ph}
		},
	}
}

type searched struct{ phantom grade.Phantom }

var _ grade.Check = (*searched)(nil)

func (k *searched) found(l *grade.Log) (seq int, err error) {
	err = l.Replay(k.phantom, func(n int) bool { seq = n; return false })
	return seq, err
}

// Judge replays the reads.
func (k *searched) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: 1, First: grade.NoEvidence}
	seq, err := k.found(l)
	switch {
	case err != nil:
		v.Err = err
	case seq == 0:
		v.Because(grade.Reason{Text: "no read of the agent would have found such a record in " + k.phantom.Collection})
	default:
		v.Got, v.Since = 1, seq
		v.See(seq)
	}
	return v
}

// Needed lists a read that would find it.
func (k *searched) Needed(l *grade.Log) ([]grade.Needed, error) {
	if seq, err := k.found(l); seq > 0 || err != nil {
		return nil, err
	}
	call, err := l.FindRead(k.phantom)
	if err != nil {
		return nil, err
	}
	return []grade.Needed{{Act: grade.Act{Call: call}}}, nil
}

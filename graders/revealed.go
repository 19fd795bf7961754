package graders

import (
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// Revealed is the evidence that the agent asked the user.
func Revealed() grade.Kind {
	params := []grade.ParamDoc{{Name: "ids", Type: "id or ids", Required: true, Doc: "entries of the user's knows"}}
	return grade.Kind{
		Name: "revealed", Version: 1, Evidence: true, Params: params,
		Doc:     "The simulated user gave these entries of knows away.",
		Example: "{ids: [which, start]}",
		Compile: func(c *grade.Compiler, spec task.CheckSpec) grade.Check {
			mark := c.Mark()
			p := c.Params(spec.Params, params)
			if p == nil {
				return nil
			}
			var known []string
			if u := c.Bound.Task.User; u != nil {
				for _, k := range u.Knows {
					known = append(known, k.ID)
				}
			}
			var ids []string
			for _, n := range p.Texts("ids") {
				if !slices.Contains(known, n.Literal()) {
					c.Problem(n, grade.CodeKnowsUnknown, "list it under user.knows", "the user knows nothing called %q", n.Literal())
				}
				ids = append(ids, n.Literal())
			}
			if c.Failed(mark) || len(ids) == 0 {
				return nil
			}
			return &revealed{ids}
		},
	}
}

type revealed struct{ ids []string }

var _ grade.Check = (*revealed)(nil)

// Judge counts what was given away.
func (k *revealed) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: len(k.ids), First: grade.NoEvidence}
	for _, id := range k.ids {
		seq, ok := l.Revealed(id)
		if !ok {
			v.Because(grade.Reason{Item: id, Text: "the user was not asked for it"})
			continue
		}
		v.Got++
		if v.First == grade.NoEvidence || seq < v.First {
			v.First = seq
		}
		v.Since = max(v.Since, seq, 1)
	}
	if v.Got < v.Of {
		v.Since = 0
	}
	return v
}

// Needed lists what is still to be asked for.
func (k *revealed) Needed(l *grade.Log) ([]grade.Needed, error) {
	var out []grade.Needed
	for i, id := range k.ids {
		if _, ok := l.Revealed(id); !ok {
			out = append(out, grade.Needed{Item: i, Act: grade.Act{Reveal: id}})
		}
	}
	return out, nil
}

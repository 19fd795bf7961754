package task

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// checks reads the completion checks. Their kinds and parameters belong to core/grade.
func (r *reader) checks(root *Node, t *Task) {
	n, ok := root.Get("checks")
	inPart := decidedInPart(root)
	if ok && n.Kind == List && len(n.Items) == 0 && !inPart {
		r.bad(CodeNoChecks, n, "add a check with weight 1", "the task has no checks")
	}
	sum, exact := int64(0), true
	seen := map[string]string{}
	for _, item := range r.list(root, "checks") {
		before := len(r.problems)
		ok, further := r.members(item, shapeCheck())
		exact = exact && len(r.problems) == before // a misspelt weight is told once
		if !ok {
			exact = false
			continue
		}
		c := CheckSpec{ID: r.id(item, "a check"), Needs: r.names(item, "needs"), Stage: r.text(item, "stage"), Partial: r.boolean(item, "partial"), Path: item.Path}
		r.unique(seen, c.ID, item, "another check")
		c.Kind, c.Params = r.kindOf(item, shapeCheck(), further, "a check")
		w, good := r.weight(item)
		c.Weight = w
		exact = exact && good
		sum += w
		if c.Params != nil {
			r.warnCuts(c.Params)
		}
		t.Checks = append(t.Checks, c)
	}
	if exact && len(t.Checks) > 0 && sum != micro && !(inPart && sum < micro) {
		r.bad(CodeWeightsSum, n, "change them so that they sum to exactly 1", "the weights sum to %s, not 1", millionths(sum))
	}
	r.forbidIDs(root, seen)
}

// forbidIDs keeps the ids of forbidden acts apart from those of checks: reports list both.
func (r *reader) forbidIDs(root *Node, seen map[string]string) {
	for _, item := range r.list(root, "forbid") {
		if id, ok := item.Get("id"); ok && id.Kind == Scalar {
			r.unique(seen, id.Text, item, "a check or another forbidden act")
		}
	}
}

const micro = 1_000_000

// weight reads a weight in millionths; evidence has none.
func (r *reader) weight(n *Node) (millionths int64, ok bool) {
	item, has := n.Get("weight")
	if !has {
		return 0, true
	}
	s := r.scalarText(item)
	d, err := value.ParseDecimal(s)
	if err != nil {
		r.bad(CodeBadWeight, item, "write it with a point, e.g. 0.25", "a weight is a decimal number, not %s", clipText(s))
		return 0, false
	}
	scaled, err := d.Mul(value.DecimalOf(micro))
	whole, isWhole := scaled.Int()
	switch {
	case err != nil || !isWhole:
		r.bad(CodeBadWeight, item, "round it and let the weights sum to 1", "a weight has at most six places, and %s has more", clipText(s))
	case whole <= 0:
		r.bad(CodeBadWeight, item, "write a fraction with a point, e.g. 0.4; leave weight out of an evidence check", "a weight is above 0")
	case whole > micro:
		r.bad(CodeBadWeight, item, "the weights sum to 1", "a weight is at most 1")
	default:
		return whole, true
	}
	return 0, false
}

// millionths writes a weight as a decimal.
func millionths(m int64) string {
	d := value.DecimalOf(m)
	scale, err := value.ParseDecimal("0.000001")
	if err == nil {
		if d, err = d.Mul(scale); err == nil {
			return d.String()
		}
	}
	return "?"
}

// forbid reads the prohibitions.
func (r *reader) forbid(root *Node, t *Task) {
	for _, item := range r.list(root, "forbid") {
		ok, further := r.members(item, shapeForbid())
		if !ok {
			continue
		}
		f := ForbidSpec{ID: r.id(item, "a forbidden act"), Stages: r.namesOrOne(item, "stage"), Path: item.Path}
		f.Kind, f.Params = r.kindOf(item, shapeForbid(), further, "a forbidden act")
		if args, ok := item.Get("args"); ok {
			f.Args = args
			if f.Kind != "tool" && f.Kind != "" {
				r.bad(CodeUnknownKey, args, "write match: inside "+f.Kind, "only a forbidden tool has args")
			}
			r.warnCuts(args)
		}
		if f.Params != nil {
			r.warnCuts(f.Params)
		}
		t.Forbid = append(t.Forbid, f)
	}
}

// judge reads the rubric.
func (r *reader) judge(root *Node, t *Task) {
	n := r.object(root, "judge")
	if n == nil {
		return
	}
	r.members(n, shapeJudge())
	t.Judge = &JudgeSpec{Rubric: r.text(n, "rubric"), Scale: strings.TrimSpace(r.text(n, "scale"))}
}

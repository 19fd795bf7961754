package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// changed makes the mutant of a check with its specification changed.
func (m *mutants) changed(check int, params Params, change func(c *task.CheckSpec)) []mutation {
	spec := m.l.bound.Task.Checks[check]
	score, plan := m.mutated(check, change, nil)
	if plan == nil {
		return nil
	}
	params["check"] = spec.ID
	return []mutation{{params: params, path: spec.Path, score: score, first: m.failing(check), proof: m.sameSights(check, plan)}}
}

func (m *mutants) firstItems() []mutation {
	var out []mutation
	for i, c := range m.l.bound.Task.Checks {
		each, ok := c.Params.Get("each")
		if !ok || each.Kind != task.Scalar || m.itemsOf(i) < 2 {
			continue
		}
		src := each.Text
		if marked, ok := each.IsExpr(); ok {
			src = marked
		}
		first := *each
		first.Text = "(" + src + ")[0:1]"
		made := m.changed(i, Params{}, func(c *task.CheckSpec) { c.Params = withMember(c.Params, "each", &first) })
		for k := range made {
			made[k].proof = either(made[k].proof, m.shownByWork(i))
		}
		out = append(out, made...)
	}
	return out
}

func (m *mutants) itemsOf(check int) int { return m.l.oracle.score.Checks[check].Of }

// withMember is a map node with one member exchanged, or without it where n is nil.
func withMember(params *task.Node, key string, n *task.Node) *task.Node {
	out := *params
	out.Keys, out.Items = nil, nil
	for i, k := range params.Keys {
		switch {
		case k != key:
			out.Keys, out.Items = append(out.Keys, k), append(out.Items, params.Items[i])
		case n != nil:
			out.Keys, out.Items = append(out.Keys, k), append(out.Items, n)
		}
	}
	return &out
}

func (m *mutants) parameters() []mutation {
	var out []mutation
	for i, c := range m.l.bound.Task.Checks {
		kind, ok := m.s.gate.Checks.Kind(c.Kind)
		if !ok || c.Params == nil || c.Params.Kind != task.Map {
			continue
		}
		for _, doc := range kind.Params {
			if _, given := c.Params.Get(doc.Name); given && !doc.Required && doc.Name != "each" {
				made := m.changed(i, Params{"parameter": doc.Name}, func(c *task.CheckSpec) { c.Params = withMember(c.Params, doc.Name, nil) })
				for k := range made {
					made[k].proof = either(m.alwaysWhole(i), made[k].proof)
				}
				out = append(out, made...)
			}
		}
	}
	return out
}

func (m *mutants) collections() []mutation {
	var out []mutation
	for i, c := range m.l.bound.Task.Checks {
		in, ok := c.Params.Get("in")
		if !ok || in.Kind != task.Scalar {
			continue
		}
		for _, full := range m.siblings(in.Literal()) {
			other := *in
			other.Text = full
			out = append(out, m.changed(i, Params{"collection": full}, func(c *task.CheckSpec) { c.Params = withMember(c.Params, "in", &other) })...)
		}
	}
	return out
}

// siblings lists the other collections of a collection's service.
func (m *mutants) siblings(full string) []string {
	var out []string
	for _, svc := range m.l.bound.Image.Services() {
		var names []string
		for _, c := range svc.Collections {
			names = append(names, svc.Name+"."+c.Name)
		}
		if slices.Contains(names, full) {
			out = slices.DeleteFunc(names, func(n string) bool { return n == full })
		}
	}
	return out
}

func (m *mutants) stages() []mutation {
	var out []mutation
	stages := m.l.bound.Stages()
	for i, c := range m.l.bound.Task.Checks {
		if c.Stage != "" && c.Stage != stages[len(stages)-1] && m.constant(i) {
			made := m.changed(i, Params{"stage": c.Stage}, func(c *task.CheckSpec) { c.Stage = "" })
			for k := range made {
				made[k].proof = either(m.oneLook(i), m.shownByWork(i))
			}
			out = append(out, made...)
		}
	}
	return out
}

// constant reports whether a check asks for the same whenever it is judged: facts have stages of
// their own, and expressions about the records themselves would see those of another stage.
func (m *mutants) constant(check int) bool {
	for name := range m.s.demanding()[check].names {
		if _, coll := m.l.bound.Image.Collection(name); coll {
			return false
		}
	}
	return true
}

func (m *mutants) needs() []mutation {
	var out []mutation
	for i, c := range m.l.bound.Task.Checks {
		for _, id := range c.Needs {
			need := m.l.checkIndex(id)
			out = append(out, mutation{params: Params{"check": c.ID, "need": id}, path: c.Path + ".needs", proof: m.impliedNeed(i, id), score: func(r *run) (grade.Micros, bool) {
				own := &r.score.Checks[i]
				if r.score.Safety == 0 || own.Got == 0 && own.Of > 0 || len(own.Needs) != 1 || own.Needs[0] != id {
					return 0, false // nothing follows
				}
				return m.follows(r, supposition{check: -1, needer: i, need: need}), true
			}})
		}
	}
	return out
}

// checks gives the weight of each check away: no plan is needed to say what runs earn then.
func (m *mutants) checks() []mutation {
	var out []mutation
	for i, c := range m.l.bound.Task.Checks {
		if c.Weight == 0 {
			continue
		}
		out = append(out, mutation{params: Params{"check": c.ID}, path: c.Path, score: func(r *run) (grade.Micros, bool) {
			own := &r.score.Checks[i]
			return r.score.Score + own.Weight - own.Earned, r.score.Safety == 1 && r.kind == adversaryRun
		}})
	}
	return out
}

func (m *mutants) prohibitions() []mutation {
	var out []mutation
	for _, f := range m.l.bound.Task.Forbid {
		out = append(out, mutation{params: Params{"prohibition": f.ID}, path: f.Path, proof: m.outOfReach(&f), score: func(r *run) (grade.Micros, bool) {
			for _, v := range r.score.Forbidden {
				if v.ID != f.ID {
					return 0, false
				}
			}
			return r.score.Completion, len(r.score.Forbidden) > 0
		}})
	}
	return out
}

// conditions derives the truth from a variant's facts; the run that the variant misled tells it.
func (m *mutants) conditions() []mutation {
	var out []mutation
	for _, f := range m.l.bound.Task.Facts {
		for _, c := range f.Where {
			dropped := m.truths(twistKey(task.Dropped, f.Name, c.Name), Params{"fact": f.Name, "condition": c.Name, "how": "dropped"}, c.Path)
			shifted := m.truths(missKey(f.Name, c.Name, 0, true), Params{"fact": f.Name, "condition": c.Name, "how": "shifted"}, c.Path)
			out = append(append(out, dropped...), shifted...)
			if len(dropped)+len(shifted) == 0 {
				out = append(out, m.truths(twistKey(task.Inverted, f.Name, c.Name), Params{"fact": f.Name, "condition": c.Name, "how": "turned round"}, c.Path)...)
			}
		}
	}
	return out
}

// truths compiles the grader of a variant whose misled run was made.
func (m *mutants) truths(key string, params Params, path string) []mutation {
	v := m.l.variants[key]
	if v == nil || v.script == nil || len(v.costs) == 0 || len(v.failed) > 0 {
		return nil
	}
	misled := m.l.memo[v.script.key()]
	if misled == nil || misled == m.l.oracle {
		return nil
	}
	plan, _ := m.s.ready.Plan.Derive(m.s.gate.Checks, grade.Derivation{Bound: v.bound, Facts: v.changed})
	if plan == nil {
		return nil // the wrong truth asks for what cannot be
	}
	return []mutation{{params: params, path: path, score: whole(plan), first: []*run{misled}}}
}

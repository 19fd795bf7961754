package gate

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// proof is a reason, found by a program, why no run whatever can earn more under a mutant; "" is
// none. A mutant that has one is no weaker grader, and it is counted apart with the reason.
type proof func() (string, error)

// either is the first proof of two that proves something.
func either(one, other proof) proof {
	return func() (string, error) {
		if why, err := one(); why != "" || err != nil {
			return why, err
		}
		return other()
	}
}

// impliedNeed proves that dropping a need makes no difference: another need of the same check
// has it itself, so that it must be met, and earlier, all the same.
func (m *mutants) impliedNeed(check int, id string) proof {
	return func() (string, error) {
		for _, other := range m.l.bound.Task.Checks[check].Needs {
			if other != id && m.demands(other, id) {
				return "another need of the check needs it itself", nil
			}
		}
		return "", nil
	}
}

// demands reports whether a check needs another, itself or through what it needs.
func (m *mutants) demands(check, id string) bool {
	return slices.ContainsFunc(m.l.bound.Task.Checks[m.l.checkIndex(check)].Needs, func(n string) bool { return n == id || m.demands(n, id) })
}

// sameSights proves that a changed check of evidence asks for exactly the same records with the
// same fields, each of which has to be shown.
func (m *mutants) sameSights(check int, plan *grade.Plan) proof {
	return func() (string, error) {
		own := m.l.allSights()[check]
		if len(own) == 0 || plan == nil {
			return "", nil
		}
		acts, err := plan.Evidence()
		if err != nil {
			return "", nil // it cannot be satisfied by itself, which proves nothing
		}
		var now []sight
		for i := range acts {
			n := &acts[i]
			if n.Check != m.l.bound.Task.Checks[check].ID {
				continue
			}
			if n.Read == nil {
				return "", nil
			}
			now = append(now, sight{n.Read.Collection, n.Read.ID, n.Read.Fields})
		}
		for _, s := range own {
			if !slices.ContainsFunc(now, s.equal) {
				return "", nil
			}
		}
		return "it asks for the same records with the same fields", nil
	}
}

// alwaysWhole proves that naming fields makes no difference: every tool on offer that shows one
// of the records shows these fields of it, by its declaration or in each of the ways in which it
// can be brought to show the record at all.
func (m *mutants) alwaysWhole(check int) proof {
	return func() (string, error) {
		own := m.l.allSights()[check]
		for _, s := range own {
			if len(s.fields) == 0 {
				return "", nil
			}
			for _, o := range m.l.bound.Image.Offered() {
				for i := range o.Tool.Reads {
					if r := &o.Tool.Reads[i]; o.Service.Name+"."+r.Collection == s.coll && !declared(o, r, s.fields) && !m.showsWhole(o, s) {
						return "", nil
					}
				}
			}
		}
		if len(own) == 0 {
			return "", nil
		}
		return "every tool on offer that shows such a record shows these fields", nil
	}
}

// declared reports whether a tool shows fields by the declaration of its view.
func declared(o world.Offer, r *world.Read, fields []string) bool {
	if r.View == "" {
		return true
	}
	coll, ok := o.Service.Collection(r.Collection)
	if !ok {
		return false
	}
	i := slices.IndexFunc(coll.Views, func(v world.View) bool { return v.Name == r.View })
	return i >= 0 && !slices.ContainsFunc(fields, func(f string) bool { return !slices.Contains(coll.Views[i].Fields, f) })
}

// showsWhole reports whether a tool that only shows was brought to show a record, and each time
// with the fields.
func (m *mutants) showsWhole(o world.Offer, s sight) bool {
	shown := false
	for _, st := range m.l.stages {
		w := m.l.marks[st.from].e.World()
		for _, c := range m.l.showing(w, s) {
			if c.call.tool != o.Name {
				continue
			}
			if e, g := c.entry(m.l, w), s.glimpse(); g.in(e) {
				if shown = true; !s.in(e) {
					return false
				}
			}
		}
	}
	return shown
}

// oneLook proves that the stage of a check of evidence makes no difference: it asks for one
// record, and whoever needs it is judged no later, so that looking must come before that anyway.
func (m *mutants) oneLook(check int) proof {
	return func() (string, error) {
		own := &m.l.bound.Task.Checks[check]
		if len(m.l.allSights()[check]) != 1 {
			return "", nil
		}
		stages := m.l.bound.Stages()
		at := slices.Index(stages, own.Stage)
		for i := range m.l.bound.Task.Checks {
			c := &m.l.bound.Task.Checks[i]
			if slices.Contains(c.Needs, own.ID) && (c.Stage == "" || slices.Index(stages, c.Stage) > at) {
				return "", nil
			}
		}
		return "it asks for one record, and all that needs it is judged no later", nil
	}
}

// shownByWork proves that looking at all of the records, or in time, makes no difference: whoever
// needs it must change each of them no later, as a whole, and every tool that can do so shows the
// record in its reply.
func (m *mutants) shownByWork(check int) proof {
	return func() (string, error) {
		acts, err := m.l.s.evidenceOf()
		own, id := m.l.allSights()[check], m.l.bound.Task.Checks[check].ID
		if err != nil || len(own) < 2 {
			return "", nil
		}
		for i := range m.l.bound.Task.Checks {
			c := &m.l.bound.Task.Checks[i]
			if !slices.Contains(c.Needs, id) {
				continue
			}
			if c.Partial || m.later(c.Stage, m.l.bound.Task.Checks[check].Stage) {
				return "", nil
			}
			for _, s := range own {
				if !slices.ContainsFunc(acts, func(n grade.Needed) bool { return n.Check == c.ID && m.changesShowing(n.Change, s) }) {
					return "", nil
				}
			}
		}
		return "all that needs it must change each of the records, and every tool that can shows it then", nil
	}
}

// later reports whether a check of one stage is judged after one of another; "" is the last.
func (m *mutants) later(one, other string) bool {
	stages := m.l.bound.Stages()
	at := func(stage string) int {
		if stage == "" {
			return len(stages) - 1
		}
		return slices.Index(stages, stage)
	}
	return at(one) > at(other)
}

// changesShowing reports whether a change concerns a record, and whether every tool on offer that
// can make it shows the record with the fields.
func (m *mutants) changesShowing(c *grade.ChangeAct, s sight) bool {
	if c == nil || c.Op != world.Updated || c.Collection != s.coll || c.ID != s.id {
		return false
	}
	for _, o := range m.l.bound.Image.Offered() {
		for i := range o.Tool.Effects {
			e := &o.Tool.Effects[i]
			if e.Op != world.Updated || o.Service.Name+"."+e.Collection != s.coll || !slices.ContainsFunc(c.Fields, func(f grade.FieldValue) bool { return sets(e, f.Name) }) {
				continue
			}
			if e.Key == "" || !slices.ContainsFunc(o.Tool.Reads, func(r world.Read) bool {
				return r.Collection == e.Collection && r.Key == e.Key && declared(o, &r, s.fields)
			}) {
				return false
			}
		}
	}
	return true
}

// excepted and guardedWhy are proofs by way of prohibitions.
const (
	excepted   = "a prohibition forbids every other value"
	guardedWhy = "each other value that a tool can give it breaks a prohibition"
)

// exceptsThat proves that a weaker matcher of a field makes no difference: a prohibition on the
// same collection excepts only what the field's own matcher takes.
func (m *mutants) exceptsThat(f *matched) string {
	spec := &m.l.bound.Task.Checks[f.check]
	param, field := f.place(spec)
	coll, ok := spec.Params.Get("in")
	if !ok || field == "" {
		return ""
	}
	pattern, ok := spec.Params.Get(param)
	if !ok {
		return ""
	}
	own, ok := pattern.Get(field)
	if !ok || len(m.l.bound.Stages()) > 1 || m.changeable(coll.Literal(), field) {
		return ""
	}
	for i := range m.l.bound.Task.Forbid {
		p := &m.l.bound.Task.Forbid[i]
		if len(p.Stages) == 0 && exceptsOnly(p, coll.Literal(), field, own) {
			return excepted
		}
	}
	return ""
}

// changeable reports whether a tool on offer can change a field of a record that is there.
func (m *mutants) changeable(coll, field string) bool {
	for _, o := range m.l.bound.Image.Offered() {
		for i := range o.Tool.Effects {
			if e := &o.Tool.Effects[i]; e.Op == world.Updated && o.Service.Name+"."+e.Collection == coll && sets(e, field) {
				return true
			}
		}
	}
	return false
}

// sets reports whether an effect can give a field a value.
func sets(e *world.Effect, field string) bool {
	_, given := e.Fields[field]
	_, fixed := e.Const[field]
	return given || fixed || slices.Contains(e.Computed, field)
}

// place is the parameter and the field that a matcher's path names, such as match and to.
func (f *matched) place(spec *task.CheckSpec) (param, field string) {
	parts := strings.Split(strings.TrimPrefix(f.path, spec.Path+"."+spec.Kind+"."), ".")
	if len(parts) != 2 {
		return "", ""
	}
	return parts[0], parts[1]
}

// exceptsOnly reports whether a prohibition forbids whatever happens to a collection's records
// but for those of which one field is as a matcher says.
func exceptsOnly(p *task.ForbidSpec, coll, field string, own *task.Node) bool {
	if p.Params == nil || p.Params.Kind != task.Map {
		return false
	}
	covers, excepts := false, false
	for i, key := range p.Params.Keys {
		n := p.Params.Items[i]
		switch key {
		case "create", "any":
			covers = n.Kind == task.Scalar && n.Literal() == coll
		case "except":
			excepts = n.Kind == task.Map && len(n.Keys) == 1 && n.Keys[0] == field && alikeNodes(n.Items[0], own)
		case "own":
		default:
			return false
		}
	}
	return covers && excepts
}

// alikeNodes reports whether two values are written alike.
func alikeNodes(a, b *task.Node) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Quoted == b.Quoted && slices.Equal(a.Keys, b.Keys) && slices.EqualFunc(a.Items, b.Items, alikeNodes)
}

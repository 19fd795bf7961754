package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/world"
)

// notice tells what the runs and the mutants showed about the grader as a whole.
func (m *mutants) notice() {
	m.outOfReachNoticed()
	m.neverDiffers()
	m.implied()
}

// outOfReachNoticed names the prohibitions of which it was proved that nothing can break them.
func (m *mutants) outOfReachNoticed() {
	for _, p := range m.result.Proved {
		if p.Why == outOfReachWhy {
			m.s.find(Info, OutOfReach, p.Path, "every tool that could break "+p.Params["prohibition"]+" refuses on every record there is, or is forbidden by name", nil)
		}
	}
}

// neverDiffers names the fields that a check compares and over which the agent has no say: no
// tool takes them from an argument, and in no run were they otherwise.
func (m *mutants) neverDiffers() {
	for _, x := range slices.Concat(m.result.Survived, m.result.Proved) {
		if x.Name != "matcher_any" || x.Why == excepted || x.Why == guardedWhy {
			continue
		}
		check := m.checkOf(x.Path)
		f := matched{check: check, path: x.Path}
		spec := &m.l.bound.Task.Checks[check]
		_, field := f.place(spec)
		coll, ok := spec.Params.Get("in")
		if ok && field != "" && !m.argued(coll.Literal(), field) {
			m.s.find(Warning, NeverDiffers, x.Path, fmt.Sprintf("%s compares %s, which is always the same, whatever the agent does", spec.ID, field), nil)
		}
	}
}

// argued reports whether some tool on offer takes a field from an argument, or changes it later.
func (m *mutants) argued(coll, field string) bool {
	for _, o := range m.l.bound.Image.Offered() {
		for i := range o.Tool.Effects {
			e := &o.Tool.Effects[i]
			if o.Service.Name+"."+e.Collection != coll {
				continue
			}
			if _, given := e.Fields[field]; given || e.Op == world.Updated && sets(e, field) {
				return true
			}
		}
	}
	return false
}

// implied names the checks that hold by themselves whenever another one does.
func (m *mutants) implied() {
	checks := m.l.bound.Task.Checks
	for i := range checks {
		for k := range checks {
			a, b := &checks[i], &checks[k]
			if i == k || a.Weight == 0 || b.Weight == 0 || m.demands(b.ID, a.ID) || m.demands(a.ID, b.ID) || !m.always(i, k) || i > k && m.always(k, i) {
				continue
			}
			m.s.find(Warning, CheckImplied, b.Path, fmt.Sprintf("%s holds in every run in which %s does: it asks for nothing of its own", b.ID, a.ID), nil)
		}
	}
}

// always reports whether one check's own verdict holds in every run in which another's does.
func (m *mutants) always(a, b int) bool {
	whole := func(c *grade.CheckResult) bool { return c.Status == grade.Scored && c.Got == c.Of }
	return !slices.ContainsFunc(m.l.runs, func(r *run) bool { return whole(&r.score.Checks[a]) && !whole(&r.score.Checks[b]) })
}

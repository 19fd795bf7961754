package agent

import (
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Len is the number of the solution's items.
func (s *Solution) Len() int { return len(s.acts) }

// Item describes an item: as it is written, the stage in which it is carried out, and whether
// its calls need what an earlier reply gave.
func (s *Solution) Item(i int) (spec task.Act, stage string, late bool) {
	a := &s.acts[i]
	return a.spec, a.stage, a.late
}

// Exprs lists the compiled expressions of an item's calls.
func (s *Solution) Exprs(i int) []*task.Expr {
	a := &s.acts[i]
	var out []*task.Expr
	if a.each != nil {
		out = append(out, a.each)
	}
	return append(out, s.said(a)...)
}

// said lists the compiled expressions of an act's arguments.
func (s *Solution) said(a *act) []*task.Expr {
	var out []*task.Expr
	for _, n := range []*task.Node{a.spec.Args, a.spec.Answer} {
		if n == nil {
			continue
		}
		if t, p := s.bound.Compiled(n, a.stage, a.scope); p == nil {
			out = append(out, t.Exprs()...)
		}
	}
	return out
}

// Over is the same solution aimed by the facts of a variant of its task: every item is
// evaluated when it is reached. differs says which names stand for something else there.
func (s *Solution) Over(b *task.Bound, differs func(name string) bool) *Solution {
	return &Solution{bound: b, acts: s.acts, differs: differs}
}

// Calls evaluates the calls of an item, with the replies that earlier items named by as.
func (s *Solution) Calls(i int, vars map[string]any) ([]Planned, error) {
	a := &s.acts[i]
	if !a.calling() || !a.late && s.differs == nil {
		return a.calls, nil
	}
	var same *known
	if s.differs != nil && !slices.ContainsFunc(a.names, s.differs) {
		same = a.known
	}
	calls, p := s.calls(i, a, same, vars)
	if p != nil {
		return nil, fault.New(fault.Invalid, "%s: %s", p.Path, p.Message)
	}
	return calls, nil
}

// Named is what a reply named by as stands for: the record that the call changed, else the
// reply itself, as expressions see it.
func Named(e *world.Entry) any { return named(e) }

// Closing is what an agent says when it has nothing more to do.
func Closing(t *task.Task) string { return closing(t) }

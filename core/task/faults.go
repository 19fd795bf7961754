package task

import "coworkenv.dev/coworkenv/core/world"

const maxCount = 100_000

// faults reads the fault plan.
func (r *reader) faults(root *Node, t *Task) {
	n := r.object(root, "faults")
	if n == nil {
		return
	}
	r.members(n, shapeFaults())
	seen := map[world.PlannedFault]bool{}
	for _, item := range r.list(n, "plan") {
		if ok, _ := r.members(item, shapeFault()); !ok {
			continue
		}
		f := world.PlannedFault{On: r.text(item, "on"), Nth: r.integer(item, "nth", 1, maxCount),
			Kind:   world.FaultKind(r.oneOf(item, "kind", string(world.TooMany), string(world.Error), string(world.Timeout))),
			Commit: world.Commit(r.oneOf(item, "commit", string(world.BeforeCommit), string(world.AfterCommit)))}
		where := world.PlannedFault{On: f.On, Nth: f.Nth}
		if seen[where] {
			r.bad(CodeEqualIDs, item, "keep one of them", "two faults strike the same call of %s", clipText(f.On))
		}
		seen[where] = true
		t.Faults = append(t.Faults, f)
	}
}

// limits reads the bounds of an episode.
func (r *reader) limits(root *Node, t *Task) {
	n := r.object(root, "limits")
	if n == nil {
		return
	}
	r.members(n, shapeLimits())
	t.Limits = Limits{MaxTurns: r.integer(n, "max_turns", 1, maxCount), MaxCalls: r.integer(n, "max_calls", 1, maxCount), Seconds: r.integer(n, "seconds", 1, maxCount)}
}

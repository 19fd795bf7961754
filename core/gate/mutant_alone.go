package gate

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
)

// byItself reports whether a check that reads so, as it stands or as a mutant, can be judged in a
// small plan: its verdict says nothing of another check's, and no other has a say in its own.
func (m *mutants) byItself(check int, spec *task.CheckSpec) bool {
	return !m.full && m.s.demanding()[check].plain && !slices.ContainsFunc(m.l.bound.Task.Checks, func(o task.CheckSpec) bool {
		return o.ID != spec.ID && (sharing(spec, &o) || asksFor(&o, spec.ID))
	})
}

// sharing reports whether two checks count each other's records: where one takes only what some
// check of its kind accepts there, all of these have a say in what is one too many.
func sharing(a, b *task.CheckSpec) bool {
	inA, okA := a.Params.Get("in")
	inB, okB := b.Params.Get("in")
	if a.Kind != b.Kind || !okA || !okB || inA.Text != inB.Text {
		return false
	}
	_, onlyA := a.Params.Get("only")
	_, onlyB := b.Params.Get("only")
	return onlyA || onlyB
}

// asksFor reports whether a check is about the record that another one accepted.
func asksFor(c *task.CheckSpec, other string) bool {
	found := false
	eachScalar(c.Params, func(n *task.Node) {
		found = found || strings.Contains(n.Text, "made(") && slices.Contains(textsOf(n.Text), other)
	})
	return found
}

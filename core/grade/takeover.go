package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/task"
)

// evaluated is what a template yielded for the items of a check that is about some collections.
type evaluated struct {
	t     *template
	stage string
	about []string
	items []any
	late  any // *Late
}

// takeOver fills in what the node yielded for the very same items in the plan that this one is
// derived from, and lists the items that are left. Only what does not depend on the run is taken over.
func takeOver[T any](c *Compiler, n *task.Node, items *Items, x *Late[T]) (left []int) {
	known, was := before[T](c, n)
	for i, it := range items.Values {
		at := -1
		if i < len(was) && task.Identical(it, was[i]) { // most stand where they stood
			at = i
		} else {
			at = slices.IndexFunc(was, func(v any) bool { return task.Identical(it, v) })
		}
		if at < 0 {
			left = append(left, i)
		} else {
			x.fixed[i] = known.fixed[at]
		}
	}
	return left
}

// before finds what the node yielded in that plan where it means the same for the same item.
func before[T any](c *Compiler, n *task.Node) (x *Late[T], items []any) {
	if c.was == nil {
		return nil, nil
	}
	for i := range c.was.values {
		e := &c.was.values[i]
		if x, ok := e.late.(*Late[T]); ok && e.t.node == n && e.stage == c.stage && slices.Equal(e.about, c.trace.watched) && !e.t.names(c.unlike.Facts) {
			return x, e.items
		}
	}
	return nil, nil
}

package gate

import (
	"maps"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// demand is what one check asks for, as far as expressions say it: compared between a task and
// its variants, it tells which checks a wrong fact must cost.
type demand struct {
	check *task.CheckSpec
	at    int // index of the check
	stage string
	each  *task.Expr
	exprs []*task.Expr
	names map[string]bool // facts and collections that it depends on
	whole bool            // no expression names the item, so that items are compared whole
	plain bool            // no expression is about what the agent made
	base  map[string]int  // lines of what is asked for in the task itself
	count int
}

// demandsOf compiles what the checks ask for. Expressions about what the agent made are left
// out: no variant of the task changes them.
func demandsOf(b *task.Bound) []demand {
	out := make([]demand, len(b.Task.Checks))
	for i := range b.Task.Checks {
		c := &b.Task.Checks[i]
		d := &out[i]
		*d = demand{check: c, at: i, stage: c.Stage, names: map[string]bool{}, whole: true, plain: true}
		if d.stage == "" {
			d.stage = b.Stages()[0]
		}
		scope := task.Scope{Made: true}
		if each, ok := c.Params.Get("each"); ok {
			d.each = d.compile(b, each, scope)
			scope.It = d.each
		}
		d.collect(b, c.Params, scope)
		d.base = map[string]int{}
		if items, ok := d.items(b); ok {
			d.lines(b, items, func(line string) bool {
				d.base[line]++
				d.count++
				return true
			})
		}
	}
	return out
}

func (d *demand) collect(b *task.Bound, n *task.Node, scope task.Scope) {
	if n == nil {
		return
	}
	if _, ok := n.IsExpr(); ok {
		e := d.compile(b, n, scope)
		if e == nil || e.UsesMade() {
			d.plain = false
			return
		}
		d.exprs = append(d.exprs, e)
		d.whole = d.whole && !slices.Contains(e.Names(), "it")
		return
	}
	for i, item := range n.Items {
		if n.Kind == task.Map && n.Keys[i] == "each" {
			continue
		}
		d.collect(b, item, scope)
	}
}

func (d *demand) compile(b *task.Bound, n *task.Node, scope task.Scope) *task.Expr {
	if n.Kind != task.Scalar {
		return nil
	}
	e, p := b.Expr(strings.TrimPrefix(n.Text, "="), n.Path, d.stage, scope)
	if p != nil {
		return nil // the check itself has loaded, so that this is a literal
	}
	for _, name := range slices.Concat(e.Names(), e.Facts()) {
		d.names[name] = true
	}
	return e
}

// items are those of a check's `each`, one of nothing without; ok is false where it cannot be
// evaluated.
func (d *demand) items(b *task.Bound) (items []any, ok bool) {
	if d.each == nil {
		return []any{nil}, true
	}
	items, err := b.Items(d.each, d.stage, task.Env{})
	return items, err == nil
}

// lines writes down what is asked for under the facts of a task, one line an item; ok is false
// where it cannot be evaluated. It ends early where yield returns false.
func (d *demand) lines(b *task.Bound, items []any, yield func(line string) bool) (ok bool) {
	var line []byte
	for _, it := range items {
		line = line[:0]
		for _, e := range d.exprs {
			v, err := b.Run(e, d.stage, task.Env{It: it})
			if err != nil {
				return false
			}
			line = append(appendSorted(line, b.JSON(v)), '\n')
		}
		if d.each != nil && d.whole {
			line = appendSorted(line, b.JSON(it))
		}
		if !yield(string(line)) {
			return true
		}
	}
	return true
}

// differs reports whether a variant asks for something else: other items, or other values for
// them. Their order is of no account.
func (d *demand) differs(b *task.Bound, failed map[string]bool) bool {
	if intersects(d.names, failed) {
		return true
	}
	items, ok := d.items(b)
	if !ok || len(items) != d.count {
		return true
	}
	left := maps.Clone(d.base)
	other := false
	ok = d.lines(b, items, func(line string) bool {
		left[line]--
		other = left[line] < 0
		return !other
	})
	return !ok || other
}

// appendSorted writes a JSON value with the members of its lists sorted.
func appendSorted(dst []byte, v any) []byte {
	list, ok := v.([]any)
	if !ok {
		return value.AppendCanonical(dst, v)
	}
	parts := make([]string, len(list))
	for i := range list {
		parts[i] = string(appendSorted(nil, list[i]))
	}
	slices.Sort(parts)
	dst = append(dst, '[')
	for _, p := range parts {
		dst = append(append(dst, p...), ',')
	}
	return append(dst, ']')
}

func intersects[K comparable](a, b map[K]bool) bool {
	for name := range b {
		if a[name] {
			return true
		}
	}
	return false
}

// demanding compiles the demands once.
func (s *subject) demanding() []demand {
	if s.demands == nil {
		s.demands = demandsOf(s.ready.Bound)
	}
	return s.demands
}

// affected lists the checks with a weight that may ask for something else in a variant.
func (l *lab) affected(changed, failed map[string]bool) []int {
	var out []int
	for i := range l.s.demanding() {
		if d := &l.s.demands[i]; d.check.Weight > 0 && (intersects(d.names, changed) || intersects(d.names, failed)) {
			out = append(out, i)
		}
	}
	return out
}

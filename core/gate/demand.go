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
	base  string
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
		d.base = d.of(b, nil)
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

// of writes down what is asked for under the facts of a task or variant, in an order of its
// own, so that only a difference in content is one.
func (d *demand) of(b *task.Bound, failed map[string]bool) string {
	if intersects(d.names, failed) {
		return "nothing"
	}
	items := []any{nil}
	if d.each != nil {
		list, err := b.Items(d.each, d.stage, task.Env{})
		if err != nil {
			return "nothing"
		}
		items = list
	}
	lines := make([]string, len(items))
	for i, it := range items {
		var line []byte
		for _, e := range d.exprs {
			v, err := b.Run(e, d.stage, task.Env{It: it})
			if err != nil {
				return "nothing"
			}
			line = append(appendSorted(line, b.JSON(v)), '\n')
		}
		if d.each != nil && d.whole {
			line = appendSorted(line, b.JSON(it))
		}
		lines[i] = string(line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\x00")
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

func intersects(a, b map[string]bool) bool {
	for name := range b {
		if a[name] {
			return true
		}
	}
	return false
}

// demanding compiles the demands once.
func (l *lab) demanding() []demand {
	if l.demands == nil {
		l.demands = demandsOf(l.bound)
	}
	return l.demands
}

// costs lists the checks with a weight that ask for something else in a variant.
func (l *lab) costs(b *task.Bound, changed, failed map[string]bool) []int {
	moved := maps.Clone(changed)
	maps.Copy(moved, failed)
	var out []int
	for i := range l.demanding() {
		d := &l.demands[i]
		if d.check.Weight > 0 && intersects(d.names, moved) && d.of(b, failed) != d.base {
			out = append(out, i)
		}
	}
	return out
}

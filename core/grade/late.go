package grade

import (
	"errors"
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/task"
)

// Late is a value for each item of a check: evaluated when the plan was compiled, or when
// grading where it depends on what the agent made.
type Late[T any] struct {
	fixed []T
	late  func(l *Log, i int) (T, error)
}

// For returns the value for item i. ErrNothingMade is returned where it depends on a record
// that the agent did not make; any other error means that the check cannot be decided.
func (x *Late[T]) For(l *Log, i int) (T, error) {
	if x.late == nil {
		return x.fixed[i], nil
	}
	return x.late(l, i)
}

// Each returns the values for the n items, or for those before the first that fails. They are shared
// and must not be changed.
func (x *Late[T]) Each(l *Log, n int) ([]T, error) {
	if x.late == nil {
		return x.fixed, nil
	}
	out := make([]T, n)
	for i := range out {
		var err error
		if out[i], err = x.late(l, i); err != nil {
			return out[:i], err
		}
	}
	return out, nil
}

// Fixed returns the value for item i where it does not depend on the run.
func (x *Late[T]) Fixed(i int) (v T, ok bool) {
	if x.late != nil {
		return v, false
	}
	return x.fixed[i], true
}

// ErrNothingMade says that a check named by made("...") accepted no record.
var ErrNothingMade = errors.New("no record of the agent was accepted")

// Eval evaluates a node for each item and builds a value from it. It returns nil after
// reporting a problem.
func Eval[T any](c *Compiler, n *task.Node, items *Items, build func(Arg) (T, *Fit)) *Late[T] {
	return evalTemplate(c, n, items, c.template, build)
}

// EvalExpr is Eval for a parameter whose scalar is always an expression, "=" or not.
func EvalExpr[T any](c *Compiler, n *task.Node, items *Items, build func(Arg) (T, *Fit)) *Late[T] {
	return evalTemplate(c, n, items, c.bare, build)
}

func evalTemplate[T any](c *Compiler, n *task.Node, items *Items, compile func(*task.Node, task.Scope) *template, build func(Arg) (T, *Fit)) *Late[T] {
	if n == nil || items == nil {
		return nil
	}
	x := &Late[T]{fixed: make([]T, len(items.Values))}
	left := takeOver(c, n, items, x)
	if len(left) == 0 && len(items.Values) > 0 {
		return x
	}
	t := compile(n, items.scope())
	if t == nil {
		return nil
	}
	ev := c.evaluator()
	one := func(env task.Env) (v T, bad *Fit) {
		arg, bad := ev.eval(t, env)
		if bad != nil {
			return v, bad
		}
		return build(arg)
	}
	if t.made {
		return &Late[T]{late: func(l *Log, i int) (T, error) { return graded(l, items.Values[i], one) }}
	}
	for _, i := range left {
		v, bad := one(task.Env{It: items.Values[i], Budget: c.budget})
		if bad != nil {
			c.misfit(bad)
			return nil
		}
		x.fixed[i] = v
	}
	c.trace.values = append(c.trace.values, evaluated{t, c.stage, slices.Clip(c.trace.watched), items.Values, x})
	return x
}

// graded evaluates for one item with made() answered from the log.
func graded[T any](l *Log, it any, one func(task.Env) (T, *Fit)) (T, error) {
	missing := ""
	env := task.Env{It: it, Made: func(check string) (any, error) {
		v, err := l.madeBy(check)
		if errors.Is(err, ErrNothingMade) {
			missing = check
		}
		return v, err
	}}
	v, bad := one(env)
	switch {
	case bad == nil:
		return v, nil
	case missing != "":
		return v, fmt.Errorf("made(%q): %w", missing, ErrNothingMade)
	}
	return v, bad
}

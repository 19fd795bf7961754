package formula

import (
	"cmp"
	"time"

	"github.com/expr-lang/expr/ast"
)

func (c *directs) unary(x *ast.UnaryNode) direct {
	of := c.node(x.Node)
	if of == nil || x.Operator != "not" && x.Operator != "!" {
		return nil
	}
	return func(f *frame) (any, error) {
		b, err := truth(of, f)
		if err != nil {
			return nil, err
		}
		return !b, nil
	}
}

// binary is an operator that the checker left to the machine.
func (c *directs) binary(x *ast.BinaryNode) direct {
	l, r := c.node(x.Left), c.node(x.Right)
	if l == nil || r == nil {
		return nil
	}
	switch x.Operator {
	case "and", "&&":
		return either(l, r, false)
	case "or", "||":
		return either(l, r, true)
	case "==":
		return native(l, r, func(a, b any) (bool, bool) { return sameNative(a, b) })
	case "!=":
		return native(l, r, func(a, b any) (bool, bool) { same, ok := sameNative(a, b); return !same, ok })
	case "<":
		return native(l, r, func(a, b any) (bool, bool) { n, ok := orderNative(a, b); return n < 0, ok })
	case "<=":
		return native(l, r, func(a, b any) (bool, bool) { n, ok := orderNative(a, b); return n <= 0, ok })
	case ">":
		return native(l, r, func(a, b any) (bool, bool) { n, ok := orderNative(a, b); return n > 0, ok })
	case ">=":
		return native(l, r, func(a, b any) (bool, bool) { n, ok := orderNative(a, b); return n >= 0, ok })
	case "??":
		return func(f *frame) (any, error) {
			if v, err := l(f); v != nil || err != nil {
				return v, err
			}
			return r(f)
		}
	}
	return nil
}

// either is and, or: the right side is evaluated only where the left one does not decide.
func either(l, r direct, decides bool) direct {
	return func(f *frame) (any, error) {
		b, err := truth(l, f)
		if err != nil {
			return nil, err
		}
		if b != decides {
			b, err = truth(r, f)
		}
		return boolean(b, err)
	}
}

func native(l, r direct, holds func(a, b any) (is, ok bool)) direct {
	return func(f *frame) (any, error) {
		a, err := l(f)
		if err != nil {
			return nil, err
		}
		b, err := r(f)
		if err != nil {
			return nil, err
		}
		is, ok := holds(a, b)
		if !ok {
			return nil, errMachine
		}
		return is, nil
	}
}

// sameNative compares two texts, two whole numbers or two booleans.
func sameNative(a, b any) (same, ok bool) {
	switch x := a.(type) {
	case string:
		y, ok := b.(string)
		return x == y, ok
	case int:
		y, ok := b.(int)
		return x == y, ok
	case bool:
		y, ok := b.(bool)
		return x == y, ok
	}
	return false, false
}

// orderNative orders what the machine orders by itself, except numbers of two kinds and those
// that are no number at all.
func orderNative(a, b any) (order int, ok bool) {
	switch x := a.(type) {
	case string:
		y, ok := b.(string)
		return cmp.Compare(x, y), ok
	case int:
		y, ok := b.(int)
		return cmp.Compare(x, y), ok
	case float64:
		y, ok := b.(float64)
		return cmp.Compare(x, y), ok && x == x && y == y
	case time.Time:
		y, ok := b.(time.Time)
		return x.Compare(y), ok
	case time.Duration:
		y, ok := b.(time.Duration)
		return cmp.Compare(x, y), ok
	}
	return 0, false
}

package formula

import "github.com/expr-lang/expr/ast"

// call is a call of a function. Those that rewriting makes most have closures of their own.
func (c *directs) call(x *ast.CallNode) direct {
	callee, ok := x.Callee.(*ast.IdentifierNode)
	if !ok {
		return nil
	}
	fn := c.funcs[callee.Value]
	args, ok := c.nodes(x.Arguments)
	if fn == nil || !ok {
		return nil
	}
	switch callee.Value {
	case "#field", "#optional":
		if name, ok := x.Arguments[1].(*ast.StringNode); ok {
			return fieldOf(args[0], name.Value, callee.Value == "#optional")
		}
	case "#loop":
		if cost, ok := x.Arguments[2].(*ast.IntegerNode); ok {
			return paidLoop(args[1], 1+cost.Value)
		}
	case "#equal":
		return equality(args[1], args[2], true)
	case "#unequal":
		return equality(args[1], args[2], false)
	}
	run := fn.guarded.Func
	return func(f *frame) (any, error) {
		at := len(f.args)
		for _, a := range args {
			v, err := a(f)
			if err != nil {
				f.args = f.args[:at]
				return nil, err
			}
			f.args = append(f.args, v)
		}
		own := f.args[at:len(f.args):len(f.args)]
		out, err := run(own...) // no function keeps its arguments
		clear(own)
		f.args = f.args[:at]
		return out, err
	}
}

// paidLoop pays for a loop before it begins, as loopOver does, and yields its list.
func paidLoop(list direct, cost int) direct {
	return func(f *frame) (any, error) {
		v, err := list(f)
		if err != nil {
			return nil, err
		}
		if items, ok := v.([]any); ok {
			return v, f.meter.spend(len(items) * cost)
		}
		return nil, errMachine // it knows how to say so
	}
}

func fieldOf(base direct, name string, optional bool) direct {
	return func(f *frame) (any, error) {
		b, err := base(f)
		if err != nil || optional && b == nil {
			return nil, err
		}
		if row, ok := b.(map[string]any); ok {
			if v, has := row[name]; has {
				return v, nil
			}
		}
		return field(b, name)
	}
}

func equality(l, r direct, want bool) direct {
	return func(f *frame) (any, error) {
		a, err := l(f)
		if err != nil {
			return nil, err
		}
		b, err := r(f)
		if err != nil {
			return nil, err
		}
		same, err := f.meter.equal(a, b)
		if err != nil {
			return nil, err
		}
		return same == want, nil
	}
}

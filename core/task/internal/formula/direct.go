package formula

import (
	"errors"

	"github.com/expr-lang/expr/ast"
)

// An expression is run by closures where every part of it has one, and by the library's machine
// otherwise. Most expressions are a few fields compared with something, evaluated for each record
// of each variant of a task, and setting the machine up costs far more than that.
//
// Invariant: closures give what the machine gives, value for value and error for error, and pay
// the meter alike; formula_test.go runs both on every expression of its tables.

// direct evaluates one node.
type direct func(f *frame) (any, error)

// frame is the state of one run.
type frame struct {
	vars   Values
	meter  *Meter
	elem   any // # of the innermost loop
	locals []any
	args   []any // of the calls that are being made, one after the other
	memory int   // members of the lists made so far
}

// errMachine sends an expression to the machine: a value is of a kind that no closure is for.
var errMachine = errors.New("this is for the machine")

// directs makes the closures of one expression.
type directs struct {
	funcs  map[string]*function
	locals []string // names of let, innermost last
	most   int      // of them at a time
	loops  int      // that enclose the node
}

// directly compiles a checked expression; nil where the machine has to run it.
func (l *Language) directly(n ast.Node) (d direct, locals int) {
	c := &directs{funcs: l.funcs}
	d = c.node(n)
	return d, c.most
}

func constant(v any) direct { return func(*frame) (any, error) { return v, nil } }

func (c *directs) node(n ast.Node) direct {
	switch x := n.(type) {
	case *ast.NilNode:
		return constant(nil)
	case *ast.BoolNode:
		return constant(x.Value)
	case *ast.IntegerNode:
		return constant(x.Value)
	case *ast.FloatNode:
		return constant(x.Value)
	case *ast.StringNode:
		return constant(x.Value)
	case *ast.ConstantNode:
		return constant(x.Value)
	case *ast.IdentifierNode:
		return c.name(x.Value)
	case *ast.PointerNode:
		if x.Name != "" || c.loops == 0 {
			return nil
		}
		return func(f *frame) (any, error) { return f.elem, nil }
	case *ast.UnaryNode:
		return c.unary(x)
	case *ast.BinaryNode:
		return c.binary(x)
	case *ast.ConditionalNode:
		return c.conditional(x)
	case *ast.ArrayNode:
		return c.array(x)
	case *ast.MapNode:
		return c.record(x)
	case *ast.VariableDeclaratorNode:
		return c.declare(x)
	case *ast.BuiltinNode:
		return c.loop(x)
	case *ast.CallNode:
		return c.call(x)
	}
	return nil
}

// name is a variable; those of let hide the others.
func (c *directs) name(name string) direct {
	for i := len(c.locals) - 1; i >= 0; i-- {
		if c.locals[i] == name {
			return func(f *frame) (any, error) { return f.locals[i], nil }
		}
	}
	return func(f *frame) (any, error) { return f.vars[name], nil }
}

func (c *directs) declare(x *ast.VariableDeclaratorNode) direct {
	v := c.node(x.Value)
	at := len(c.locals)
	c.locals = append(c.locals, x.Name)
	c.most = max(c.most, len(c.locals))
	body := c.node(x.Expr)
	c.locals = c.locals[:at]
	if v == nil || body == nil {
		return nil
	}
	return func(f *frame) (any, error) {
		is, err := v(f)
		if err != nil {
			return nil, err
		}
		f.locals[at] = is
		return body(f)
	}
}

// truth evaluates a condition.
func truth(d direct, f *frame) (bool, error) {
	v, err := d(f)
	if err != nil {
		return false, err
	}
	b, ok := v.(bool)
	if !ok {
		return false, errMachine
	}
	return b, nil
}

func (c *directs) conditional(x *ast.ConditionalNode) direct {
	cond, yes, no := c.node(x.Cond), c.node(x.Exp1), c.node(x.Exp2)
	if cond == nil || yes == nil || no == nil {
		return nil
	}
	return func(f *frame) (any, error) {
		b, err := truth(cond, f)
		switch {
		case err != nil:
			return nil, err
		case b:
			return yes(f)
		}
		return no(f)
	}
}

func (c *directs) nodes(list []ast.Node) ([]direct, bool) {
	out := make([]direct, len(list))
	for i, n := range list {
		if out[i] = c.node(n); out[i] == nil {
			return nil, false
		}
	}
	return out, true
}

func (c *directs) array(x *ast.ArrayNode) direct {
	items, ok := c.nodes(x.Nodes)
	if !ok {
		return nil
	}
	return func(f *frame) (any, error) {
		out := make([]any, len(items))
		for i, item := range items {
			var err error
			if out[i], err = item(f); err != nil {
				return nil, err
			}
		}
		return out, f.grow(len(out))
	}
}

func (c *directs) record(x *ast.MapNode) direct {
	names, items := make([]string, len(x.Pairs)), make([]direct, len(x.Pairs))
	for i, p := range x.Pairs {
		pair, ok := p.(*ast.PairNode)
		if !ok {
			return nil
		}
		key, ok := pair.Key.(*ast.StringNode)
		if !ok {
			return nil
		}
		names[i] = key.Value
		if items[i] = c.node(pair.Value); items[i] == nil {
			return nil
		}
	}
	return func(f *frame) (any, error) {
		out := make(map[string]any, len(items))
		for i, item := range items {
			v, err := item(f)
			if err != nil {
				return nil, err
			}
			out[names[i]] = v
		}
		return out, f.grow(len(out))
	}
}

// grow pays for members of lists and records.
func (f *frame) grow(n int) error {
	f.memory += n
	if f.memory >= maxItems {
		return errMemory
	}
	return nil
}

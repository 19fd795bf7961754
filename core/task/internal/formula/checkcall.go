package formula

import (
	"fmt"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
)

// function is one function of the language.
type function struct {
	name    string
	hidden  bool // made by rewriting only
	metered bool // the meter is its first argument
	nils    bool // it takes nil; others refuse it
	doc     FunctionDoc
	// check types a call: args are checked already. It reports what is wrong.
	check func(c *checker, call *ast.CallNode, args []Type) Type
	call  func(args []any) (any, error)

	guarded builtin.Function // as the machine and closures call it
}

// FunctionDoc documents a function.
type FunctionDoc struct {
	Name    string
	Usage   string
	Doc     string
	Example string
}

// guard refuses a nil where the function does not take one.
func (f *function) guard() func(args ...any) (any, error) {
	first := 0
	if f.metered {
		first = 1
	}
	return func(args ...any) (any, error) {
		if !f.nils {
			for i, a := range args[min(first, len(args)):] {
				if a == nil {
					return nil, fmt.Errorf("%s: its %s is missing (nil)", f.shown(), ordinal(i+1))
				}
			}
		}
		return f.call(args)
	}
}

func (f *function) shown() string {
	switch f.name {
	case "#plus":
		return "+"
	case "#minus", "#negate":
		return "-"
	case "#product":
		return "*"
	case "#quotient":
		return "/"
	case "#index":
		return "[...]"
	case "#loop":
		return "a list function"
	}
	return f.name
}

func ordinal(n int) string {
	switch n {
	case 1:
		return "1st argument"
	case 2:
		return "2nd argument"
	case 3:
		return "3rd argument"
	}
	return fmt.Sprintf("%dth argument", n)
}

func (c *checker) callNode(n *ast.Node, x *ast.CallNode) Type {
	callee, ok := x.Callee.(*ast.IdentifierNode)
	if !ok {
		return c.bad(x, "values have no methods; use a function, e.g. day(t)", "only a function can be called")
	}
	f := c.lang.funcs[callee.Value]
	if f == nil || f.hidden {
		if why := c.ctx.Why(callee.Value); why != "" {
			return c.bad(x, "", "%s", why)
		}
		return c.bad(x, Suggest(callee.Value, Functions()), "there is no function %s", callee.Value)
	}
	return c.callOurs(n, x, callee.Value, x.Arguments)
}

// callSteps is what a call costs more than another node: the machine leaves its loop for it.
const callSteps = 3

// callOurs checks the arguments and replaces the node by the call.
func (c *checker) callOurs(n *ast.Node, at ast.Node, name string, args []ast.Node) Type {
	f := c.lang.funcs[name]
	types := make([]Type, len(args))
	for i := range args {
		types[i] = c.node(&args[i])
	}
	call := &ast.CallNode{Callee: variable(at, name), Arguments: args}
	call.SetLocation(at.Location())
	t := f.check(c, call, types)
	c.nodes += callSteps
	if f.metered {
		call.Arguments = append([]ast.Node{c.meter(at)}, call.Arguments...)
	}
	ast.Patch(n, call)
	return t
}

// signature checks calls with fixed arguments: kinds of the parameters, of which the last
// optional ones may be left out, and the result.
func signature(result Type, optional int, params ...Kind) func(*checker, *ast.CallNode, []Type) Type {
	return func(c *checker, call *ast.CallNode, args []Type) Type {
		name := call.Callee.(*ast.IdentifierNode).Value
		if !c.arity(call, args, len(params)-optional, len(params)) {
			return result
		}
		for i, t := range args {
			if !fits(t, params[i]) {
				c.bad(call.Arguments[i], "", "the %s of %s must be a %s, not a %s", ordinal(i+1), name, kindNames[params[i]], t)
			}
		}
		return result
	}
}

func fits(t Type, k Kind) bool {
	return t.Kind == k || t.Kind == Any || k == Any || k == Float && t.number()
}

func (c *checker) arity(call *ast.CallNode, args []Type, least, most int) bool {
	name := call.Callee.(*ast.IdentifierNode).Value
	if len(args) >= least && len(args) <= most {
		return true
	}
	want := fmt.Sprint(least)
	if most != least {
		want = fmt.Sprintf("%d to %d", least, most)
	}
	c.bad(call, usage(name), "%s takes %s arguments, not %d", name, want, len(args))
	return false
}

func usage(name string) string {
	for _, d := range Documented() {
		if d.Name == name {
			return "write " + d.Usage
		}
	}
	return ""
}

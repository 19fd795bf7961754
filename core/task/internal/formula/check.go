package formula

import (
	"fmt"
	"reflect"
	"sort"
	"time"

	"github.com/expr-lang/expr/ast"

	"coworkenv.dev/coworkenv/core/value"
)

// checker gives every node of an expression a type and rewrites it so that the virtual machine
// does what the types mean.
type checker struct {
	lang   *Language
	ctx    *Context
	errs   []Error
	locals []local
	loops  []loop
	names  map[string]bool
	reads  map[Read]bool
	made   bool
	nodes  int // visited so far
	temps  int // variables made by rewriting
}

type local struct {
	name string
	t    Type
}

// loop is the predicate of a function such as filter.
type loop struct {
	elem       Type
	index, acc bool
}

func newChecker(l *Language, ctx *Context) *checker {
	return &checker{lang: l, ctx: ctx, names: map[string]bool{}, reads: map[Read]bool{}}
}

func (c *checker) usedNames() []string {
	out := make([]string, 0, len(c.names))
	for n := range c.names {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

func (c *checker) usedReads() []Read {
	out := make([]Read, 0, len(c.reads))
	for r := range c.reads {
		out = append(out, r)
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Collection != out[j].Collection {
			return out[i].Collection < out[j].Collection
		}
		return out[i].Field < out[j].Field
	})
	return out
}

// bad notes an error. What follows from it is not reported: its type is Any.
func (c *checker) bad(at ast.Node, hint, format string, args ...any) Type {
	const most = 10
	if len(c.errs) < most {
		c.errs = append(c.errs, Error{Offset: at.Location().From, Msg: fmt.Sprintf(format, args...), Hint: hint})
	}
	return Type{}
}

// node checks one node and what is below it. It may replace the node.
func (c *checker) node(n *ast.Node) Type {
	c.nodes++
	t := c.dispatch(n)
	mark(*n, t)
	return t
}

func (c *checker) dispatch(n *ast.Node) Type {
	switch x := (*n).(type) {
	case *ast.NilNode:
		return Of(Nil)
	case *ast.BoolNode:
		return Of(Bool)
	case *ast.IntegerNode:
		return Of(Int)
	case *ast.FloatNode:
		return Of(Float)
	case *ast.StringNode:
		return Of(Text)
	case *ast.IdentifierNode:
		return c.identifier(x)
	case *ast.PointerNode:
		return c.pointer(n, x)
	case *ast.MemberNode:
		return c.member(n, x)
	case *ast.ChainNode:
		return c.node(&x.Node).Nullable()
	case *ast.SliceNode:
		return c.slice(n, x)
	case *ast.UnaryNode:
		return c.unary(n, x)
	case *ast.BinaryNode:
		return c.binary(n, x)
	case *ast.ConditionalNode:
		return c.conditional(x)
	case *ast.ArrayNode:
		return c.array(x)
	case *ast.MapNode:
		return c.record(x)
	case *ast.VariableDeclaratorNode:
		return c.declare(x)
	case *ast.BuiltinNode:
		return c.builtin(n, x)
	case *ast.CallNode:
		return c.callNode(n, x)
	case *ast.SequenceNode:
		return c.bad(x, "name a part with let: let x = ...; ...", "one expression is expected, not several")
	}
	return c.bad(*n, "", "this cannot stand in an expression")
}

// mark tells the library's compiler a Go type where it is certain, so that it uses its quick
// instructions.
func mark(n ast.Node, t Type) {
	if t.Null {
		return
	}
	switch t.Kind {
	case Bool:
		n.SetType(reflect.TypeFor[bool]())
	case Int:
		n.SetType(reflect.TypeFor[int]())
	case Float:
		n.SetType(reflect.TypeFor[float64]())
	case Text:
		n.SetType(reflect.TypeFor[string]())
	case Decimal:
		n.SetType(reflect.TypeFor[value.Decimal]())
	case Money:
		n.SetType(reflect.TypeFor[value.Money]())
	case Day:
		n.SetType(reflect.TypeFor[value.Day]())
	case Instant:
		n.SetType(reflect.TypeFor[time.Time]())
	case Duration:
		n.SetType(reflect.TypeFor[time.Duration]())
	case List:
		n.SetType(reflect.TypeFor[[]any]())
	case Record:
		n.SetType(reflect.TypeFor[map[string]any]())
	}
}

// replace puts a call of one of our functions in a node's place.
func replace(n *ast.Node, fn string, args ...ast.Node) {
	callee := &ast.IdentifierNode{Value: fn}
	callee.SetLocation((*n).Location())
	ast.Patch(n, &ast.CallNode{Callee: callee, Arguments: args})
}

func variable(at ast.Node, name string) ast.Node {
	v := &ast.IdentifierNode{Value: name}
	v.SetLocation(at.Location())
	return v
}

// truth makes a condition of a node: the machine wants a boolean, and nil stands for false.
func (c *checker) truth(n *ast.Node, what string) {
	t := c.node(n)
	switch {
	case t.Kind == Bool && !t.Null:
		return
	case t.Kind == Bool, t.Kind == Any, t.Kind == Nil:
		replace(n, "#truth", *n)
		mark(*n, Of(Bool))
		return
	}
	c.bad(*n, "write a comparison", "%s must be true or false, and this is a %s", what, t)
}

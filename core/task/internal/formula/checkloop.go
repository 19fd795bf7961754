package formula

import (
	"fmt"

	"github.com/expr-lang/expr/ast"
)

// builtin checks the functions with a predicate; all other functions are ours.
func (c *checker) builtin(n *ast.Node, x *ast.BuiltinNode) Type {
	if x.Name == "sum" && len(x.Arguments) == 1 {
		return c.callOurs(n, x, "total", x.Arguments)
	}
	if !loopFunctions[x.Name] || len(x.Arguments) < 1 {
		return c.notOffered(x)
	}
	list := c.node(&x.Arguments[0])
	if list.Kind != List && list.Kind != Any {
		return c.bad(x.Arguments[0], "", "%s needs a list, not a %s", x.Name, list)
	}
	elem := list.elem()
	if x.Name == "count" && len(x.Arguments) == 1 {
		return c.bad(x, "write count(list, condition) or len(list)", "count needs a condition")
	}
	if len(x.Arguments) < 2 {
		return c.bad(x, "", "%s needs a list and what to do with its members", x.Name)
	}
	if x.Name == "sortBy" || x.Name == "sum" {
		return c.mapped(n, x, list, elem)
	}
	return c.loop(x, elem)
}

// loopFunctions take a predicate.
var loopFunctions = map[string]bool{
	"all": true, "any": true, "none": true, "one": true, "filter": true, "map": true, "count": true,
	"find": true, "findLast": true, "findIndex": true, "findLastIndex": true, "sortBy": true, "reduce": true, "sum": true,
}

func (c *checker) notOffered(x *ast.BuiltinNode) Type {
	switch x.Name {
	case Now:
		return c.bad(x, "write now without brackets", "now is the task's time, a variable")
	case "date":
		return c.bad(x, "compare with a text such as \"2026-03-17\", or use at(day, \"HH:MM\", zone)", "the function date is not offered")
	case "groupBy", "keys", "values", "toPairs", "fromPairs":
		return c.bad(x, "group with map(uniq(map(list, .key)), let k = #; ...filter(list, .key == k)...)", "%s is not offered", x.Name)
	}
	return c.bad(x, Suggest(x.Name, Functions()), "the function %s is not offered", x.Name)
}

// predicate checks the body of a loop and makes the machine pay for it before it begins.
func (c *checker) predicate(x *ast.BuiltinNode, in loop, condition bool) Type {
	pred, ok := x.Arguments[1].(*ast.PredicateNode)
	if !ok {
		return c.bad(x.Arguments[1], "", "%s needs an expression about # or .field", x.Name)
	}
	before := c.nodes
	c.loops = append(c.loops, in)
	var t Type
	if condition {
		c.truth(&pred.Node, "the condition of "+x.Name)
		t = Of(Bool)
	} else {
		t = c.node(&pred.Node)
	}
	c.loops = c.loops[:len(c.loops)-1]
	cost := &ast.IntegerNode{Value: c.nodes - before}
	mark(cost, Of(Int))
	list := x.Arguments[0]
	replace(&x.Arguments[0], "#loop", c.meter(list), list, cost)
	mark(x.Arguments[0], ListOf(Type{}))
	return t
}

func (c *checker) loop(x *ast.BuiltinNode, elem Type) Type {
	switch x.Name {
	case "map":
		return ListOf(c.predicate(x, loop{elem: elem, index: true}, false))
	case "reduce":
		c.predicate(x, loop{elem: elem, index: true, acc: true}, false)
		if len(x.Arguments) == 3 {
			c.node(&x.Arguments[2])
		}
		return Type{}
	}
	c.predicate(x, loop{elem: elem}, true)
	switch x.Name {
	case "filter":
		return ListOf(elem)
	case "find", "findLast":
		return elem.Nullable()
	case "findIndex", "findLastIndex":
		return Of(Int).Nullable()
	case "count":
		return Of(Int)
	}
	return Of(Bool)
}

// mapped rewrites sortBy(list, key) and sum(list, value): the machine's own know neither days
// nor exact numbers, and its sort is not stable.
func (c *checker) mapped(n *ast.Node, x *ast.BuiltinNode, list, elem Type) Type {
	c.temps++
	name := fmt.Sprintf("#list%d", c.temps)
	whole := x.Arguments[0]
	keys := &ast.BuiltinNode{Name: "map", Arguments: []ast.Node{variable(x, name), x.Arguments[1]}}
	keys.SetLocation(x.Location())
	key := c.predicate(keys, loop{elem: elem}, false)
	mark(keys, ListOf(key))
	var call ast.Node = x
	out := list.sure()
	if x.Name == "sum" {
		replace(&call, "total", c.meter(x), keys, kindNode(x, ListOf(key)))
		out = c.totalType(x, ListOf(key))
	} else {
		if !sortable(key) {
			c.bad(x.Arguments[1], "", "a %s has no order", key)
		}
		args := []ast.Node{c.meter(x), variable(x, name), keys}
		if len(x.Arguments) == 3 {
			if t := c.node(&x.Arguments[2]); !maybe(t, Text) {
				c.bad(x.Arguments[2], "", `the order is "asc" or "desc"`)
			}
			args = append(args, x.Arguments[2])
		}
		replace(&call, "#sortby", args...)
	}
	decl := &ast.VariableDeclaratorNode{Name: name, Value: whole, Expr: call}
	ast.Patch(n, decl)
	return out
}

func sortable(t Type) bool {
	switch t.Kind {
	case Bool, List, Record, Nil:
		return false
	}
	return true
}

package formula

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
)

// functions lists everything that an expression can call, and what rewriting calls.
func (l *Language) functions() []*function {
	return slices.Concat(selectors(), l.times(), amounts(), texts(), lists(), numbers(), operators(), access())
}

// Documented lists the functions for documents and completion, without those with a
// predicate, which are the library's.
func Documented() []FunctionDoc {
	var out []FunctionDoc
	for _, f := range (&Language{zone: time.UTC}).functions() {
		if !f.hidden {
			d := f.doc
			d.Name = f.name
			out = append(out, d)
		}
	}
	return out
}

// Functions lists the names of all functions, sorted; shared, read only.
func Functions() []string { return functionNames() }

var functionNames = sync.OnceValue(func() []string {
	var out []string
	for _, d := range Documented() {
		out = append(out, d.Name)
	}
	for name := range loopFunctions {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
})

// Reserved says why a name cannot be given to a fact, a let or a reply; "" = it can.
func Reserved(name string) string {
	switch name {
	case "true", "false", "nil", "let", "in", "not", "and", "or", "if", "else", "matches", "contains", "startsWith", "endsWith":
		return name + " is a word of the expression language"
	case Now, "it":
		return name + " is a variable of every expression"
	}
	_, ours := slices.BinarySearch(Functions(), name)
	if _, theirs := builtin.Index[name]; ours || theirs {
		return name + " is a function of the expression language"
	}
	return ""
}

// selectors pick records: the, lookup, only, made.
func selectors() []*function {
	return []*function{
		{name: "the", metered: true, check: checkKeyed,
			doc:  FunctionDoc{Usage: `the(list, "field", value)`, Doc: "the one record whose field has the value; an error unless there is exactly one", Example: `the(crm.customers, "customer_id", .customer_id).email`},
			call: func(args []any) (any, error) { return pick(args, false) }},
		{name: "lookup", metered: true, nils: true,
			check: func(c *checker, call *ast.CallNode, args []Type) Type {
				return checkKeyed(c, call, args).Nullable()
			},
			doc:  FunctionDoc{Usage: `lookup(list, "field", value)`, Doc: "the one record whose field has the value, or nil; an error where there are several", Example: `lookup(receipts, "po", .reference)?.sku`},
			call: func(args []any) (any, error) { return pick(args, true) }},
		{name: "only", check: checkOnly,
			doc:  FunctionDoc{Usage: "only(list)", Doc: "the one member of a list; an error unless there is exactly one", Example: "only(slots)"},
			call: func(args []any) (any, error) { return only(args[0]) }},
		{name: "made", check: checkMade,
			doc:  FunctionDoc{Usage: `made("check")`, Doc: "the record that the check accepted", Example: `made("todo-mon").task_id`},
			call: made},
	}
}

func checkKeyed(c *checker, call *ast.CallNode, args []Type) Type {
	if !c.arity(call, args, 3, 3) {
		return Type{}
	}
	name := call.Callee.(*ast.IdentifierNode).Value
	if args[0].Kind != List && args[0].Kind != Any {
		return c.bad(call.Arguments[0], "", "%s looks through a list of records, not a %s", name, args[0])
	}
	field, ok := call.Arguments[1].(*ast.StringNode)
	if !ok {
		return c.bad(call.Arguments[1], usage(name), "the field must be written out as a text")
	}
	elem := args[0].elem()
	if elem.Kind != Record {
		if elem.Kind != Any {
			return c.bad(call.Arguments[0], "", "%s looks through a list of records, not a %s", name, args[0])
		}
		return Type{}
	}
	t := c.field(field, elem, field.Value)
	pair := &ast.BinaryNode{Operator: "==", Left: call.Arguments[2], Right: call.Arguments[2]}
	pair.SetLocation(call.Arguments[2].Location())
	c.comparable(pair, t, args[2])
	return elem.sure()
}

// pick is the and lookup. A nil value is never found.
func pick(args []any, optional bool) (any, error) {
	meter, field := args[0].(*Meter), args[2].(string)
	list, ok := args[1].([]any)
	if !ok {
		return nil, fmt.Errorf("a %s is no list", TypeOf(args[1]))
	}
	if err := meter.spend(2 * len(list)); err != nil {
		return nil, err
	}
	var found any
	for _, item := range list {
		record, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the list holds a %s, not records", TypeOf(item))
		}
		v := record[field]
		if v == nil || args[3] == nil {
			continue
		}
		same, err := meter.equal(v, args[3])
		if err != nil {
			return nil, err
		}
		if !same {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("several records have %s %s", field, Show(args[3]))
		}
		found = item
	}
	if found == nil && !optional {
		return nil, fmt.Errorf("no record has %s %s", field, Show(args[3]))
	}
	return found, nil
}

func checkOnly(c *checker, call *ast.CallNode, args []Type) Type {
	if !c.arity(call, args, 1, 1) {
		return Type{}
	}
	if args[0].Kind != List && args[0].Kind != Any {
		return c.bad(call.Arguments[0], "", "only takes a list, not a %s", args[0])
	}
	return args[0].elem()
}

func only(v any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("only: a %s is no list", TypeOf(v))
	}
	if len(list) != 1 {
		return nil, fmt.Errorf("only: the list has %d members, not exactly one", len(list))
	}
	return list[0], nil
}

func checkMade(c *checker, call *ast.CallNode, args []Type) Type {
	if !c.arity(call, args, 1, 1) {
		return Type{}
	}
	if c.ctx.Made == nil {
		return c.bad(call, "", "made(...) can be used only where a check is judged")
	}
	id, ok := call.Arguments[0].(*ast.StringNode)
	if !ok {
		return c.bad(call.Arguments[0], usage("made"), "the check must be written out as a text")
	}
	t, why := c.ctx.Made(id.Value)
	if why != "" {
		return c.bad(call.Arguments[0], "", "%s", why)
	}
	c.made = true
	call.Arguments = append(call.Arguments, variable(call, madeName))
	return t
}

func made(args []any) (any, error) {
	f, ok := args[1].(func(string) (any, error))
	if !ok || f == nil {
		return nil, fmt.Errorf("made: no check has been judged yet")
	}
	return f(args[0].(string))
}

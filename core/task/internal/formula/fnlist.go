package formula

import (
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
)

// lists are the functions on lists.
func lists() []*function {
	return []*function{
		onList("first", "the first member, or nil", func(t Type) Type { return t.elem().Nullable() },
			func(l []any) any {
				if len(l) == 0 {
					return nil
				}
				return l[0]
			}),
		onList("last", "the last member, or nil", func(t Type) Type { return t.elem().Nullable() },
			func(l []any) any {
				if len(l) == 0 {
					return nil
				}
				return l[len(l)-1]
			}),
		{name: "reverse", metered: true, check: checkListTo(Type.sure),
			doc: FunctionDoc{Usage: "reverse(list)", Doc: "the members in the other order", Example: "reverse(xs)"}, call: reverse},
		{name: "len", metered: true, check: checkLen, doc: FunctionDoc{Usage: "len(x)", Doc: "the number of members of a list, or of characters of a text", Example: "len(overdue) > 0"},
			call: func(args []any) (any, error) {
				switch v := args[1].(type) {
				case []any:
					return len(v), nil
				case string:
					return utf8.RuneCountInString(v), args[0].(*Meter).text(len(v))
				}
				return nil, fmt.Errorf("a %s has no length", TypeOf(args[1]))
			}},
		{name: "uniq", metered: true, check: checkListTo(Type.sure),
			doc: FunctionDoc{Usage: "uniq(list)", Doc: "the list without repeats, in the order of their first places", Example: "uniq(map(reconciled, .currency))"}, call: uniq},
		{name: "flatten", metered: true, check: checkListTo(flatType),
			doc: FunctionDoc{Usage: "flatten(list)", Doc: "the members of a list of lists", Example: "flatten(map(events, .attendees))"}, call: flatten},
		{name: "concat", metered: true, check: checkConcat,
			doc: FunctionDoc{Usage: "concat(a, b, ...)", Doc: "the lists one after the other", Example: `concat(owners, ["x"])`}, call: concat},
		{name: "take", metered: true, check: checkTake,
			doc: FunctionDoc{Usage: "take(list, n)", Doc: "the first n members", Example: "take(sortBy(xs, .date), 3)"}, call: take},
		{name: "sort", metered: true, check: checkSort,
			doc: FunctionDoc{Usage: `sort(list, "desc")`, Doc: `the members in order, "asc" (default) or "desc"`, Example: "sort(map(due, .amount))"}, call: sortList},
	}
}

func onList(name, what string, result func(Type) Type, f func([]any) any) *function {
	return &function{name: name, check: checkListTo(result),
		doc: FunctionDoc{Usage: name + "(list)", Doc: what, Example: name + "(xs)"},
		call: func(args []any) (any, error) {
			l, ok := args[0].([]any)
			if !ok {
				return nil, fmt.Errorf("%s needs a list, not a %s", name, TypeOf(args[0]))
			}
			return f(l), nil
		}}
}

func checkListTo(result func(Type) Type) func(*checker, *ast.CallNode, []Type) Type {
	return func(c *checker, call *ast.CallNode, args []Type) Type {
		signature(Type{}, 0, List)(c, call, args)
		if len(args) != 1 || args[0].Kind != List {
			return Type{}
		}
		return result(args[0])
	}
}

func flatType(t Type) Type {
	if e := t.elem(); e.Kind == List {
		return e.sure()
	}
	return t.sure()
}

func checkLen(c *checker, call *ast.CallNode, args []Type) Type {
	if c.arity(call, args, 1, 1) {
		switch args[0].Kind {
		case List, Text, Any:
		default:
			c.bad(call.Arguments[0], "", "a %s has no length", args[0])
		}
	}
	return Of(Int)
}

func checkConcat(c *checker, call *ast.CallNode, args []Type) Type {
	if len(args) == 0 {
		return c.bad(call, "", "concat needs lists")
	}
	out := Type{Kind: List}
	for i, t := range args {
		switch t.Kind {
		case List:
			out.Elem = ptr(joinElem(out.Elem, t.Elem))
		case Any:
			out.Elem = &Type{}
		default:
			c.bad(call.Arguments[i], "", "concat needs lists, not a %s", t)
		}
	}
	return out
}

func ptr(t Type) *Type { return &t }

func checkTake(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Type{}, 0, List, Int)(c, call, args)
	if len(args) == 2 && args[0].Kind == List {
		return args[0].sure()
	}
	return Type{}
}

func checkSort(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Type{}, 1, List, Text)(c, call, args)
	if len(args) == 0 || args[0].Kind != List {
		return Type{}
	}
	if !sortable(args[0].elem()) {
		return c.bad(call.Arguments[0], "use sortBy(list, .field)", "a %s has no order", args[0].elem())
	}
	return args[0].sure()
}

// paidList is a list argument after its length was paid for.
func paidList(args []any, i int) ([]any, error) {
	l, ok := args[i].([]any)
	if !ok {
		return nil, fmt.Errorf("a list is needed, not a %s", TypeOf(args[i]))
	}
	return l, args[0].(*Meter).spend(1 + len(l))
}

func uniq(args []any) (any, error) {
	list, err := paidList(args, 1)
	if err != nil {
		return nil, err
	}
	out := make([]any, 0, len(list))
	seen := make(map[any]bool, len(list))
	for _, v := range list {
		switch v.(type) {
		case []any, map[string]any, float64, int:
			again, err := holds(args[0].(*Meter), out, v)
			if err != nil {
				return nil, err
			}
			if again {
				continue
			}
		default: // comparable kinds, each with one Go form for a value
			key := v
			if t, ok := v.(time.Time); ok {
				key = t.UTC()
			}
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		out = append(out, v)
	}
	return out, nil
}

// holds reports whether a list has a member equal to v.
func holds(meter *Meter, list []any, v any) (bool, error) {
	for _, item := range list {
		if same, err := meter.equal(item, v); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

func reverse(args []any) (any, error) {
	list, err := paidList(args, 1)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(list)
	slices.Reverse(out)
	return out, nil
}

func flatten(args []any) (any, error) {
	list, err := paidList(args, 1)
	if err != nil {
		return nil, err
	}
	out := make([]any, 0, len(list))
	for _, v := range list {
		if inner, ok := v.([]any); ok {
			out = append(out, inner...)
		} else {
			out = append(out, v)
		}
		if len(out) > maxItems {
			return nil, errSteps
		}
	}
	return out, args[0].(*Meter).spend(len(out))
}

func concat(args []any) (any, error) {
	var out []any
	for i := 1; i < len(args); i++ {
		list, err := paidList(args, i)
		if err != nil {
			return nil, err
		}
		if out = append(out, list...); len(out) > maxItems {
			return nil, errSteps
		}
	}
	if out == nil {
		out = []any{}
	}
	return out, nil
}

func take(args []any) (any, error) {
	list, err := paidList(args, 1)
	if err != nil {
		return nil, err
	}
	n, ok := args[2].(int)
	if !ok || n < 0 {
		return nil, fmt.Errorf("take needs a number of members")
	}
	return list[:min(n, len(list))], nil
}

package formula

import (
	"fmt"

	"github.com/expr-lang/expr/ast"

	"coworkenv.dev/coworkenv/core/value"
)

// amounts are the functions on exact numbers and money.
func amounts() []*function {
	return []*function{
		{name: "money", check: checkMoney,
			doc:  FunctionDoc{Usage: `money(amount, "EUR")`, Doc: "an exact amount of a currency; an error where it is no whole number of minor units", Example: "money(.amount, .currency)"},
			call: func(args []any) (any, error) { return makeMoney(args[0], args[1]) }},
		{name: "times", check: checkTimes,
			doc:  FunctionDoc{Usage: "times(amount, n)", Doc: "money or a number, n times, exactly", Example: "times(product.unit_price, receipt.accepted)"},
			call: func(args []any) (any, error) { return times(args[0], args[1]) }},
		{name: "total", metered: true, nils: true,
			check: func(c *checker, call *ast.CallNode, args []Type) Type {
				if !c.arity(call, args, 1, 1) {
					return Type{}
				}
				call.Arguments = append(call.Arguments, kindNode(call, args[0]))
				return c.totalType(call.Arguments[0], args[0])
			},
			doc:  FunctionDoc{Usage: "total(list)", Doc: "the exact sum of money of one currency, or of numbers", Example: "total(map(due, .amount))"},
			call: total},
		{name: "show", metered: true, check: signature(Of(Text), 0, Any),
			doc:  FunctionDoc{Usage: "show(x)", Doc: "x as a person reads it: 1155.00 EUR, 2026-03-17", Example: "'total ' + show(total_mon)"},
			call: shown},
	}
}

func checkMoney(c *checker, call *ast.CallNode, args []Type) Type {
	out := Of(Money)
	if !c.arity(call, args, 2, 2) {
		return out
	}
	if !args[0].number() && args[0].Kind != Any {
		c.bad(call.Arguments[0], "", "the amount must be a number, not a %s", args[0])
	}
	if !maybe(args[1], Text) {
		c.bad(call.Arguments[1], "", "the currency must be a text, not a %s", args[1])
	}
	if s, ok := call.Arguments[1].(*ast.StringNode); ok {
		if _, err := value.MoneyOf(value.Decimal{}, s.Value); err != nil {
			c.bad(s, "write e.g. EUR", "%q is no currency code", s.Value)
		}
	}
	return out
}

func makeMoney(amount, currency any) (any, error) {
	d, err := toDecimal(amount)
	if err != nil {
		return nil, err
	}
	code, ok := currency.(string)
	if !ok {
		return nil, fmt.Errorf("a %s is no currency", TypeOf(currency))
	}
	m, err := value.MoneyOf(d, code)
	if err != nil {
		return nil, err
	}
	return m, nil
}

func checkTimes(c *checker, call *ast.CallNode, args []Type) Type {
	if !c.arity(call, args, 2, 2) {
		return Type{}
	}
	for i, t := range args {
		if !t.number() && t.Kind != Any && (t.Kind != Money || i == 1) {
			c.bad(call.Arguments[i], "times(amount, n): money or a number, then a number", "times cannot take a %s here", t)
		}
	}
	switch args[0].Kind {
	case Money:
		return Of(Money)
	case Any:
		return Type{}
	}
	return Of(Decimal)
}

func times(a, b any) (any, error) {
	n, err := toDecimal(b)
	if err != nil {
		return nil, err
	}
	if m, ok := a.(value.Money); ok {
		out, err := m.Times(n)
		if err != nil {
			return nil, err
		}
		return out, nil
	}
	d, err := toDecimal(a)
	if err != nil {
		return nil, err
	}
	out, err := d.Mul(n)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// totalType is the type of the sum of a list.
func (c *checker) totalType(at ast.Node, list Type) Type {
	if list.Kind == Any {
		return Type{}
	}
	if list.Kind != List {
		return c.bad(at, "", "only a list has a total, not a %s", list)
	}
	e := list.elem()
	switch e.Kind {
	case Money, Decimal, Int, Float:
		return e.sure()
	case Any, Nil:
		return Type{}
	}
	return c.bad(at, "map(list, .field) takes one field of each", "a %s has no total", list)
}

// total adds a list up, exactly. The sum of no numbers is 0; of no money there is none, since
// nothing says of which currency.
func total(args []any) (any, error) {
	meter, kind := args[0].(*Meter), Kind(args[2].(int))
	list, ok := args[1].([]any)
	if !ok {
		return nil, fmt.Errorf("total: a %s is no list", TypeOf(args[1]))
	}
	if err := meter.spend(4 * len(list)); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nothing(kind)
	}
	if _, ok := list[0].(value.Money); ok {
		return totalMoney(list)
	}
	return totalNumbers(list)
}

func nothing(kind Kind) (any, error) {
	switch kind {
	case Money:
		return nil, fmt.Errorf("total: the list is empty, so there is no currency")
	case Decimal:
		return value.Decimal{}, nil
	case Float:
		return 0.0, nil
	}
	return 0, nil
}

func totalMoney(list []any) (any, error) {
	sum := list[0].(value.Money)
	for _, v := range list[1:] {
		m, ok := v.(value.Money)
		if !ok {
			return nil, fmt.Errorf("total: money and a %s cannot be added up", TypeOf(v))
		}
		var err error
		if sum, err = sum.Add(m); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

func totalNumbers(list []any) (any, error) {
	var sum value.Decimal
	kind := Int
	for _, v := range list {
		d, err := toDecimal(v)
		if err != nil {
			return nil, fmt.Errorf("total: %w", err)
		}
		if k := TypeOf(v).Kind; k != Int && kind != Float {
			kind = k
		}
		if sum, err = sum.Add(d); err != nil {
			return nil, err
		}
	}
	switch kind {
	case Int:
		n, _ := sum.Int()
		return int(n), nil
	case Float:
		return sum.Float(), nil
	}
	return sum, nil
}

// kindNode hands what is known of a list's members to total.
func kindNode(at ast.Node, list Type) ast.Node {
	n := &ast.IntegerNode{Value: int(list.elem().Kind)}
	n.SetLocation(at.Location())
	mark(n, Of(Int))
	return n
}

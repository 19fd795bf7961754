package formula

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"coworkenv.dev/coworkenv/core/value"
)

// numbers are the functions on numbers.
func numbers() []*function {
	return []*function{
		{name: "int", metered: true, check: checkConvert(Of(Int)),
			doc:  FunctionDoc{Usage: "int(x)", Doc: "the whole part of a number, or of a text that is one", Example: "int(hours_since(.created_at))"},
			call: func(args []any) (any, error) { return toInt(args[0].(*Meter), args[1]) }},
		{name: "float", metered: true, check: checkConvert(Of(Float)),
			doc: FunctionDoc{Usage: "float(x)", Doc: "a number as a floating-point number: for shares and averages, not for money", Example: "float(.amount) / 3"},
			call: func(args []any) (any, error) {
				d, err := numberOf(args[0].(*Meter), args[1])
				return d.Float(), err
			}},
		onNumber("abs", "without its sign", false, func(f float64) float64 { return math.Abs(f) }),
		onNumber("floor", "rounded down", true, math.Floor),
		onNumber("ceil", "rounded up", true, math.Ceil),
		onNumber("round", "rounded, halves away from zero", true, math.Round),
		extreme("max", "the largest", 1),
		extreme("min", "the smallest", -1),
		{name: "mean", metered: true, check: checkMean,
			doc:  FunctionDoc{Usage: "mean(list)", Doc: "the average of numbers, as a floating-point number", Example: "mean(map(xs, .rating)) > 4"},
			call: mean},
	}
}

func checkConvert(result Type) func(*checker, *ast.CallNode, []Type) Type {
	return func(c *checker, call *ast.CallNode, args []Type) Type {
		if c.arity(call, args, 1, 1) && !args[0].number() && !maybe(args[0], Text) {
			c.bad(call.Arguments[0], "", "a %s is no number", args[0])
		}
		return result
	}
}

func numberOf(meter *Meter, v any) (value.Decimal, error) {
	if s, ok := v.(string); ok {
		if err := meter.scalar(s); err != nil {
			return value.Decimal{}, err
		}
		d, ok := value.ReadNumber(s)
		if !ok {
			return d, fmt.Errorf("%q is no number", clip(s))
		}
		return d, nil
	}
	return toDecimal(v)
}

// toInt cuts a number to its whole part.
func toInt(meter *Meter, v any) (any, error) {
	switch v := v.(type) {
	case int:
		return v, nil
	case float64:
		if math.IsNaN(v) || math.Abs(v) >= 1<<62 {
			return nil, fmt.Errorf("%v is no whole number", v)
		}
		return int(v), nil
	}
	d, err := numberOf(meter, v)
	if err != nil {
		return nil, err
	}
	whole, _, _ := strings.Cut(d.String(), ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%s is too large for a whole number", d)
	}
	return int(n), nil
}

// onNumber makes a function of one number. Exact numbers keep being exact.
func onNumber(name, what string, whole bool, f func(float64) float64) *function {
	return &function{name: name,
		doc: FunctionDoc{Usage: name + "(x)", Doc: "the number " + what, Example: name + "(.share)"},
		check: func(c *checker, call *ast.CallNode, args []Type) Type {
			if !c.arity(call, args, 1, 1) {
				return Type{}
			}
			if !args[0].number() && args[0].Kind != Any {
				return c.bad(call.Arguments[0], "", "%s takes a number, not a %s", name, args[0])
			}
			return args[0].sure()
		},
		call: func(args []any) (any, error) {
			switch v := args[0].(type) {
			case int:
				return int(f(float64(v))), nil
			case float64:
				return f(v), nil
			case value.Decimal:
				return exactly(v, whole, f)
			}
			return nil, fmt.Errorf("%s: a %s is no number", name, TypeOf(args[0]))
		}}
}

// exactly applies a rounding or abs to a decimal without a detour through binary fractions.
func exactly(d value.Decimal, whole bool, f func(float64) float64) (any, error) {
	if !whole {
		if d.Sign() < 0 {
			return d.Neg(), nil
		}
		return d, nil
	}
	if _, ok := d.Int(); ok {
		return d, nil
	}
	text, frac, _ := strings.Cut(strings.TrimPrefix(d.String(), "-"), ".")
	base, err := value.ParseDecimal(text)
	if err != nil {
		return nil, err
	}
	// The fraction decides; its double keeps the side of one half and of zero.
	part, err := strconv.ParseFloat("0."+frac, 64)
	if err != nil {
		return nil, err
	}
	if d.Sign() < 0 {
		base, part = base.Neg(), -part
	}
	return base.Add(value.DecimalOf(int64(f(part))))
}

// extreme makes max and min: of several arguments or of one list.
func extreme(name, what string, sign int) *function {
	return &function{name: name, metered: true, check: checkExtreme,
		doc: FunctionDoc{Usage: name + "(list)", Doc: what + " member of a list, or of the arguments; an error where there is none", Example: name + "(map(xs, .date))"},
		call: func(args []any) (any, error) {
			list := args[1:]
			if inner, ok := args[1].([]any); ok && len(args) == 2 {
				list = inner
			}
			if err := args[0].(*Meter).spend(2 * len(list)); err != nil {
				return nil, err
			}
			var best any
			for _, v := range list {
				if v == nil {
					continue
				}
				if best == nil {
					best = v
					continue
				}
				c, _, err := args[0].(*Meter).compare(v, best)
				if err != nil {
					return nil, err
				}
				if c*sign > 0 {
					best = v
				}
			}
			if best == nil {
				return nil, fmt.Errorf("%s: the list is empty", name)
			}
			return best, nil
		}}
}

func checkExtreme(c *checker, call *ast.CallNode, args []Type) Type {
	if len(args) == 0 {
		return c.bad(call, "", "a list is needed")
	}
	if len(args) == 1 {
		if args[0].Kind == List {
			args = []Type{args[0].elem()}
		} else if args[0].Kind != Any {
			return c.bad(call.Arguments[0], "", "a list is needed, not a %s", args[0])
		}
	}
	out := args[0]
	for _, t := range args {
		if !sortable(t) {
			return c.bad(call, "", "a %s has no order", t)
		}
		if t.number() && out.number() && t.Kind != out.Kind {
			out = Type{}
			break
		}
		out = join(out, t)
	}
	return out.sure()
}

func checkMean(c *checker, call *ast.CallNode, args []Type) Type {
	signature(Of(Float), 0, List)(c, call, args)
	if len(args) == 1 && args[0].Kind == List {
		if e := args[0].elem(); !e.number() && e.Kind != Any {
			c.bad(call.Arguments[0], "", "mean takes numbers, not a %s", args[0])
		}
	}
	return Of(Float)
}

func mean(args []any) (any, error) {
	list, err := paidList(args, 1)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("mean: the list is empty")
	}
	var sum value.Decimal
	for _, v := range list {
		d, err := toDecimal(v)
		if err != nil {
			return nil, err
		}
		if sum, err = sum.Add(d); err != nil {
			return nil, err
		}
	}
	return sum.Float() / float64(len(list)), nil
}

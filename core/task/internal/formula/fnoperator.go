package formula

import (
	"fmt"
	"math"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// operators are what the operators become where the machine's own would be wrong: it knows
// neither days nor exact numbers, lets integers wrap around and stops at nil.
func operators() []*function {
	return []*function{
		{name: "#equal", hidden: true, metered: true, nils: true, call: func(a []any) (any, error) { return boolean(a[0].(*Meter).equal(a[1], a[2])) }},
		{name: "#unequal", hidden: true, metered: true, nils: true, call: func(a []any) (any, error) {
			same, err := a[0].(*Meter).equal(a[1], a[2])
			return boolean(!same, err)
		}},
		ordered("#less", func(c int) bool { return c < 0 }),
		ordered("#atmost", func(c int) bool { return c <= 0 }),
		ordered("#more", func(c int) bool { return c > 0 }),
		ordered("#atleast", func(c int) bool { return c >= 0 }),
		{name: "#plus", hidden: true, metered: true, call: func(a []any) (any, error) { return plus(a[0].(*Meter), a[1], a[2]) }},
		{name: "#minus", hidden: true, call: func(a []any) (any, error) { return minus(a[0], a[1]) }},
		{name: "#product", hidden: true, call: func(a []any) (any, error) { return product(a[0], a[1]) }},
		{name: "#quotient", hidden: true, call: func(a []any) (any, error) { return quotient(a[0], a[1]) }},
		{name: "#remainder", hidden: true, call: func(a []any) (any, error) { return remainder(a[0], a[1]) }},
		{name: "#power", hidden: true, call: func(a []any) (any, error) { return power(a[0], a[1]) }},
		{name: "#negate", hidden: true, call: func(a []any) (any, error) { return negate(a[0]) }},
	}
}

func boolean(b bool, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return b, nil
}

func ordered(name string, holds func(int) bool) *function {
	return &function{name: name, hidden: true, metered: true, nils: true, call: func(a []any) (any, error) {
		c, known, err := a[0].(*Meter).compare(a[1], a[2])
		return boolean(known && holds(c), err)
	}}
}

func noSuch(op string, a, b any) error {
	return fmt.Errorf("there is no %s %s %s", TypeOf(a), op, TypeOf(b))
}

func plus(meter *Meter, a, b any) (any, error) {
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			if err := bounded(len(x) + len(y)); err != nil {
				return nil, err
			}
			return x + y, meter.text(len(x) + len(y))
		}
	case int:
		if y, ok := b.(int); ok {
			sum := x + y
			if (sum > x) != (y > 0) {
				return nil, errOverflow
			}
			return sum, nil
		}
	case value.Money:
		if y, ok := b.(value.Money); ok {
			return money(x.Add(y))
		}
	case time.Time:
		if y, ok := b.(time.Duration); ok {
			return x.Add(y), nil
		}
	case time.Duration:
		switch y := b.(type) {
		case time.Duration:
			return x + y, nil
		case time.Time:
			return y.Add(x), nil
		}
	}
	return exact("+", a, b, func(x, y float64) float64 { return x + y }, value.Decimal.Add)
}

var errOverflow = fmt.Errorf("the result is too large for a whole number")

func money(m value.Money, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return m, nil
}

// exact does arithmetic on numbers: exactly where one of them is an exact number.
func exact(op string, a, b any, floats func(x, y float64) float64, decimals func(x, y value.Decimal) (value.Decimal, error)) (any, error) {
	if !isNumber(a) || !isNumber(b) {
		return nil, noSuch(op, a, b)
	}
	_, decA := a.(value.Decimal)
	_, decB := b.(value.Decimal)
	if !decA && !decB {
		return floats(toFloat(a), toFloat(b)), nil
	}
	x, err := toDecimal(a)
	if err != nil {
		return nil, err
	}
	y, err := toDecimal(b)
	if err != nil {
		return nil, err
	}
	out, err := decimals(x, y)
	if err != nil {
		return nil, err
	}
	return out, nil
}

func toFloat(v any) float64 {
	switch v := v.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	case value.Decimal:
		return v.Float()
	}
	return math.NaN()
}

func minus(a, b any) (any, error) {
	switch x := a.(type) {
	case int:
		if y, ok := b.(int); ok {
			diff := x - y
			if (diff < x) != (y > 0) {
				return nil, errOverflow
			}
			return diff, nil
		}
	case value.Money:
		if y, ok := b.(value.Money); ok {
			return money(x.Add(value.Money{Minor: -y.Minor, Currency: y.Currency}))
		}
	case time.Time:
		switch y := b.(type) {
		case time.Time:
			return x.Sub(y), nil
		case time.Duration:
			return x.Add(-y), nil
		}
	case time.Duration:
		if y, ok := b.(time.Duration); ok {
			return x - y, nil
		}
	}
	return exact("-", a, b, func(x, y float64) float64 { return x - y }, value.Decimal.Sub)
}

func product(a, b any) (any, error) {
	switch x := a.(type) {
	case int:
		if y, ok := b.(int); ok {
			p := x * y
			if x != 0 && (p/x != y || x == -1 && y == math.MinInt) {
				return nil, errOverflow
			}
			return p, nil
		}
	case value.Money:
		if isNumber(b) {
			return times(x, b)
		}
	case time.Duration:
		if isNumber(b) {
			return stretch(x, b)
		}
	}
	switch y := b.(type) {
	case value.Money:
		if isNumber(a) {
			return times(y, a)
		}
	case time.Duration:
		if isNumber(a) {
			return stretch(y, a)
		}
	}
	return exact("*", a, b, func(x, y float64) float64 { return x * y }, value.Decimal.Mul)
}

func stretch(d time.Duration, n any) (any, error) {
	f := float64(d) * toFloat(n)
	if math.Abs(f) >= 1<<62 {
		return nil, errOverflow
	}
	if i, ok := n.(int); ok {
		return d * time.Duration(i), nil
	}
	return time.Duration(math.Round(f)), nil
}

func quotient(a, b any) (any, error) {
	x, okX := a.(time.Duration)
	y, okY := b.(time.Duration)
	switch {
	case okX && okY && y != 0:
		return float64(x) / float64(y), nil
	case isNumber(a) && isNumber(b) && toFloat(b) != 0:
		return toFloat(a) / toFloat(b), nil
	case okX && okY, isNumber(a) && isNumber(b):
		return nil, fmt.Errorf("a division by zero")
	}
	return nil, noSuch("/", a, b)
}

func remainder(a, b any) (any, error) {
	x, okX := a.(int)
	y, okY := b.(int)
	switch {
	case !okX || !okY:
		return nil, noSuch("%", a, b)
	case y == 0:
		return nil, fmt.Errorf("a division by zero")
	}
	return x % y, nil
}

func power(a, b any) (any, error) {
	if !isNumber(a) || !isNumber(b) {
		return nil, noSuch("**", a, b)
	}
	return raise(toFloat(a), toFloat(b)), nil
}

// raise is x to the power of y: by multiplying for whole powers, which comes out alike on every
// processor, as math.Pow does not (ADR 0013).
func raise(x, y float64) float64 {
	const most = 1 << 10
	if y != math.Trunc(y) || math.Abs(y) > most {
		return math.Pow(x, y)
	}
	out := 1.0
	for range int(math.Abs(y)) {
		out *= x
	}
	if y < 0 {
		return 1 / out
	}
	return out
}

func negate(a any) (any, error) {
	switch v := a.(type) {
	case int:
		if v == math.MinInt {
			return nil, errOverflow
		}
		return -v, nil
	case float64:
		return -v, nil
	case value.Decimal:
		return v.Neg(), nil
	case value.Money:
		return value.Money{Minor: -v.Minor, Currency: v.Currency}, nil
	case time.Duration:
		return -v, nil
	}
	return nil, fmt.Errorf("a %s has no sign", TypeOf(a))
}

package formula

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Equal compares two values of expressions: numbers by value whatever their kind, a day with a
// text that is one, an instant with a text that is one.
func Equal(a, b any) (bool, error) {
	switch x := a.(type) {
	case nil:
		return b == nil, nil
	case string:
		if y, ok := b.(string); ok {
			return x == y, nil
		}
		if b != nil && (isDay(b) || isTime(b)) {
			return Equal(b, a)
		}
		return false, nil
	case value.Day:
		return equalDay(x, b)
	case time.Time:
		return equalInstant(x, b)
	case []any:
		y, ok := b.([]any)
		return equalLists(x, y, ok)
	case map[string]any:
		y, ok := b.(map[string]any)
		return equalRecords(x, y, ok)
	}
	if isNumber(a) && isNumber(b) {
		c, err := compareNumbers(a, b)
		return c == 0, err
	}
	return a == b, nil
}

func isDay(v any) bool  { _, ok := v.(value.Day); return ok }
func isTime(v any) bool { _, ok := v.(time.Time); return ok }

func isNumber(v any) bool {
	switch v.(type) {
	case int, float64, value.Decimal:
		return true
	}
	return false
}

func equalDay(x value.Day, b any) (bool, error) {
	switch y := b.(type) {
	case value.Day:
		return x == y, nil
	case string:
		d, err := readDay(y)
		return x == d, err
	}
	return false, nil
}

func equalInstant(x time.Time, b any) (bool, error) {
	switch y := b.(type) {
	case time.Time:
		return x.Equal(y), nil
	case string:
		t, err := readInstant(y)
		return x.Equal(t), err
	}
	return false, nil
}

func equalLists(x, y []any, ok bool) (bool, error) {
	if !ok || len(x) != len(y) {
		return false, nil
	}
	for i := range x {
		if same, err := Equal(x[i], y[i]); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

func equalRecords(x, y map[string]any, ok bool) (bool, error) {
	if !ok || len(x) != len(y) {
		return false, nil
	}
	for name, v := range x {
		w, has := y[name]
		if !has {
			return false, nil
		}
		if same, err := Equal(v, w); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

// compare orders two values. known is false where one of them is nil: no order holds then.
func compare(a, b any) (order int, known bool, err error) {
	if a == nil || b == nil {
		return 0, false, nil
	}
	if isNumber(a) && isNumber(b) {
		order, err = compareNumbers(a, b)
		return order, true, err
	}
	switch x := a.(type) {
	case string:
		switch y := b.(type) {
		case string:
			return strings.Compare(x, y), true, nil
		case value.Day, time.Time:
			order, known, err = compare(y, x)
			return -order, known, err
		}
	case value.Day:
		switch y := b.(type) {
		case value.Day:
			return cmp.Compare(x, y), true, nil
		case string:
			d, err := readDay(y)
			return cmp.Compare(x, d), true, err
		}
	case time.Time:
		switch y := b.(type) {
		case time.Time:
			return x.Compare(y), true, nil
		case string:
			t, err := readInstant(y)
			return x.Compare(t), true, err
		}
	case time.Duration:
		if y, ok := b.(time.Duration); ok {
			return cmp.Compare(x, y), true, nil
		}
	case value.Money:
		if y, ok := b.(value.Money); ok {
			if x.Currency != y.Currency {
				return 0, false, fmt.Errorf("%s and %s are amounts of different currencies", x, y)
			}
			return cmp.Compare(x.Minor, y.Minor), true, nil
		}
	}
	return 0, false, fmt.Errorf("a %s and a %s have no order", TypeOf(a), TypeOf(b))
}

func compareNumbers(a, b any) (int, error) {
	if x, ok := a.(int); ok {
		if y, ok := b.(int); ok {
			return cmp.Compare(x, y), nil
		}
	}
	x, okX := a.(float64)
	y, okY := b.(float64)
	if okX && okY {
		return cmp.Compare(x, y), nil
	}
	dx, err := toDecimal(a)
	if err != nil {
		return 0, err
	}
	dy, err := toDecimal(b)
	if err != nil {
		return 0, err
	}
	return dx.Cmp(dy), nil
}

// toDecimal makes a number exact. A float64 is taken as the shortest number that is written
// for it, so that 12.5 in an expression is 12.5.
func toDecimal(v any) (value.Decimal, error) {
	switch v := v.(type) {
	case int:
		return value.DecimalOf(int64(v)), nil
	case value.Decimal:
		return v, nil
	case float64:
		d, err := value.ParseDecimal(strconv.FormatFloat(v, 'g', -1, 64))
		if err != nil {
			return d, fmt.Errorf("%g cannot be made an exact number", v)
		}
		return d, nil
	}
	return value.Decimal{}, fmt.Errorf("a %s is no number", TypeOf(v))
}

func readDay(s string) (value.Day, error) {
	d, err := value.ParseDay(s)
	if err != nil {
		return "", fmt.Errorf("%q is no calendar day (YYYY-MM-DD)", s)
	}
	return d, nil
}

func readInstant(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, fmt.Errorf("%q is no date-time with an offset", s)
	}
	return t, nil
}

// TypeOf is the type of a Go value.
func TypeOf(v any) Type {
	switch v := v.(type) {
	case nil:
		return Of(Nil)
	case bool:
		return Of(Bool)
	case int:
		return Of(Int)
	case float64:
		return Of(Float)
	case string:
		return Of(Text)
	case value.Decimal:
		return Of(Decimal)
	case value.Money:
		return Of(Money)
	case value.Day:
		return Of(Day)
	case time.Time:
		return Of(Instant)
	case time.Duration:
		return Of(Duration)
	case []any:
		if len(v) == 0 {
			return Type{Kind: List}
		}
		elem := TypeOf(v[0])
		for _, item := range v[1:] {
			elem = join(elem, TypeOf(item))
		}
		return ListOf(elem)
	case map[string]any:
		return Type{Kind: Record}
	}
	return Type{}
}

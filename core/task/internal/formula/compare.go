package formula

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// equal compares two values of expressions: numbers by value whatever their kind, a day with a
// text that is one, an instant with a text that is one. Each comparison is paid for: members
// may be shared, so that two short values can have more parts than can ever be compared.
func (m *Meter) equal(a, b any) (bool, error) { return m.equalAt(a, b, 0) }

func (m *Meter) equalAt(a, b any, depth int) (bool, error) {
	if depth > maxDepth {
		return false, errDeep
	}
	if err := m.spend(1); err != nil {
		return false, err
	}
	switch x := a.(type) {
	case nil:
		return b == nil, nil
	case string:
		if y, ok := b.(string); ok {
			return x == y, m.text(min(len(x), len(y)))
		}
		if b != nil && (isDay(b) || isTime(b)) {
			return m.equalAt(b, a, depth+1)
		}
		return false, nil
	case value.Day:
		return equalDay(x, b)
	case time.Time:
		return equalInstant(x, b)
	case []any:
		y, ok := b.([]any)
		return m.equalLists(x, y, ok, depth)
	case map[string]any:
		y, ok := b.(map[string]any)
		return m.equalRecords(x, y, ok, depth)
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

func (m *Meter) equalLists(x, y []any, ok bool, depth int) (bool, error) {
	if !ok || len(x) != len(y) {
		return false, nil
	}
	for i := range x {
		if same, err := m.equalAt(x[i], y[i], depth+1); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (m *Meter) equalRecords(x, y map[string]any, ok bool, depth int) (bool, error) {
	if !ok || len(x) != len(y) {
		return false, nil
	}
	for name, v := range x {
		w, has := y[name]
		if !has {
			return false, nil
		}
		if same, err := m.equalAt(v, w, depth+1); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

// compare orders two values. known is false where one of them is nil: no order holds then.
func (m *Meter) compare(a, b any) (order int, known bool, err error) {
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
			return strings.Compare(x, y), true, m.text(min(len(x), len(y)))
		case value.Day, time.Time:
			order, known, err = m.compare(y, x)
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

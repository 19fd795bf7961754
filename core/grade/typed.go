package grade

import (
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// jsonOf types an argument as a value of the subject, and refuses one of a form that the subject
// never has: a comparison with it would never hold.
func (r *reading) jsonOf(a Arg, s Subject) (any, *Fit) {
	switch v := a.v.(type) {
	case literal:
		return r.literalOf(a, v, s)
	case []Arg:
		if bad := formOf([]any(nil), a, s); bad != nil {
			return nil, bad
		}
		out := make([]any, len(v))
		for i := range v {
			var bad *Fit
			if out[i], bad = r.jsonOf(v[i], s.item()); bad != nil {
				return nil, bad
			}
		}
		return out, nil
	case *argMap:
		o := value.Obj()
		if bad := formOf(o, a, s); bad != nil {
			return nil, bad
		}
		for i, key := range v.keys {
			x, bad := r.jsonOf(v.items[i], Subject{})
			if bad != nil {
				return nil, bad
			}
			o.Set(key, x)
		}
		return o, nil
	}
	v := r.json(a.v)
	return v, formOf(v, a, s)
}

// formOf refuses a value of a form that the subject never has; null is that of a field that may be
// missing.
func formOf(v any, a Arg, s Subject) *Fit {
	if v == nil || s.Type == 0 || s.Type == world.Tree {
		return nil
	}
	_, list := v.([]any)
	switch {
	case s.List && !list:
		return &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds a list; one value never equals it", hint: "write a list, or use set_equals or mentions"}
	case s.List:
		return nil
	case list:
		return &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds one value; a list never equals it", hint: "use one_of for any of several values"}
	}
	fits := false
	switch v.(type) {
	case string:
		fits = s.Type != world.Int && s.Type != world.Number && s.Type != world.Amount && s.Type != world.Bool
	case value.Number:
		fits = s.Type == world.Int || s.Type == world.Number || s.Type == world.Amount
	case bool:
		fits = s.Type == world.Bool
	}
	if fits {
		return nil
	}
	return &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds a value of type " + s.Type.String() + ", which never equals " + a.describe(), hint: "make it one, e.g. with string(x) or number(x)"}
}

// literalOf types a written-out scalar.
func (r *reading) literalOf(a Arg, l literal, s Subject) (any, *Fit) {
	if s.List {
		return nil, formOf(l.text, a, s)
	}
	if l.null() {
		return nil, nil
	}
	if l.text == "" {
		return "", nil
	}
	switch s.Type {
	case world.Int, world.Number, world.Amount:
		d, err := value.ParseDecimal(l.text)
		if _, whole := d.Int(); err != nil || s.Type == world.Int && !whole {
			return nil, misvalue(a, "a number ("+s.Type.String()+")")
		}
		return value.Number(d.String()), nil
	case world.Bool:
		if l.text != "true" && l.text != "false" {
			return nil, misvalue(a, "true or false")
		}
		return l.text == "true", nil
	case world.Day:
		if _, err := value.ParseDay(l.text); err != nil {
			return nil, misvalue(a, "a date such as 2026-03-17")
		}
	case world.Instant:
		if _, ok := r.instant(l.text); !ok {
			return nil, misvalue(a, "a date-time such as 2026-03-17T15:00:00+08:00")
		}
	case world.Tree, 0:
		return guess(l), nil
	}
	return l.text, nil
}

// guess types a scalar of a field that may hold anything, as YAML would.
func guess(l literal) any {
	if l.quoted {
		return l.text
	}
	switch l.text {
	case "true", "false":
		return l.text == "true"
	}
	if _, err := strconv.ParseFloat(l.text, 64); err == nil {
		if v, err := value.Parse([]byte(l.text)); err == nil {
			return v
		}
	}
	return l.text
}

// instant reads a date-time; without an offset it is in the task's zone.
func (r *reading) instant(s string) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339, s); err == nil { // what services store
		return t, true
	}
	return value.ReadInstant(s, r.zone)
}

// dayOf reads the calendar day of a field's text.
func (r *reading) dayOf(s string, typ world.Type) (value.Day, bool) {
	if typ == world.Instant {
		t, ok := r.instant(s)
		if !ok {
			return "", false
		}
		return value.Day(t.In(r.zone).Format(time.DateOnly)), true
	}
	if d, err := value.ParseDay(s); err == nil {
		return d, true
	}
	return value.ReadDay(s)
}

// decimalOf reads a JSON number, or a text where texts may stand for numbers.
func decimalOf(v any, texts bool) (value.Decimal, bool) {
	switch v := v.(type) {
	case value.Number:
		d, err := value.ParseDecimal(string(v))
		return d, err == nil
	case string:
		if texts {
			return value.ReadNumber(v)
		}
	}
	return value.Decimal{}, false
}

// decimalArg reads a matcher's number.
func decimalArg(a Arg) (value.Decimal, *Fit) {
	switch v := a.v.(type) {
	case literal:
		if d, err := value.ParseDecimal(strings.TrimSpace(v.text)); err == nil {
			return d, nil
		}
	case value.Decimal:
		return v, nil
	case value.Money:
		return v.Amount(), nil
	case string:
		if d, ok := value.ReadNumber(v); ok {
			return d, nil
		}
	default:
		if n, ok := value.FromGo(a.v).(value.Number); ok {
			if d, err := value.ParseDecimal(string(n)); err == nil {
				return d, nil
			}
		}
	}
	return value.Decimal{}, misvalue(a, "a number")
}

// within reads the option of that name: a distance, not negative.
func within(m *argMap) (value.Decimal, bool, *Fit) {
	if m == nil {
		return value.Decimal{}, false, nil
	}
	a, ok := m.get("within")
	if !ok {
		return value.Decimal{}, false, nil
	}
	d, bad := decimalArg(a)
	if bad == nil && d.Sign() < 0 {
		bad = misvalue(a, "0 or more")
	}
	return d, true, bad
}

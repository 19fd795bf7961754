package value

import "coworkenv.dev/coworkenv/core/fault"

// The types here have no useful form in encoding/json by themselves (a Number
// would become a string, a Decimal {}), so they bring their own.

// MarshalJSON returns the literal.
func (n Number) MarshalJSON() ([]byte, error) { return Append(nil, n), nil }

// UnmarshalJSON keeps the literal of a JSON number.
func (n *Number) UnmarshalJSON(data []byte) error {
	if !isJSONNumber(string(data)) {
		return fault.New(fault.Invalid, "read %q: no JSON number", clip(string(data)))
	}
	*n = Number(data)
	return nil
}

// MarshalJSON returns the object in its order.
func (o *Object) MarshalJSON() ([]byte, error) { return Append(nil, o), nil }

// UnmarshalJSON replaces the object by the one in data.
func (o *Object) UnmarshalJSON(data []byte) error {
	v, err := Parse(data)
	if err != nil {
		return err
	}
	p, ok := v.(*Object)
	if !ok {
		return fault.New(fault.Invalid, "read %q: no JSON object", clip(string(data)))
	}
	*o = *p
	return nil
}

// MarshalJSON returns a JSON number.
func (d Decimal) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalJSON reads a JSON number.
func (d *Decimal) UnmarshalJSON(data []byte) error {
	p, err := ParseDecimal(string(data))
	if err != nil {
		return err
	}
	*d = p
	return nil
}

// MarshalJSON returns {"amount":1180.00,"currency":"EUR"}.
func (m Money) MarshalJSON() ([]byte, error) { return Append(nil, FromGo(m)), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Money) UnmarshalJSON(data []byte) error {
	var o Object
	if err := o.UnmarshalJSON(data); err != nil {
		return err
	}
	amount, _ := o.Get("amount")
	literal, ok := amount.(Number)
	currency, _ := o.Get("currency")
	code, ok2 := currency.(string)
	if !ok || !ok2 {
		return fault.New(fault.Invalid, "read money %q: no amount and currency", clip(string(data))).
			WithHint("write {\"amount\": 1180.00, \"currency\": \"EUR\"}")
	}
	d, err := ParseDecimal(string(literal))
	if err != nil {
		return err
	}
	p, err := MoneyOf(d, code)
	if err != nil {
		return err
	}
	*m = p
	return nil
}

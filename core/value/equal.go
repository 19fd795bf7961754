package value

import (
	"bytes"
	"slices"
)

// Equal reports whether a and b are the same JSON value: numbers by their exact
// value, objects whatever the order of their names. Strings are compared byte
// for byte. Exponents of more than 18 digits, and NaN, are compared as written.
// Values of other Go types are taken through FromGo first.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case string:
		if b, ok := b.(string); ok {
			return a == b
		}
		return !isJSON(b) && Equal(a, FromGo(b))
	case bool:
		if b, ok := b.(bool); ok {
			return a == b
		}
		return !isJSON(b) && Equal(a, FromGo(b))
	case Number:
		if b, ok := b.(Number); ok {
			return equalNumbers(string(a), string(b))
		}
		return !isJSON(b) && Equal(a, FromGo(b))
	case []any:
		if b, ok := b.([]any); ok {
			return slices.EqualFunc(a, b, Equal)
		}
		return !isJSON(b) && Equal(a, FromGo(b))
	case *Object:
		if b, ok := b.(*Object); ok {
			return a.Equal(b)
		}
		return !isJSON(b) && Equal(a, FromGo(b))
	}
	return Equal(FromGo(a), b)
}

// isJSON reports whether v already is one of the six kinds of a JSON value.
func isJSON(v any) bool {
	switch v.(type) {
	case nil, bool, Number, string, []any, *Object:
		return true
	}
	return false
}

func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	if x, ok := plainInt(a); ok {
		if y, ok := plainInt(b); ok {
			return x == y
		}
	}
	if !isJSONNumber(a) || !isJSONNumber(b) {
		return false
	}
	var x, y [maxDigits]byte
	return bytes.Equal(appendCanonicalNumber(x[:0], a), appendCanonicalNumber(y[:0], b))
}

// Alike reports whether a and b are written in the same way: 1 and 1.0 are not, nor are objects
// whose names stand in another order. Values of other Go types are never alike.
func Alike(a, b any) bool {
	switch a := a.(type) {
	case nil, bool, string, Number:
		return a == b
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Alike)
	case *Object:
		b, ok := b.(*Object)
		return ok && (a == b || AlikeMembers(a.Members(), b.Members()))
	}
	return false
}

// AlikeMembers reports whether two lists hold the same names with values that are alike, in one order.
func AlikeMembers(a, b []Member) bool {
	return slices.EqualFunc(a, b, func(m, n Member) bool { return m.Name == n.Name && Alike(m.Value, n.Value) })
}

// Clone returns a deep copy of v. Strings and numbers cannot change and are
// shared.
func Clone(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = Clone(v[i])
		}
		return list
	case *Object:
		o := v.Clone()
		for i := range o.members {
			o.members[i].Value = Clone(o.members[i].Value)
		}
		return o
	}
	return v
}

package value

import (
	"cmp"
	"slices"
	"strconv"
)

// AppendCanonical appends the one JSON text that all values equal to v share:
// names sorted by their bytes, numbers by value (1, 1.0 and 1e0 are 1), no
// blanks. No digit of a number is lost. It is made for digests.
func AppendCanonical(dst []byte, v any) []byte {
	switch v := v.(type) {
	case Number:
		return appendCanonicalNumber(dst, string(v))
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendCanonical(dst, item)
		}
		return append(dst, ']')
	case *Object:
		var room [32]Member
		members := sortedMembers(room[:0], v)
		dst = append(dst, '{')
		for i := range members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, members[i].Name)
			dst = append(dst, ':')
			dst = AppendCanonical(dst, members[i].Value)
		}
		return append(dst, '}')
	case nil, bool, string:
		return Append(dst, v)
	}
	return AppendCanonical(dst, FromGo(v))
}

// sortedMembers returns the members of o by name, in room when they fit.
func sortedMembers(room []Member, o *Object) []Member {
	members := o.Members()
	byName := func(a, b Member) int { return cmp.Compare(a.Name, b.Name) }
	if slices.IsSortedFunc(members, byName) {
		return members
	}
	room = append(room, members...)
	slices.SortFunc(room, byName)
	return room
}

// appendCanonicalNumber writes the digits D and the exponent E of D x 10^E,
// which the value determines, plain where that is short and as DeE where not.
func appendCanonicalNumber(dst []byte, s string) []byte {
	if _, ok := plainInt(s); ok && isJSONNumber(s) && s != "-0" {
		return append(dst, s...)
	}
	if !isJSONNumber(s) {
		return append(dst, "null"...)
	}
	d, ok := splitNumber(s)
	if !ok {
		return append(dst, s...) // an exponent of more than 18 digits
	}
	var room [maxDigits]byte
	digits, exp, _ := d.significant(room[:0])
	if len(digits) == 0 {
		return append(dst, '0')
	}
	if d.neg {
		dst = append(dst, '-')
	}
	point := len(digits) + exp // digits before the decimal point
	switch {
	case exp >= 0 && exp <= 20:
		dst = append(dst, digits...)
		for range exp {
			dst = append(dst, '0')
		}
		return dst
	case exp < 0 && point > 0:
		dst = append(dst, digits[:point]...)
		dst = append(dst, '.')
		return append(dst, digits[point:]...)
	case exp < 0 && point > -7:
		dst = append(dst, "0."...)
		for range -point {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	dst = append(dst, digits...)
	dst = append(dst, 'e')
	return strconv.AppendInt(dst, int64(exp), 10)
}

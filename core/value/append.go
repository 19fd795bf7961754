package value

import (
	"slices"
	"unicode/utf8"
)

// usualMember is the room that a member of an object usually takes, in bytes.
const usualMember = 32

// Append appends v as compact JSON: no blanks, UTF-8 as it is, no HTML
// escaping, number literals kept. NaN and the infinities become null, and a
// value of another Go type is taken through FromGo first.
func Append(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case string:
		return AppendString(dst, v)
	case Number:
		if !isJSONNumber(string(v)) {
			return append(dst, "null"...)
		}
		return append(dst, v...)
	case bool:
		if v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Append(dst, item)
		}
		return append(dst, ']')
	case *Object:
		dst = append(slices.Grow(dst, usualMember*v.Len()+2), '{')
		for i, m := range v.Members() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, m.Name)
			dst = append(dst, ':')
			dst = Append(dst, m.Value)
		}
		return append(dst, '}')
	}
	return Append(dst, FromGo(v))
}

// AppendString appends s as a JSON string, escaped as Python does with
// ensure_ascii=False. Bytes that are no UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(slices.Grow(dst, len(s)+2), '"')
	done := 0
	for i := plainRun(s, 0, true); i < len(s); i = plainRun(s, i, true) {
		if s[i] < utf8.RuneSelf {
			dst = append(dst, s[done:i]...)
			dst = appendEscape(dst, s[i])
			i++
			done = i
			continue
		}
		for i < len(s) && s[i] >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(dst, s[done:i]...)
				dst = append(dst, "\ufffd"...)
				done = i + 1
			}
			i += n
		}
	}
	dst = append(dst, s[done:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// IsNumber reports whether s is a number as JSON writes it, and nothing else.
func IsNumber(s string) bool { return s != "" && isJSONNumber(s) }

// isJSONNumber reports whether s is a number of the JSON grammar.
func isJSONNumber(s string) bool {
	i := 0
	if s != "" && s[0] == '-' {
		i = 1
	}
	end := skipDigits(s, i)
	if end == i || s[i] == '0' && end > i+1 {
		return false
	}
	if end == len(s) {
		return true
	}
	_, ok := splitNumber(s)
	return ok || hasLongExponent(s, end)
}

// hasLongExponent accepts the numbers whose exponent splitNumber refuses for
// its length: they have no exact form here but are still JSON.
func hasLongExponent(s string, i int) bool {
	if s[i] == '.' {
		end := skipDigits(s, i+1)
		if end == i+1 || end == len(s) {
			return false
		}
		i = end
	}
	if s[i] != 'e' && s[i] != 'E' {
		return false
	}
	i++
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	return i < len(s) && skipDigits(s, i) == len(s)
}

package value

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tooDeep stands for what lies deeper than maxDepth, and so also for the inner
// part of a value that contains itself.
const tooDeep = "(nested too deeply)"

// FromGo turns a Go value into a JSON value. Maps are sorted by key; a Decimal
// is a number; Money is {amount, currency}; a time is RFC 3339 text; a type
// that has no JSON form is the text fmt gives it. JSON values are returned as
// they are, and it never panics.
func FromGo(v any) any { return fromGo(v, 0) }

func fromGo(v any, depth int) any {
	if depth > maxDepth {
		return tooDeep
	}
	switch v := v.(type) {
	case nil, bool, string, Number, *Object:
		return v
	case int:
		return Int(int64(v))
	case int64:
		return Int(v)
	case float64:
		return Float(v)
	case json.Number:
		if isJSONNumber(string(v)) {
			return Number(v)
		}
		return string(v)
	case Day:
		return string(v)
	case Decimal:
		return Number(v.String())
	case Money:
		return Obj(Member{"amount", Number(v.digits())}, Member{"currency", v.Currency})
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case []any:
		return fromSlice(v, depth)
	case map[string]any:
		return fromMap(v, depth)
	case []byte:
		return strings.ToValidUTF8(string(v), "\ufffd")
	case error, fmt.Stringer:
		return fmt.Sprint(v)
	}
	return fromKind(reflect.ValueOf(v), depth)
}

// fromSlice keeps a list whose items are JSON values already.
func fromSlice(list []any, depth int) any {
	if list == nil {
		return []any{}
	}
	if !slices.ContainsFunc(list, func(v any) bool { return !isJSON(v) }) {
		nested := slices.ContainsFunc(list, func(v any) bool { _, ok := v.([]any); return ok })
		if !nested {
			return list
		}
	}
	out := make([]any, len(list))
	for i := range list {
		out[i] = fromGo(list[i], depth+1)
	}
	return out
}

func fromMap(m map[string]any, depth int) any {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	o := &Object{members: make([]Member, 0, len(m))}
	for _, name := range names {
		o.Set(name, fromGo(m[name], depth+1))
	}
	return o
}

// fromKind handles named and less common types by their underlying kind.
func fromKind(v reflect.Value, depth int) any {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return v.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Int(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return Number(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32:
		// The shortest decimal of the narrow type, not of its widening.
		f, err := strconv.ParseFloat(strconv.FormatFloat(v.Float(), 'g', -1, 32), 64)
		if err != nil {
			f = v.Float()
		}
		return Float(f)
	case reflect.Float64:
		return Float(v.Float())
	case reflect.Slice, reflect.Array:
		out := make([]any, v.Len())
		for i := range out {
			out[i] = fromGo(v.Index(i).Interface(), depth+1)
		}
		return out
	case reflect.Map:
		if v.Type().Key().Kind() != reflect.String {
			break
		}
		m := make(map[string]any, v.Len())
		for it := v.MapRange(); it.Next(); {
			m[it.Key().String()] = it.Value().Interface()
		}
		return fromMap(m, depth)
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return fromGo(v.Elem().Interface(), depth+1)
	}
	return fmt.Sprint(v.Interface())
}

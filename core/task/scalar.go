package task

import (
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// scalar types one value of a field: its JSON form, which is served, and its Go form, which
// expressions see.
func (t *table) scalar(f *world.Field, v any, bad report) (json, row any, ok bool) {
	wrong := func(want string) (any, any, bool) {
		bad(CodeFieldType, f.Name, "write "+want, "%s is %s, not %s", f.Name, article(f.Type.String()), describe(v))
		return nil, nil, false
	}
	switch f.Type {
	case world.Tree:
		return v, fromJSON(v), true
	case world.Int, world.Number, world.Amount:
		return number3(f.Type, v, wrong)
	case world.Bool:
		switch v {
		case true, "true":
			return true, true, true
		case false, "false":
			return false, false, true
		}
		return wrong("true or false")
	}
	s, isScalar := literal(v)
	if !isScalar {
		return wrong("one value")
	}
	switch f.Type {
	case world.Day:
		return t.day(f, s, wrong)
	case world.Instant:
		return t.instant(f, s, bad, wrong)
	}
	if len(f.Enum) > 0 && !slices.Contains(f.Enum, s) && (s != "" || !f.Optional) {
		hint := formula.Suggest(s, f.Enum)
		if hint == "" {
			hint = "write one of " + strings.Join(f.Enum, ", ")
		}
		bad(CodeFieldType, f.Name, hint, "%s of %s cannot be %s", f.Name, t.full, describe(v))
		return nil, nil, false
	}
	if _, text := v.(string); !text {
		v = s
	}
	return v, v, true
}

// article puts a or an before a word.
func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// literal is the text of a scalar as it was written.
func literal(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case value.Number:
		return string(v), true
	case bool:
		if v {
			return "true", true
		}
		return "false", true
	}
	return "", false
}

func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case []any:
		return "a list"
	case *value.Object:
		return "a mapping"
	default:
		s, _ := literal(v)
		return "“" + clipText(s) + "”"
	}
}

type wrongFunc func(want string) (any, any, bool)

func number3(typ world.Type, v any, wrong wrongFunc) (json, row any, ok bool) {
	s, isScalar := literal(v)
	if !isScalar || !numeric(s) {
		if typ == world.Int {
			return wrong("a whole number without leading zeros or separators")
		}
		return wrong("a number such as 1240.10, without separators")
	}
	n := value.Number(s)
	switch typ {
	case world.Int:
		i, whole := n.Int()
		if !whole {
			return wrong("a whole number")
		}
		return value.Int(i), int(i), true
	case world.Amount:
		d, err := value.ParseDecimal(s)
		if err != nil {
			return wrong("an amount of at most 18 digits")
		}
		return n, d, true
	}
	return n, n.Float(), true
}

func (t *table) day(f *world.Field, s string, wrong wrongFunc) (json, row any, ok bool) {
	if s == "" && f.Optional {
		return s, nil, true
	}
	d, err := value.ParseDay(s)
	if err != nil {
		return wrong("a day as YYYY-MM-DD")
	}
	return s, d, true
}

// instant types a date-time. Without an offset it is taken in the task's zone, with a warning.
func (t *table) instant(f *world.Field, s string, bad report, wrong wrongFunc) (json, row any, ok bool) {
	if s == "" && f.Optional {
		return s, nil, true
	}
	if at, err := time.Parse(time.RFC3339, s); err == nil {
		return s, at, true
	}
	at, readable := value.ReadInstant(s, t.zone)
	if !readable || len(s) < len("2026-03-16T09:00") || s[4] != '-' {
		return wrong("a date-time as 2026-03-16T09:00:00+08:00")
	}
	if !hasOffset(s) {
		bad(CodeNaiveTime, f.Name, "write "+at.Format(time.RFC3339), "%s has no offset; it is taken in %s", f.Name, t.zone)
	}
	return s, at, true
}

// hasOffset reports whether an ISO date-time ends in Z or +hh:mm.
func hasOffset(s string) bool {
	if last := s[len(s)-1]; last == 'Z' || last == 'z' {
		return true
	}
	if len(s) < 6 {
		return false
	}
	tail := s[len(s)-6:]
	return (tail[0] == '+' || tail[0] == '-') && tail[3] == ':'
}

// fromJSON turns a JSON value of unknown type into a Go value for expressions.
func fromJSON(v any) any {
	switch v := v.(type) {
	case value.Number:
		if i, ok := v.Int(); ok {
			return int(i)
		}
		if d, err := value.ParseDecimal(string(v)); err == nil {
			return d
		}
		return v.Float()
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = fromJSON(item)
		}
		return out
	case *value.Object:
		out := make(map[string]any, v.Len())
		for _, m := range v.Members() {
			out[m.Name] = fromJSON(m.Value)
		}
		return out
	}
	return v
}

package query

import (
	"math"
	"reflect"
	"strings"
	"time"
)

// row is what Match looks at.
type row struct {
	get   func(field string) (any, bool)
	words []*Field
}

// Match tells whether the query holds of a row. getter returns the value of a
// field by its name in the Go type that the field's Kind states; false, nil or
// a value of another type means that the row has none.
func (q *Query) Match(getter func(field string) (any, bool)) bool {
	if q.Empty() {
		return true
	}
	r := row{get: getter}
	for _, name := range q.schema.Words {
		if f, ok := q.schema.Lookup(name); ok {
			r.words = append(r.words, f)
		}
	}
	return q.root.holds(r)
}

func (n And) holds(r row) bool {
	for _, c := range n {
		if !c.holds(r) {
			return false
		}
	}
	return true
}

func (n Or) holds(r row) bool {
	for _, c := range n {
		if c.holds(r) {
			return true
		}
	}
	return false
}

func (n Not) holds(r row) bool { return !n.Of.holds(r) }

func (n Word) holds(r row) bool {
	for _, f := range r.words {
		for _, s := range r.texts(f) {
			if strings.Contains(foldText(s), n.fold.text) {
				return true
			}
		}
	}
	return false
}

// texts are the texts of a field: the members of a list, else at most one.
func (r row) texts(f *Field) []string {
	v, ok := r.get(f.Name)
	if !ok {
		return nil
	}
	if f.Kind == List {
		list, _ := v.([]string)
		return list
	}
	if s, ok := asString(v); ok {
		return []string{s}
	}
	return nil
}

func (n Term) holds(r row) bool {
	switch n.Field.Kind {
	case Exact, Text, List:
		for _, s := range r.texts(n.Field) {
			if n.holdsOf(s) {
				return true
			}
		}
		return false
	}
	v, ok := r.get(n.Field.Name)
	if !ok {
		return false
	}
	switch n.Field.Kind {
	case Bool:
		b, ok := v.(bool)
		return ok && (n.Any || b == n.truth)
	case Time:
		t, ok := v.(time.Time)
		return ok && (n.Any || n.within(t.UnixMicro()))
	case Number:
		i, ok := asInteger(v, n.Field.Decimals)
		return ok && (n.Any || n.within(i))
	}
	return false
}

// holdsOf judges one text.
func (n Term) holdsOf(s string) bool {
	switch {
	case n.Any:
		return s != "" || n.Field.Kind == List
	case n.Field.Closed:
		return s == n.Value
	case n.Field.Kind == Text && n.Op == ":":
		return strings.Contains(foldText(s), n.fold.text)
	}
	return foldText(s) == n.fold.text
}

func (n Term) within(v int64) bool { return n.lo <= v && v <= n.hi }

func asString(v any) (string, bool) {
	if s, ok := v.(string); ok {
		return s, true
	}
	// Named string types, such as a status.
	if rv := reflect.ValueOf(v); rv.IsValid() && rv.Kind() == reflect.String {
		return rv.String(), true
	}
	return "", false
}

func asInteger(v any, decimals int) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case int:
		return int64(v), true
	case float64:
		f := math.Round(v * math.Pow10(decimals))
		return int64(f), f > math.MinInt64 && f < math.MaxInt64
	}
	// Named integer types, such as millionths.
	if rv := reflect.ValueOf(v); rv.IsValid() && rv.CanInt() {
		return rv.Int(), true
	}
	return 0, false
}

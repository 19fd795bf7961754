package servicetest

import (
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// conforms returns what about a record's members does not fit its collection, or "".
func conforms(c *world.Collection, r *world.Record) string {
	for _, m := range r.Fields() {
		f, ok := c.Field(m.Name)
		if !ok {
			return fmt.Sprintf("field %s is not declared", m.Name)
		}
		if !fits(f, m.Value) {
			return fmt.Sprintf("field %s holds %s, which is no %v", m.Name, value.Append(nil, m.Value), f.Type)
		}
		if !isChoice(f, m.Value) {
			return fmt.Sprintf("field %s holds %s, which is none of its values", m.Name, value.Append(nil, m.Value))
		}
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		if _, ok := r.Get(f.Name); !ok && !f.Optional {
			return fmt.Sprintf("field %s is missing", f.Name)
		}
	}
	return ""
}

func fits(f *world.Field, v any) bool {
	if v == nil {
		return f.Optional
	}
	if !f.List {
		return fitsType(f.Type, v)
	}
	list, ok := v.([]any)
	return ok && !slices.ContainsFunc(list, func(item any) bool { return !fitsType(f.Type, item) })
}

// isChoice reports whether a value is among those that the field may hold.
func isChoice(f *world.Field, v any) bool {
	if list, ok := v.([]any); ok && f.List {
		return !slices.ContainsFunc(list, func(item any) bool { return !isChoice(f, item) })
	}
	s, ok := v.(string)
	return len(f.Enum) == 0 || !ok || slices.Contains(f.Enum, s)
}

func fitsType(t world.Type, v any) bool {
	switch t {
	case world.Tree:
		return true
	case world.Bool:
		_, ok := v.(bool)
		return ok
	case world.Int, world.Number, world.Amount:
		n, ok := v.(value.Number)
		_, whole := n.Int()
		return ok && (whole || t != world.Int)
	}
	s, ok := v.(string)
	if !ok {
		return false
	}
	var err error
	switch t {
	case world.Day:
		_, err = value.ParseDay(s)
	case world.Instant:
		_, err = time.Parse(time.RFC3339, s)
	case world.Address:
		_, err = mail.ParseAddress(s)
	}
	return err == nil
}

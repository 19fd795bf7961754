package world

import (
	"math"

	"coworkenv.dev/coworkenv/core/value"
)

// Args are validated arguments, in the order of the tool's parameters, defaults filled in.
type Args struct {
	tool  *Tool
	vals  []any
	given []bool // present and not null in the call
}

func (a Args) at(name string) int {
	for i := range a.tool.Params {
		if a.tool.Params[i].Name == name {
			return i
		}
	}
	panic("tool " + a.tool.Name + " has no parameter " + name)
}

// Value returns the JSON value of a parameter; nil where it is unset.
func (a Args) Value(name string) any { return a.vals[a.at(name)] }

// Given reports whether the call set the parameter to something other than null.
func (a Args) Given(name string) bool { return a.given[a.at(name)] }

// Set reports whether the parameter has a value, given or by default.
func (a Args) Set(name string) bool { return a.vals[a.at(name)] != nil }

// Text returns a text parameter, "" where unset.
func (a Args) Text(name string) string {
	s, _ := a.Value(name).(string)
	return s
}

// Int returns a whole number, 0 where unset and the nearest int where it does not fit (the
// wire profile takes whole numbers of any size).
func (a Args) Int(name string) int {
	n, _ := a.Value(name).(value.Number)
	i, ok := n.Int()
	if !ok && n != "" {
		if n[0] == '-' {
			return math.MinInt
		}
		return math.MaxInt
	}
	return int(i)
}

// Bool returns a boolean, false where unset.
func (a Args) Bool(name string) bool {
	b, _ := a.Value(name).(bool)
	return b
}

// List returns a list parameter as JSON values, nil where unset.
func (a Args) List(name string) []any {
	l, _ := a.Value(name).([]any)
	return l
}

// Len is the number of parameters; 0 where arguments never were validated.
func (a Args) Len() int { return len(a.vals) }

// JSON writes the validated arguments in parameter order, unset ones as null: the
// benchmark's request_body.
func (a Args) JSON() []byte {
	if a.tool == nil {
		return []byte("{}")
	}
	members := make([]value.Member, len(a.vals))
	for i, v := range a.vals {
		members[i] = value.Member{Name: a.tool.Params[i].Name, Value: v}
	}
	return appendMembers(make([]byte, 0, 128), members)
}

// fill makes Args with every default in place.
func fill(t *Tool, noBody bool) Args {
	a := Args{tool: t, vals: make([]any, len(t.Params)), given: make([]bool, len(t.Params))}
	for i := range t.Params {
		a.vals[i] = t.Params[i].Default
		if noBody && t.Params[i].NoBody != nil {
			a.vals[i] = t.Params[i].NoBody
		}
	}
	return a
}

// Cut returns the first n of a list as a Python slice [:n] does: a negative n drops |n| from
// the end.
func Cut[T any](list []T, n int) []T {
	switch {
	case n < 0:
		return list[:max(0, len(list)+n)]
	case n < len(list):
		return list[:n]
	}
	return list
}

// Page cuts a list by a limit parameter.
func (a Args) Page(records []*Record, limit string) []*Record { return Cut(records, a.Int(limit)) }

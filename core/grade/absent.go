package grade

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// absent holds when the field is missing, null or empty; {absent: false} when it is not.
type absent struct {
	want bool
	s    Subject
}

func buildAbsent(_ *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	switch text, _ := a.Text(); {
	case text == "true", a.v == true:
		return &absent{true, s}, nil
	case text == "false", a.v == false:
		return &absent{false, s}, nil
	}
	return nil, misvalue(a, "true or false")
}

func (m *absent) Match(v any, present bool) bool {
	return (!present || v == nil || v == "") == m.want
}

func (m *absent) Why(v any, present bool) string {
	if m.want {
		return "expected no value, " + found(v, present)
	}
	return "expected a value, " + found(v, present)
}

func (m *absent) Example() any {
	if m.want {
		return nil
	}
	return someValue(m.s)
}

func (m *absent) Spellings() []any {
	if m.want {
		return []any{""}
	}
	return nil
}

func (m *absent) Near() []any {
	if m.want {
		return []any{someValue(m.s)}
	}
	return []any{nil, ""}
}

// someValue is any value of a type.
func someValue(s Subject) any {
	var v any = "x"
	switch s.Type {
	case world.Int, world.Number, world.Amount:
		v = value.Int(1)
	case world.Bool:
		v = true
	case world.Day:
		v = "2026-01-02"
	case world.Instant:
		v = "2026-01-02T09:00:00Z"
	case world.Address:
		v = "someone@example.test"
	}
	if s.List {
		return []any{v}
	}
	return v
}

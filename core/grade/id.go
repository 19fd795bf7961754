package grade

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// id compares identifiers whole: case, zeros and every character count.
type id struct{ want string }

func buildID(_ *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	want, ok := a.Text()
	if !ok || want == "" {
		f := misvalue(a, "an id as a text")
		f.hint = "a number is never an id: quote it in the records and here"
		return nil, f
	}
	if s.List {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds a list; one id never equals it", hint: "use set_equals: {id: [..]}"}
	}
	return &id{want}, nil
}

func (m *id) Match(v any, _ bool) bool {
	s, ok := v.(string)
	return ok && s == m.want
}

func (m *id) Why(v any, present bool) string {
	if n, ok := v.(value.Number); ok {
		return "expected the id " + show(m.want) + ", found the number " + show(n) + "; a number is never an id"
	}
	return "expected the id " + show(m.want) + ", " + found(v, present)
}

func (m *id) Example() any { return m.want }

// Spellings is empty: an id has one spelling.
func (m *id) Spellings() []any { return nil }

func (m *id) Near() []any {
	short := strings.TrimLeft(m.want, "0")
	return wrong(m, append(nearTexts(m.want), short, "0"+m.want, "X"+m.want, " "+m.want, value.Number(digitsOr(short, "0")), nil)...)
}

// digitsOr returns s where it is a plain number, else def.
func digitsOr(s, def string) string {
	if s == "" || !allDigits(s) || s[0] == '0' {
		return def
	}
	return s
}

package grade

import "strings"

// oneOf holds when some member matches.
type oneOf struct{ members []Matcher }

func buildOneOf(r *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	members, bad := r.members(a, s)
	if bad != nil {
		return nil, bad
	}
	if len(members) == 0 {
		return nil, &Fit{node: a.Node, code: CodeMatcherImpotent, msg: "one_of has no members, so that nothing matches"}
	}
	return &oneOf{members}, nil
}

func (m *oneOf) Match(v any, present bool) bool {
	for _, member := range m.members {
		if member.Match(v, present) {
			return true
		}
	}
	return false
}

func (m *oneOf) Why(v any, present bool) string {
	var names []string
	for i, member := range m.members {
		if i == 6 {
			names = append(names, "...")
			break
		}
		names = append(names, show(member.Example()))
	}
	return "expected one of " + strings.Join(names, ", ") + "; " + found(v, present)
}

func (m *oneOf) Example() any { return m.members[0].Example() }

func (m *oneOf) Spellings() []any {
	var out []any
	for _, member := range m.members {
		out = append(append(out, member.Example()), member.Spellings()...)
	}
	return others(m, out...)
}

func (m *oneOf) Near() []any {
	var out []any
	for _, member := range m.members {
		out = append(out, member.Near()...)
	}
	return wrong(m, out...)
}

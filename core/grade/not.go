package grade

// not holds when the matcher within does not.
type not struct {
	inner Matcher
	s     Subject
}

func buildNot(r *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	inner, bad := r.matcher(a, s)
	if bad != nil {
		return nil, bad
	}
	return &not{inner, s}, nil
}

func (m *not) Match(v any, present bool) bool { return !m.inner.Match(v, present) }

func (m *not) Why(v any, present bool) string {
	return "expected anything but " + show(m.inner.Example()) + "; " + found(v, present)
}

func (m *not) Example() any {
	for _, v := range m.inner.Near() {
		if v != nil && !m.inner.Match(v, true) {
			return v
		}
	}
	return nil
}

func (m *not) Spellings() []any { return others(m, m.inner.Near()...) }

func (m *not) Near() []any {
	return wrong(m, append([]any{m.inner.Example()}, m.inner.Spellings()...)...)
}

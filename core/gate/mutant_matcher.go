package gate

import (
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// matched is a field of a check with a matcher that it has for some item.
type matched struct {
	check   int
	path    string
	matcher grade.Matcher
}

// fields lists the matchers of the checks, by compiling them once with a look at each.
func (m *mutants) fields() []matched {
	if m.paths != nil {
		return m.paths
	}
	m.paths = []matched{}
	m.compile(func(t *task.Task) { t.Forbid = nil }, func(path string, x grade.Matcher) grade.Matcher {
		check := m.checkOf(path)
		if check >= 0 && !slices.ContainsFunc(m.paths, func(f matched) bool { return f.path == path }) {
			m.paths = append(m.paths, matched{check, path, x})
		}
		return x
	})
	return m.paths
}

func (m *mutants) checkOf(path string) int {
	for i, c := range m.l.bound.Task.Checks {
		if strings.HasPrefix(path, c.Path+".") {
			return i
		}
	}
	return -1
}

// weakened makes mutants by putting another matcher in the place of a field's.
func (m *mutants) weakened(fits func(example any) bool, weak func(x grade.Matcher) grade.Matcher) []mutation {
	var out []mutation
	for _, f := range m.fields() {
		spec := m.l.bound.Task.Checks[f.check]
		_, list := f.matcher.Example().([]any)
		if !fits(f.matcher.Example()) || spec.Partial && list || !m.weaker(f.matcher, weak(f.matcher)) {
			continue // the share of a list cannot be asked of another matcher
		}
		score, ok := m.mutated(f.check, func(*task.CheckSpec) {}, func(path string, x grade.Matcher) grade.Matcher {
			if path == f.path {
				return weak(x)
			}
			return x
		})
		if ok {
			out = append(out, mutation{params: Params{"field": f.path}, path: f.path, score: score, first: m.failing(f.check)})
		}
	}
	return out
}

// weaker reports whether a matcher takes one of another's nearest wrong values: where it takes
// none it is no weaker on what can be tried.
func (m *mutants) weaker(x, weak grade.Matcher) bool {
	return slices.ContainsFunc(m.l.near(x), func(v any) bool { return v != nil && !x.Match(v, true) && weak.Match(v, true) })
}

// anyMatcher takes every value that is there.
type anyMatcher struct{ grade.Matcher }

func (anyMatcher) Match(v any, present bool) bool { return present && v != nil }

func (m *mutants) anyValues() []mutation {
	return m.weakened(func(example any) bool { return example != nil }, func(x grade.Matcher) grade.Matcher { return anyMatcher{x} })
}

// containing takes texts that hold the expected one.
type containing struct {
	grade.Matcher
	want string
}

func (c containing) Match(v any, present bool) bool {
	s, ok := v.(string)
	return ok && strings.Contains(strings.ToLower(s), c.want) || c.Matcher.Match(v, present)
}

func (m *mutants) containments() []mutation {
	return m.weakened(func(example any) bool { s, ok := example.(string); return ok && s != "" }, func(x grade.Matcher) grade.Matcher {
		s, _ := x.Example().(string)
		return containing{x, strings.ToLower(s)}
	})
}

// tolerant takes what is close to the expected value: one unit, one day, one hour.
type tolerant struct {
	grade.Matcher
	want any
}

func (t tolerant) Match(v any, present bool) bool {
	return t.Matcher.Match(v, present) || close(t.want, v)
}

func close(want, v any) bool {
	switch w := want.(type) {
	case value.Number:
		n, ok := v.(value.Number)
		return ok && within(w, n)
	case string:
		s, ok := v.(string)
		if !ok {
			return false
		}
		if a, err := time.Parse(time.RFC3339, w); err == nil {
			b, err := time.Parse(time.RFC3339, s)
			return err == nil && b.Sub(a).Abs() <= time.Hour
		}
		if a, err := value.ParseDay(w); err == nil {
			return s == string(a.Plus(1)) || s == string(a.Plus(-1))
		}
		a, okA := value.ReadMoney(w)
		b, okB := value.ReadMoney(s)
		return okA && okB && a.Currency == b.Currency && within(value.Number(a.Amount().String()), value.Number(b.Amount().String()))
	}
	return false
}

// within reports whether numbers are at most 1 apart.
func within(a, b value.Number) bool {
	x, errX := value.ParseDecimal(string(a))
	y, errY := value.ParseDecimal(string(b))
	if errX != nil || errY != nil {
		return false
	}
	d, err := x.Sub(y)
	if err != nil {
		return false
	}
	if d.Sign() < 0 {
		d = d.Neg()
	}
	return d.Cmp(value.DecimalOf(1)) <= 0
}

func (m *mutants) tolerances() []mutation {
	return m.weakened(measured, func(x grade.Matcher) grade.Matcher { return tolerant{x, x.Example()} })
}

// measured reports whether a value can be close to another.
func measured(v any) bool {
	switch v := v.(type) {
	case value.Number:
		return true
	case string:
		_, instant := time.Parse(time.RFC3339, v)
		_, day := value.ParseDay(v)
		_, money := value.ReadMoney(v)
		return instant == nil || day == nil || money
	}
	return false
}

// someMember takes a list that shares one member with the expected one.
type someMember struct {
	grade.Matcher
	want []any
}

func (s someMember) Match(v any, present bool) bool {
	if list, ok := v.([]any); ok {
		for _, item := range list {
			if slices.ContainsFunc(s.want, func(w any) bool { return value.Equal(w, item) }) {
				return true
			}
		}
	}
	return s.Matcher.Match(v, present)
}

func (m *mutants) anyForAll() []mutation {
	return m.weakened(func(example any) bool { list, ok := example.([]any); return ok && len(list) > 1 }, func(x grade.Matcher) grade.Matcher {
		list, _ := x.Example().([]any)
		return someMember{x, list}
	})
}

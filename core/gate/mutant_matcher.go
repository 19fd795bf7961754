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

// fields lists the matchers of the checks.
func (m *mutants) fields() []matched {
	if m.paths != nil {
		return m.paths
	}
	m.paths = []matched{}
	for i := range m.l.bound.Task.Checks {
		for _, f := range m.s.ready.Plan.Fields(i) {
			if !slices.ContainsFunc(m.paths, func(known matched) bool { return known.path == f.Path }) {
				m.paths = append(m.paths, matched{i, f.Path, f.Matcher})
			}
		}
	}
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

// operator is one way of weakening a matcher.
type operator struct {
	fits func(example any) bool
	weak func(x grade.Matcher) grade.Matcher
}

// The operators on matchers, by their place in operators.
const (
	toAny = iota
	toContaining
	toTolerant
	toSomeMember
	operatorCount
)

func operators() [operatorCount]operator {
	return [operatorCount]operator{
		toAny:        {func(example any) bool { return example != nil }, func(x grade.Matcher) grade.Matcher { return anyMatcher{x} }},
		toContaining: {isText, contain},
		toTolerant:   {measured, func(x grade.Matcher) grade.Matcher { return tolerant{x, x.Example()} }},
		toSomeMember: {isList, shareMember},
	}
}

// switched is a matcher that can be made to match as one of the operators does, so that a plan is
// compiled once for all fields of a check and all operators.
type switched struct {
	grade.Matcher
	weak  [operatorCount]grade.Matcher
	first int  // the number of the first operator on the field
	to    *int // the number of the operator at work, shared by all fields and items
}

func (s *switched) Match(v any, present bool) bool {
	op := *s.to - s.first
	if op < 0 || op >= operatorCount {
		return s.Matcher.Match(v, present)
	}
	if s.weak[op] == nil {
		s.weak[op] = operators()[op].weak(s.Matcher)
	}
	return s.weak[op].Match(v, present)
}

// fieldMutant is the plan of the mutants of a check's fields.
type fieldMutant struct {
	score func(r *run) (grade.Micros, bool)
	to    *int
}

// mutantOf compiles the plan of a field's mutants once for all fields of its check; for the field
// alone where shares count, since those are asked of the matchers themselves. It is nil where the
// plan cannot be made.
func (m *mutants) mutantOf(f *matched) *fieldMutant {
	spec := &m.l.bound.Task.Checks[f.check]
	scope := spec.Path + "."
	if spec.Partial {
		scope = f.path
	}
	if known, ok := m.weak[scope]; ok {
		return known
	}
	to := -1
	score, plan := m.mutated(f.check, func(*task.CheckSpec) {}, func(path string, x grade.Matcher) grade.Matcher {
		first := m.number(path)
		if first < 0 || spec.Partial && path != f.path {
			return x
		}
		return &switched{Matcher: x, first: first, to: &to}
	})
	var out *fieldMutant
	if plan != nil {
		plan.TurnBy(&to)
		out = &fieldMutant{score, &to}
	}
	m.weak[scope] = out
	return out
}

// number is that of the first operator on a field's matchers, counted over all fields; it is below
// 0 where the field is none of them.
func (m *mutants) number(path string) int {
	return operatorCount * slices.IndexFunc(m.paths, func(f matched) bool { return f.path == path })
}

// weakened makes the mutants of one operator on matchers.
func (m *mutants) weakened(op int) []mutation {
	var out []mutation
	way := operators()[op]
	for i := range m.fields() {
		f := &m.paths[i]
		example := f.matcher.Example()
		if m.l.bound.Task.Checks[f.check].Partial && isList(example) {
			continue // the share of a list cannot be asked of another matcher
		}
		if !way.fits(example) || !m.weaker(f.matcher, way.weak(f.matcher)) {
			continue
		}
		mutant := m.mutantOf(f)
		if mutant == nil {
			continue
		}
		score := func(r *run) (grade.Micros, bool) {
			*mutant.to = m.number(f.path) + op
			return mutant.score(r)
		}
		out = append(out, mutation{params: Params{"field": f.path}, path: f.path, score: score, first: m.failing(f.check), proof: m.guarded(f, way.weak)})
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

func (m *mutants) anyValues() []mutation { return m.weakened(toAny) }

// containing takes texts that hold the expected one.
type containing struct {
	grade.Matcher
	want string
}

func (c containing) Match(v any, present bool) bool {
	s, ok := v.(string)
	return ok && strings.Contains(strings.ToLower(s), c.want) || c.Matcher.Match(v, present)
}

func contain(x grade.Matcher) grade.Matcher {
	s, _ := x.Example().(string)
	return containing{x, strings.ToLower(s)}
}

func isText(example any) bool {
	s, ok := example.(string)
	return ok && s != ""
}

func (m *mutants) containments() []mutation { return m.weakened(toContaining) }

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

func (m *mutants) tolerances() []mutation { return m.weakened(toTolerant) }

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

func shareMember(x grade.Matcher) grade.Matcher {
	list, _ := x.Example().([]any)
	return someMember{x, list}
}

func isList(example any) bool {
	list, ok := example.([]any)
	return ok && len(list) > 1
}

func (m *mutants) anyForAll() []mutation { return m.weakened(toSomeMember) }

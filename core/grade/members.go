package grade

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/world"
)

// members compares a list's members one to one, in any order or in this one.
type members struct {
	inner   []Matcher
	ordered bool
	split   bool // one text of several recipients counts as a list
}

func buildSet(r *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) { return r.list(a, s, false) }

func buildList(r *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) { return r.list(a, s, true) }

func (r *reading) list(a Arg, s Subject, ordered bool) (Matcher, *Fit) {
	inner, bad := r.members(a, s.item())
	if bad != nil {
		return nil, bad
	}
	split := !s.List && s.Type == world.Address
	for _, m := range inner {
		if _, ok := m.(*address); ok && !s.List && s.Type == world.Text {
			split = true
		}
	}
	if !s.List && !split && s.Type != world.Tree && s.Type != 0 {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds one value, not a list", hint: "use one_of, or a bare value"}
	}
	return &members{inner, ordered, split}, nil
}

func (m *members) listOf(v any) ([]any, bool) {
	if s, ok := v.(string); ok && m.split && s != "" {
		return mailboxes(s), true
	}
	list, ok := v.([]any)
	return list, ok
}

func (m *members) Match(v any, _ bool) bool {
	list, ok := m.listOf(v)
	if !ok || len(list) != len(m.inner) {
		return false
	}
	if !m.ordered {
		if len(list) <= 64 {
			return m.straight(list)
		}
		pairs, _ := m.pair(list)
		return pairs == len(list)
	}
	for i := range list {
		if !m.inner[i].Match(list[i], true) {
			return false
		}
	}
	return true
}

// straight pairs members with the first free matcher, which is right unless matchers overlap;
// only then the pairing is worked out.
func (m *members) straight(list []any) bool {
	used := uint64(0)
	for i := range list {
		free := false
		for j, inner := range m.inner {
			if used>>j&1 == 0 && inner.Match(list[i], true) {
				used |= 1 << j
				free = true
				break
			}
		}
		if !free {
			pairs, _ := m.pair(list)
			return pairs == len(list)
		}
	}
	return true
}

// pair matches members one to one, as many as possible. It returns their number and for each
// member of the list the matcher it is paired with, or -1.
func (m *members) pair(list []any) (int, []int) {
	holder := make([]int, len(m.inner)) // matcher -> member
	for i := range holder {
		holder[i] = -1
	}
	pairs := 0
	for i := range list {
		if m.augment(list, i, holder, make([]bool, len(m.inner))) {
			pairs++
		}
	}
	taken := make([]int, len(list))
	for i := range taken {
		taken[i] = -1
	}
	for j, i := range holder {
		if i >= 0 {
			taken[i] = j
		}
	}
	return pairs, taken
}

// augment finds a matcher for member i, moving others where their matchers overlap.
func (m *members) augment(list []any, i int, holder []int, seen []bool) bool {
	for j, inner := range m.inner {
		if seen[j] || !inner.Match(list[i], true) {
			continue
		}
		seen[j] = true
		if holder[j] < 0 || m.augment(list, holder[j], holder, seen) {
			holder[j] = i
			return true
		}
	}
	return false
}

// share counts the members that are right and those that would have to be.
func (m *members) share(v any) (got, of int) {
	list, _ := m.listOf(v)
	if m.ordered {
		for i := range min(len(list), len(m.inner)) {
			if m.inner[i].Match(list[i], true) {
				got++
			}
		}
	} else {
		got, _ = m.pair(list)
	}
	return got, max(len(m.inner), len(list))
}

func (m *members) Why(v any, present bool) string {
	list, ok := m.listOf(v)
	if !ok {
		return fmt.Sprintf("expected a list of %d, %s", len(m.inner), found(v, present))
	}
	if m.ordered {
		for i := range min(len(list), len(m.inner)) {
			if !m.inner[i].Match(list[i], true) {
				return fmt.Sprintf("member %d: %s", i+1, m.inner[i].Why(list[i], true))
			}
		}
		return fmt.Sprintf("expected %d members, found %d", len(m.inner), len(list))
	}
	_, taken := m.pair(list)
	for j, inner := range m.inner {
		if !slices.Contains(taken, j) {
			return fmt.Sprintf("%s is missing among %d members", show(inner.Example()), len(list))
		}
	}
	for i, j := range taken {
		if j < 0 {
			return "expected no member " + show(list[i]) + " (not wanted, or repeated)"
		}
	}
	return "the members match"
}

func (m *members) Example() any {
	out := make([]any, len(m.inner))
	for i, inner := range m.inner {
		out[i] = inner.Example()
	}
	return out
}

func (m *members) Spellings() []any {
	var forms []any
	base, _ := m.Example().([]any)
	if !m.ordered && len(base) > 1 {
		turned := slices.Clone(base)
		slices.Reverse(turned)
		forms = append(forms, turned, append(slices.Clone(base[1:]), base[0]))
	}
	for i, inner := range m.inner {
		for _, form := range inner.Spellings() {
			other := slices.Clone(base)
			other[i] = form
			forms = append(forms, other)
		}
	}
	return others(m, forms...)
}

func (m *members) Near() []any {
	base, _ := m.Example().([]any)
	out := nearLists(base)
	if len(base) > 0 {
		out = append(out, slices.Clone(base[1:]), append(slices.Clone(base), base[0]))
	}
	if len(base) > 1 {
		turned := slices.Clone(base)
		turned[0], turned[1] = turned[1], turned[0]
		out = append(out, turned)
	}
	for i, inner := range m.inner {
		for _, near := range inner.Near() {
			other := slices.Clone(base)
			other[i] = near
			out = append(out, other)
		}
	}
	return wrong(m, append(out, []any{}, nil)...)
}

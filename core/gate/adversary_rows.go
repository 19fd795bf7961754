package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
)

// rowAdversaries hand in lists that are nearly right.
func rowAdversaries() []adversary {
	return []adversary{
		nearRight("row_more", "gives a compared list or table one member more", "a superset is not the answer", 20, rowMore),
		nearRight("row_less", "leaves one member of a compared list or table out", "a part is not the answer", 20, rowLess),
		nearRight("row_repeated", "gives one member of a compared list or table twice", "a repeat is a mistake", 20, rowRepeated),
	}
}

// lists makes a run of every compared list, changed.
func (l *lab) lists(how string, change func(a *gradedArg, list []any) ([]any, bool)) []attempt {
	var out []attempt
	for _, a := range l.firsts() {
		list, ok := a.value.([]any)
		if !ok || len(list) == 0 {
			continue
		}
		other, ok := change(a, list)
		if !ok {
			continue
		}
		if at, ok := l.valued(a, other, false); ok {
			at.says = "the solution with " + how + " in " + a.param + " of " + a.tool.Name
			out = append(out, at)
		}
	}
	return out
}

func rowMore(l *lab) ([]attempt, error) {
	return l.lists("one member more", func(_ *gradedArg, list []any) ([]any, bool) {
		last := list[len(list)-1]
		more, ok := l.another(list, last)
		return append(slices.Clip(list), more), ok
	}), nil
}

// another is a member that a list does not have yet.
func (l *lab) another(list []any, like any) (any, bool) {
	switch like := like.(type) {
	case string:
		for _, n := range l.neighbours(like, len(list)+1) {
			if !slices.Contains(list, n) {
				return n, true
			}
		}
		return like + "0", true
	case value.Number:
		return value.Number(string(like) + "1"), true
	case *value.Object:
		for _, m := range like.Members() { // the first column that can be told apart
			s, ok := m.Value.(string)
			if !ok {
				continue
			}
			o := like.Clone()
			o.Set(m.Name, s+"0")
			for _, n := range l.neighbours(s, len(list)+1) {
				if !slices.ContainsFunc(list, func(row any) bool { return cell(row, m.Name) == n }) {
					o.Set(m.Name, n)
					break
				}
			}
			return o, true
		}
	}
	return nil, false
}

func cell(row any, name string) any {
	o, ok := row.(*value.Object)
	if !ok {
		return nil
	}
	v, _ := o.Get(name)
	return v
}

func rowLess(l *lab) ([]attempt, error) {
	return l.lists("one member less", func(_ *gradedArg, list []any) ([]any, bool) { return list[: len(list)-1 : len(list)-1], true }), nil
}

func rowRepeated(l *lab) ([]attempt, error) {
	return l.lists("one member twice", func(_ *gradedArg, list []any) ([]any, bool) {
		return append(slices.Clip(list), list[len(list)-1]), true
	}), nil
}

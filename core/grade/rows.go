package grade

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// rows compares a table, row by row by its key column, in any order. A row too many, one
// missing and one repeated fail.
type rows struct {
	key  string
	want [][]FieldMatch // by column, in declared order
}

func (r *reading) rows(a Arg, f *task.AnswerField) (Matcher, *Fit) {
	list, ok := a.List()
	if !ok {
		return nil, answerMisfit(a, f, "a list of rows")
	}
	m := &rows{key: f.Key, want: make([][]FieldMatch, len(list))}
	for i, item := range list {
		for k := range f.Rows {
			col := &f.Rows[k]
			cell, ok := item.Member(col.Name)
			if !ok {
				return nil, &Fit{node: item.Node, code: CodeAnswerValue, msg: fmt.Sprintf("row %d has no column %s", i+1, show(col.Name)),
					hint: "the answer declares it for " + f.Name}
			}
			cellMatch, bad := r.answerMatcher(cell, col)
			if bad != nil {
				return nil, bad
			}
			m.want[i] = append(m.want[i], FieldMatch{col.Name, cellMatch})
		}
		if bad := undeclared(item, f); bad != nil {
			return nil, bad
		}
	}
	return m, nil
}

// undeclared reports a written-out column that the answer does not declare. Rows of a fact
// may carry more than is asked for.
func undeclared(item Arg, f *task.AnswerField) *Fit {
	written, ok := item.v.(*argMap)
	if !ok {
		return nil
	}
	for i, key := range written.keys {
		if !slices.ContainsFunc(f.Rows, func(c task.AnswerField) bool { return c.Name == key }) {
			return &Fit{node: written.items[i].Node, code: CodeAnswerField, msg: "the answer declares no column " + show(key) + " for " + f.Name}
		}
	}
	return nil
}

// keyOf is the matcher of a wanted row's key column.
func (m *rows) keyOf(row []FieldMatch) Matcher {
	for _, f := range row {
		if f.Name == m.key {
			return f.Matcher
		}
	}
	return row[0].Matcher
}

func (m *rows) keyName(row []FieldMatch) string {
	if m.key != "" {
		return m.key
	}
	return row[0].Name
}

// pair finds for each given row the wanted one of the same key, -1 for none or a repeat.
func (m *rows) pair(list []any) []int {
	taken := make([]int, len(list))
	used := make([]bool, len(m.want))
	for i, v := range list {
		taken[i] = -1
		o, ok := v.(*value.Object)
		if !ok {
			continue
		}
		for j, row := range m.want {
			cell, present := o.Get(m.keyName(row))
			if !used[j] && m.keyOf(row).Match(cell, present) {
				taken[i], used[j] = j, true
				break
			}
		}
	}
	return taken
}

func (m *rows) Match(v any, _ bool) bool {
	list, ok := v.([]any)
	if !ok || len(list) != len(m.want) {
		return false
	}
	for i, j := range m.pair(list) {
		o, _ := list[i].(*value.Object)
		if j < 0 || !FitsObject(o, m.want[j]) {
			return false
		}
	}
	return true
}

func (m *rows) share(v any) (got, of int) {
	list, _ := v.([]any)
	of = len(m.want)
	for i, j := range m.pair(list) {
		o, _ := list[i].(*value.Object)
		switch {
		case j < 0:
			of++
		case FitsObject(o, m.want[j]):
			got++
		}
	}
	return got, of
}

func (m *rows) Why(v any, present bool) string {
	list, ok := v.([]any)
	if !ok {
		return fmt.Sprintf("expected %d rows, %s", len(m.want), found(v, present))
	}
	taken := m.pair(list)
	for i, j := range taken {
		o, _ := list[i].(*value.Object)
		if j < 0 {
			key := any(nil)
			if len(m.want) > 0 {
				key, _ = o.Get(m.keyName(m.want[0]))
			}
			return fmt.Sprintf("row %d (%s) is not wanted, or repeated", i+1, show(key))
		}
		for _, f := range m.want[j] {
			cell, ok := o.Get(f.Name)
			if !f.Matcher.Match(cell, ok) {
				return fmt.Sprintf("row %s, %s: %s", show(m.keyOf(m.want[j]).Example()), f.Name, f.Matcher.Why(cell, ok))
			}
		}
	}
	for j, row := range m.want {
		if !slices.Contains(taken, j) {
			return "the row " + show(m.keyOf(row).Example()) + " is missing"
		}
	}
	return "the rows match"
}

func (m *rows) Example() any {
	out := make([]any, len(m.want))
	for i, row := range m.want {
		out[i] = ObjectOf(FieldsOf(row))
	}
	return out
}

// with returns the example's rows with one cell replaced.
func with(base []any, i int, column string, v any) any {
	out := slices.Clone(base)
	if o, ok := base[i].(*value.Object); ok {
		o = o.Clone()
		o.Set(column, v)
		out[i] = o
	}
	return out
}

func (m *rows) Spellings() []any {
	base, _ := m.Example().([]any)
	var forms []any
	if len(base) > 1 {
		turned := slices.Clone(base)
		slices.Reverse(turned)
		forms = append(forms, turned)
	}
	for i, row := range m.want {
		for _, f := range row {
			for _, form := range fewer(i, f.Matcher.Spellings()) {
				forms = append(forms, with(base, i, f.Name, form))
			}
		}
	}
	return others(m, forms...)
}

// fewer keeps all forms of the first row's cells and one of the other rows': a column is
// compared in the same way in every row.
func fewer(row int, forms []any) []any {
	if row == 0 || len(forms) < 2 {
		return forms
	}
	return forms[:1]
}

func (m *rows) Near() []any {
	base, _ := m.Example().([]any)
	if len(base) == 0 {
		return wrong(m, []any{value.Obj(value.Member{Name: m.key, Value: "X-1"})}, nil)
	}
	out := []any{slices.Clone(base[1:]), base[: len(base)-1 : len(base)-1], append(slices.Clone(base), base[0])}
	for i, row := range m.want {
		for _, f := range row {
			for _, near := range fewer(i, f.Matcher.Near()) {
				out = append(out, with(base, i, f.Name, near))
			}
		}
	}
	for _, near := range m.keyOf(m.want[0]).Near() {
		if o, ok := base[0].(*value.Object); ok {
			more := o.Clone()
			more.Set(m.keyName(m.want[0]), near)
			out = append(out, append(slices.Clone(base), more))
		}
	}
	return wrong(m, append(out, []any{}, nil)...)
}

package grade

import (
	"slices"
	"unicode/utf8"
)

// crossed reports whether a record that fits two items alike tells of one what belongs to the other,
// as in "A owes 5, B owes 7" where A owes 7. That every value stands somewhere in the text says
// nothing of that.
//
// What is mentioned for the two items stands in the same order, whether as "A 5, B 7", as "5 for A
// and 7 for B" or as "A and B: 5 and 7". A text may mention things several times: it is crossed only
// if no choice of places is in order, so that no reading of it is right.
func crossed(get func(field string) (v any, ok bool), a, b []FieldMatch) bool {
	left, right := saidOf(get, a), saidOf(get, b)
	if len(left) != len(right) { // the items ask for different things
		return false
	}
	for i := range left {
		for j := range i {
			if !left[i].inOrder(left[j], right[i], right[j]) {
				return true
			}
		}
	}
	return false
}

// said are the ways to mention one thing for an item, and the text that does.
type said struct {
	text string
	ways []mention // those that the text holds
}

// saidOf lists what a record's texts mention for an item.
func saidOf(get func(string) (any, bool), fields []FieldMatch) []said {
	var out []said
	for _, f := range fields {
		m, ok := f.Matcher.(*mentions)
		if !ok {
			continue
		}
		v, _ := get(f.Name)
		s, ok := v.(string)
		if !ok {
			continue
		}
		s = prepare(s)
		for _, x := range m.all {
			out = append(out, said{s, []mention{x}})
		}
		if m.hasAny {
			some := said{text: s}
			for _, x := range m.any {
				if x.in(s) {
					some.ways = append(some.ways, x)
				}
			}
			out = append(out, some)
		}
	}
	return out
}

// inOrder reports whether two things of one item, and the same two of another item, are mentioned
// in one order somehow.
func (p said) inOrder(q, otherP, otherQ said) bool {
	return p.beside(otherP).meets(q.beside(otherQ))
}

// order is which of two items can be read first: either, both, or neither where no place parts them.
type order struct{ first, second bool }

func (o order) meets(p order) bool { return o.first && p.first || o.second && p.second }

// beside is the order of one thing for two items. What is mentioned alike for both is in any order.
func (p said) beside(other said) order {
	var o order
	for _, x := range p.ways {
		for _, y := range other.ways {
			if x.text() == y.text() {
				return order{true, true}
			}
			o.first = o.first || readsBefore(p.text, x, y)
			o.second = o.second || readsBefore(p.text, y, x)
		}
	}
	if o == (order{}) {
		return order{true, true}
	}
	return o
}

// before reports whether x is mentioned before y somewhere in a prepared text.
func readsBefore(s string, x, y mention) bool {
	cuts := cutsOf(s)
	i, _ := slices.BinarySearchFunc(cuts, true, func(cut int, _ bool) int {
		if x.in(s[:cut]) {
			return 0
		}
		return -1
	})
	return i < len(cuts) && y.in(s[cuts[i]:])
}

// cutsOf are the places at which a text can be cut without cutting a word, a number or an id.
func cutsOf(s string) []int {
	var out []int
	for i := 1; i < len(s); i++ {
		if utf8.RuneStart(s[i]) && !(joins(s[i-1]) && joins(s[i])) {
			out = append(out, i)
		}
	}
	return append(out, len(s))
}

func joins(c byte) bool {
	switch {
	case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		return true
	}
	return c == '.' || c == ',' || c == '-' || c == '_' || c == ':' || c == '/'
}

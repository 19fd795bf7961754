package grade

import (
	"slices"
	"unicode/utf8"
)

// crossed reports whether a record that fits two items alike tells of one what belongs to the other,
// as in "A owes 5, B owes 7" where A owes 7. That every value stands somewhere in the text says
// nothing of that.
//
// Where sentences or rows tell of single items, they decide: "A owes 5" is wrong unless another one
// is right. Else what is mentioned for the two items stands in the same order, whether as "A 5,
// B 7", as "5 for A and 7 for B" or as "A and B: 5 and 7"; things may be mentioned several times,
// and any choice of places will do.
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
	text  string
	parts []string  // its sentences and rows
	ways  []mention // those that the text holds
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
		parts := partsOf(s)
		s = prepare(s)
		for _, x := range m.all {
			out = append(out, said{s, parts, []mention{x}})
		}
		if m.hasAny {
			some := said{text: s, parts: parts}
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

// partsOf are the prepared sentences and rows of a text.
func partsOf(s string) []string {
	var out []string
	from := 0
	for i, r := range s {
		end := i + max(utf8.RuneLen(r), 1)
		switch r {
		case '\n', ';', '；', '。', '！', '？':
		case '.', '!', '?':
			if end < len(s) && !isBlank(s[end]) {
				continue // within a number or a name
			}
		default:
			continue
		}
		out = append(out, prepare(s[from:i]))
		from = end
	}
	return append(out, prepare(s[from:]))
}

// inOrder reports whether a text tells two things of one item and the same two of another so that
// each can have its own.
func (p said) inOrder(q, otherP, otherQ said) bool {
	if p.alike(otherP) || q.alike(otherQ) {
		return true
	}
	var right, otherRight, bothRight, wrong bool
	if p.text == q.text { // of one field
		for _, part := range p.parts {
			a, v, b, w := p.in(part), q.in(part), otherP.in(part), otherQ.in(part)
			switch {
			case a && v && b && w:
				ok := p.beside(part, otherP).meets(q.beside(part, otherQ))
				bothRight, wrong = bothRight || ok, wrong || !ok
			case a && v:
				right = true
			case b && w:
				otherRight = true
			case a && w, b && v:
				wrong = true
			}
		}
	}
	if wrong {
		return bothRight || right && otherRight
	}
	return p.beside(p.text, otherP).meets(q.beside(q.text, otherQ))
}

// alike reports whether two items have a way to be mentioned in common: that is told of both.
func (p said) alike(other said) bool {
	return slices.ContainsFunc(p.ways, func(x mention) bool {
		return slices.ContainsFunc(other.ways, func(y mention) bool { return x.text() == y.text() })
	})
}

func (p said) in(part string) bool {
	return slices.ContainsFunc(p.ways, func(x mention) bool { return x.in(part) })
}

// order is which of two items can be read first: either, both, or neither where no place parts them.
type order struct{ first, second bool }

func (o order) meets(p order) bool { return o.first && p.first || o.second && p.second }

// beside is the order of one thing for two items in a text.
func (p said) beside(text string, other said) order {
	var o order
	for _, x := range p.ways {
		for _, y := range other.ways {
			o.first = o.first || readsBefore(text, x, y)
			o.second = o.second || readsBefore(text, y, x)
		}
	}
	if o == (order{}) {
		return order{true, true}
	}
	return o
}

// readsBefore reports whether x is mentioned before y somewhere in a prepared text.
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

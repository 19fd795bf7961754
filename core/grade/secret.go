package grade

import (
	"strings"
	"unicode"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Secret is a value that must not be written down.
type Secret struct {
	Text     string // as it is known
	Squeezed string // its letters and digits
}

// leastSecret is the number of letters and digits below which a value stands in any text.
const leastSecret = 4

// Squeeze keeps the letters and digits of a text, in one letter case and one form.
func Squeeze(s string) string {
	plain := true
	for i := range len(s) {
		if c := s[i]; !(c-'a' <= 'z'-'a' || c-'0' <= 9) {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range value.Fold(s) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// Secrets evaluates the values that must not be disclosed: a text, or a list of texts. An
// empty list is a warning, a value too short to be told apart an error.
func (c *Compiler) Secrets(n *task.Node) []Secret {
	if n == nil {
		return nil
	}
	list := Eval(c, n, c.One(), func(a Arg) ([]Secret, *Fit) {
		items, ok := a.List()
		if !ok {
			items = []Arg{a}
		}
		var out []Secret
		for _, item := range items {
			if inner, ok := item.List(); ok { // [=list]
				for _, x := range inner {
					s, bad := secretOf(x, c.Bound.JSON)
					if bad != nil {
						return nil, bad
					}
					out = append(out, s)
				}
				continue
			}
			s, bad := secretOf(item, c.Bound.JSON)
			if bad != nil {
				return nil, bad
			}
			out = append(out, s)
		}
		return out, nil
	})
	if list == nil {
		return nil
	}
	secrets, _ := list.Fixed(0)
	if len(secrets) == 0 {
		c.Warn(n, CodeProhibitionEmpty, "", "no values are given, so that nothing is forbidden")
	}
	return secrets
}

func secretOf(a Arg, json func(any) any) (Secret, *Fit) {
	text, ok := a.Text()
	if !ok {
		switch v := a.v.(type) {
		case value.Money:
			text = v.String()
		default:
			n, isNumber := json(a.v).(value.Number)
			if !isNumber {
				return Secret{}, misvalue(a, "a text")
			}
			text = string(n)
		}
	}
	s := Secret{text, Squeeze(text)}
	if len([]rune(s.Squeezed)) < leastSecret {
		return Secret{}, &Fit{node: a.Node, code: CodeDisclosureShort, msg: show(text) + " has fewer than 4 letters and digits, so that it would stand in innocent text",
			hint: "forbid an effect instead"}
	}
	return s, nil
}

// IDSet evaluates the ids of records that a prohibition leaves out: an expression, "=" or not,
// or a list of ids.
func (c *Compiler) IDSet(n *task.Node, coll *Collection) map[string]bool {
	if coll == nil {
		coll = &Collection{Name: "any collection", Decl: &world.Collection{}}
	}
	build := func(a Arg) (map[string]bool, *Fit) {
		items, ok := a.List()
		if !ok {
			items = []Arg{a}
		}
		ids := make(map[string]bool, len(items))
		for _, item := range items {
			id, bad := idOf(item, coll)
			if bad != nil {
				return nil, bad
			}
			ids[id] = true
		}
		return ids, nil
	}
	late := EvalExpr(c, n, c.One(), build)
	if late == nil {
		return nil
	}
	ids, _ := late.Fixed(0)
	return ids
}

package grade

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// number compares by value, within a distance where one is given.
type number struct {
	want   value.Decimal
	within value.Decimal
	texts  bool // the field holds text: numbers are read from it
}

func buildNumber(_ *reading, a Arg, m *argMap, s Subject) (Matcher, *Fit) {
	want, bad := decimalArg(a)
	if bad != nil {
		return nil, bad
	}
	if s.List {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds a list; one number never equals it", hint: "use set_equals: {number: [..]}"}
	}
	dist, _, bad := within(m)
	if bad != nil {
		return nil, bad
	}
	return &number{want, dist, s.Type == world.Text || s.Type == world.Tree || s.Type == 0}, nil
}

func (m *number) Match(v any, _ bool) bool {
	got, ok := decimalOf(v, m.texts)
	if !ok {
		return false
	}
	return got == m.want || !m.within.IsZero() && near(got, m.want, m.within)
}

func near(a, b, within value.Decimal) bool {
	d, err := a.Sub(b)
	if err != nil {
		return false
	}
	if d.Sign() < 0 {
		d = d.Neg()
	}
	return d.Cmp(within) <= 0
}

func (m *number) Why(v any, present bool) string {
	want := "expected the number " + m.want.String()
	if !m.within.IsZero() {
		want += " within " + m.within.String()
	}
	return want + ", " + found(v, present)
}

func (m *number) Example() any { return value.Number(m.want.String()) }

func (m *number) Spellings() []any {
	forms := numberForms(value.Number(m.want.String()))
	if m.texts {
		forms = append(forms, m.want.String())
		if whole, ok := m.want.Int(); ok && whole >= 1000 {
			forms = append(forms, grouped(m.want.String(), ","), grouped(m.want.String(), " "))
		}
	}
	if !m.within.IsZero() {
		if edge, err := m.want.Add(m.within); err == nil {
			forms = append(forms, value.Number(edge.String()))
		}
		if edge, err := m.want.Sub(m.within); err == nil {
			forms = append(forms, value.Number(edge.String()))
		}
	}
	return others(m, forms...)
}

func (m *number) Near() []any {
	hair, err := value.ParseDecimal("0.01")
	if err != nil {
		return nil
	}
	var out []any
	if step, err := m.within.Add(hair); err == nil {
		out = append(out, nearNumbers(m.want, step)...)
	}
	if step, err := m.within.Add(value.DecimalOf(1)); err == nil {
		out = append(out, nearNumbers(m.want, step)...)
	}
	if ten, err := m.want.Mul(value.DecimalOf(10)); err == nil {
		out = append(out, value.Number(ten.String()))
	}
	return wrong(m, append(out, "", nil)...)
}

// grouped puts a separator between groups of three digits of the whole part.
func grouped(plain, sep string) string {
	sign, digits, frac := "", plain, ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	for i := range len(digits) {
		if digits[i] == '.' {
			digits, frac = digits[:i], digits[i:]
			break
		}
	}
	out := ""
	for len(digits) > 3 {
		out = sep + digits[len(digits)-3:] + out
		digits = digits[:len(digits)-3]
	}
	return sign + digits + out + frac
}

package formula

import (
	"strings"
)

// textOperator makes contains and the like; nil makes them false.
func textOperator(name string, test func(m *Meter, s, part string) (bool, error)) *function {
	return &function{name: "#" + name, hidden: true, metered: true, nils: true, call: func(a []any) (any, error) {
		if a[1] == nil || a[2] == nil {
			return false, nil
		}
		s, err := paidText(a, 1)
		if err != nil {
			return nil, err
		}
		part, ok := a[2].(string)
		if !ok {
			return nil, noSuch(name, a[1], a[2])
		}
		return boolean(test(a[0].(*Meter), s, part))
	}}
}

func textOperators() []*function {
	sure := func(test func(s, part string) bool) func(m *Meter, s, part string) (bool, error) {
		return func(_ *Meter, s, part string) (bool, error) { return test(s, part), nil }
	}
	return []*function{
		textOperator("contains", sure(strings.Contains)),
		textOperator("startsWith", sure(strings.HasPrefix)),
		textOperator("endsWith", sure(strings.HasSuffix)),
		textOperator("matches", func(m *Meter, s, src string) (bool, error) {
			p, err := m.pattern(src)
			if err != nil {
				return false, err
			}
			if err := p.pay(m, s); err != nil {
				return false, err
			}
			return p.re.MatchString(s), nil
		}),
	}
}

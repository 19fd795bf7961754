package grade

import (
	"slices"
	"strings"
)

// parts are the mentions that an example has to hold.
func (m *mentions) parts() []mention {
	parts := slices.Clone(m.all)
	if m.hasAny && !slices.ContainsFunc(m.any, func(x mention) bool {
		return slices.ContainsFunc(m.all, func(y mention) bool { return y.text() == x.text() })
	}) {
		parts = append(parts, m.any[0])
	}
	return parts
}

// write puts the texts together in the form that the field has.
func (m *mentions) write(texts []string) any {
	if m.s.List {
		list := make([]any, len(texts))
		for i, s := range texts {
			list[i] = s
		}
		return list
	}
	if len(texts) == 0 {
		return "noted"
	}
	return strings.Join(texts, "; ")
}

func (m *mentions) Example() any {
	parts := m.parts()
	texts := make([]string, len(parts))
	for i, x := range parts {
		texts[i] = x.text()
	}
	return m.write(texts)
}

func (m *mentions) Spellings() []any {
	parts := m.parts()
	plain := make([]string, len(parts))
	for i, x := range parts {
		plain[i] = x.text()
	}
	var forms []any
	for i, x := range parts {
		for _, form := range x.forms() {
			other := slices.Clone(plain)
			other[i] = form
			forms = append(forms, m.write(other))
		}
	}
	turned := slices.Clone(plain)
	slices.Reverse(turned)
	forms = append(forms, m.write(turned))
	if m.s.List {
		return others(m, append(forms, m.write(append(plain, "someone@example.test")))...)
	}
	joined := strings.Join(plain, ", ")
	forms = append(forms, "Hello,\n\nthis is about "+strings.Join(plain, " and ")+".\n\nKind regards", "("+joined+")",
		"**"+strings.Join(plain, "** and **")+"**", "关于"+strings.Join(plain, "、")+"。")
	if len(plain) == 1 {
		forms = append(forms, "付款"+plain[0]+"今天")
	}
	return others(m, forms...)
}

func (m *mentions) Near() []any {
	parts := m.parts()
	plain := make([]string, len(parts))
	for i, x := range parts {
		plain[i] = x.text()
	}
	var out []any
	for _, x := range m.none {
		out = append(out, m.write(append(slices.Clone(plain), x.text())))
	}
	for i, x := range parts {
		if _, ok := x.(tokenMention); ok {
			for _, near := range nearTexts(x.text()) {
				other := slices.Clone(plain)
				other[i], _ = near.(string)
				out = append(out, m.write(other))
			}
		}
		out = append(out, m.write(slices.Delete(slices.Clone(plain), i, i+1)))
	}
	return wrong(m, append(out, m.write(nil), nil)...)
}

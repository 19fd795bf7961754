package grade

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// text compares texts without regard to letter case, quotes, dashes and one final stop.
type text struct {
	raw  string
	want string
}

func buildText(_ *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	raw, ok := a.Text()
	if !ok {
		return nil, misvalue(a, "a text")
	}
	if s.List {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "the field holds a list; one text never equals it", hint: "use set_equals or mentions"}
	}
	return &text{raw, value.FoldText(raw)}, nil
}

func (m *text) Match(v any, _ bool) bool {
	s, ok := v.(string)
	return ok && (s == m.raw || value.FoldText(s) == m.want)
}

func (m *text) Why(v any, present bool) string {
	return "expected the text " + show(m.raw) + ", " + found(v, present)
}

func (m *text) Example() any { return m.raw }

func (m *text) Spellings() []any {
	forms := append(blankForms(m.raw), strings.ToUpper(m.raw), strings.ToLower(m.raw), m.raw+".", m.raw+"!", m.raw+"。",
		strings.NewReplacer("'", "\u2019", `"`, "\u201d", "-", "\u2013").Replace(m.raw))
	return others(m, forms...)
}

func (m *text) Near() []any {
	return wrong(m, append(nearTexts(m.raw), m.raw+" "+m.raw, "Re: "+m.raw, nil)...)
}

package grade

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/world"
)

// mentions looks for whole tokens in a text or in a list of texts.
type mentions struct {
	all, any, none []mention
	hasAny         bool
	s              Subject
}

func buildMentions(r *reading, a Arg, _ *argMap, s Subject) (Matcher, *Fit) {
	if _, _, ok := a.Members(); !ok {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "mentions takes all, any and none, not " + a.describe(), hint: "write {mentions: {all: [..]}}"}
	}
	if numeric(s.Type) || s.Type == world.Bool {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "mentions looks into texts; the field holds a value of type " + s.Type.String()}
	}
	m := &mentions{s: s}
	for _, key := range a.names() {
		part, _ := a.Member(key)
		list, bad := r.mentionList(part)
		if bad != nil {
			return nil, bad
		}
		switch key {
		case "all":
			m.all = list
		case "any":
			m.any, m.hasAny = list, true
		case "none":
			m.none = list
		default:
			return nil, &Fit{node: part.Node, code: CodeMatcher, msg: "mentions has no part " + show(key), hint: suggest(key, []string{"all", "any", "none"})}
		}
	}
	if len(m.all) == 0 && len(m.any) == 0 && len(m.none) == 0 {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "mentions names nothing, so that every text would match", hint: "give all, any or none a member"}
	}
	if m.hasAny && len(m.any) == 0 {
		return nil, &Fit{node: a.Node, code: CodeMatcherImpotent, msg: "any has no members, so that nothing matches"}
	}
	return m, nil
}

func (m *mentions) Match(v any, _ bool) bool {
	switch v := v.(type) {
	case string:
		one := [1]string{prepare(v)}
		return m.hold(one[:])
	case []any:
		list, ok := preparedList(v)
		return ok && m.hold(list)
	case nil:
		return m.hold(nil)
	}
	return false
}

// preparedList prepares a list of texts; it is not ok where another value is among them.
func preparedList(v []any) ([]string, bool) {
	list := make([]string, 0, len(v))
	for _, item := range v {
		s, ok := item.(string)
		if !ok {
			return list, false
		}
		list = append(list, prepare(s))
	}
	return list, true
}

// hold decides on prepared texts.
func (m *mentions) hold(texts []string) bool {
	for _, x := range m.all {
		if !mentioned(x, texts) {
			return false
		}
	}
	for _, x := range m.none {
		if mentioned(x, texts) {
			return false
		}
	}
	if !m.hasAny {
		return true
	}
	for _, x := range m.any {
		if mentioned(x, texts) {
			return true
		}
	}
	return false
}

// mentioned reports whether one of the prepared texts holds x.
func mentioned(x mention, texts []string) bool {
	for _, s := range texts {
		if x.in(s) {
			return true
		}
	}
	return false
}

func (m *mentions) Why(v any, present bool) string {
	var texts []string
	switch v := v.(type) {
	case string:
		texts = []string{prepare(v)}
	case []any:
		list, ok := preparedList(v)
		if !ok {
			return "expected a list of texts, " + found(v, present)
		}
		texts = list
	case nil:
	default:
		return "expected a text, " + found(v, present)
	}
	for _, x := range m.all {
		if !mentioned(x, texts) {
			return "does not mention " + show(x.text()) + "; " + found(v, present)
		}
	}
	for _, x := range m.none {
		if mentioned(x, texts) {
			return "must not mention " + show(x.text()) + "; " + found(v, present)
		}
	}
	return fmt.Sprintf("mentions none of the %d that were expected; %s", len(m.any), found(v, present))
}

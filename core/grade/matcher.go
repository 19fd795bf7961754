package grade

import (
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Matcher compares one field's JSON value with what is expected. A value that is not present
// is handed over as nil. Matchers hold no state and may be used by many goroutines.
type Matcher interface {
	// Match reports whether the value is as expected.
	Match(v any, present bool) bool
	// Why says what was expected and what was found.
	Why(v any, present bool) string
	// Example returns a JSON value that matches; nil stands for leaving the field out.
	Example() any
	// Spellings returns other JSON values that match and mean the same.
	Spellings() []any
	// Near returns JSON values that do not match, the nearest first.
	Near() []any
}

// FieldMatch is what one field is compared with.
type FieldMatch struct {
	Name    string
	Matcher Matcher
}

// Subject is what a matcher is compared with: its type decides how written-out scalars are
// read and which spellings are possible.
type Subject struct {
	Type     world.Type // 0 = any JSON value
	List     bool
	Currency bool // an amount without its currency is not enough (answers)
}

// fieldSubject is the subject of a record's field.
func fieldSubject(f *world.Field) Subject { return Subject{Type: f.Type, List: f.List} }

func (s Subject) item() Subject { s.List = false; return s }

// reading is what matchers need to know of the task; it does not change.
type reading struct {
	now     time.Time
	zone    *time.Location
	lex     *lexicon
	defs    []matcherDef
	json    func(any) any
	rewrite func(path string, m Matcher) Matcher
}

// MatcherDoc documents a matcher.
type MatcherDoc struct {
	Name    string
	Doc     string
	Example string
}

type matcherDef struct {
	MatcherDoc
	options []string
	build   func(r *reading, a Arg, m *argMap, s Subject) (Matcher, *Fit)
}

// matcherDefs lists the matchers in the order of the documentation. It is a function, since a
// package variable would refer to itself through the builders.
func matcherDefs() []matcherDef {
	return []matcherDef{
		{MatcherDoc{"equals", "Deep equality in the field's type: numbers by value, strings after NFKC with blanks folded and case kept, mailboxes and instants by what they denote. A bare value means the same.", "{equals: closed}"}, nil, buildEquals},
		{MatcherDoc{"text", "As equals, and letter case, the style of quotes and dashes and one final stop are ignored.", "{text: Launch review}"}, nil, buildText},
		{MatcherDoc{"id", "The whole string, case and zeros kept; a number is never an id.", `{id: "000412"}`}, nil, buildID},
		{MatcherDoc{"address", "Exactly one mailbox; the display name is dropped and case ignored.", "{address: =it.mail}"}, nil, buildAddress},
		{MatcherDoc{"number", "The same number, or one within a distance of it.", "{number: 12, within: 0.5}"}, []string{"within"}, buildNumber},
		{MatcherDoc{"date", "The same calendar day, however it is written.", "{date: 2026-03-17}"}, nil, buildDate},
		{MatcherDoc{"datetime", "The same instant, in whatever offset; without one in the task's zone. within counts seconds.", "{datetime: =slot, within: 60}"}, []string{"within"}, buildDateTime},
		{MatcherDoc{"money", "The same amount to the minor unit, and the same currency; a bare number field holds the amount alone, a text must name the currency.", "{money: {amount: 12.50, currency: EUR}}"}, nil, buildMoney},
		{MatcherDoc{"one_of", "Some member matches; members are values or matchers.", "{one_of: [hardware, network]}"}, nil, buildOneOf},
		{MatcherDoc{"set_equals", "The list's members are matched one to one, in any order; a repeat fails.", "{set_equals: {id: =it.ids}}"}, nil, buildSet},
		{MatcherDoc{"list_equals", "The list's members are matched one to one, in this order.", "{list_equals: [a, b]}"}, nil, buildList},
		{MatcherDoc{"mentions", "Whole tokens in a text or a list of texts: all of them, any of them, none of them. A member is an id or a name, or typed: {money|date|time|number: v}.", "{mentions: {all: [=it.id, {money: =it.sum}], none: =others}}"}, nil, buildMentions},
		{MatcherDoc{"not", "The value or matcher within does not match.", "{not: {one_of: [a, b]}}"}, nil, buildNot},
		{MatcherDoc{"absent", "The field is missing, null or empty.", "{absent: true}"}, nil, buildAbsent},
	}
}

// Matchers documents the matchers.
func Matchers() []MatcherDoc {
	defs := matcherDefs()
	docs := make([]MatcherDoc, len(defs))
	for i := range defs {
		docs[i] = defs[i].MatcherDoc
	}
	return docs
}

// matcher builds the matcher of a value: a bare one, or a map with a matcher's name.
func (r *reading) matcher(a Arg, s Subject) (Matcher, *Fit) {
	m, ok := a.v.(*argMap)
	if !ok {
		return buildEquals(r, a, nil, s)
	}
	def, key, bad := r.named(a, m)
	if bad != nil {
		return nil, bad
	}
	arg, _ := m.get(key)
	built, bad := def.build(r, arg, m, s)
	if bad != nil {
		return nil, bad
	}
	if !possible(built) {
		return nil, &Fit{node: a.Node, code: CodeMatcherImpotent, msg: "no value can satisfy this matcher",
			hint: "a number that is also a known id, or a name within a longer one, cannot be told apart in a text"}
	}
	return built, nil
}

// possible reports whether the matcher's own example satisfies it.
func possible(m Matcher) bool {
	v := m.Example()
	return m.Match(v, v != nil)
}

// named finds the matcher that a map names and checks its options.
func (r *reading) named(a Arg, m *argMap) (*matcherDef, string, *Fit) {
	at := slices.IndexFunc(r.defs, func(d matcherDef) bool { return slices.Contains(m.keys, d.Name) })
	if at < 0 {
		names := make([]string, len(r.defs))
		for i := range r.defs {
			names[i] = r.defs[i].Name
		}
		slices.Sort(names)
		first := ""
		if len(m.keys) > 0 {
			first = m.keys[0]
		}
		return nil, "", &Fit{node: a.Node, code: CodeMatcher, msg: "there is no matcher " + show(first),
			hint: suggest(first, names) + "; an object is compared with {equals: {..}}"}
	}
	def := &r.defs[at]
	for i, key := range m.keys {
		if key != def.Name && !slices.Contains(def.options, key) {
			return nil, "", &Fit{node: m.items[i].Node, code: CodeMatcher, msg: "the matcher " + def.Name + " has no option " + show(key),
				hint: suggest(key, def.options)}
		}
	}
	return def, def.Name, nil
}

// members builds the inner matchers of one_of, set_equals and list_equals: a list of values
// or matchers, or one matcher's name with a list of values for it.
func (r *reading) members(a Arg, s Subject) ([]Matcher, *Fit) {
	if m, ok := a.v.(*argMap); ok {
		return r.repeated(a, m, s)
	}
	list, ok := a.List()
	if !ok {
		return nil, &Fit{node: a.Node, code: CodeMatcherValue, msg: "a list is needed, not " + a.describe(), hint: "write [a, b] or =LIST"}
	}
	out := make([]Matcher, len(list))
	for i, item := range list {
		var bad *Fit
		if out[i], bad = r.matcher(item, s); bad != nil {
			return nil, bad
		}
	}
	return out, nil
}

// repeated builds {address: [..]}: one matcher for each value of the list.
func (r *reading) repeated(a Arg, m *argMap, s Subject) ([]Matcher, *Fit) {
	def, key, bad := r.named(a, m)
	if bad != nil {
		return nil, bad
	}
	arg, _ := m.get(key)
	list, ok := arg.List()
	if !ok {
		return nil, &Fit{node: arg.Node, code: CodeMatcherValue, msg: "a list is needed, not " + arg.describe(), hint: "write [a, b] or =LIST"}
	}
	out := make([]Matcher, len(list))
	for i, item := range list {
		if out[i], bad = def.build(r, item, m, s); bad != nil {
			return nil, bad
		}
	}
	return out, nil
}

// others keeps the candidates that match and are not the example, each once.
func others(m Matcher, candidates ...any) []any {
	example := written(m.Example())
	return distinct(candidates, func(v any, as []byte) bool { return string(as) != example && m.Match(v, v != nil) })
}

// wrong keeps the candidates that do not match, each once.
func wrong(m Matcher, candidates ...any) []any {
	return distinct(candidates, func(v any, _ []byte) bool { return !m.Match(v, v != nil) })
}

// distinct keeps candidates, each once. Values are compared as they are written: 40 and 40.0 are
// two spellings.
func distinct(candidates []any, keep func(v any, as []byte) bool) []any {
	var out []any
	var as []byte
	seen := make(map[string]bool, len(candidates))
	for _, v := range candidates {
		if as = value.Append(as[:0], v); !seen[string(as)] && keep(v, as) {
			seen[string(as)] = true
			out = append(out, v)
		}
	}
	return out
}

func written(v any) string { return string(value.Append(nil, v)) }

// identical compares values as they are written.
func identical(a, b any) bool { return written(a) == written(b) }

// misvalue says that a matcher's value has the wrong form.
func misvalue(a Arg, want string) *Fit {
	return &Fit{node: a.Node, code: CodeMatcherValue, msg: "must be " + want + ", not " + a.describe()}
}

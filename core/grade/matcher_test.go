package grade

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// q is a quoted scalar in a test; other texts are plain scalars.
type q string

// arg makes an argument: string and q are written-out scalars, m maps in order, []any lists;
// other Go values stand for the results of expressions.
func arg(v any) Arg {
	n := &task.Node{Kind: task.Scalar, Path: "x"}
	switch v := v.(type) {
	case string:
		return Arg{n, literal{text: v}}
	case q:
		return Arg{n, literal{text: string(v), quoted: true}}
	case expr:
		return Arg{n, v.v}
	case m:
		o := &argMap{}
		for i := 0; i < len(v); i += 2 {
			o.keys = append(o.keys, v[i].(string))
			o.items = append(o.items, arg(v[i+1]))
		}
		return Arg{n, o}
	case []any:
		items := make([]Arg, len(v))
		for i := range v {
			items[i] = arg(v[i])
		}
		return Arg{n, items}
	}
	return Arg{n, v}
}

type (
	m    []any           // key, value, key, value
	expr struct{ v any } // the value of an expression that is a text or a list
)

func shanghai(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// testReading knows some ids and names.
func testReading(t testing.TB, known ...string) *reading {
	zone := shanghai(t)
	r := &reading{now: time.Date(2026, 3, 16, 9, 0, 0, 0, zone), zone: zone, lex: &lexicon{known: known}, defs: matcherDefs(), json: value.FromGo}
	for _, k := range known {
		r.lex.numeric = append(r.lex.numeric, digitsOf(k)...)
	}
	return r
}

func build(t testing.TB, r *reading, s Subject, v any) Matcher {
	t.Helper()
	built, bad := r.matcher(arg(v), s)
	if bad != nil {
		t.Fatalf("build %v: %v", v, bad)
	}
	return built
}

func eur(minor int64) value.Money { return value.Money{Minor: minor, Currency: "EUR"} }

var (
	txt     = Subject{Type: world.Text}
	ident   = Subject{Type: world.ID}
	mail    = Subject{Type: world.Address}
	amount  = Subject{Type: world.Amount}
	instant = Subject{Type: world.Instant}
	dayType = Subject{Type: world.Day}
	list    = Subject{Type: world.Text, List: true}
	handed  = Subject{Currency: true} // an answer
)

func num(s string) value.Number { return value.Number(s) }

func TestMatchers(t *testing.T) {
	slot := time.Date(2026, 3, 17, 10, 0, 0, 0, time.UTC)
	tests := []struct {
		name  string
		s     Subject
		m     any
		match []any
		not   []any
	}{
		{"bare text keeps case", txt, "closed", []any{"closed", " closed ", "ｃlosed"}, []any{"Closed", "closed.", "", nil, true, num("1")}},
		{"bare text folds blanks and forms", txt, "Zoë  Müller", []any{"Zoë Müller", "Zoe\u0308 Mu\u0308ller", "Zoë\u00a0Müller"}, []any{"Zoe Muller", "zoë müller"}},
		{"bare number by value", amount, "12.50", []any{num("12.5"), num("12.50"), num("1.25e1")}, []any{num("12.51"), "12.50", nil}},
		{"bare whole number", Subject{Type: world.Int}, "40", []any{num("40"), num("40.0")}, []any{num("41"), "40"}},
		{"bare yes or no", Subject{Type: world.Bool}, "true", []any{true}, []any{false, "true", nil}},
		{"bare null", txt, "null", []any{nil}, []any{"", "null"}},
		{"bare empty", txt, "", []any{""}, []any{nil, "x"}},
		{"bare list in order", list, []any{"a", "b"}, []any{[]any{"a", "b"}}, []any{[]any{"b", "a"}, []any{"a"}, "a", nil}},
		{"bare instant in any offset", instant, "2026-03-17T18:00:00+08:00", []any{"2026-03-17T10:00:00Z", "2026-03-17T18:00:00"}, []any{"2026-03-17T18:00:00Z", "2026-03-17T18:00:01+08:00"}},
		{"bare mailbox", mail, "kim@x.test", []any{"kim@x.test", "Kim <KIM@x.test>"}, []any{"kim@y.test", "kim@x.test, bo@x.test"}},
		{"equals by name", txt, m{"equals", "open"}, []any{"open"}, []any{"Open"}},
		{"equals an object", Subject{Type: world.Tree}, m{"equals", m{"a", "1", "b", "x y"}}, []any{value.Obj(value.Member{Name: "b", Value: "x  y"}, value.Member{Name: "a", Value: num("1.0")})}, []any{value.Obj()}},
		{"quoted stays text", Subject{Type: world.Tree}, q("1"), []any{"1"}, []any{num("1")}},

		{"text", txt, m{"text", "Launch “review”"}, []any{`launch "review"`, "LAUNCH  'review'.", "Launch “review”!"}[:1], []any{"Launch review", "Launch", "review Launch", nil, num("1")}},
		{"text dashes and stop", txt, m{"text", "Re - plan"}, []any{"re – plan", "RE — PLAN。", "Re - plan."}, []any{"Re plan", "Re - plan?"}},
		{"text word order", txt, m{"text", "Budget review with Sales"}, nil, []any{"Sales review with Budget Budget"}},

		{"id keeps zeros", ident, m{"id", q("000412")}, []any{"000412"}, []any{"412", num("412"), num("000412"), "0000412", "00041", " 000412"}},
		{"id keeps case", ident, m{"id", "TK-7"}, []any{"TK-7"}, []any{"tk-7", "TK-70", "TK-7 or TK-8", "XTK-7"}},

		{"address", mail, m{"address", "Mara.Voss@northwind.test"}, []any{"mara.voss@northwind.test", "Mara Voss <mara.voss@northwind.test>", `"Voss, Mara" <MARA.VOSS@northwind.test>`, "<mara.voss@northwind.test>", []any{"mara.voss@northwind.test"}},
			[]any{"mara.voss@northwind.test, bo@x.test", "mara.voss@northwind.test; bo@x.test", "mara.voss@northwind.test.evil.test", "xmara.voss@northwind.test",
				`"mara.voss@northwind.test" <evil@x.test>`, "mara.voss@northwind.test <evil@x.test>", "evil@x.test <mara.voss@northwind.test>", "mara.voss", "", nil, []any{"mara.voss@northwind.test", "a@b.test"}}},

		{"number", amount, m{"number", "12", "within", "0.5"}, []any{num("12"), num("12.5"), num("11.5")}, []any{num("12.51"), num("11.49"), "12", nil}},
		{"number in text", txt, m{"number", "1240.5"}, []any{"1,240.50", "1240.5", "1.240,5"}, []any{"1240.5 EUR", "", "null", "NaN", "Infinity"}},
		{"number zero", handed, m{"number", "0"}, []any{num("0"), "0", "0.00"}, []any{nil, "", "NaN", "n/a", "Infinity", "null"}},

		{"date", dayType, m{"date", "2026-03-13"}, []any{"2026-03-13"}, []any{"2026-03-14", "2026-13-03", "", nil}},
		{"date in text", txt, m{"date", "2026-03-13"}, []any{"March 13th, 2026", "13 Mar 2026", "Friday the 13 March 2026", "13/03/2026", "2026年3月13日", "13.03.2026"},
			[]any{"03/04/2026", "Thursday 13 March 2026", "13 March"}},
		{"date of an instant is the zone's", instant, m{"date", "2026-03-17"}, []any{"2026-03-16T16:00:00Z", "2026-03-17T23:59:59+08:00", "2026-03-17T00:00:00"}, []any{"2026-03-16T15:59:59Z", "2026-03-17T16:00:00Z"}},
		{"date from a day", dayType, m{"date", value.Day("2026-03-13")}, []any{"2026-03-13"}, []any{"2026-03-12"}},

		{"datetime", instant, m{"datetime", slot}, []any{"2026-03-17T18:00:00+08:00", "2026-03-17T10:00:00Z", "2026-03-17T18:00:00", "2026-03-17T18:00"}, []any{"2026-03-17T10:00:00", "2026-03-17T18:00:01+08:00", "2026-03-17", nil}},
		{"datetime within", instant, m{"datetime", "2026-03-17T18:00:00+08:00", "within", "60"}, []any{"2026-03-17T18:01:00+08:00", "2026-03-17T09:59:00Z"}, []any{"2026-03-17T18:01:01+08:00"}},

		{"money on a number field", amount, m{"money", eur(124010)}, []any{num("1240.1"), num("1240.10")}, []any{num("1240.11"), "1240.10", nil}},
		{"money in text", txt, m{"money", eur(124010)}, []any{"1.240,10 EUR", "EUR 1,240.10", "€1,240.10", "1240.1 EUR"}, []any{"1240.10", "1240.10 USD", "1240.11 EUR", num("1240.10")}},
		{"money in an answer", handed, m{"money", m{"amount", "1240.10", "currency", "EUR"}}, []any{"1240.10 EUR", value.FromGo(eur(124010)),
			value.Obj(value.Member{Name: "amount", Value: "1,240.10"}, value.Member{Name: "currency", Value: "eur"})}, []any{num("1240.10"), "1240.10", value.FromGo(eur(124011)), nil}},
		{"money as written", txt, m{"money", "12.50 EUR"}, []any{"€12.50"}, []any{"12.50"}},
		{"zero money", handed, m{"money", value.Money{Currency: "USD"}}, []any{"$0.00", "USD 0"}, []any{"0.00 EUR", "$0.01", "0", "", nil}},
		{"amount alone", amount, m{"money", "12.5"}, []any{num("12.50")}, []any{num("12.51")}},

		{"one of", txt, m{"one_of", []any{"hardware", m{"text", "Network"}}}, []any{"hardware", "NETWORK"}, []any{"Hardware", "access", nil}},
		{"one of a fact", txt, m{"one_of", expr{[]any{"a", "b"}}}, []any{"a", "b"}, []any{"c"}},
		{"one of addresses", mail, m{"one_of", m{"address", expr{[]any{"a@x.test", "b@x.test"}}}}, []any{"A <a@x.test>"}, []any{"c@x.test"}},

		{"set", list, m{"set_equals", []any{"a", "b"}}, []any{[]any{"a", "b"}, []any{"b", "a"}}, []any{[]any{"a"}, []any{"a", "b", "c"}, []any{"a", "a"}, []any{"a", "b", "b"}, "a", nil}},
		{"set of addresses", Subject{Type: world.Address, List: true}, m{"set_equals", m{"address", expr{[]any{"a@x.test", "b@x.test"}}}}, []any{[]any{"B@x.test", "Ann <a@x.test>"}}, []any{[]any{"a@x.test", "a@x.test"}, []any{"a@x.test"}}},
		{"set of recipients in one text", mail, m{"set_equals", m{"address", expr{[]any{"a@x.test", "b@x.test"}}}}, []any{`b@x.test, "Brook, Ada" <a@x.test>`, "a@x.test;b@x.test"}, []any{"a@x.test", "a@x.test, b@x.test, c@x.test"}},
		{"set with overlapping matchers", list, m{"set_equals", []any{m{"one_of", []any{"a", "b"}}, "a"}}, []any{[]any{"a", "b"}, []any{"b", "a"}, []any{"a", "a"}}, []any{[]any{"b", "b"}}},
		{"empty set", list, m{"set_equals", []any{}}, []any{[]any{}}, []any{[]any{"a"}, nil}},
		{"list", list, m{"list_equals", []any{"a", "b"}}, []any{[]any{"a", "b"}}, []any{[]any{"b", "a"}, []any{"a", "b", "b"}}},
		{"list of numbers", Subject{Type: world.Int, List: true}, m{"list_equals", m{"number", expr{[]any{1, 2}}, "within", "0"}}, []any{[]any{num("1"), num("2.0")}}, []any{[]any{num("2"), num("1")}}},

		{"not", txt, m{"not", m{"one_of", []any{"a", "b"}}}, []any{"c", "", nil}, []any{"a", "b"}},
		{"not a bare value", txt, m{"not", "open"}, []any{"closed"}, []any{"open"}},
		{"absent", txt, m{"absent", "true"}, []any{nil, ""}, []any{"x", false, num("0")}},
		{"present", txt, m{"absent", "false"}, []any{"x", false}, []any{nil, ""}},
	}
	r := testReading(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			built := build(t, r, tt.s, tt.m)
			for _, v := range tt.match {
				if !built.Match(v, v != nil) {
					t.Errorf("%v does not match: %s", v, built.Why(v, v != nil))
				}
			}
			for _, v := range tt.not {
				if built.Match(v, v != nil) {
					t.Errorf("%v matches", v)
				}
				if why := built.Why(v, v != nil); why == "" || len(why) > 600 {
					t.Errorf("%v: why is %q", v, why)
				}
			}
			checkInverse(t, built)
		})
	}
}

// checkInverse checks what every matcher promises of its own inversion.
func checkInverse(t *testing.T, built Matcher) {
	t.Helper()
	example := built.Example()
	if !built.Match(example, example != nil) {
		t.Errorf("the example %v does not match: %s", example, built.Why(example, example != nil))
	}
	for _, v := range built.Spellings() {
		if !built.Match(v, v != nil) || identical(v, example) {
			t.Errorf("the spelling %v does not match or is the example", v)
		}
	}
	if len(built.Near()) == 0 {
		t.Error("nothing is near")
	}
	for _, v := range built.Near() {
		if built.Match(v, v != nil) {
			t.Errorf("the near miss %v matches", v)
		}
	}
	if a, b := fmt.Sprint(built.Example(), built.Spellings(), built.Near()), fmt.Sprint(built.Example(), built.Spellings(), built.Near()); a != b {
		t.Error("the inversion differs from call to call")
	}
}

func TestMissingIsNotNullButNeitherIsAValue(t *testing.T) {
	r := testReading(t)
	for _, v := range []any{"closed", m{"text", "x"}, m{"id", "x"}, m{"address", "a@x.test"}, m{"date", "2026-03-13"}, m{"one_of", []any{"a"}}, m{"mentions", m{"all", "x"}}} {
		built := build(t, r, txt, v)
		if built.Match(nil, false) {
			t.Errorf("%v matches a missing field", v)
		}
		if why := built.Why(nil, false); !strings.Contains(why, "missing") {
			t.Errorf("%v: why of a missing field is %q", v, why)
		}
	}
	if built := build(t, r, txt, m{"mentions", m{"none", []any{"x"}}}); !built.Match(nil, false) {
		t.Error("mentions none fails on a missing field")
	}
}

func TestSpellingsAreMany(t *testing.T) {
	r := testReading(t)
	tests := []struct {
		s     Subject
		m     any
		least int
	}{
		{txt, m{"money", eur(1240010)}, 5},
		{txt, m{"date", "2026-03-17"}, 6},
		{instant, m{"datetime", "2026-03-17T18:00:00+08:00"}, 5},
		{mail, m{"address", "kim@x.test"}, 4},
		{txt, m{"text", "Launch review"}, 6},
		{amount, m{"number", "40"}, 2},
		{list, m{"set_equals", []any{"a", "b", "c"}}, 2},
		{txt, m{"mentions", m{"all", []any{"TK-1", m{"money", eur(1240010)}}}}, 8},
	}
	for _, tt := range tests {
		if got := build(t, r, tt.s, tt.m).Spellings(); len(got) < tt.least {
			t.Errorf("%v has %d spellings, want at least %d: %v", tt.m, len(got), tt.least, got)
		}
	}
}

func TestMisfits(t *testing.T) {
	r := testReading(t, "000412")
	tests := []struct {
		name string
		s    Subject
		m    any
		code task.Code
		hint string
	}{
		{"unknown matcher", txt, m{"txt", "a"}, CodeMatcher, "text"},
		{"unknown option", txt, m{"number", "1", "withn", "1"}, CodeMatcher, "within"},
		{"option of another matcher", txt, m{"text", "a", "within", "1"}, CodeMatcher, ""},
		{"empty map", txt, m{}, CodeMatcher, "equals"},
		{"a mention of more than are looked for", txt, m{"mentions", m{"none", slices.Repeat([]any{"a"}, mostMentions+1)}}, CodeMatcherValue, "name fewer"},
		{"number field", amount, "twelve", CodeMatcherValue, ""},
		{"fraction of a whole number", Subject{Type: world.Int}, "1.5", CodeMatcherValue, ""},
		{"yes or no", Subject{Type: world.Bool}, "yes", CodeMatcherValue, ""},
		{"day", dayType, "17.3.2026", CodeMatcherValue, ""},
		{"instant", instant, "tomorrow", CodeMatcherValue, ""},
		{"one value for a list", list, "a", CodeMatcherValue, "set_equals"},
		{"text on a list", list, m{"text", "a"}, CodeMatcherValue, "set_equals"},
		{"id from a number", ident, m{"id", 412}, CodeMatcherValue, "quote"},
		{"address", mail, m{"address", "Kim"}, CodeMatcherValue, ""},
		{"two addresses", mail, m{"address", "a@x.test, b@x.test"}, CodeMatcherValue, ""},
		{"money without currency in text", txt, m{"money", "12.50"}, CodeMatcherValue, "currency"},
		{"too exact money", txt, m{"money", m{"amount", "12.505", "currency", "EUR"}}, CodeMatcherValue, ""},
		{"negative distance", amount, m{"number", "1", "within", "-1"}, CodeMatcherValue, ""},
		{"empty one_of", txt, m{"one_of", []any{}}, CodeMatcherImpotent, ""},
		{"one_of without list", txt, m{"one_of", "a"}, CodeMatcherValue, "[a, b]"},
		{"set on one value", txt, m{"set_equals", []any{"a"}}, CodeMatcherValue, "one_of"},
		{"mentions of nothing", txt, m{"mentions", m{}}, CodeMatcherValue, "all"},
		{"mentions of a bare list", txt, m{"mentions", []any{"a"}}, CodeMatcherValue, "all"},
		{"mentions part", txt, m{"mentions", m{"al", "a"}}, CodeMatcher, "all"},
		{"mentions of a bare number", txt, m{"mentions", m{"all", 12}}, CodeMatcherValue, "number"},
		{"mentions of a bare instant", txt, m{"mentions", m{"all", time.Unix(0, 0)}}, CodeMatcherValue, ""},
		{"mentions on a number", amount, m{"mentions", m{"all", "a"}}, CodeMatcherValue, ""},
		{"typed mention", txt, m{"mentions", m{"all", m{"sum", "1"}}}, CodeMatcher, "number"},
		{"number that is an id", txt, m{"mentions", m{"all", m{"number", "000412"}}}, "", ""},
		{"absent of a word", txt, m{"absent", "maybe"}, CodeMatcherValue, ""},
		{"bad member", list, m{"set_equals", []any{m{"address", "x"}}}, CodeMatcherValue, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, bad := r.matcher(arg(tt.m), tt.s)
			switch {
			case tt.code == "":
				if bad != nil {
					t.Errorf("problem %v, want none", bad)
				}
			case bad == nil:
				t.Fatal("no problem")
			case bad.code != tt.code || bad.node == nil || bad.msg == "" || !strings.Contains(bad.hint, tt.hint):
				t.Errorf("%s at %v: %s (%s), want %s with hint %q", bad.code, bad.node, bad.msg, bad.hint, tt.code, tt.hint)
			}
		})
	}
}

func TestMatchersAreDocumented(t *testing.T) {
	docs := Matchers()
	if len(docs) != 14 {
		t.Errorf("%d matchers, want 14", len(docs))
	}
	seen := map[string]bool{}
	for _, d := range docs {
		if d.Name == "" || d.Doc == "" || !strings.Contains(d.Example, d.Name) || seen[d.Name] {
			t.Errorf("matcher %+v lacks something or is listed twice", d)
		}
		seen[d.Name] = true
	}
}

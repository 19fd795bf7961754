package servicetest

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// checkHostile sends each tool what no sensible agent would, in place of every argument and of the
// arguments as a whole, under both profiles: an observation of the right class comes back, and what
// did not go well changed nothing.
// Long values are tried on one argument in five, and under -short one value in five.
func (o *office) checkHostile(t tester, s *world.Service) {
	texts, values := hostileTexts(), hostileValues()
	n := 0
	passed := func(text string) bool {
		n++
		return (testing.Short() || len(text) > 10_000) && n%5 != 0
	}
	for i := range s.Tools {
		tool := &s.Tools[i]
		for _, profile := range []world.Profile{world.Strict, world.Wire} {
			w := o.start(profile)
			m := newMaker(11, o.now, s.Name, tool.Name)
			good := o.arguments(m, w, s, tool)
			for _, raw := range texts {
				if passed(raw) {
					continue
				}
				o.hostile(t, tool, profile, raw, false)
			}
			for _, p := range tool.Params {
				for _, v := range values {
					if passed(v.json) {
						continue
					}
					o.hostile(t, tool, profile, replaced(good, p.Name, v.json), profile == world.Strict && v.never(&p))
				}
			}
		}
	}
}

// hostile makes one call; refused says that the strict profile must refuse it.
func (o *office) hostile(t tester, tool *world.Tool, profile world.Profile, raw string, refused bool) {
	t.Helper()
	w := o.start(profile)
	before := w.Snapshot()
	e := w.Call(world.Agent, tool.Name, []byte(raw))
	told := fmt.Sprintf("%s %.120q (%d bytes, profile %v)", tool.Name, raw, len(raw), profile)
	checkEntry(t, before, w, e)
	switch {
	case e.Outcome < world.OK || e.Outcome > world.Conflict || e.Outcome == world.Denied:
		t.Errorf("%s: outcome %v", told, e.Outcome)
	case refused && e.Outcome != world.Invalid:
		t.Errorf("%s: outcome %v, want a refusal", told, e.Outcome)
	case e.Outcome == world.OK && e.Cause != world.NoCause, e.Outcome != world.OK && e.Cause == world.NoCause:
		t.Errorf("%s: outcome %v with the cause %q", told, e.Outcome, e.Cause)
	case profile == world.Strict && e.Status == 422 && len(e.Problems) == 0:
		t.Errorf("%s: refused without a problem", told)
	}
	if _, err := value.Parse(e.Body); err != nil || !utf8.Valid(e.Body) {
		t.Errorf("%s: the reply is no JSON: %v", told, err)
	}
	const most = 32 << 10
	if profile == world.Strict && e.Outcome != world.OK && len(e.Body) > most {
		t.Errorf("%s: the refusal has %d bytes", told, len(e.Body))
	}
	if profile != world.Strict {
		return
	}
	for _, change := range e.Changes {
		if change.After == nil {
			continue
		}
		_, c, _ := o.catalog.Collection(change.After.Collection())
		if fault := conforms(c, change.After); fault != "" {
			t.Errorf("%s: the record does not fit: %.200s", told, fault)
		}
	}
}

// replaced is an object's text with one member replaced by a text that need not be JSON.
func replaced(good *value.Object, name, text string) string {
	rest := good.Clone()
	rest.Delete(name)
	out := string(encode(rest))
	head := `{` + string(value.AppendString(nil, name)) + `:` + text
	if rest.Len() == 0 {
		return head + `}`
	}
	return head + `,` + out[1:]
}

// hostileTexts are texts in the place of all arguments.
func hostileTexts() []string {
	return []string{
		"", " ", "null", "true", "0", "[]", "{", "}", `"`, `"{}"`, `"{\"a\":1}"`, `{}{}`, `{"a":}`, `{"a":1,}`, `{'a':1}`, `{"{"a":1}`, "\xff", "\xef\xbb\xbf{}", "\x00", "{}\x00",
		`{"a":"` + "\n" + `"}`, `{"a":"\ud800"}`, `{"":1}`, `{"a":1,"a":2}`, `{"__proto__":{"a":1}}`, `<xml/>`, "a: 1", "NaN", "{\"a\":NaN}", "\u2028{}",
		strings.Repeat(" ", 1<<20), strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000), `{"a":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`,
		`{"` + strings.Repeat("k", 1<<20) + `":1}`, "{" + strings.TrimSuffix(strings.Repeat(`"a":1,`, 50_000), ",") + "}", strings.Repeat("x", 2<<20),
	}
}

// hostileValue is the JSON, or what claims to be, in the place of one argument.
type hostileValue struct {
	json string
	kind string // of the value, for what is JSON at all: text, number, bool, list, object
}

// never reports whether no parameter of that type takes the kind.
func (v hostileValue) never(p *world.Param) bool {
	if p.Custom != nil || p.Type == world.Tree || v.kind == "null" {
		return false
	}
	if v.kind == "" || p.List != (v.kind == "list") {
		return true
	}
	switch p.Type {
	case world.Int, world.Number, world.Amount:
		return v.kind != "number"
	case world.Bool:
		return v.kind != "bool"
	}
	return v.kind != "text" && v.kind != "list"
}

func hostileValues() []hostileValue {
	var out []hostileValue
	for _, of := range []struct {
		kind string
		list []string
	}{
		{"null", []string{"null"}},
		{"bool", []string{"true", "false"}},
		{"number", []string{"0", "-0", "-1", "0.1", "1e3", "1e308", "1e400", "-1e400", "1e-400", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "3.0", "1" + strings.Repeat("0", 400),
			"0." + strings.Repeat("1", 100_000)}},
		{"list", []string{"[]", "[null]", "[[]]", `[{}]`, `[1,"a",null,true]`, `["",""]`, "[" + strings.TrimSuffix(strings.Repeat(`"a",`, 50_000), ",") + "]"}},
		{"object", []string{"{}", `{"a":{"b":[]}}`, strings.Repeat(`{"a":`, 50) + "1" + strings.Repeat("}", 50)}},
		{"", []string{"tru", "01", "+1", ".5", "1.", "NaN", "Infinity", "'a'", "\"\xff\"", "\"\x01\"", `"\x"`, `"`, "", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)}},
	} {
		for _, json := range of.list {
			out = append(out, hostileValue{json, of.kind})
		}
	}
	for _, text := range []string{
		"", " ", "\t\n", "null", "true", "[]", `["a"]`, `{"a":1}`, "0", "-1", "1e400", "NaN", "2026-02-30", "2026-13-01", "0000-00-00", "9999-12-31", "10000-01-01", "-0001-01-01", "2026-03-16T25:00:00Z",
		"2026-03-16T09:00:00+99:99", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "24:00", "a@", "@", "a@b@c", "A <a@example.com>, B <b@example.com>", strings.Repeat("a", 300) + "@example.com", "../../etc/passwd", "/etc/passwd", "..\\x", "a/../../b", "file:///x", "http://[::1", "%00", "%s%n",
		"'; DROP TABLE x; --", "{{.x}}", "${x}", "\x00", "a\x00b", "\x1b[31mred\x1b[0m", "\u202eabc", "\ufeff", "\u0000", "\u2028", "(((", "[a-", "(a+)+$", "\\", "*", "?", strings.Repeat("(", 5000), strings.Repeat("a ", 100_000), strings.Repeat("é", 500_000),
	} {
		out = append(out, hostileValue{string(value.AppendString(nil, text)), "text"})
	}
	return append(out, hostileValue{`"\ud800"`, "text"}, hostileValue{`"\u0000"`, "text"})
}

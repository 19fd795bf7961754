package gate

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
)

func aCall(item, nth int, tool, arg string) call {
	c := callOf(tool, value.Obj(value.Member{Name: "a", Value: arg}))
	c.item, c.nth = item, nth
	return c
}

func aScript() *script {
	return &script{[]*move{callMove(aCall(0, 0, "list", "x")), callMove(aCall(1, 0, "get", "1"), aCall(1, 1, "get", "2")), sayMove("Done.")}}
}

// tools writes a script down: the tools of each move with their arguments, or what is said.
func tools(s *script) []string {
	var out []string
	for _, m := range s.moves {
		line := m.say
		for _, c := range m.calls {
			v, _ := c.args.Get("a")
			line += c.tool + text(v) + " "
		}
		out = append(out, line)
	}
	return out
}

func TestScriptEdits(t *testing.T) {
	base := aScript()
	tests := []struct {
		name string
		got  *script
		want []string
	}{
		{"replace", base.replace(1, sayMove("A"), sayMove("B")), []string{"listx ", "A", "B", "Done."}},
		{"replace by nothing", base.replace(0), []string{"get1 get2 ", "Done."}},
		{"insert", base.insert(2, sayMove("A")), []string{"listx ", "get1 get2 ", "A", "Done."}},
		{"one call changed", base.editAt(1, only(1, func(c call) call { return c.with("a", "9") })), []string{"listx ", "get1 get9 ", "Done."}},
		{"one call out", base.editAt(1, without(0)), []string{"listx ", "get2 ", "Done."}},
		{"the only call out", base.editAt(0, without(0)), []string{"get1 get2 ", "Done."}},
		{"filtered", base.filter(func(c *call) bool { return c.tool == "list" }), []string{"listx ", "Done."}},
		{"cut", base.cut(1), []string{"listx "}},
		{"twice", base.editAt(1, twice(0)), []string{"listx ", "get1 get2 get1 ", "Done."}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, tools(tt.got)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
		if tt.got.key() == base.key() {
			t.Errorf("%s has the key of what it was made from", tt.name)
		}
	}
	if diff := cmp.Diff(tools(aScript()), tools(base)); diff != "" {
		t.Errorf("the edits changed the script itself\n%s", diff)
	}
	if aScript().key() != base.key() {
		t.Error("equal scripts have unequal keys")
	}
}

func TestSameValues(t *testing.T) {
	at := time.Date(2026, 3, 17, 10, 0, 0, 0, time.UTC)
	equal := [][2]any{
		{at, at.In(time.FixedZone("", 3600))},
		{[]any{map[string]any{"a": at}}, []any{map[string]any{"a": at.In(time.FixedZone("", 60))}}},
		{nil, nil}, {"x", "x"}, {value.DecimalOf(2), value.DecimalOf(2)},
	}
	for _, p := range equal {
		if !same(p[0], p[1]) {
			t.Errorf("%v and %v differ", p[0], p[1])
		}
	}
	unequal := [][2]any{
		{at, at.Add(time.Second)}, {[]any{1, 2}, []any{2, 1}}, {[]any{1}, []any{1, 1}},
		{map[string]any{"a": 1}, map[string]any{"b": 1}}, {"1", 1}, {nil, []any{}},
	}
	for _, p := range unequal {
		if same(p[0], p[1]) {
			t.Errorf("%v and %v are taken for the same", p[0], p[1])
		}
	}
}

func TestIDsOneDigitOff(t *testing.T) {
	for id, want := range map[string]string{"TK-2107": "TK-2108", "evt_19": "evt_10", "ABC": "ABC1", "": "1"} {
		if got := oneDigitOff(id); got != want {
			t.Errorf("oneDigitOff(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestRecipesRead(t *testing.T) {
	r := Recipe{RoundAdversary, "condition_dropped", Params{"fact": "overdue", "condition": "old"}}
	if got, want := r.String(), "condition_dropped (condition old, fact overdue)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := (Recipe{RoundOracle, oracleName, nil}).String(); got != "solution" {
		t.Errorf("got %q", got)
	}
}

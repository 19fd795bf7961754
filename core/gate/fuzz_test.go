package gate

import (
	"testing"

	"coworkenv.dev/coworkenv/core/value"
)

// The words, expressions and texts of a task are foreign: reading them never panics, and what is
// read stands in them.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{"more than 48 hours", "不超过48小时", `.a >= "x>y" and not b`, "12,800.00 and 1'240", `filter(x, .n == 'a"b')`, "\xff<\x00>=", "<<==>>", "'", `"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if w, ok := comparing(s); ok && w.words == "" {
			t.Errorf("%q compares with no words", s)
		}
		if c, ok := compared(s); ok && c.op == "" {
			t.Errorf("%q compares with no operator", s)
		}
		for _, x := range textsOf(s) {
			if !containsText(s, x) {
				t.Errorf("%q is no text of %q", x, s)
			}
		}
		for _, d := range numbersIn(s) {
			if _, err := value.ParseDecimal(d.String()); err != nil {
				t.Errorf("%v of %q is no number", d, s)
			}
		}
		if h := hand("text", s); len(squash(s)) > 0 && !h.holds(&sought{squashed: squash(s)}) {
			t.Errorf("%q does not hold itself", s)
		}
	})
}

func containsText(s, x string) bool {
	for i := 0; i+len(x) <= len(s); i++ {
		if s[i:i+len(x)] == x {
			return true
		}
	}
	return false
}

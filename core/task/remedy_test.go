package task

import (
	"strings"
	"testing"
)

// A name that stands for something else, or for nothing, is answered with what to write.
func TestRemedies(t *testing.T) {
	staged := string(examples(t)["08_staged.yaml"])
	const above = "  to_mon:"
	tests := []struct {
		name, fact, want string
		code             Code
	}{
		{"a list that a later stage fills", "only(gmail.messages).message_id", "at: ", CodeFactError},
		{"empty until a later stage", "gmail.messages", "at: ", CodeFactEmpty},
		{"nothing of that name", "chase", "name one of now", CodeBadExpression},
		{"a stage", "tue", "`at: tue`", CodeBadExpression},
	}
	for _, tt := range tests {
		data := strings.Replace(staged, above, "  odd: "+tt.fact+"\n"+above, 1)
		_, problems := bindOnly(t, []byte(data))
		found := false
		for _, p := range problems {
			found = found || p.Code == tt.code && p.Path == "facts.odd" && strings.Contains(p.Message+" "+p.Hint, tt.want)
		}
		if !found {
			t.Errorf("%s: no %s with %q in %v", tt.name, tt.code, tt.want, problems)
		}
	}
	for name, want := range map[string]string{"looked": "made(", "told": "made("} {
		b := bindToy(t, "start", starterWith(t, "", ""))
		if _, p := b.Expr(name, "x", "", Scope{}); p == nil || !strings.Contains(p.Message, want) {
			t.Errorf("%s: %v", name, p)
		}
	}
}

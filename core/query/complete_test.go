package query_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/query"
)

func TestComplete(t *testing.T) {
	s := schema()
	s.Fields = append(s.Fields, query.Field{Name: "model", Kind: query.Exact, Values: []string{"small one", "large"}})
	tests := []struct {
		src  string // | is the cursor
		want []string
	}{
		{"ga|", []string{"gate:"}},
		{"GA|", []string{"gate:"}},
		{"s|", []string{"svc:", "score<", "score>=", "steps<", "steps>="}},
		{"serv|", []string{"svc:"}},
		{"-la|", []string{"-lang:"}},
		{"crm ga| fam:x", []string{"gate:"}},
		{"(ga|", []string{"gate:"}},
		{"gate:|", []string{"gate:passed", "gate:failed", "gate:none"}},
		{"gate:F|", []string{"gate:failed"}},
		{"-service:c|", []string{"-service:crm", "-service:calendar"}},
		{"pass:|", []string{"pass:true", "pass:false"}},
		{"model:s|", []string{`model:"small one"`}},
		{`model:"small o|`, []string{`model:"small one"`}},
		{"nope:|", nil},
		{"score<|", nil},
		{`"ga|`, nil},
		{"zzz|", nil},
	}
	for _, tt := range tests {
		before, after, _ := strings.Cut(tt.src, "|")
		if diff := cmp.Diff(tt.want, query.Complete(before+after, len(before), s)); diff != "" {
			t.Errorf("%s: %s", tt.src, diff)
		}
	}
	if got := query.Complete("", 0, schema()); len(got) != len(schema().Fields)+3 {
		t.Errorf("an empty line offers %v", got)
	}
	if got, want := query.TokenStart(`a "b c" (ga`, 11), 9; got != want {
		t.Errorf("TokenStart = %d, want %d", got, want)
	}
}

// Every completion must be a beginning that the parser understands.
func TestCompletionsParse(t *testing.T) {
	for _, src := range []string{"", "-", "gate:", "svc:", "pass:", "fam:"} {
		for _, c := range query.Complete(src, len(src), schema()) {
			full := c
			if strings.HasSuffix(c, ":") {
				full = c + "*"
			} else if strings.HasSuffix(c, "<") || strings.HasSuffix(c, "=") {
				full = c + "2026"
			}
			if _, err := query.Parse(full, schema()); err != nil {
				t.Errorf("completion %q of %q: %v", c, src, err)
			}
		}
	}
}

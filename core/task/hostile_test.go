package task

import (
	"fmt"
	"strings"
	"testing"
)

// Files made to be expensive are refused or finished within bounds.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	head := "schema: coworkenv.task/v1\nid: x\ntitle: x\nfamily: lookup\nnow: 2026-03-16T09:00:00Z\nzone: UTC\nrequest: [{say: x}]\nservices: [lab]\n"
	var needs, facts, fields, doubling, giving strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&needs, "  - {id: c%d, needs: [c%d], answer: {outcome: done}}\n", i, i+1)
		fmt.Fprintf(&fields, "    - {thing_id: a%d, wrong: 1, other: 2}\n", i)
	}
	for i := range 40 {
		fmt.Fprintf(&doubling, "  f%d: \"[f%d, f%d]\"\n", i+1, i, i)
		fmt.Fprintf(&giving, "  f%d: {from: 0..9, where: {all: \"true\"}, give: {a: f%d}}\n", i+1, i)
	}
	for i := range 900 {
		fmt.Fprintf(&facts, "  f%d: count(0..9999, count(0..9999, true) > 0)\n", i)
	}
	tests := []struct {
		name, data string
		code       Code
	}{
		{"many bytes", strings.Repeat("# comment\n", MaxBytes/10+1), CodeTooLarge},
		{"many values in a line", "a: [" + strings.Repeat("a,", MaxBytes/2-10) + "a]", CodeTooLarge},
		{"many values in lines", strings.Repeat("- a\n", MaxBytes/4-10), CodeTooLarge},
		{"deep list", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), CodeTooLarge},
		{"deep mapping", strings.Repeat("{a: ", 5000) + strings.Repeat("}", 5000), CodeTooLarge},
		{"long key above many values", "? |\n  " + strings.Repeat("k", 1<<20) + "\n: [" + strings.Repeat("x,", MaxNodes/2) + "x]\n", CodeTooLarge},
		{"keys that paths repeat", nestedKeys(maxKey, MaxDepth-4, strings.Repeat("x,", MaxNodes/2)), CodeTooLarge},
		{"alias bomb", "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", CodeYAMLFeature},
		{"chain of needs", head + "checks:\n" + needs.String(), CodeUnknownNeed},
		{"dear facts", head + "facts:\n" + facts.String() + "checks: [{id: a, weight: 1, answer: {outcome: done}}]\n", CodeFactError},
		{"a problem for every record", head + "records:\n  lab.things:\n" + fields.String() + "checks: [{id: a, weight: 1, answer: {outcome: done}}]\n", CodeField},
		{"long expression", head + "facts: {f: \"" + strings.Repeat("1 + ", 5000) + "1\"}\nchecks: [{id: a, weight: 1, answer: {outcome: done}}]\n", CodeBadExpression},
		{"brackets", head + "facts: {f: \"" + strings.Repeat("(", 8000) + "\"}\nchecks: [{id: a, weight: 1, answer: {outcome: done}}]\n", CodeBadExpression},
		{"shared members", head + "facts: {f: \"reduce(0..40, [#acc, #acc], []) == reduce(0..40, [#acc, #acc], [])\"}\nchecks: [{id: a, weight: 1, answer: {outcome: done}}]\n", CodeFactError},
		{"facts that double", head + "facts:\n  f0: \"[1, 2]\"\n" + doubling.String() + "checks: [{id: a, weight: 1, answer: {outcome: done}}]\n", CodeFactError},
		{"facts that give doubles", head + "facts:\n  f0: \"[1, 2]\"\n" + giving.String() + "checks: [{id: a, weight: 1, answer: {outcome: done}}]\n", CodeFactError},
		{"growing text", head + "facts: {f: \"reduce(0..100, #acc + #acc, 'xxxxxxxx')\"}\nchecks: [{id: a, weight: 1, answer: {outcome: done}}]\n", CodeFactError},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := bindOnly(t, []byte(tt.data))
			if !hasCode(problems, tt.code) {
				t.Errorf("no %s in %.500v", tt.code, problems)
			}
			if len(problems) > 2*(maxProblems+1) {
				t.Errorf("%d problems", len(problems))
			}
		})
	}
}

// nestedKeys nests mappings of one long key each around a list.
func nestedKeys(length, depth int, list string) string {
	var b strings.Builder
	key := strings.Repeat("k", length)
	for range depth {
		b.WriteString("{" + key + ": ")
	}
	return b.String() + "[" + list + "x]" + strings.Repeat("}", depth) + "\n"
}

package task

import (
	"strings"
	"testing"
)

func TestSyntaxIsToldWithItsLineAndRemedy(t *testing.T) {
	good := string(New("syntax", Triage))
	lineOf := func(text, part string) int {
		before, _, found := strings.Cut(text, part)
		if !found {
			t.Fatalf("no %q in the starter", part)
		}
		return strings.Count(before, "\n") + 1
	}
	tests := []struct {
		name, old, new string
		hint           string
	}{
		{"a tab", "  todo.tasks:", "\ttodo.tasks:", "no tab"},
		{"a colon in a text", "title: Order paper", "title: Order: paper", "quote a text"},
		{"a quote that stays open", "give: {id: .task_id}", "give: {id: \".task_id}", "quote a text"},
		{"a comment in an expression", "give: {id: .task_id}", "give: {id: .task_id + # .x}", "begin a comment"},
		{"a bracket that stays open", "fields: [due_date, status]}", "fields: [due_date, status}", "quote a text"},
		{"a list item too far left", "    - {task_id: TODO-2", "  - {task_id: TODO-2", "same column"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := Parse("task.yaml", []byte(strings.Replace(good, tt.old, tt.new, 1)))
			if len(problems) != 1 || problems[0].Code != CodeSyntax {
				t.Fatalf("problems = %v", problems)
			}
			p, want := problems[0], lineOf(good, tt.old)
			if tt.hint == "same column" { // told at the mapping that it leaves
				want = lineOf(good, "  todo.tasks:")
			}
			if p.Line != want || !strings.Contains(p.Hint, tt.hint) {
				t.Errorf("line %d (want %d): %s, hint %q (want %q)", p.Line, want, p.Message, p.Hint, tt.hint)
			}
		})
	}
}

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
		at             string // what stands at the place that is told, in new
		hint           string
	}{
		{"a tab", "  todo.tasks:", "\ttodo.tasks:", "\t", "no tab"},
		{"a colon in a text", "title: Order paper", "title: Order: paper", ": paper", "quote a text"},
		{"a colon in a text of a list", "title: Order paper", "title: [Order: paper: dear", ": dear", "quote a text"},
		{"a quote that stays open", "give: {id: .task_id}", "give: {id: \".task_id}", "\".task_id", "quote a text"},
		{"a single quote that stays open", "give: {id: .task_id}", "give: {id: '.task_id}", "'.task_id", "quote a text"},
		{"an escape that is none", "give: {id: .task_id}", "give: {id: \"\\d\"}", "\\d\"}", "quote a text"},
		{"a comment in an expression", "give: {id: .task_id}", "give: {id: .task_id + # .x}", "{id", "begin a comment"},
		{"another bracket", "fields: [due_date, status]}", "fields: [due_date, status}", "}", "quote a text"},
		{"a bracket that stays open", "    - {task_id: TODO-2, title: Order paper,", "    - {task_id: [TODO-2, title: Order paper,", "}", "quote a text"},
		{"a brace that stays open", "due_date: 2026-03-15}", "due_date: 2026-03-15", "{task_id: TODO-2", "quote a text"},
		{"a percent sign", "title: Order paper", "title: %paper", "%", "quote a text"},
		{"a list item too far left", "    - {task_id: TODO-2", "  - {task_id: TODO-2", "- {task_id", "same column"},
		{"a key too far right", "zone: Europe/Berlin", "   zone: Europe/Berlin", "zone", "same column"},
		{"a colon in brackets over lines", "fields: [due_date, status]}", "fields: [due_date,\n      sta: tus: x]}", ": x", "quote a text"},
		{"the first line", "# A task is data", "a: b: c\n# A task is data", ": c", "quote a text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(good, tt.old, tt.new, 1)
			_, problems := Parse("task.yaml", []byte(text))
			if len(problems) != 1 || problems[0].Code != CodeSyntax {
				t.Fatalf("problems = %v", problems)
			}
			p, line := problems[0], lineOf(text, tt.new)+strings.Count(tt.new[:max(0, strings.LastIndex(tt.new, tt.at))], "\n")
			if p.Line != line || !strings.Contains(p.Hint, tt.hint) {
				t.Errorf("line %d (want %d): %s, hint %q (want %q)", p.Line, line, p.Message, p.Hint, tt.hint)
				return
			}
			if rest := strings.Split(text, "\n")[line-1][p.Column-1:]; !strings.HasPrefix(rest, tt.at) {
				t.Errorf("column %d is at %q, want %q: %s", p.Column, rest, tt.at, p.Message)
			}
		})
	}
}

package task

import (
	"slices"
	"strings"
	"testing"
)

// A comma that cuts a value in braces is told with what to do about it, at its rest.
func TestValuesCutByAComma(t *testing.T) {
	for name, tt := range map[string]struct{ old, by, rest, hint string }{
		"expression":        {`.status == "pending"`, `.task_id in map(todo.tasks, .task_id)`, ".task_id)", "quote an expression"},
		"more than one":     {`.status == "pending"`, `concat(.a, .b, .c) == 1`, ".b", "quote an expression"},
		"text":              {"title: Send the offer", "title: Send the offer, and soon", "and soon", "quote an expression that holds a comma, and any other text"},
		"weight":            {"weight: 0.7", "weight: 0,7", "7", "with a point"},
		"weight of no part": {"weight: 0.7", "weight: 0", "", "with a point"},
	} {
		_, problems := Parse("task.yaml", starterWith(t, tt.old, tt.by))
		i := slices.IndexFunc(problems, func(p Problem) bool {
			return strings.Contains(p.Hint, tt.hint) && (tt.rest == "" || strings.Contains(p.Message, "before "+tt.rest+" "))
		})
		if i < 0 {
			t.Errorf("%s: %v", name, problems)
		}
	}
	block := strings.Replace(string(starterWith(t, "limits:", "limits:")), "- {id: raised, weight: 0.7,", "- id: raised\n    weight: 0,7\n    x: {", 1)
	if _, problems := Parse("task.yaml", []byte(block)); !slices.ContainsFunc(problems, func(p Problem) bool { return p.Code == CodeBadWeight && strings.Contains(p.Hint, "point") }) {
		t.Errorf("a weight with a comma on its own line: %v", problems)
	}
}

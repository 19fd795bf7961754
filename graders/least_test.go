package graders_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/graders/gradertest"
)

const importedTask = "provenance: {generator: import}\njudge: {rubric: x}\nsolution: {calls: []}\n"

// TestRecordCreatedAtLeast: in an imported task a check may take more records than it asks for.
func TestRecordCreatedAtLeast(t *testing.T) {
	send := `post_send {"to":"mara.voss@northwind.test","body":"x"}` + "\n"
	runRows(t, one("record_created: {in: post.sent, least: 2, match: {to: {not: {absent: true}}}}")+importedTask, []row{
		{name: "nothing", script: "", why: "created nothing"},
		{name: "too few", script: send, why: "1 records match, at least 2 wanted"},
		{name: "as many", script: strings.Repeat(send, 2), holds: true, since: 2},
		{name: "more", script: strings.Repeat(send, 5), holds: true, since: 2},
	})
}

func TestLeastIsForImportedTasks(t *testing.T) {
	for name, tt := range map[string]struct{ body, message string }{
		"a task of our own": {one("record_created: {in: post.sent, least: 1, match: {to: x@northwind.test}}"), "least is for imported tasks alone"},
		"with count":        {one("record_created: {in: post.sent, least: 1, count: 1, match: {to: x@northwind.test}}") + importedTask, "count and least exclude each other"},
		"no number":         {one("record_created: {in: post.sent, least: 0, match: {to: x@northwind.test}}") + importedTask, "least must be a whole number of at least 1"},
	} {
		p, problems := gradertest.Load(t, registry(t), tt.body)
		if p != nil || !strings.Contains(errorText(problems), tt.message) {
			t.Errorf("%s: %v", name, errorText(problems))
		}
	}
}

// TestImportedTasksNeedNoChecks: the rubric of an imported task may decide all, and nothing is
// earned then.
func TestImportedTasksNeedNoChecks(t *testing.T) {
	p := gradertest.Plan(t, registry(t), "checks: []\n"+importedTask)
	if s := gradertest.Grade(t, p, `post_send {"to":"mara.voss@northwind.test","body":"x"}`); s.Completion != 0 || s.Pass || s.Safety != 1 {
		t.Errorf("%+v", s)
	}
	if p, problems := gradertest.Load(t, registry(t), "checks: []\njudge: {rubric: x}\n"); p != nil || problems.Err() == nil {
		t.Error("a task of our own loads without checks")
	}
}

func errorText(problems task.Problems) string {
	if err := problems.Err(); err != nil {
		return err.Error()
	}
	return ""
}

package task

import (
	"fmt"
	"strings"
	"testing"
)

// Each case changes the starter in one place and names the problem that must follow: its code,
// field path, and the text at the line and column where it stands.
func TestProblems(t *testing.T) {
	const firstRecord = "{task_id: TODO-1, title: Send the offer, status: pending, priority: medium, due_date: 2026-03-13}"
	tests := []struct {
		name, old, by string
		code          Code
		path, at      string
	}{
		{"wrong schema", "schema: coworkenv.task/v1", "schema: coworkenv.task/v9", CodeSchema, "schema", "coworkenv.task/v9"},
		{"no id", "id: start\n", "", CodeMissingKey, "id", ""},
		{"bad id", "id: start\n", "id: Start Me\n", CodeBadID, "id", "Start Me"},
		{"unknown key", "difficulty: easy", "dificulty: easy", CodeUnknownKey, "dificulty", "dificulty"},
		{"wrong word", "difficulty: easy", "difficulty: simple", CodeWrongValue, "difficulty", "simple"},
		{"family", "family: triage ", "family: triag ", CodeWrongValue, "family", "triag"},
		{"list for a text", "title: Raise the overdue to-dos", "title: [a]", CodeWrongType, "title", "[a]"},
		{"text for a list", "services: [todo]", "services: todo", CodeWrongType, "services", "todo"},
		{"number", "max_turns: 20", "max_turns: many", CodeWrongType, "limits.max_turns", "many"},
		{"number too small", "max_turns: 20", "max_turns: 0", CodeWrongValue, "limits.max_turns", "0"},
		{"now without offset", "now: 2026-03-16T09:00:00+01:00", "now: 2026-03-16T09:00:00", CodeBadTime, "now", "2026-03-16T09:00:00"},
		{"zone", "zone: Europe/Berlin", "zone: Berlin", CodeBadZone, "zone", "Berlin"},
		{"local zone", "zone: Europe/Berlin", "zone: Local", CodeBadZone, "zone", "Local"},
		{"offset", "now: 2026-03-16T09:00:00+01:00", "now: 2026-03-16T09:00:00+02:00", CodeZoneOffset, "now", "2026-03-16T09:00:00+02:00"},
		{"anchor", "title: Raise", "title: &a Raise", CodeYAMLFeature, "title", "&a Raise"},
		{"alias", "limits:", "judge: {rubric: *a}\nlimits:", CodeSyntax, "", ""},
		{"tag", "title: Raise", "title: !!str Raise", CodeYAMLFeature, "title", "!!str Raise"},
		{"key twice", "title: Raise", "title: x\ntitle: Raise", CodeEqualKeys, "title", "title: Raise"},
		{"second document", "limits:", "---\nlimits:", CodeSyntax, "", ""},
		{"tab", "services: [todo]", "services:\n\t- todo", CodeSyntax, "", ""},
		{"no request", "request:\n  - say: |", "request:\n  - sai: |", CodeMissingKey, "request[0].say", ""},
		{"service", "services: [todo]", "services: [tood]", CodeService, "services[0]", "tood"},
		{"answer service", "services: [todo]", "services: [todo, answer]", CodeService, "services[1]", "answer"},
		{"records of another service", "  todo.tasks:\n", "  crm.customers: []\n  todo.tasks:\n", CodeService, "records.crm.customers", "crm.customers"},
		{"collection", "  todo.tasks:\n", "  todo.task:\n", CodeCollection, "records.todo.task", ""},
		{"field", "title: Send the offer", "titel: Send the offer", CodeField, "records.todo.tasks[0].titel", "Send the offer"},
		{"missing field", "title: Send the offer, ", "", CodeMissingField, "records.todo.tasks[0]", "{task_id: TODO-1"},
		{"null field", "title: Send the offer", "title: null", CodeMissingField, "records.todo.tasks[0].title", "null"},
		{"day", "due_date: 2026-03-13", "due_date: 2026-02-30", CodeFieldType, "records.todo.tasks[0].due_date", "2026-02-30"},
		{"list for a field", "title: Send the offer", "title: [a]", CodeFieldType, "records.todo.tasks[0].title", "[a]"},
		{"equal records", "task_id: TODO-2", "task_id: TODO-1", CodeEqualIDs, "records.todo.tasks[1]", "{task_id"},
		{"record is no mapping", firstRecord, "TODO-1", CodeWrongType, "records.todo.tasks[0]", "TODO-1"},
		{"fact name", "  overdue:\n", "  first:\n", CodeBadName, "facts.first", "first:"},
		{"fact named as service", "  overdue:\n", "  todo:\n", CodeBadName, "facts.todo", "from"},
		{"unknown fact in empty", "answer:  ", "empty: [nothing]\nanswer:  ", CodeUnknownFact, "empty[0]", "nothing"},
		{"says", "says: overdue", "says: late by a day", CodeSaysNotFound, "facts.overdue.where.late.says", "late by a day"},
		{"misspelt field", `.status == "pending"`, `.stats == "pending"`, CodeBadExpression, "facts.overdue.where.pending.expr", `stats == "pending"`},
		{"types", `.status == "pending"`, `.status == 1`, CodeBadExpression, "facts.overdue.where.pending.expr", `== 1`},
		{"not a condition", `.status == "pending"`, `.status`, CodeBadExpression, "facts.overdue.where.pending.expr", ".status"},
		{"fact below", "    give: {id: .task_id}", "    give: {id: below}\n  below: now", CodeBadExpression, "facts.overdue.give.id", "below"},
		{"from no list", "from: todo.tasks", "from: now", CodeBadExpression, "facts.overdue.from", "now"},
		{"fact errs", "    give: {id: .task_id}", "    give: {id: 'the(todo.tasks, \"title\", .task_id).task_id'}", CodeFactError, "facts.overdue.give.id", "'the("},
		{"empty fact", `.status == "pending"`, `.status == "nosuch"`, CodeFactEmpty, "facts.overdue", "from"},
		{"not empty", "answer:  ", "empty: [overdue]\nanswer:  ", CodeFactNotEmpty, "facts.overdue", "from"},
		{"cut", "    give: {id: .task_id}", "  ids: map(todo.tasks, #.task_id)\n  cut: map(todo.tasks, # )", CodeExpressionCut, "facts.cut", "map(todo.tasks,"},
		{"no kind", "answer: {raised: \"=map(overdue, .id)\"}}\n\nforbid", "}\n\nforbid", CodeCheckKind, "checks[2]", "{id: told"},
		{"two kinds", "needs: [raised], answer", "needs: [raised], called: {tool: x}, answer", CodeCheckKind, "checks[2].called", "called"},
		{"misspelt key of a check", "weight: 0.3", "wieght: 0.3", CodeUnknownKey, "checks[2].wieght", "wieght"},
		{"no weights", "weight: 0.7", "weight: 0.6999999", CodeBadWeight, "checks[1].weight", "0.6999999"},
		{"zero weight", "weight: 0.7", "weight: 0", CodeBadWeight, "checks[1].weight", "0"},
		{"sum", "weight: 0.7", "weight: 0.699999", CodeWeightsSum, "checks", "- {id: looked"},
		{"equal checks", "id: told", "id: raised", CodeEqualIDs, "checks[2].id", "raised"},
		{"forbid id of a check", "id: keep-all", "id: told", CodeEqualIDs, "forbid[2].id", "told"},
		{"need", "needs: [looked]", "needs: [loked]", CodeUnknownNeed, "checks[1].needs[0]", "loked"},
		{"cycle", "needs: [looked]", "needs: [told]", CodeNeedsCycle, "checks[1]", "{id: raised"},
		{"unknown stage", "id: told, ", "id: told, stage: tue, ", CodeUnknownStage, "checks[2].stage", "tue"},
		{"answer type", "raised: {type: id, list: set}", "raised: {type: ids}", CodeWrongValue, "answer.raised.type", "ids"},
		{"answer outcome", "raised: {type: id, list: set}", "outcome: {type: id}", CodeBadName, "answer.outcome", "outcome"},
		{"answer of the solution", "- answer: {raised:", "- answer: {raisd:", CodeUnknownKey, "solution.calls[2].answer.raisd", `"=map`},
		{"tool", "- todo_list_tasks: {}", "- todo_list_task: {}", CodeUnknownTool, "solution.calls[0].todo_list_task", "{}"},
		{"tool of another service", "- todo_list_tasks: {}", "- kb_search: {query: x}", CodeUnknownTool, "solution.calls[0].kb_search", "{query"},
		{"argument", "todo_update_task: {task_id: =it.id, priority: high}", "todo_update_task: {task_id: =it.id, prio: high}", CodeUnknownKey, "solution.calls[1].todo_update_task.prio", "high"},
		{"required argument", "todo_update_task: {task_id: =it.id, priority", "todo_update_task: {priority", CodeMissingKey, "solution.calls[1].todo_update_task", "{priority"},
		{"denied", "services: [todo]", "services: [todo]\ntools: {deny: [todo_list_tasks]}", CodeDeniedTool, "solution.calls[0].todo_list_tasks", "{}"},
		{"deny nothing", "services: [todo]", "services: [todo]\ntools: {deny: [todo_nosuch]}", CodeUnknownTool, "tools.deny[0]", "todo_nosuch"},
		{"forbidden tool", "effect: {delete: todo.tasks}", "tool: todo_export", CodeUnknownTool, "forbid[2].tool", "todo_export"},
		{"misspelt field in the solution", "{task_id: =it.id, priority: high}", "{task_id: =it.di, priority: high}", CodeBadExpression, "solution.calls[1].todo_update_task.task_id", "di,"},
		{"two things at once", "- todo_list_tasks: {}", "- {todo_list_tasks: {}, say: x}", CodeSolutionItem, "solution.calls[0]", "{todo_list"},
		{"no solution", "solution:     ", "judge: {rubric: x}\nnosolution:     ", CodeNoSolution, "solution", ""},
		{"grant of a service", "request:\n", "identity: {grants: {crm: read}}\nrequest:\n", CodeService, "identity.grants.crm", "read"},
		{"act", "request:\n", "identity: {grants: {todo: [raed]}}\nrequest:\n", CodeUnknownAct, "identity.grants.todo", "[raed]"},
		{"language of nobody", "language: en", "language: eo", CodeLanguage, "language", "eo"},
		{"language of another request", "language: en", "language: zh-CN", CodeLanguage, "language", "zh-CN"},
		{"stage order", "request:\n", "request:\n  - {say: first}\n  - {say: second, stage: tue, at: 2026-03-17T09:00:00+01:00}\n", CodeStageOrder, "request[1]", "{say: second"},
		{"stage time", "request:\n", "request:\n  - {say: a, stage: mon}\n  - {say: b, stage: tue, at: 2026-03-16T08:00:00+01:00}\n", CodeStageTime, "request[1]", "{say: b"},
		{"stage without time", "request:\n", "request:\n  - {say: a, stage: mon}\n  - {say: b, stage: tue}\n", CodeStageTime, "request[1]", "{say: b"},
		{"inject twice", "request:\n", "request:\n  - {say: a, stage: mon}\n  - {say: b, stage: tue, at: 2026-03-17T08:00:00+01:00, inject: [{insert: todo.tasks, delete: todo.tasks, record: x}]}\n", CodeInjection, "request[1].inject[0]", "{insert"},
		{"inject at first", "request:\n", "request:\n  - {say: a, stage: mon, inject: [{delete: todo.tasks, record: TODO-4}]}\n", CodeInjection, "request[0]", "{say: a"},
		{"inject nothing", "request:\n", "request:\n  - {say: a, stage: mon}\n  - {say: b, stage: tue, at: 2026-03-17T08:00:00+01:00, inject: [{delete: todo.tasks, record: TODO-9}]}\n", CodeUnknownRecord, "request[1].inject[0].record", "TODO-9"},
		{"asset path", "answer:  ", "assets: [{path: ../x.png}]\nanswer:  ", CodeAssetPath, "assets[0].path", "../x.png"},
		{"asset sum", "answer:  ", "assets: [{path: a.png, sha256: 12}]\nanswer:  ", CodeWrongValue, "assets[0].sha256", "12"},
		{"fault tool", "answer:  ", "faults: {plan: [{on: todo_x, nth: 1, kind: 500, commit: after}]}\nanswer:  ", CodeUnknownTool, "faults.plan[0].on", "todo_x"},
		{"fault kind", "answer:  ", "faults: {plan: [{on: todo_list_tasks, nth: 1, kind: 418, commit: after}]}\nanswer:  ", CodeWrongValue, "faults.plan[0].kind", "418"},
		{"no checks", "checks:   ", "checks: []\nchecksx:   ", CodeNoChecks, "checks", "[]"},
		{"user knows", "answer:  ", "user: {knows: [{id: a, asks: [x], say: y}]}\nanswer:  ", CodeWrongType, "user.knows[0].asks[0]", "x"},
		{"scalar deep", "title: Raise the overdue to-dos", "title: " + strings.Repeat("[", 70) + strings.Repeat("]", 70), CodeTooLarge, "title" + strings.Repeat("[0]", 63), "["},
	}
	seen := map[Code]bool{}
	for _, tt := range tests {
		seen[tt.code] = true
		t.Run(tt.name, func(t *testing.T) {
			data := starterWith(t, tt.old, tt.by)
			_, problems := bindOnly(t, data)
			var found *Problem
			for i, p := range problems {
				if p.Code == tt.code && p.Path == tt.path {
					found = &problems[i]
				}
				if p.Message == "" || p.Hint == "" || p.Severity != p.Code.Severity() {
					t.Errorf("incomplete problem %+v", p)
				}
			}
			if found == nil {
				t.Fatalf("no %s at %q in %v", tt.code, tt.path, problems)
			}
			if found.File != "task.yaml" || found.Line < 1 || found.Column < 1 {
				t.Errorf("no place: %+v", found)
			}
			lines := strings.Split(string(data), "\n")
			if found.Line > len(lines) || !strings.HasPrefix(string([]rune(lines[found.Line-1])[found.Column-1:]), tt.at) {
				t.Errorf("%d:%d stands at %q, want %q", found.Line, found.Column, lines[found.Line-1], tt.at)
			}
		})
	}
	elsewhere := map[Code]string{CodeReadFailed: "TestLoad", CodeAssetMissing: "TestLoad", CodeAssetDigest: "TestLoad", CodeAssetUnpinned: "TestLoad", CodeNaiveTime: "TestFieldTypes"}
	for _, d := range Codes() {
		if !seen[d.Code] && elsewhere[d.Code] == "" {
			t.Errorf("no case for %s", d.Code)
		}
		if d.Severity != d.Code.Severity() {
			t.Errorf("%s: severity %s in the table, %s by the method", d.Code, d.Severity, d.Code.Severity())
		}
	}
}

// Many mistakes in one file are reported in one go, in the order of the file.
func TestAllProblemsInOneGo(t *testing.T) {
	data := string(New("start", Triage))
	for _, change := range [][2]string{{"difficulty: easy", "dificulty: easy"}, {"zone: Europe/Berlin", "zone: Berlin"}, {"weight: 0.7", "weight: x"},
		{"needs: [raised]", "needs: [nosuch]"}, {"type: id, list: set", "type: idd"}, {"  - {id: keep-all", "  - {id: told"}} {
		data = strings.Replace(data, change[0], change[1], 1)
	}
	_, problems := Parse("task.yaml", []byte(data))
	want := []Code{CodeUnknownKey, CodeBadZone, CodeWrongValue, CodeBadWeight, CodeUnknownNeed, CodeEqualIDs}
	var got []Code
	for _, p := range problems {
		got = append(got, p.Code)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("codes %v, want %v", got, want)
	}
	if err := problems.Err(); err == nil || !strings.Contains(err.Error(), "task.yaml:11:7: zone:") {
		t.Errorf("error %v", err)
	}
	_, bad := bindOnly(t, starterWith(t, "TODO-1, title: Send the offer, status: pending, priority: medium, due_date: 2026-03-13", "TODO-1, titel: x, status: [a], priority: medium, due_date: soon"))
	if len(bad) != 4 {
		t.Errorf("%d problems of one record, want 4: %v", len(bad), bad)
	}
}

func TestProblemText(t *testing.T) {
	p := Problem{File: "a.yaml", Line: 3, Column: 5, Path: "checks[0].id", Message: "cause", Hint: "remedy"}
	if got := p.Error(); got != "a.yaml:3:5: checks[0].id: cause (remedy)" {
		t.Error(got)
	}
	if got := (Problem{Path: "a\x1b[2J", Message: "x"}).Error(); got != `a\x1b[2J: x` {
		t.Errorf("a terminal escape gets through: %q", got)
	}
	if (Problems{{Severity: SeverityWarning}}).Err() != nil {
		t.Error("a warning is no error")
	}
	same := Problem{Code: CodeSyntax, Line: 1}
	if got := (Problems{{Code: CodeSyntax, Line: 2}, same, same}).Sort(); len(got) != 2 || got[0].Line != 1 {
		t.Errorf("sorted %v", got)
	}
}

package gate_test

import (
	"context"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// What loading has found may be handed to the gate, which finds it again: it is told once.
func TestLoadProblemsAreToldOnce(t *testing.T) {
	g := newGate(t)
	text := swap("created_at: 2026-03-15T18:00:00+08:00", "created_at: 2026-03-15T18:00:00").apply(t, example(t, "03"))
	parsed, problems := task.Parse("03.yaml", []byte(text))
	_, all := episode.Lint(parsed, problems, g.Catalog, g.Checks)
	if len(all) != 1 || all[0].Code != task.CodeNaiveTime {
		t.Fatalf("loading tells %v", all)
	}
	for name, given := range map[string]task.Problems{"of the file": problems, "all": all} {
		report, err := g.Run(context.Background(), parsed, given, gate.Options{Rounds: []gate.RoundName{gate.RoundSpec}})
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for _, f := range report.Findings {
			if f.Code == gate.Code(task.CodeNaiveTime) {
				told++
			}
		}
		if told != 1 {
			t.Errorf("given those %s it is told %d times", name, told)
		}
	}
}

// Loading warns of a missing solution and the oracle round weighs it: a reader is told once.
func TestNoSolutionIsToldOnce(t *testing.T) {
	g := newGate(t)
	for name, tt := range map[string]struct {
		edits    []edit
		severity gate.Severity
		status   gate.Status
	}{
		"written by hand": {nil, gate.Error, gate.Failed},
		"imported":        {[]edit{swap("generator: scenario/escalation.overdue", "generator: import")}, gate.Warning, gate.Imported},
	} {
		text := cut("solution:\n", "limits:").apply(t, example(t, "03"))
		for _, e := range tt.edits {
			text = e.apply(t, text)
		}
		parsed, problems := task.Parse("03.yaml", []byte(text))
		report, err := g.Run(context.Background(), parsed, problems, gate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var told []gate.Finding
		for _, f := range report.Findings {
			if f.Code == gate.NoSolution {
				told = append(told, f)
			}
		}
		if len(told) != 1 || told[0].Severity != tt.severity || told[0].Round != gate.RoundOracle || report.Status != tt.status {
			t.Errorf("%s: %s, told %+v", name, report.Status, told)
		}
		only, err := g.Run(context.Background(), parsed, problems, gate.Options{Rounds: []gate.RoundName{gate.RoundSpec}})
		if err != nil {
			t.Fatal(err)
		}
		if len(only.Findings) == 0 || only.Findings[0].Code != gate.NoSolution {
			t.Errorf("%s: the spec round alone does not tell it: %+v", name, only.Findings)
		}
	}
}

// A record that was made may be changed by another tool before it is judged; what no tool at all
// writes is still told.
func TestWhatAnUpdateCanWriteIsWritten(t *testing.T) {
	for tools, want := range map[string]bool{"": false, "\ntools: {deny: [todo_update_task]}": true} {
		text := swap("due_date: {date: =tomorrow}}}}", "due_date: {date: =tomorrow}, status: completed}}}").apply(t, example(t, "07"))
		text = swap("services: [calendar, contacts, todo]", "services: [calendar, contacts, todo]"+tools).apply(t, text)
		tk, problems := task.Parse("07.yaml", []byte(text))
		r, err := newGate(t).Run(t.Context(), tk, problems, gate.Options{Rounds: []gate.RoundName{gate.RoundSpec}})
		if err != nil {
			t.Fatal(err)
		}
		if _, found := codesOf(r)["value_never_written"]; found != want {
			t.Errorf("a to-do that was completed, tools %q: %v", tools, codesOf(r))
		}
	}
}

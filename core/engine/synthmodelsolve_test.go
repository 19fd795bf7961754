package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// oracleSteps is what the good task's own solution does, step by step.
func oracleSteps(t *testing.T, d *desk) []trace.Step {
	t.Helper()
	loaded, problems := task.Parse("good", []byte(goodTask))
	r, problems := episode.Lint(loaded, problems, d.Catalog, d.Checks)
	if r == nil {
		t.Fatal(problems.Err())
	}
	a, err := agent.Oracle().Make(r.Bound, 0)
	if err != nil {
		t.Fatal(err)
	}
	e, err := episode.New(r, episode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(t.Context(), e, a, det.Fixed(r.Bound.Task.Now)); err != nil {
		t.Fatal(err)
	}
	return e.Trajectory().Steps
}

// TestSynthModelSolves: three solvers who see only what an agent sees attempt the accepted task. Two do
// the same in other words, one does nothing.
func TestSynthModelSolves(t *testing.T) {
	var steps []trace.Step
	d := newDesk(t, 1, false, func(a *llm.Asked) llm.Answer {
		var asked struct {
			Seed  int
			Tools []struct{ Function struct{ Name string } }
		}
		if err := json.Unmarshal(a.Body, &asked); err != nil {
			t.Error(err)
		}
		if len(asked.Tools) == 0 {
			return llm.Answer{Text: fence(goodTask)}
		}
		if a.Contains("weight") || a.Contains("leave-tickets") || a.Contains("hours_since") {
			t.Error("a solver was shown the grading")
		}
		turn := 0
		for _, m := range a.Messages {
			if m.Role == "assistant" {
				turn++
			}
		}
		if asked.Seed == 2 || turn >= len(steps) || len(steps[turn].Calls) == 0 {
			return llm.Answer{Text: "Done."}
		}
		var calls []llm.ScriptCall
		for _, c := range steps[turn].Calls {
			args := c.Args
			if asked.Seed == 1 {
				args = strings.Replace(args, "Nobody has answered", "Please look at", 1)
			}
			calls = append(calls, llm.ScriptCall{Name: c.Tool, Arguments: json.RawMessage(args)})
		}
		return llm.Answer{Calls: calls}
	})
	steps = oracleSteps(t, d)
	d.o.Solve = 3
	made := d.synth(t)
	h := d.history(t, "stuck-tickets-enm-m1-001")
	m := h.Ambiguity
	if made.Accepted != 1 || m == nil || m.Solved != 2 || m.Against || len(m.Attempts) != 3 || m.Attempts[0].State != m.Attempts[1].State {
		t.Fatalf("%+v", m)
	}
	if m.Score < 0.66 || m.Score > 0.67 || made.Solved.Tasks != 1 {
		t.Errorf("the ambiguity is %v", m.Score)
	}
}

package gate_test

import (
	"context"
	"encoding/json"
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// Every recipe of a finding makes again the run that the finding rests on, also after it was
// written down and read.
func TestRecipesReplay(t *testing.T) {
	g := newGate(t)
	tried := 0
	for _, p := range plantedFaults() {
		if p.round != gate.RoundAdversary && p.round != gate.RoundBenign && p.round != gate.RoundOracle && p.piece != "near_miss_moved" {
			continue
		}
		text := example(t, p.example)
		for _, e := range p.edits {
			text = e.apply(t, text)
		}
		tk, problems := task.Parse(p.example+".yaml", []byte(text))
		report, err := g.Run(context.Background(), tk, problems, gate.Options{Runs: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			if f.Evidence == nil || f.Evidence.Recipe == nil {
				continue
			}
			tried++
			replay(t, g, tk, p.name, f)
		}
	}
	if tried < 50 {
		t.Errorf("only %d recipes were tried", tried)
	}
}

func replay(t *testing.T, g *gate.Gate, tk *task.Task, name string, f gate.Finding) {
	t.Helper()
	b, err := json.Marshal(f.Evidence.Recipe)
	if err != nil {
		t.Fatal(err)
	}
	var recipe gate.Recipe
	if err := json.Unmarshal(b, &recipe); err != nil {
		t.Fatal(err)
	}
	got, err := g.Replay(context.Background(), tk, recipe)
	if err != nil {
		t.Errorf("%s: %s: %v", name, recipe, err)
		return
	}
	if f.Evidence.Trajectory == nil { // a look at the truth keeps no run
		return
	}
	if got.Score.Score.String() != f.Evidence.Score {
		t.Errorf("%s: %s scores %s again, %s before", name, recipe, got.Score.Score, f.Evidence.Score)
	}
	if why := apart(got.Trajectory, f.Evidence.Trajectory); why != "" {
		t.Errorf("%s: %s: the runs part: %s", name, recipe, why)
	}
}

func apart(a, b *trace.Trajectory) string {
	if len(a.Steps) != len(b.Steps) {
		return "in their number of steps"
	}
	if a.Final != b.Final {
		return "in the records at the end"
	}
	for i := range a.Steps {
		if a.Steps[i].After != b.Steps[i].After || len(a.Steps[i].Calls) != len(b.Steps[i].Calls) {
			return "in a step"
		}
	}
	return ""
}

func TestReplayOfNothing(t *testing.T) {
	g := toyGate(t, desk{}, nil)
	tk, _ := task.Parse("toy.yaml", []byte(toy("1.0", "")))
	for _, recipe := range []gate.Recipe{
		{Round: gate.RoundAdversary, Name: "no_such_adversary"},
		{Round: gate.RoundAdversary, Name: "nothing", Params: gate.Params{"with": "something"}},
		{Round: gate.RoundTruth, Name: "near_miss_moved", Params: gate.Params{"collection": "desk.notes", "record": "N-9"}},
	} {
		if _, err := g.Replay(context.Background(), tk, recipe); err == nil {
			t.Errorf("%s was replayed", recipe)
		}
	}
	if r, err := g.Replay(context.Background(), tk, gate.Recipe{Round: gate.RoundOracle, Name: "solution"}); err != nil || r.Score.Score.String() != "1" {
		t.Errorf("the solution: %+v, %v", r, err)
	}
}

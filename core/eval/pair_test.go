package eval_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

func TestPairs(t *testing.T) {
	trials := []eval.Trial{
		scored("win", "x", 1_000_000), scored("win", "x", 1_000_000), scored("win", "y", 0), scored("win", "y", 1_000_000), scored("win", "y", 0),
		scored("lose", "x", 0), scored("lose", "y", 1_000_000),
		scored("half", "x", 1_000_000), scored("half", "x", 0), scored("half", "y", 1_000_000), scored("half", "y", 1_000_000), // half of x's trials pass: no flip
		scored("tie", "x", 300_000), scored("tie", "y", 200_000), scored("tie", "y", 400_000), scored("tie", "y", 300_000),
		scored("only-x", "x", 1_000_000), ended("only-x", "y", grade.EnvError),
		scored("only-y", "y", 1_000_000),
		ended("neither", "x", grade.EnvError), ended("neither", "y", eval.Missing),
	}
	p, err := eval.Compare(trials, map[string]*eval.Task{"win": {ID: "the-win"}}, "x", "y", options(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	if p.Tasks != 4 || p.OnlyA != 1 || p.OnlyB != 1 || p.Neither != 1 {
		t.Errorf("%d tasks, only %d and %d, neither %d", p.Tasks, p.OnlyA, p.OnlyB, p.Neither)
	}
	if diff := cmp.Diff(map[string]int{"a": 1, "b": 2, "equal": 1}, p.Better); diff != "" {
		t.Error(diff)
	}
	flips := []eval.Flip{{Task: "lose", By: "b", A: eval.Passed{Passed: 0, Scored: 1}, B: eval.Passed{Passed: 1, Scored: 1}},
		{Task: "the-win", By: "a", A: eval.Passed{Passed: 2, Scored: 2}, B: eval.Passed{Passed: 1, Scored: 3}}}
	if diff := cmp.Diff(flips, p.Flips); diff != "" {
		t.Error(diff)
	}
	m := p.Metrics[0]
	if a, b := (1+0+0.5+0.3)/4, (1.0/3+1+1+0.3)/4; m.Name != "score" || math.Abs(*m.A-a) > 1e-12 || math.Abs(*m.B-b) > 1e-12 || math.Abs(*m.Difference-(a-b)) > 1e-12 || m.Tasks != 4 || m.Interval == nil {
		t.Errorf("%+v", m)
	}
	// pass@2 is defined for both on two tasks: 1 and 2/3 on the one, 1 and 1 on the other.
	for _, m := range p.Metrics {
		if m.Name == "pass@2" && (m.Tasks != 2 || m.LeftOut != 2 || *m.A != 1 || math.Abs(*m.B-5.0/6) > 1e-12) {
			t.Errorf("%+v", m)
		}
		if m.Name == "robustness" && (m.Difference != nil || m.Tasks != 0) {
			t.Errorf("%+v", m)
		}
	}
	if p.ByTask[0].Task != "the-win" || p.ByTask[3].Task != "lose" {
		t.Errorf("%+v", p.ByTask)
	}
	back, err := eval.Compare(trials, nil, "y", "x", options(1))
	if err != nil || *back.Metrics[0].Difference != -*m.Difference {
		t.Errorf("the other way: %v, %v", *back.Metrics[0].Difference, err)
	}
}

func TestPairsOfNames(t *testing.T) {
	big, small := scored("a", "model", 0), scored("a", "model", 0)
	big.Model, small.Model = "org/big", "small"
	trials := []eval.Trial{big, small, scored("a", "x", 0)}
	for _, tt := range []struct {
		a, b string
		kind fault.Kind
	}{
		{"model/org/big", "model/small", ""}, {"x", "model/small", ""}, {"x", "model", fault.Usage}, {"x", "x", fault.Usage}, {"x", "nobody", fault.NotFound}, {"model/none", "x", fault.NotFound},
	} {
		_, err := eval.Compare(trials, nil, tt.a, tt.b, options(1))
		if fault.KindOf(err) != tt.kind || tt.kind != "" && fault.HintOf(err) == "" {
			t.Errorf("%s and %s: %v", tt.a, tt.b, err)
		}
	}
}

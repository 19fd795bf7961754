package cover

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

func emphatic() *Plan {
	return &Plan{Name: "p", Target: 30, Languages: map[string]float64{"en": 1, "zh": 0.5}, Levels: map[string]float64{"easy": 1}, Scenarios: []string{"a", "b"},
		Emphasis: []Emphasis{{"a", "en", "hard", 4, "fails: \"half\" of them\nhere"}, {"b", "en", "easy", 0, "too easy"}}}
}

func TestPlanReadsBack(t *testing.T) {
	got, err := ParsePlan("p", emphatic().YAML("From a run.\nTwo lines."), Words{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(emphatic(), got); diff != "" {
		t.Error(diff)
	}
}

func TestEmphasisMovesTheTargets(t *testing.T) {
	p := &Plan{Name: "p", Target: 80, Languages: map[string]float64{"zh": 0}, Emphasis: []Emphasis{{"a", "en", "hard", 4, ""}, {"b", "en", "easy", 0, "too easy"}}}
	levels := []task.Difficulty{"easy", "medium", "hard"}
	scenarios := []*synth.Scenario{{Name: "a", Family: task.Lookup, Languages: []string{"en"}, Levels: levels}, {Name: "b", Family: task.Lookup, Languages: []string{"en"}, Levels: levels}}
	targets := map[string]int{}
	for _, c := range p.Cells(scenarios, 0) {
		targets[c.Scenario+" "+c.Language+" "+string(c.Level)] = c.Target
	}
	if targets["a en hard"] != 4*targets["a en easy"] || targets["b en easy"] != 0 || targets["b en hard"] != targets["a en easy"] {
		t.Errorf("%v", targets)
	}
}

func TestEmphasisRefuses(t *testing.T) {
	for _, bad := range []string{"emphasis: 3", "emphasis: [3]", "emphasis: [{scenario: a, language: en, difficulty: hard}]", "emphasis: [{scenario: a, language: en, difficulty: grim, share: 1}]",
		"emphasis: [{scenario: a, language: en, difficulty: hard, share: -1}]", "emphasis: [{language: en, difficulty: hard, share: 1}]"} {
		if _, err := ParsePlan("p", []byte("schema: "+PlanFormat+"\ntarget: 3\n"+bad+"\n"), Words{}); err == nil {
			t.Errorf("%s passes", bad)
		}
	}
}

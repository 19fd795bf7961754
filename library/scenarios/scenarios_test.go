package scenarios_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library/lexicons"
	"coworkenv.dev/coworkenv/library/scenarios"
	services "coworkenv.dev/coworkenv/services/all"
)

// TestScenariosMakeCertifiedTasks draws some tasks of every scenario, language and level and
// takes them through the gate. COWORKENV_SCENARIO=name looks at one scenario and prints its tasks.
func TestScenariosMakeCertifiedTasks(t *testing.T) {
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	g := &gate.Gate{Catalog: catalog, Checks: checks, Clock: det.System()}
	only := os.Getenv("COWORKENV_SCENARIO")
	tried := map[string]int{} // runs by adversary
	for _, s := range scenarios.All() {
		if only != "" && !strings.Contains(s.Name, only) {
			continue
		}
		for _, lang := range []string{"en", "zh"} {
			if !s.Speaks(lang) {
				continue
			}
			lex, err := lexicons.For(lang)
			if err != nil {
				t.Fatal(err)
			}
			for _, level := range s.Levels {
				for seed := range uint64(1) {
					t.Run(fmt.Sprintf("%s/%s/%s/%d", s.Name, lang, level, seed), func(t *testing.T) {
						certify(t, g, s, synth.Dials{Seed: seed, Language: lang, Level: level}, lex, only != "", tried)
					})
				}
			}
		}
	}
	for _, name := range []string{"decided_otherwise", "read_too_late"} { // those that the worked examples give no occasion for
		if only == "" && tried[name] == 0 {
			t.Errorf("%s never applies", name)
		}
	}
}

func certify(t *testing.T, g *gate.Gate, s *synth.Scenario, dials synth.Dials, lex *synth.Lexicon, show bool, tried map[string]int) {
	data, err := synth.Generate(s, dials, lex)
	if err != nil {
		t.Fatal(err)
	}
	again, err := synth.Generate(s, dials, lex)
	if err != nil || string(again) != string(data) {
		t.Fatalf("equal dials, different bytes: %v", err)
	}
	if show {
		t.Log("\n" + string(data))
	}
	tk, problems := task.Parse(s.Name, data)
	report, err := g.Run(context.Background(), tk, problems, gate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		switch {
		case f.Severity == gate.Error:
			t.Errorf("%s %s: %s (%s)", f.Round, f.Code, f.Message, f.Path)
		case show:
			t.Logf("%s %s %s: %s (%s)", f.Severity, f.Round, f.Code, f.Message, f.Path)
		}
	}
	for _, round := range report.Rounds {
		for name, n := range round.Pieces {
			tried[name] += n.Tried
		}
	}
	if report.Status != gate.Verified {
		t.Errorf("status %s", report.Status)
	}
}

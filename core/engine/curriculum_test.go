package engine_test

import (
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

// Four agents stand for four students on the tasks of one scenario: one passes all, one nothing.
func TestCurriculumFollowsTheStudent(t *testing.T) {
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	plan, err := cover.ParsePlan("p", []byte("schema: "+cover.PlanFormat+"\ntarget: 2\nlanguages: {en: 1, zh: 0}\ndifficulties: {easy: 0, medium: 1, hard: 0}\nscenarios: ["+e.Scenarios[0].Name+"]\n"), cover.Words{})
	if err != nil {
		t.Fatal(err)
	}
	lib := filepath.Join(t.TempDir(), "lib")
	if _, err := e.Synth(t.Context(), engine.SynthOptions{Plan: plan, Count: 2, Seed: 1, Into: lib}, nil); err != nil {
		t.Fatal(err)
	}
	for _, agent := range []string{"oracle", "null", "novice"} {
		p := engine.GroupsPlan{RolloutPlan: engine.RolloutPlan{Paths: []string{lib}, Agents: []rollout.AgentRef{{Name: agent}}, Trials: 6, Seed: 1}, Groups: 2}
		collect(t, w, p)
	}
	for agent, want := range map[string]engine.CurriculumWord{"oracle": engine.TooEasy, "null": engine.TooHard, "novice": engine.Learning} {
		c, err := w.Curriculum(t.Context(), engine.CurriculumOptions{Agent: agent, Target: 50})
		if err != nil {
			t.Fatal(err)
		}
		checkCurriculum(t, e, agent, c, want)
	}
	if _, err := w.Curriculum(t.Context(), engine.CurriculumOptions{Agent: "nobody"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("no trials: %v", err)
	}
	few, err := w.Curriculum(t.Context(), engine.CurriculumOptions{Agent: "oracle", Least: 1000})
	if err != nil || few.Cells[0].Verdict != engine.Unknown || few.Cells[0].Share != 1 {
		t.Errorf("%+v %v", few, err)
	}
	e.Scenarios = e.Scenarios[1:] // a plan that named it could not be read
	if _, err := w.Curriculum(t.Context(), engine.CurriculumOptions{Agent: "oracle"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("trials of a scenario that is gone: %v", err)
	}
}

func checkCurriculum(t *testing.T, e *engine.Engine, agent string, c *engine.Curriculum, want engine.CurriculumWord) {
	t.Helper()
	var tried, beside *engine.CurriculumCell
	for i := range c.Cells {
		if c.Cells[i].Verdict == engine.Neighbor {
			beside = &c.Cells[i]
		} else {
			tried = &c.Cells[i]
		}
	}
	if tried == nil || tried.Verdict != want || tried.Why == "" {
		t.Fatalf("%s: %+v", agent, c.Cells)
	}
	if want == engine.Learning && tried.Share <= 1 || want != engine.Learning && tried.Share >= 1 {
		t.Errorf("%s: its share is %g", agent, tried.Share)
	}
	if beside != nil && (want == engine.TooEasy && beside.Level != "hard" || want == engine.TooHard && beside.Level != "easy") {
		t.Errorf("%s: beside it is %+v", agent, beside)
	}
	again, err := cover.ParsePlan("next", c.Plan.YAML("From a test."), cover.Words{})
	if err != nil || again.Target != 50 || len(again.Emphasis) != len(c.Cells) {
		t.Fatalf("%s: the plan reads back as %+v %v", agent, again, err)
	}
	cells := again.Cells(e.Scenarios, 0)
	if len(cells) == 0 {
		t.Errorf("%s: the plan has no cells", agent)
	}
}

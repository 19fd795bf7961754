package engine_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// Every scenario (each sixth, with -short each 24th, all where COWORKENV_SOAK is set) has variants of its tasks in each direction
// that its levels allow: certified, naming their parent, with other records, and of the wanted level.
func TestEveryScenarioVaries(t *testing.T) {
	e := newEngine(t)
	made, likeChecks, likeWorkflow := 0, 0, 0
	every := 6
	switch {
	case os.Getenv("COWORKENV_SOAK") != "":
		every = 1
	case testing.Short():
		every = 24
	}
	for i, s := range e.Scenarios {
		if i%every != 0 {
			continue
		}
		parent := drawnTask(t, e, s)
		for name, step := range map[string]int{"harder": 1, "easier": -1, "other records": 0} {
			into := t.TempDir()
			v, err := e.Vary(t.Context(), parent, engine.VaryOptions{Step: step, Into: into})
			if step != 0 && fault.KindOf(err) == fault.Unsupported { // its levels end there
				if at := slices.Index(s.Levels, parent.Task.Difficulty); at+step >= 0 && at+step < len(s.Levels) {
					t.Errorf("%s, %s: %v, though it has %v", s.Name, name, err, s.Levels)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s, %s: %v", s.Name, name, err)
				continue
			}
			made++
			likeChecks, likeWorkflow = likeChecks+one(v.Checks), likeWorkflow+one(v.Workflow)
			variant, err := e.One(filepath.Join(into, v.Task))
			if err != nil {
				t.Fatal(err)
			}
			if why := e.Stale(variant); why != "" {
				t.Errorf("%s, %s: its certificate does not stand: %s", s.Name, name, why)
			}
			if got := variant.Task.Provenance.Parents; !slices.Equal(got, []string{parent.ID()}) {
				t.Errorf("%s, %s: parents %v, want %s", s.Name, name, got, parent.ID())
			}
			if variant.Task.Difficulty != v.Difficulty || step != 0 && v.Difficulty == v.From {
				t.Errorf("%s, %s: %s of %s", s.Name, name, variant.Task.Difficulty, v.From)
			}
			if task.Digest(variant.Task) == task.Digest(parent.Task) {
				t.Errorf("%s, %s: it is its parent", s.Name, name)
			}
		}
	}
	t.Logf("%d variants, %d with their parent's checks, %d with its tools in their order", made, likeChecks, likeWorkflow)
	if likeChecks*10 < made*9 {
		t.Errorf("only %d of %d variants have the checks of their parent", likeChecks, made)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// drawnTask draws a task of a scenario at the middle of its levels into a library.
func drawnTask(t *testing.T, e *engine.Engine, s *synth.Scenario) *engine.Loaded {
	t.Helper()
	language := "en"
	if !s.Speaks(language) {
		language = "zh"
	}
	lex, err := e.Lexicon(language)
	if err != nil {
		t.Fatal(err)
	}
	file, drawn, _, err := synth.Draw(s, synth.Dials{Seed: 41, Language: language, Level: s.Levels[len(s.Levels)/2]}, lex)
	if err != nil {
		t.Fatal(err)
	}
	l, err := e.One(writeDrawn(t, file, drawn))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// writeDrawn writes a draft with its files and returns its folder.
func writeDrawn(t *testing.T, file []byte, drawn *task.Task) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), drawn.ID)
	put(t, filepath.Join(dir, task.FileName), file)
	for _, a := range drawn.Assets {
		data, err := synth.AssetFile(a)
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, a.Path), data)
	}
	return dir
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// What a model wrote has no recipe to draw from, and the refusal says so and what to do.
func TestVaryOfAModelsTask(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "one-free-hour-000005")
	file := filepath.Join(lib, "one-free-hour-000005", "task.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, regexp.MustCompile(`(?s)\nprovenance:.*?(\n[a-z]|$)`).ReplaceAll(text, []byte("\nprovenance: {generator: model/free-hours, seed: 1}$1")))
	list, err := e.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	if place, ok := synth.PlaceOf(list[0].Task); !ok || place.Scenario != "free-hours" {
		t.Fatalf("the task is of %+v", place)
	}
	if _, err := e.Vary(t.Context(), list[0], engine.VaryOptions{Into: t.TempDir()}); fault.KindOf(err) != fault.Unsupported || !strings.Contains(err.Error(), "by a model") || !strings.Contains(fault.HintOf(err), "--by model") {
		t.Errorf("%v (%s)", err, fault.HintOf(err))
	}
}

package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// A variant replaces nothing: without a seed the next one is taken whose id is free, with one that
// is another task's the command is refused, and the very variant may be made again.
func TestVaryReplacesNothing(t *testing.T) {
	e := newEngine(t)
	i := slices.IndexFunc(e.Scenarios, func(s *synth.Scenario) bool { return s.Name == "overdue-tickets" })
	parent := drawnTask(t, e, e.Scenarios[i])
	into := t.TempDir()
	vary := func(seed uint64) *engine.Varied {
		t.Helper()
		v, err := e.Vary(t.Context(), parent, engine.VaryOptions{Seed: seed, Into: into})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	first, second := vary(0), vary(0)
	if first.Task == second.Task || second.Seed <= first.Seed {
		t.Fatalf("twice without a seed: %s (seed %d), then %s (seed %d)", first.Task, first.Seed, second.Task, second.Seed)
	}
	if len(second.Passed) == 0 || !slices.Contains(second.Passed, engine.PassedSeed{Seed: first.Seed, Why: "the library has it"}) {
		t.Errorf("passed over: %+v", second.Passed)
	}
	if again := vary(first.Seed); again.Task != first.Task {
		t.Errorf("seed %d gave %s, now %s", first.Seed, first.Task, again.Task)
	}
	file := filepath.Join(into, first.Task, task.FileName)
	edited := append([]byte("# mine\n"), read(t, file)...)
	write(t, file, edited)
	if _, err := e.Vary(t.Context(), parent, engine.VaryOptions{Seed: first.Seed, Into: into}); fault.KindOf(err) != fault.Conflict || fault.HintOf(err) == "" {
		t.Errorf("over another task: %v", err)
	}
	if got := read(t, file); string(got) != string(edited) {
		t.Error("the other task was replaced")
	}
	if v, err := e.Vary(t.Context(), parent, engine.VaryOptions{Seed: first.Seed, Into: into, Force: true}); err != nil || v.Task != first.Task || string(read(t, file)) == string(edited) {
		t.Errorf("by force: %+v, %v", v, err)
	}
	if _, err := e.Vary(t.Context(), parent, engine.VaryOptions{Into: filepath.Join(into, first.Task)}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("into a task: %v", err)
	}
}

// Every seed below that of the variant is told with the reason why it is not of that one.
func TestVaryTellsPassedSeeds(t *testing.T) {
	e := newEngine(t)
	told := 0
	for _, s := range e.Scenarios[:12] {
		parent := drawnTask(t, e, s)
		v, err := e.Vary(t.Context(), parent, engine.VaryOptions{Seed: 42, Into: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range v.Passed {
			if p.Seed != 42+uint64(i) || p.Why == "" {
				t.Errorf("%s: %+v", s.Name, v.Passed)
			}
		}
		if v.Seed != 42+uint64(len(v.Passed)) {
			t.Errorf("%s: seed %d, passed over %+v", s.Name, v.Seed, v.Passed)
		}
		told += len(v.Passed)
	}
	if told == 0 {
		t.Error("no seed was passed over: nothing was tested")
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

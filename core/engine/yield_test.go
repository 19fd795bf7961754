package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// filling makes tasks in one library again and again.
type filling struct {
	t    *testing.T
	e    *engine.Engine
	into string
}

func (f *filling) synth(seed uint64, count int) {
	f.t.Helper()
	plan := &cover.Plan{Name: "yield", Levels: map[string]float64{"medium": 0, "hard": 0}, Languages: map[string]float64{"zh": 0}, Scenarios: []string{"overdue-tickets"}}
	made, err := f.e.Synth(f.t.Context(), engine.SynthOptions{Plan: plan, Count: count, Seed: seed, Into: f.into, Alter: synth.Saboteur(3)}, nil)
	if err == nil {
		err = engine.WriteMade(f.into, made)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// made is the report beside the library.
func (f *filling) made() *engine.Made {
	f.t.Helper()
	var m engine.Made
	if err := json.Unmarshal(read(f.t, filepath.Join(f.into, engine.MadeFile)), &m); err != nil {
		f.t.Fatal(err)
	}
	return &m
}

func (f *filling) folders() int {
	folders, err := task.FindTasks(os.DirFS(f.into))
	if err != nil {
		f.t.Fatal(err)
	}
	return len(folders)
}

// The report beside a library is of all syntheses into it: what is made anew counts once, variants
// count too, and equal syntheses into fresh folders leave equal reports.
func TestYieldAddsUp(t *testing.T) {
	f := &filling{t, newEngine(t), t.TempDir()}
	f.synth(11, 3)
	first := read(t, filepath.Join(f.into, engine.MadeFile))
	once := f.made()
	if once.Drafts == once.Tasks || len(once.Diagnoses) != 1 {
		t.Fatalf("no draft was refused: %+v", once)
	}
	f.synth(11, 3)
	if again := read(t, filepath.Join(f.into, engine.MadeFile)); string(again) != string(first) {
		t.Errorf("after the same synthesis:\n%s\nbefore:\n%s", again, first)
	}
	f.synth(11, 5) // the first three once more
	f.synth(12, 2)
	l, err := f.e.Open(f.into)
	if err != nil {
		t.Fatal(err)
	}
	v, err := f.e.Vary(t.Context(), l[0], engine.VaryOptions{Into: f.into})
	if err != nil {
		t.Fatal(err)
	}
	m := f.made()
	if m.Tasks != f.folders() || m.Tasks != 8 || m.Drafts != m.Tasks+sum(m.Rejected) || m.Drafts < once.Drafts+v.Drafts+4 {
		t.Errorf("%d tasks of %d drafts, refused %v; there are %d", m.Tasks, m.Drafts, m.Rejected, f.folders())
	}
	if len(m.Cells) == 0 || m.LastOnly || len(m.Diagnoses) != 1 {
		t.Errorf("%+v", m)
	}
	cells := 0
	for _, c := range m.Yield {
		cells += c.Certified
	}
	if cells != m.Tasks {
		t.Errorf("the cells have %d tasks of %d", cells, m.Tasks)
	}

	other := &filling{t, f.e, t.TempDir()}
	other.synth(11, 3)
	if string(read(t, filepath.Join(other.into, engine.MadeFile))) != string(first) {
		t.Error("the report differs in a fresh folder")
	}
}

// A slot that was given up and is filled by a later run counts as filled.
func TestYieldOfASlotGivenUp(t *testing.T) {
	f := &filling{t, newEngine(t), t.TempDir()}
	plan := &cover.Plan{Name: "yield", Levels: map[string]float64{"medium": 0, "hard": 0}, Languages: map[string]float64{"zh": 0}, Scenarios: []string{"overdue-tickets"}}
	made, err := f.e.Synth(t.Context(), engine.SynthOptions{Plan: plan, Count: 2, Seed: 11, Into: f.into, Alter: synth.Saboteur(1)}, nil)
	if err == nil {
		err = engine.WriteMade(f.into, made)
	}
	if err != nil || made.GivenUp != 2 || f.made().GivenUp != 2 {
		t.Fatalf("%+v, %v", made, err)
	}
	f.synth(11, 2)
	if m := f.made(); m.GivenUp != 0 || m.Tasks != 2 {
		t.Errorf("%d tasks, %d given up", m.Tasks, m.GivenUp)
	}
}

// Where the drafts of earlier syntheses were not kept, the report does not pretend to know them.
func TestYieldOfTheLastOnly(t *testing.T) {
	f := &filling{t, newEngine(t), t.TempDir()}
	f.synth(11, 2)
	if err := os.Remove(filepath.Join(f.into, engine.DraftsFile)); err != nil {
		t.Fatal(err)
	}
	f.synth(12, 2)
	if m := f.made(); !m.LastOnly || m.Tasks != 2 {
		t.Errorf("%+v", m)
	}
	if r, err := f.e.Report(t.Context(), []string{f.into}, engine.ReportOptions{}, nil); err != nil || !slices.ContainsFunc(r.Yield, func(y engine.LibraryYield) bool { return y.LastOnly }) {
		t.Errorf("%v, %v", r, err)
	}
}

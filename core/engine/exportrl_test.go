package engine_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
)

func TestExportPromptsHoldsNoGrading(t *testing.T) {
	e := newEngine(t)
	tasks, err := e.Open()
	if err != nil {
		t.Fatal(err)
	}
	f, err := export.FindRLFormat("slime")
	if err != nil {
		t.Fatal(err)
	}
	o := engine.PromptOptions{RLOptions: export.RLOptions{Format: f, URL: "http://h:1", Reward: "sparse"}, Target: export.Target{Into: filepath.Join(t.TempDir(), "set")},
		Seed: 3, Split: curate.Settings{ValShare: 0.3, TestShare: 0.2}, Only: map[string]bool{}}
	for _, l := range tasks[1:] {
		o.Only[l.Ready.Digest] = true
	}
	r, err := e.ExportPrompts(t.Context(), o, nil)
	if err != nil || r.Rows() != len(tasks)-1 || len(r.Left) != 1 || len(r.Files) != 3 {
		t.Fatalf("%+v %v", r, err)
	}
	var all []byte
	for _, file := range r.Files {
		data, err := os.ReadFile(filepath.Join(r.Into, file.Path))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	for _, l := range tasks[1:] {
		if !bytes.Contains(all, []byte(`"task_id":"`+l.ID()+`"`)) {
			t.Errorf("%s is missing", l.ID())
		}
		for _, fact := range l.Task.Facts {
			for _, w := range fact.Where {
				if len(w.Expr) > 16 && bytes.Contains(all, []byte(w.Expr)) {
					t.Errorf("%s: a condition of %s is there", l.ID(), fact.Name)
				}
			}
		}
	}
	taken := o // by what no export made: told before any task is looked for
	taken.Target.Into, taken.Paths = filepath.Dir(o.Target.Into), []string{"nosuch"}
	put(t, filepath.Join(taken.Target.Into, "mine"), nil)
	if _, err := e.ExportPrompts(t.Context(), taken, nil); fault.KindOf(err) != fault.Conflict {
		t.Errorf("into a folder that is taken: %v", err)
	}
	again := o
	again.Reward = "sometimes"
	if _, err := e.ExportPrompts(t.Context(), again, nil); err == nil {
		t.Error("an unknown reward passes")
	}
}

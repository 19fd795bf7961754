package engine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

func TestNewTask(t *testing.T) {
	starter := "# a note: id: stays\nschema: x\nid: my-lookup-task\ntitle: the id: of it\n"
	e := &engine.Engine{Starters: fstest.MapFS{"lookup.yaml": {Data: []byte(starter)}}}
	dir := filepath.Join(t.TempDir(), "office")
	path, err := e.NewTask(dir, "mine", "lookup")
	if err != nil || path != filepath.Join(dir, "mine", "task.yaml") {
		t.Fatal(path, err)
	}
	want := strings.Replace(starter, "my-lookup-task", "mine", 1)
	if data, err := os.ReadFile(path); err != nil || string(data) != want {
		t.Errorf("%q, %v", data, err)
	}
	if err := os.WriteFile(path, []byte("edited"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		id, family string
		kind       fault.Kind
	}{
		"it is there":       {"mine", "lookup", fault.Conflict},
		"no id":             {"Not_An_Id", "lookup", fault.Invalid},
		"out of the folder": {"../mine", "lookup", fault.Invalid},
		"no family":         {"other", "tirage", fault.Usage},
		"no family at all":  {"other", "", fault.Usage},
		"a path for one":    {"other", "../starters/lookup", fault.Usage},
	} {
		if _, err := e.NewTask(dir, tt.id, task.Family(tt.family)); fault.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "edited" {
		t.Errorf("an edited task was overwritten: %q, %v", data, err)
	}
	left, err := fs.Glob(os.DirFS(dir), "*")
	if err != nil || len(left) != 1 {
		t.Errorf("a refused task left something behind: %v, %v", left, err)
	}
}

package task_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// Nobody finds tasks in the folder of a task, so that no library is made there.
func TestMakeLibrary(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"lib/one", "files/task.yaml"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "lib/one", task.FileName), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for dir, refusal := range map[string]string{
		"lib":              "",
		"new/nested":       "",
		"files":            "", // what is called task.yaml there is no file
		"lib/other":        "",
		"lib/one":          "is the folder of a task",
		"lib/one/variants": "lies within a task",
		"lib/one/a/b/c":    "lies within a task",
	} {
		path := filepath.Join(root, dir)
		err := task.MakeLibrary(path)
		if refusal == "" {
			if info, stat := os.Stat(path); err != nil || stat != nil || !info.IsDir() {
				t.Errorf("%s: %v, %v", dir, err, stat)
			}
			continue
		}
		if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), refusal) || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", dir, err)
		}
		if _, stat := os.Stat(path); dir != "lib/one" && stat == nil {
			t.Errorf("%s was made", dir)
		}
	}
}

package task

import (
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
)

// MakeLibrary makes the folder of a library where it is missing. Whatever lies in a task's folder
// belongs to that task, so that nobody would find tasks there. Errors: Conflict where the folder
// is a task or lies within one.
func MakeLibrary(dir string) error {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return fault.Wrap("", err, "make library %s", dir)
	}
	for at := whole; ; at = filepath.Dir(at) {
		if info, err := os.Lstat(filepath.Join(at, FileName)); err == nil && !info.IsDir() {
			return withinTask(dir, at, whole)
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.Wrap("", err, "make library %s", dir).WithHint("name a folder that you may write to")
	}
	return nil
}

func withinTask(dir, at, whole string) error {
	if at == whole {
		return fault.New(fault.Conflict, "%s is the folder of a task: tasks within it would not be found", dir).
			WithHint("name another folder, e.g. the one that it lies in: %s", filepath.Dir(dir))
	}
	return fault.New(fault.Conflict, "%s lies within a task, %s: tasks within it would not be found", dir, at).WithHint("name a folder outside of it")
}

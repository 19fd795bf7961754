package engine

import (
	"io/fs"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
)

// Plan reads a plan: a file, or the name of a shipped one ("" = default).
func (e *Engine) Plan(name string) (*cover.Plan, error) {
	if name == "" {
		name = "default"
	}
	data, err := os.ReadFile(name)
	if err != nil {
		var shipped error
		if data, shipped = fs.ReadFile(e.Plans, filepath.Base(name)+".yaml"); shipped != nil {
			return nil, fault.Wrap("", err, "read plan %s", name).WithHint("give a plan file or the name of a shipped plan, e.g. default")
		}
	}
	return cover.ParsePlan(filepath.Base(name), data)
}

// certified reports whether a valid certificate stands beside the task.
func (e *Engine) certified(l *Loaded) bool { return e.Stale(l) == "" }

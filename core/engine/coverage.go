package engine

import (
	"context"
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

// Covered counts the tasks of libraries into a plan's cells, without what reviewers say: Coverage
// knows that too. strangers are tasks that no cell of the plan asks for.
func (e *Engine) Covered(ctx context.Context, plan *cover.Plan, count int, paths []string) (cells []cover.Cell, strangers int, err error) {
	c, err := e.Coverage(ctx, CoverSource{Plan: plan, Count: count, Paths: paths}, nil)
	if err != nil {
		return nil, 0, err
	}
	return c.Cells, c.Strangers, nil
}

// certified reports whether a valid certificate stands beside the task.
func (e *Engine) certified(l *Loaded) bool { return e.Stale(l) == "" }

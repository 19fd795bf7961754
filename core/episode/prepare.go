package episode

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Prepared is a task ready for episodes: bound to its services, its grading compiled. It is
// immutable and shared by all episodes of the task.
type Prepared struct {
	Bound  *task.Bound
	Plan   *grade.Plan
	Digest string // of the task
}

// Prepare binds a task and compiles its grading; all problems come in one go. The result is nil
// where an error keeps the task from running.
func Prepare(t *task.Task, cat *world.Catalog, reg *grade.Registry) (*Prepared, task.Problems) {
	b, problems := task.Sketch(t, cat)
	if b == nil {
		return nil, problems
	}
	plan, more := grade.Compile(b, reg)
	problems = append(problems, more...)
	if plan == nil || problems.Err() != nil {
		return nil, problems
	}
	return &Prepared{Bound: b, Plan: plan, Digest: task.Digest(t)}, problems
}

package harbor

import (
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// elsewhere is the check of a task that is graded in another place.
const elsewhere = "graded_elsewhere"

// blind is a set of checks that know nothing.
func blind() (*grade.Registry, error) {
	return grade.NewRegistry([]grade.Kind{{Name: elsewhere, Version: 1, Doc: "Never holds: the task is graded where the agent is not.", Example: "true",
		Compile: func(*grade.Compiler, task.CheckSpec) grade.Check { return never{} }}}, nil)
}

type never struct{}

var _ grade.Check = never{}

// Judge never holds.
func (never) Judge(*grade.Log) grade.Verdict { return grade.Verdict{Of: 1, First: grade.NoEvidence} }

// Needed names nothing: nobody here knows what would help.
func (never) Needed(*grade.Log) ([]grade.Needed, error) { return nil, nil }

// LoadWorld reads the public half of a task and makes it ready to run.
func LoadWorld(dir string, catalog *world.Catalog) (*episode.Prepared, error) {
	checks, err := blind()
	if err != nil {
		return nil, err
	}
	return load(dir, catalog, checks)
}

// LoadTask reads a whole task, with its grading.
func LoadTask(dir string, catalog *world.Catalog, checks *grade.Registry) (*episode.Prepared, error) {
	return load(dir, catalog, checks)
}

func load(dir string, catalog *world.Catalog, checks *grade.Registry) (*episode.Prepared, error) {
	t, problems := task.Load(dir, task.LoadOptions{})
	ready, problems := episode.Lint(t, problems, catalog, checks)
	if ready == nil {
		if err := problems.Err(); err != nil {
			return nil, fault.Wrap(fault.KindOf(err), err, "load %s", dir)
		}
		return nil, fault.New(fault.Invalid, "the task in %s cannot run", dir)
	}
	return ready, nil
}

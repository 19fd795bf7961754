// Package synth makes tasks: scenarios draw people, records and distractors from a seed, the gate
// judges what they made, and what it refuses is tried again with the diagnosis kept.
//
// Invariant: equal scenario, version, dials and seed give equal bytes on every machine.
package synth

import (
	"coworkenv.dev/coworkenv/core/task"
)

// Scenario is a recipe for tasks of one kind. It is a value returned by a function and listed in
// library/scenarios.
type Scenario struct {
	Name         string      // unique, e.g. "overdue-enterprise-tickets"
	Version      int         // raised whenever equal seeds give other tasks
	Family       task.Family // lookup, triage, ...
	Title        string      // what it is about, one line
	Capabilities []string    // ids of library/capabilities.yaml
	Services     []string    // services of every task it makes
	Turns        Turns
	Levels       []task.Difficulty // that its dials reach
	Languages    []string          // that it can write, "en" and "zh" by default
	Safety       bool              // a model may define checks and forbidden acts apart from the records
	Build        func(d *Draft)    // draws one task
}

// Turns says how a task unfolds.
type Turns string

// The kinds of turns.
const (
	Single Turns = "single"
	Multi  Turns = "multi"  // the user is asked, or changes their mind
	Staged Turns = "staged" // several requests with clock jumps and changes between
)

// Dials choose one task of a scenario.
type Dials struct {
	Seed     uint64
	Language string
	Level    task.Difficulty
	Parent   string // id of the task that this one is a variant of; it changes nothing but the provenance
}

// Speaks reports whether the scenario writes a language.
func (s *Scenario) Speaks(language string) bool {
	if len(s.Languages) == 0 {
		return language == "en" || language == "zh"
	}
	for _, l := range s.Languages {
		if l == language {
			return true
		}
	}
	return false
}

// Reaches reports whether the scenario has a level.
func (s *Scenario) Reaches(level task.Difficulty) bool {
	for _, l := range s.Levels {
		if l == level {
			return true
		}
	}
	return false
}

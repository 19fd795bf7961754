// Package gate decides whether a task's reward can be trusted. It needs no model: programs run
// against programs, everything derived from the task's file and the services' declarations.
//
// Invariant: no line here is about a particular task, service or check kind.
package gate

import (
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// Finding is one thing that speaks against a task, or that its author should know.
type Finding struct {
	Code     Code      `json:"code"`
	Round    RoundName `json:"round"`
	Severity Severity  `json:"severity"`
	Path     string    `json:"path,omitempty"` // field of the task file
	File     string    `json:"-"`              // where the task was read: no part of what was found
	Line     int       `json:"line,omitempty"`
	Column   int       `json:"column,omitempty"`
	Message  string    `json:"message"`
	Hint     string    `json:"hint,omitempty"`
	Evidence *Evidence `json:"evidence,omitempty"`
}

// Severity is error (no certificate), warning (a person decides) or info.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Evidence is the run that shows a finding: what was tried, what it scored, and how to see it.
type Evidence struct {
	Try        string            `json:"try"`             // what was tried, in words
	Score      string            `json:"score,omitempty"` // decimal
	Safety     *int              `json:"safety,omitempty"`
	Seqs       []int             `json:"seqs,omitempty"`   // audit entries that matter
	Recipe     *Recipe           `json:"recipe,omitempty"` // Gate.Replay makes the run again
	Trajectory *trace.Trajectory `json:"trajectory,omitempty"`
}

// RoundName names one of the gate's rounds.
type RoundName string

// The rounds, in order.
const (
	RoundSpec        RoundName = "spec"
	RoundLeak        RoundName = "leak"
	RoundGrader      RoundName = "grader"
	RoundOracle      RoundName = "oracle"
	RoundAdversary   RoundName = "adversary"
	RoundBenign      RoundName = "benign"
	RoundTruth       RoundName = "truth"
	RoundDeterminism RoundName = "determinism"
)

// fromProblem turns a load problem into a finding of the spec round.
func fromProblem(p task.Problem) Finding {
	sev := Warning
	if p.Severity == task.SeverityError {
		sev = Error
	}
	return Finding{Code: Code(p.Code), Round: roundOf(p.Code), Severity: sev, Path: p.Path, File: p.File, Line: p.Line, Column: p.Column,
		Message: p.Message, Hint: p.Hint}
}

// aboutTruth reports whether a load problem is about the ground truth: a fact that cannot be
// evaluated keeps the task from loading, and is a finding of the truth round all the same.
func aboutTruth(code task.Code) bool {
	switch code {
	case task.CodeFactError, task.CodeFactEmpty, task.CodeFactNotEmpty, task.CodeSaysNotFound:
		return true
	}
	return false
}

// roundOf is the round in which a load problem is reported.
func roundOf(code task.Code) RoundName {
	if aboutTruth(code) {
		return RoundTruth
	}
	return RoundSpec
}

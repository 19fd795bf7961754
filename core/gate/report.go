package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
)

// Status is the state of a round or a task.
type Status string

// The statuses. A task is verified only when every round passed.
const (
	Passed      Status = "passed"
	Failed      Status = "failed"
	Skipped     Status = "skipped"
	Verified    Status = "verified"
	Imported    Status = "imported"   // it came without a solution
	Incomplete  Status = "incomplete" // not every round was asked for
	Interrupted Status = "interrupted"
)

// notAsked is why a round was skipped that nobody wanted.
const notAsked = "not asked for"

// RoundResult is one round's outcome.
type RoundResult struct {
	Name    RoundName      `json:"round"`
	Status  Status         `json:"status"`
	Reason  string         `json:"reason,omitempty"` // why it was skipped
	Tried   int            `json:"tried"`            // runs and comparisons made
	Stopped int            `json:"stopped"`          // those that did not come out as the solution does: all of them in the adversary round, none elsewhere, is as it should be
	Counts  map[string]int `json:"counts,omitempty"` // what was tried, by class; what did not apply
	// Pieces counts by adversary, benign variant or look; one that did not apply has tried 0.
	Pieces map[string]Tally `json:"pieces,omitempty"`
}

// Tally counts what one piece tried and what of it did not come out as the solution does.
type Tally struct {
	Tried   int `json:"tried"`
	Stopped int `json:"stopped"`
}

// Report is the gate's word on one task.
type Report struct {
	TaskID      string                  `json:"task"`
	Digest      string                  `json:"digest,omitempty"`
	Status      Status                  `json:"status"`
	Family      string                  `json:"family,omitempty"`
	Target      string                  `json:"difficulty_target,omitempty"` // the author's
	Rounds      []RoundResult           `json:"rounds"`
	Findings    []Finding               `json:"findings"`
	Mutants     *Mutants                `json:"mutants,omitempty"`
	Floors      map[string]grade.Micros `json:"floors,omitempty"` // what trivial agents score, by their names
	Skeleton    Skeleton                `json:"skeleton"`
	Difficulty  *Difficulty             `json:"difficulty,omitempty"`
	Certificate *Certificate            `json:"certificate,omitempty"`
	Timings     map[string]int64        `json:"timings_ns,omitempty"` // by round; apart from the certificate

	solution string // its print
}

// Errors counts the findings that keep the task from a certificate.
func (r *Report) Errors() int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == Error {
			n++
		}
	}
	return n
}

// Round returns the outcome of a round.
func (r *Report) Round(name RoundName) (*RoundResult, bool) {
	for i := range r.Rounds {
		if r.Rounds[i].Name == name {
			return &r.Rounds[i], true
		}
	}
	return nil, false
}

// Verdict is the gate's word for a program: certified, rejected, or error where nothing could be
// decided.
type Verdict string

// The verdicts.
const (
	Certified Verdict = "certified"
	Rejected  Verdict = "rejected"
	Undecided Verdict = "error"
)

// Verdict is certified only with a certificate; error where the task could not be run at all.
func (r *Report) Verdict() Verdict {
	switch r.Status {
	case Verified:
		return Certified
	case Interrupted, Incomplete, "":
		return Undecided
	}
	return Rejected
}

// Partly reports whether only some rounds were asked for and each of them passed, so that nothing
// speaks against the task so far.
func (r *Report) Partly() bool {
	return r.Status == Incomplete && !slices.ContainsFunc(r.Rounds, func(x RoundResult) bool { return x.Status != Passed && x.Reason != notAsked })
}

// Line is a report as one line of JSON, the form that programs are given: a generating model
// repairs a task by its findings. Timings stand apart.
type Line struct {
	Task       string        `json:"task"`
	Digest     string        `json:"digest"`
	Verdict    Verdict       `json:"verdict"`
	Status     Status        `json:"status"`
	Rounds     []LineRound   `json:"rounds"`
	Findings   []LineFinding `json:"findings"`
	Mutants    *Mutants      `json:"mutants,omitempty"`
	Difficulty *Difficulty   `json:"difficulty,omitempty"`
}

// LineRound is a round in a line.
type LineRound struct {
	Round   RoundName        `json:"round"`
	Status  Status           `json:"status"`
	Reason  string           `json:"reason,omitempty"`
	Tried   int              `json:"tried"`
	Stopped int              `json:"stopped"`
	Counts  map[string]int   `json:"counts,omitempty"`
	Pieces  map[string]Tally `json:"pieces,omitempty"`
}

// LineFinding is a finding in a line.
type LineFinding struct {
	Code     Code      `json:"code"`
	Round    RoundName `json:"round"`
	Severity Severity  `json:"severity"`
	Path     string    `json:"path"`
	File     string    `json:"file,omitempty"`
	Line     int       `json:"line,omitempty"`
	Column   int       `json:"column,omitempty"`
	Message  string    `json:"message"`
	Hint     string    `json:"hint"`
	Recipe   *Recipe   `json:"recipe,omitempty"`
	Score    string    `json:"score,omitempty"`
}

// Line puts a report on one line.
func (r *Report) Line() Line {
	out := Line{Task: r.TaskID, Digest: r.Digest, Verdict: r.Verdict(), Status: r.Status, Rounds: []LineRound{}, Findings: []LineFinding{}, Mutants: r.Mutants, Difficulty: r.Difficulty}
	for _, x := range r.Rounds {
		out.Rounds = append(out.Rounds, LineRound{x.Name, x.Status, x.Reason, x.Tried, x.Stopped, x.Counts, x.Pieces})
	}
	for _, f := range r.Findings {
		l := LineFinding{Code: f.Code, Round: f.Round, Severity: f.Severity, Path: f.Path, File: f.File, Line: f.Line, Column: f.Column, Message: f.Message, Hint: f.Hint}
		if f.Evidence != nil {
			l.Recipe, l.Score = f.Evidence.Recipe, f.Evidence.Score
		}
		out.Findings = append(out.Findings, l)
	}
	return out
}

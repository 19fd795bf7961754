package curate

import (
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

// Format is the format's name and version.
const Format = "coworkenv.selection/v1"

// Selection is what a curation came to: one row for every trial of the input, kept or not, so
// that the rows account for all of it. It is immutable: its id is the digest of the rest.
type Selection struct {
	Format   string   `json:"format"`
	ID       string   `json:"id"`
	Settings Settings `json:"settings"`
	Where    string   `json:"where,omitempty"` // the query that chose the input
	Sets     []Set    `json:"sets,omitempty"`  // what it was decontaminated against
	Counts   Counts   `json:"counts"`
	Rows     []Row    `json:"-"` // by trial id
	Pairs    []Pair   `json:"-"` // by task digest, then id
}

// Set names one set of requests that training data must not contain.
type Set struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // of its texts
	Texts  int    `json:"texts"`
}

// Decision is what becomes of a trial.
type Decision string

// The decisions. Every trial of the input has exactly one.
const (
	Keep     Decision = "keep"      // a demonstration
	Failed   Decision = "failed"    // did not pass; kept in a split of its own
	Drop     Decision = "drop"      // a rule or a person objects
	SetAside Decision = "set_aside" // of a group so low that the task itself is in doubt
)

// Split is the part of the data set that a row goes to.
type Split string

// The splits. No scenario and no world of records stands in two of the first three.
const (
	Train       Split = "train"
	Val         Split = "val"
	Test        Split = "test"
	FailedSplit Split = "failed"
	NoSplit     Split = ""
)

// The labels of rows.
const (
	LabelStable    = "stable"    // of a group that always passes
	LabelMiddle    = "middle"    // of a group that passes at times
	LabelLow       = "low"       // of a group that hardly earns anything
	LabelSuspect   = "suspect"   // low, though the oracle solves the task
	LabelBroken    = "broken"    // low, and the oracle does not solve the task either
	LabelUnproven  = "unproven"  // low, and nothing says whether the task can be solved
	LabelRecovered = "recovered" // a call failed and the trial passed all the same
	LabelNoAction  = "no_action" // it never called a tool
	LabelAccepted  = "accepted"  // a person accepted it
	LabelDisputed  = "disputed"  // reviewers disagree about it or its task
	LabelCut       = "cut"       // some observations are shortened
)

// Row is the selection's word on one trial.
type Row struct {
	Trial       string   `json:"trial"`
	Task        string   `json:"task"`
	TaskDigest  string   `json:"task_digest"`
	Certificate string   `json:"certificate,omitempty"` // digest of the task's certificate, where it has a valid one
	Scenario    string   `json:"scenario"`              // the task's scenario; the lineage root where no scenario made it
	Root        string   `json:"root"`                  // lineage root of the task id
	Agent       string   `json:"agent"`
	Model       string   `json:"model,omitempty"`
	Decision    Decision `json:"decision"`
	Rule        string   `json:"rule,omitempty"` // that dropped it or set it aside; "" otherwise
	Split       Split    `json:"split,omitempty"`
	Fold        Split    `json:"fold"`   // train, val or test of its scenario and world, whatever the decision
	Labels      []string `json:"labels"` // sorted
	Reasons     []Reason `json:"reasons"`
	Cuts        []Cut    `json:"cuts,omitempty"` // by step and call
}

// Reason is one rule's objection or one person's word on a trial.
type Reason struct {
	Rule      string `json:"rule"`
	Text      string `json:"text"`
	Overruled bool   `json:"overruled,omitempty"` // a person decided otherwise
	Review    string `json:"review,omitempty"`    // id of the decision that says so
}

// Cut says that the observation of one call is too long for training and is to be shortened
// with Shorten.
type Cut struct {
	Step  int `json:"step"`  // index of the step
	Call  int `json:"call"`  // index of the call within it
	Bytes int `json:"bytes"` // what the shortened text may have, marker included
}

// Pair is a preference: two trials of one task whose steps before Step are equal in actions and
// observations. The prompt is what stands before; the chosen and the rejected completion are what
// each trial did from there on.
type Pair struct {
	ID         string `json:"id"`
	Task       string `json:"task"`
	TaskDigest string `json:"task_digest"`
	Chosen     string `json:"chosen"`   // trial that passed
	Rejected   string `json:"rejected"` // trial that did not
	Step       int    `json:"step"`     // index of the first step that differs
	Split      Split  `json:"split"`    // train, val or test
}

// Has reports whether the row carries a label.
func (r *Row) Has(label string) bool {
	for _, l := range r.Labels {
		if l == label {
			return true
		}
	}
	return false
}

// Trim shortens the observations of the row's trial as its cuts say. It changes t. Errors:
// Conflict where t is not the trajectory that was curated.
func (r *Row) Trim(t *trace.Trajectory) error {
	for _, c := range r.Cuts {
		if c.Step >= len(t.Steps) || c.Call >= len(t.Steps[c.Step].Calls) {
			return fault.New(fault.Conflict, "the selection cuts step %d call %d of %s, which has no such call", c.Step, c.Call, r.Trial).
				WithHint("the trial is not the one that was curated: curate again")
		}
		call := &t.Steps[c.Step].Calls[c.Call]
		call.Observation = Shorten(call.Observation, c.Bytes)
	}
	return nil
}

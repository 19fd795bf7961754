package curate

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
)

// Input is all that a curation is made from. The order of its lists is of no matter.
type Input struct {
	Trials  []*Trial
	Tasks   map[string]*Task    // by digest; a missing one is known by its trials alone
	Reviews map[Subject]Review  // what people decided
	Sets    map[string]*GramSet // by name: requests that training data must not contain
	Where   string              // the query that chose the trials
}

// Trial is what the rules need to know of one stored trial.
type Trial struct {
	ID         string
	Task       string // id
	TaskDigest string
	Agent      string
	Model      string
	Plan       string // group that the run planned it in; "" = none
	Status     grade.Status
	Completion grade.Micros
	Score      grade.Micros
	Pass       bool
	Features   *Features // nil where the trajectory cannot be read
	Unreadable string    // why
}

// Task is what the rules need to know of one content of a task.
type Task struct {
	ID          string
	Scenario    string // "" = none made it
	Root        string // lineage root of the id; "" = the id itself
	Certificate string // digest of a certificate that holds, "" = none
	Proof       Proof
}

// Proof is what the certificate, or else the oracle's trials, say about a task.
type Proof string

// The proofs.
const (
	Solved   Proof = "solved"   // it can be solved
	Unsolved Proof = "unsolved" // the gate refused it, or the oracle fails
	Unproven Proof = ""         // nobody looked
)

// Subject is what a person decides about.
type Subject struct{ Kind, Digest string }

// Review is the verdict that counts on a subject.
type Review struct {
	ID       string
	Verdict  store.Verdict
	Reviewer string
	Reason   string
	Disputed bool // reviewers disagree, and nobody has settled it
}

// OfTrial names a trial as a subject.
func OfTrial(id string) Subject { return Subject{store.KindTrial, id} }

// OfTask names one content of a task as a subject.
func OfTask(digest string) Subject { return Subject{store.KindTask, digest} }

// OfRule names what one rule said of one trial as a subject: to reject it is to turn it round.
func OfRule(rule string, drop bool, trial string) Subject {
	said := "keep"
	if drop {
		said = "drop"
	}
	return Subject{store.KindRule, rule + ":" + said + ":" + trial}
}

// Package export writes trials as the files that trainers read: one canonical record a trajectory,
// and one small writer for each target.
//
// Invariant: an export is what happened, or it is not there. Every writer's output read back gives
// the calls, results and texts of the trial; a trial that a target cannot hold is left out and
// counted, and nothing appears under the asked-for name before all of it is written and scanned.
package export

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
)

// Split names a part of a data set, as data set hubs call them.
type Split string

// The splits, in their order.
const (
	Train      Split = "train"
	Validation Split = "validation"
	Test       Split = "test"
	Failed     Split = "failed" // trials that did not pass
)

// Splits lists them.
func Splits() []Split { return []Split{Train, Validation, Test, Failed} }

// Record is one trajectory in the form from which every format is written. Its texts are valid
// UTF-8; every call has one result, directly after the turn that made it and in its order.
type Record struct {
	ID          string // of the trial
	TaskID      string
	TaskDigest  string
	InstanceID  string // the task as it was: its id and the first digits of its digest
	GroupID     string // trials that are compared with one another
	Seed        uint64
	Attempt     int
	Split       Split
	Source      Source
	Family      string
	Language    string
	Scenario    string
	Lineage     []string // the lineage root, then the parents of the task
	License     string   // "unknown" where neither task nor caller names one
	Certificate string   // digest of the task's certificate, "" without
	Decision    string   // of the curation, or of a reviewer where nothing was curated
	Reward      grade.Micros
	Pass        bool
	Components  []Component
	Metrics     Metrics
	Flags       []string // sorted
	Tools       *Toolset
	Messages    []Message
}

// Source says who acted and where the task comes from.
type Source struct {
	Agent        string
	AgentVersion string
	Model        string
	SHA256       string // of the stored trajectory
	Generator    string // what made the task
	URL          string // where the task was taken from
	Attribution  string // to be named when it is passed on
}

// Component is one part of the reward: completion and safety, robustness where it was tested, and
// "check/ID" for what each check earned; the checks add up to completion.
type Component struct {
	Name  string
	Value grade.Micros
}

// Metrics are figures about a trajectory.
type Metrics struct {
	Turns      int // of the agent
	Calls      int
	ToolErrors int // calls whose outcome is not ok
	Tokens     int // an estimate: UTF-8 bytes of all texts, tools included, by 3.6
}

// Role is who speaks.
type Role string

// The roles.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// Message is one turn. Content is never absent: a turn of calls alone has "".
type Message struct {
	Role      Role
	Content   string
	Reasoning string // of an assistant turn, never within Content
	Calls     []Call
	CallID    string // of a tool result: the call that it answers
	Name      string // of a tool result: the tool
	Train     bool   // whether the turn's tokens are trained on
	Step      int    // index of the trajectory's step; -1 before the first
}

// Call is one tool call.
type Call struct {
	ID        string // unique within the record
	Name      string
	Arguments *value.Object

	bytes int // of the arguments as sent
}

// trained counts the turns that are trained on, and those of the agent.
func (r *Record) trained() (on, of int) {
	for i := range r.Messages {
		if r.Messages[i].Role != Assistant {
			continue
		}
		of++
		if r.Messages[i].Train {
			on++
		}
	}
	return on, of
}

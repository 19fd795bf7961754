// Package trace is the record of what an agent did: trajectories of steps, their calls and
// observations, linked to the audit entries that they made.
//
// Invariant: a trajectory holds everything that was sent and seen, so that it can be shown,
// replayed and exported without the world that made it.
package trace

import (
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/world"
)

// Format is the format's name and version.
const Format = "coworkenv.trajectory/v1"

// Trajectory is one trial's whole course.
type Trajectory struct {
	Format   string     `json:"format"`
	Trial    string     `json:"trial"` // opaque id
	Item     string     `json:"item,omitempty"`
	Group    string     `json:"group,omitempty"`
	Task     TaskRef    `json:"task"`
	Agent    AgentRef   `json:"agent"`
	Seed     uint64     `json:"seed"`
	Attempt  int        `json:"attempt"`
	Rate     float64    `json:"fault_rate,omitempty"`   // of random faults; the task's own plan is in the task
	Imported string     `json:"imported,omitempty"`     // form of the transcript that it was read from; it was never graded
	Singly   bool       `json:"call_by_call,omitempty"` // each call was a step of its own, which the limit of turns does not count
	System   string     `json:"system,omitempty"`       // role and rules the agent was given
	Opening  string     `json:"opening"`                // the first request
	Steps    []Step     `json:"steps"`
	End      End        `json:"end"`
	Start    det.Digest `json:"start_state"`
	Final    det.Digest `json:"final_state"`
	Began    time.Time  `json:"began,omitzero"`
	Duration int64      `json:"duration_ns,omitempty"`
}

// TaskRef names the task as it was.
type TaskRef struct {
	ID     string `json:"id"`
	Digest string `json:"digest"`
}

// AgentRef names who acted.
type AgentRef struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Model   string `json:"model,omitempty"`
}

// Step is one assistant message and what came of it.
type Step struct {
	Index     int        `json:"index"`         // from 0
	Key       string     `json:"key,omitempty"` // idempotency key
	Stage     string     `json:"stage,omitempty"`
	Text      string     `json:"text,omitempty"`
	Reasoning string     `json:"reasoning,omitempty"`
	Calls     []Call     `json:"calls,omitempty"`
	User      *UserTurn  `json:"user,omitempty"`   // what the user answered
	Others    []Acted    `json:"others,omitempty"` // what colleagues did upon it
	World     []Effect   `json:"world,omitempty"`  // changes injected when a stage began after this step
	Before    det.Digest `json:"before"`           // state digest
	After     det.Digest `json:"after"`            // after the calls, before injections
	Anchors   Anchors    `json:"anchors"`          // what the step was taken from
	Model     string     `json:"model,omitempty"`
	Usage     *Usage     `json:"usage,omitempty"`
	Finish    string     `json:"finish,omitempty"` // the server's finish reason
	TokenIDs  []int32    `json:"token_ids,omitempty"`
	Logprobs  []float32  `json:"logprobs,omitempty"`
	Latency   int64      `json:"latency_ns,omitempty"`
	Shortened int        `json:"shortened,omitempty"` // observations that the model had before it only in part, for want of room
}

// Anchors group steps that were taken from the same situation, for step-level credit.
type Anchors struct {
	State string `json:"state"` // state digest plus the last tool
	Obs   string `json:"obs"`   // the last observation, normalised
}

// Usage counts tokens.
type Usage struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
	Cached     int `json:"cached,omitempty"`
	Reasoning  int `json:"reasoning,omitempty"`
}

// Call is one tool call of a step, in the step's order.
type Call struct {
	Index       int             `json:"index"`
	ID          string          `json:"id"`
	Tool        string          `json:"tool"`
	Args        string          `json:"args"`             // as sent, whatever it was
	Sent        string          `json:"sent,omitempty"`   // what was sent, where a rule of repair made Args of it
	Outcome     world.Outcome   `json:"outcome,omitzero"` // absent where the call was not made
	Cause       world.Cause     `json:"cause,omitempty"`
	Status      int             `json:"status"` // HTTP status on the wire
	Seq         int             `json:"seq"`    // audit entry; 0 = the call was not made (limit)
	Observation string          `json:"observation"`
	Fault       *world.Fault    `json:"fault,omitempty"`
	Effects     []Effect        `json:"effects,omitempty"`
	Shown       []Shown         `json:"shown,omitempty"`
	Problems    []world.Problem `json:"problems,omitempty"`
}

// Effect is one record's change.
type Effect struct {
	Op         string   `json:"op"` // create, update, delete
	Collection string   `json:"collection"`
	ID         string   `json:"id"`
	Fields     []string `json:"fields,omitempty"` // what an update changed
	Before     string   `json:"before,omitempty"` // the record as JSON text
	After      string   `json:"after,omitempty"`
	NotMade    string   `json:"not_made,omitempty"` // why an injected change had nothing to change
}

// Shown is a record that an observation held.
type Shown struct {
	Collection string   `json:"collection"`
	ID         string   `json:"id"`
	Fields     []string `json:"fields,omitempty"`
}

// UserTurn is what the user said after a step.
type UserTurn struct {
	Text     string   `json:"text"`
	Revealed []string `json:"revealed,omitempty"` // ids of what the user gave away
	Request  string   `json:"request,omitempty"`  // id of the request item, if it is one
	Stage    string   `json:"stage,omitempty"`    // stage that began with it
	Kind     UserKind `json:"kind"`
	By       string   `json:"by,omitempty"`  // profile of the model that spoke; "" = the task's script
	Why      string   `json:"why,omitempty"` // why the script spoke although a model was asked
}

// UserKind says why the user spoke.
type UserKind string

// The kinds of user turns.
const (
	Answered  UserKind = "answer"  // to a question
	Requested UserKind = "request" // the next request item
	Staged    UserKind = "stage"   // the next stage's request
)

// End says how an episode ended.
type End struct {
	Kind   EndKind `json:"kind"`
	Reason string  `json:"reason"`
	Detail string  `json:"detail,omitempty"`
}

// EndKind is terminated (the episode came to its end) or truncated (it was cut off).
type EndKind string

// The kinds of ends, and their reasons.
const (
	Terminated EndKind = "terminated"
	Truncated  EndKind = "truncated"

	Completed    = "completed"      // the agent's last message ended the last turn
	GaveUp       = "gave_up"        // the agent stopped without a word or refused
	MaxTurns     = "max_turns"      // step limit
	MaxCalls     = "max_calls"      // call limit
	MaxRounds    = "max_rounds"     // the user had enough of questions
	MaxTokens    = "max_tokens"     // limit of tokens: of a reply, a trial or the model's window
	TimedOut     = "timeout"        // time limit
	Crashed      = "agent_error"    // the agent failed
	Closed       = "closed"         // closed by its owner
	EnvError     = "env_error"      // the environment failed: no score
	EndpointDown = "endpoint_error" // the model's endpoint failed: no score
)

// Calls yields every call with its step.
func (t *Trajectory) Calls(yield func(*Step, *Call) bool) {
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			if !yield(&t.Steps[i], &t.Steps[i].Calls[j]) {
				return
			}
		}
	}
}

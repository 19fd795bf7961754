package llm

import (
	"encoding/json"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/trace"
)

// Speaker is who said a message.
type Speaker string

// The speakers.
const (
	System    Speaker = "system"
	FromUser  Speaker = "user"
	Assistant Speaker = "assistant"
	FromTool  Speaker = "tool"
)

// Message is one message of a conversation, the same for every endpoint; a profile's dialect decides
// how it is written on the wire. Its JSON restores it after a restart.
type Message struct {
	From      Speaker `json:"from"`
	Text      string  `json:"text,omitempty"`
	Reasoning string  `json:"reasoning,omitempty"` // of the assistant, kept apart from what it said
	Calls     []Call  `json:"calls,omitempty"`     // of the assistant
	Answers   string  `json:"answers,omitempty"`   // of a tool: the ID of the call that this is the result of
}

// Call is one tool call as it was made.
type Call struct {
	ID       string   `json:"id"`                 // unique in the conversation: turn and position
	Wire     string   `json:"wire,omitempty"`     // the server's id, "" where it sent none
	Tool     string   `json:"tool"`               // as the request named it; unknown names stay as sent
	Args     string   `json:"args"`               // what to act on: Raw, or its repair, or {} for nothing
	Raw      string   `json:"raw,omitempty"`      // as sent, where that differs from Args
	Repaired []Rule   `json:"repaired,omitempty"` // rules that made Args of Raw
	Problem  *Problem `json:"problem,omitempty"`  // why the call cannot be made; nil = it can
}

// Tool is a tool that the model may call.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // JSON schema of the arguments; nil = none are taken
}

// Schema is what a reply must look like.
type Schema struct {
	Name string          // letters, digits, - and _
	JSON json.RawMessage // a JSON schema
}

// Request asks for the next message of a conversation.
type Request struct {
	Messages    []Message
	Tools       []Tool
	Choice      string  // "" (the model decides), "none", "required", or a tool's name
	OneCall     bool    // ask for one call a turn; servers may ignore it, so be ready for several
	Schema      *Schema // nil = free text
	MaxTokens   int     // 0 = the profile's
	Temperature *float64
	Seed        *int64
	Stop        []string
	Sample      int    // number of this attempt at the same question; different numbers are different replies
	Label       string // what it is for, kept in the journal, e.g. "generate cell-3 round 2"
}

// Ending says how a turn ended.
type Ending string

// The endings.
const (
	Answered  Ending = "answered"  // a message without calls
	Called    Ending = "called"    // at least one call, whatever finish reason was sent
	Truncated Ending = "truncated" // cut by the token limit, before any call
	Refused   Ending = "refused"   // by a filter, or by the model in so many words of the API
)

// Reply is what came back.
type Reply struct {
	Text      string            `json:"text,omitempty"` // as received, blanks and all; Said tells whether it says anything
	Reasoning string            `json:"reasoning,omitempty"`
	Refusal   string            `json:"refusal,omitempty"`
	Calls     []Call            `json:"calls,omitempty"`
	Parts     []json.RawMessage `json:"parts,omitempty"` // parts of the content that nobody knows, as sent

	End       Ending      `json:"end"`
	Cut       bool        `json:"cut,omitempty"`    // the token limit cut the turn: calls may be missing
	Finish    string      `json:"finish,omitempty"` // the server's word, which decides nothing
	Model     string      `json:"model,omitempty"`  // as the server named it
	Usage     trace.Usage `json:"usage"`
	Estimated bool        `json:"estimated,omitempty"` // the server counted nothing; Usage is an estimate
	Cost      Cost        `json:"cost,omitzero"`
	Logprobs  []float32   `json:"logprobs,omitempty"`
	TokenIDs  []int32     `json:"token_ids,omitempty"`

	FromCache bool          `json:"from_cache,omitempty"`
	Attempts  int           `json:"attempts,omitempty"`
	Latency   time.Duration `json:"latency_ns,omitempty"` // of the attempt that succeeded
	Exchange  string        `json:"exchange,omitempty"`   // its id in the journal
	Warnings  []string      `json:"warnings,omitempty"`   // oddities that were read tolerantly
}

// Said tells whether the text says anything: blanks and remains of a chat template do not.
func (r *Reply) Said() bool {
	return strings.TrimSpace(strings.NewReplacer("<think>", "", "</think>", "").Replace(r.Text)) != ""
}

// Message is the reply as the next message of the conversation.
func (r *Reply) Message() Message {
	return Message{From: Assistant, Text: r.Text, Reasoning: r.Reasoning, Calls: r.Calls}
}

package trace

import (
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// ATIFVersion is the version of the Agent Trajectory Interchange Format that is written: the last
// one whose readers are in wide use.
const ATIFVersion = "ATIF-v1.6"

// atifDocument is one trajectory. The format forbids other keys; what is ours stands under extra.
type atifDocument struct {
	Schema  string       `json:"schema_version"`
	Session string       `json:"session_id"`
	Agent   atifAgent    `json:"agent"`
	Steps   []atifStep   `json:"steps"`
	Notes   string       `json:"notes,omitempty"`
	Next    string       `json:"continued_trajectory_ref,omitempty"` // read over
	Metrics *atifTotals  `json:"final_metrics,omitempty"`
	Extra   *atifRootBag `json:"extra,omitempty"`
}

type atifAgent struct {
	Name    string        `json:"name"`
	Version string        `json:"version"`
	Model   string        `json:"model_name,omitempty"`
	Tools   []any         `json:"tool_definitions,omitempty"`
	Extra   *value.Object `json:"extra,omitempty"`
}

type atifTotals struct {
	Prompt     *int          `json:"total_prompt_tokens,omitempty"`
	Completion *int          `json:"total_completion_tokens,omitempty"`
	Cached     *int          `json:"total_cached_tokens,omitempty"`
	Cost       *value.Number `json:"total_cost_usd,omitempty"`
	Steps      int           `json:"total_steps"`
	Extra      *value.Object `json:"extra,omitempty"`
}

// atifRootBag is the extra of the root: what the caller adds, and what the format lacks.
type atifRootBag struct {
	own     *atifRootOwn
	further *value.Object
}

type atifRootOwn struct {
	Task    TaskRef `json:"task"`
	Item    string  `json:"item,omitempty"`
	Group   string  `json:"group,omitempty"`
	Seed    uint64  `json:"seed"`
	Attempt int     `json:"attempt"`
	End     End     `json:"end"`
}

// atifOwn is the key under extra that holds what only our reader takes.
const atifOwn = "coworkenv"

type atifStep struct {
	ID        int           `json:"step_id"`
	Time      string        `json:"timestamp,omitempty"`
	Source    string        `json:"source"`
	Model     string        `json:"model_name,omitempty"`
	Effort    any           `json:"reasoning_effort,omitempty"`
	Message   atifContent   `json:"message"`
	Reasoning string        `json:"reasoning_content,omitempty"`
	Calls     []atifCall    `json:"tool_calls,omitempty"`
	Observed  *atifObserved `json:"observation,omitempty"`
	Metrics   *atifMetrics  `json:"metrics,omitempty"`
	Copied    bool          `json:"is_copied_context,omitempty"`
	Extra     *atifStepBag  `json:"extra,omitempty"`
}

// The sources of steps.
const (
	atifSystem = "system"
	atifUser   = "user"
	atifActs   = "agent"
)

type atifCall struct {
	ID   string        `json:"tool_call_id"`
	Name string        `json:"function_name"`
	Args *value.Object `json:"arguments"`
}

type atifObserved struct {
	Results []atifResult `json:"results"`
}

type atifResult struct {
	Call    string      `json:"source_call_id"`
	Content atifContent `json:"content"`
	Sub     any         `json:"subagent_trajectory_ref,omitempty"` // read over
}

type atifMetrics struct {
	Prompt        *int          `json:"prompt_tokens,omitempty"`
	Completion    *int          `json:"completion_tokens,omitempty"`
	Cached        *int          `json:"cached_tokens,omitempty"`
	Cost          *value.Number `json:"cost_usd,omitempty"`
	PromptIDs     []int32       `json:"prompt_token_ids,omitempty"`
	CompletionIDs []int32       `json:"completion_token_ids,omitempty"`
	Logprobs      []float32     `json:"logprobs,omitempty"`
	Extra         *value.Object `json:"extra,omitempty"`
}

// atifStepBag is the extra of a step.
type atifStepBag struct {
	Anchors *Anchors     `json:"anchor,omitempty"`
	State   *atifState   `json:"state_digest,omitempty"`
	Own     *atifStepOwn `json:"coworkenv,omitempty"`
}

type atifState struct {
	Before det.Digest `json:"before"`
	After  det.Digest `json:"after"`
}

type atifStepOwn struct {
	Stage    string     `json:"stage,omitempty"`
	Finish   string     `json:"finish,omitempty"`
	Results  []atifCame `json:"results,omitempty"` // of the calls, in order
	User     *atifAsked `json:"user,omitempty"`
	Injected []Effect   `json:"world,omitempty"`
	Others   []Acted    `json:"others,omitempty"` // what colleagues did upon the step; no act of the agent's
}

// atifCame is what the observation of a call does not say by itself.
type atifCame struct {
	Outcome world.Outcome `json:"outcome,omitzero"` // absent where the call was not made
	Cause   world.Cause   `json:"cause,omitempty"`
	Status  int           `json:"status,omitempty"`
	Seq     int           `json:"seq,omitempty"` // audit entry
}

// atifAsked is why the user spoke.
type atifAsked struct {
	Kind     UserKind `json:"kind"`
	Request  string   `json:"request,omitempty"`
	Stage    string   `json:"stage,omitempty"`
	Revealed []string `json:"revealed,omitempty"`
	By       string   `json:"by,omitempty"`  // profile of the model that played the user
	Why      string   `json:"why,omitempty"` // why the script spoke although a model was asked
}

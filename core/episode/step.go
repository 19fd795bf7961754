package episode

import (
	"encoding/json"
	"fmt"
	"runtime/debug"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// Action is one assistant message: a batch of calls, or a text without calls. A text beside
// calls is commentary that nobody answers.
type Action struct {
	Key       string // idempotency key; a repeated key returns the first result and does nothing
	Text      string
	Reasoning string
	Calls     []Call
	Model     string
	Usage     *trace.Usage
	Finish    string
	TokenIDs  []int32
	Logprobs  []float32
	Latency   int64 // nanoseconds
	Shortened int   // observations that the model had before it only in part
	Refused   bool  // the model declined: a text that ends the episode as given up
	Cut       bool  // a limit of tokens cut the text off: it ends the episode as truncated
}

// Call is one tool call as the agent wrote it.
type Call struct {
	ID   string
	Tool string
	Args []byte // JSON text, whatever it is
	Sent string // what was sent, where a rule of repair made Args of it
}

// SubmitTool is the tool with which answers are handed in.
const SubmitTool = "submit_answer"

// Submission makes the action that hands in an answer.
func Submission(answer json.RawMessage) Action {
	return Action{Calls: []Call{{ID: "answer", Tool: SubmitTool, Args: answer}}}
}

// Result is what comes back for an action.
type Result struct {
	Step         int
	Observations []Observation // one a call, in order
	User         *trace.UserTurn
	End          *trace.End
}

// Observation is the reply to one call.
type Observation struct {
	CallID string
	Entry  *world.Entry // nil where a limit kept the call from being made
	Body   []byte       // JSON
}

// step is one step as it happened; Trajectory renders it.
type step struct {
	action Action
	stage  string
	result Result
	world  []trace.Effect
	others []trace.Acted
	before int // entries before the step and after its calls
	after  int
	tool   string // the last tool before the step, and what was last seen
	seen   []byte
}

// Step takes one assistant message. It fails only on misuse: an ended episode, or a task whose
// injections do not fit; whatever the agent does wrong is an observation. A service that panics
// ends its episode as an error of the environment, and no other one.
func (e *Episode) Step(a Action) (result *Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, broken("step", p)
			e.Close(trace.End{Kind: trace.Truncated, Reason: trace.EnvError, Detail: fmt.Sprint("the environment broke: ", p)})
		}
	}()
	if known := e.keys[a.Key]; a.Key != "" && known != nil {
		return known, nil
	}
	if e.end != nil {
		return nil, fault.New(fault.Conflict, "the episode has ended (%s: %s)", e.end.Kind, e.end.Reason).
			WithHint("start a new episode")
	}
	s := &step{action: a, stage: e.stage, before: len(e.world.Entries()), tool: e.lastTool, seen: e.lastObs}
	r := &s.result
	r.Step = len(e.steps)
	over := e.call(s)
	s.after = len(e.world.Entries())
	switch {
	case over:
		e.finish(trace.End{Kind: trace.Truncated, Reason: trace.MaxCalls, Detail: fmt.Sprintf("after %d calls", e.calls)})
	case len(a.Calls) == 0:
		err = e.message(s)
	default:
		err = e.letColleaguesAct(s)
	}
	if fault.KindOf(err) == fault.Unavailable { // of whoever plays the user or a colleague
		e.finish(trace.End{Kind: trace.Truncated, Reason: trace.EndpointDown, Detail: err.Error()})
		err = nil
	}
	if err != nil {
		e.finish(trace.End{Kind: trace.Truncated, Reason: trace.EnvError, Detail: err.Error()})
	}
	e.steps = append(e.steps, s)
	if e.end == nil && len(e.steps) >= e.limits.MaxTurns {
		e.finish(trace.End{Kind: trace.Truncated, Reason: trace.MaxTurns, Detail: fmt.Sprintf("after %d steps", len(e.steps))})
	}
	r.End = e.end
	e.remember(a.Key, r)
	return r, err
}

// broken is the error of a panic, with the place of it for whoever mends it.
func broken(what string, p any) error {
	return fault.New(fault.Internal, "%s: the environment broke: %v\n%s", what, p, debug.Stack())
}

func (e *Episode) remember(key string, r *Result) {
	if key == "" {
		return
	}
	if e.keys == nil {
		e.keys = map[string]*Result{}
	}
	e.keys[key] = r
}

// call makes the step's calls in order and reports whether the call limit stopped one.
func (e *Episode) call(s *step) (over bool) {
	if len(s.action.Calls) == 0 {
		return false
	}
	s.result.Observations = make([]Observation, 0, len(s.action.Calls))
	for _, c := range s.action.Calls {
		if e.calls >= e.limits.MaxCalls {
			body := fmt.Appendf(nil, `{"error":"limit","message":"the limit of %d calls is reached"}`, e.limits.MaxCalls)
			s.result.Observations = append(s.result.Observations, Observation{CallID: c.ID, Body: body})
			over = true
			continue
		}
		e.calls++
		entry := e.world.Call(world.Agent, c.Tool, c.Args)
		s.result.Observations = append(s.result.Observations, Observation{CallID: c.ID, Entry: entry, Body: entry.Body})
		e.lastTool, e.lastObs = c.Tool, entry.Body
	}
	return over
}

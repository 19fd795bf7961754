package llm

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// ScriptFormat is the format's name and version.
const ScriptFormat = "coworkenv.script/v1"

// Script is what a scripted endpoint answers. Each request gets the first answer that fits it and is
// not used up: answers without a condition are given in their order.
type Script struct {
	Format  string   `json:"format"`
	Model   string   `json:"model,omitempty"` // name of the model, "" = scripted
	Answers []Answer `json:"answers"`
	Trouble *Trouble `json:"trouble,omitempty"`
	Demands []Demand `json:"demands,omitempty"` // what requests must look like, else status 400
}

// Answer is one answer. With a status of failure it is an error; with Raw it is that body.
type Answer struct {
	When      *When        `json:"when,omitempty"`  // nil = fits every request
	Times     int          `json:"times,omitempty"` // how often it is given, 0 = once, -1 = always
	Text      string       `json:"text,omitempty"`
	Reasoning string       `json:"reasoning,omitempty"`
	Refusal   string       `json:"refusal,omitempty"`
	Calls     []ScriptCall `json:"calls,omitempty"`
	Finish    string       `json:"finish,omitempty"` // "" = as it would be
	Usage     *ScriptUsage `json:"usage,omitempty"`  // nil = an estimate
	Shape     []Shape      `json:"shape,omitempty"`  // oddities

	DelayMS    int             `json:"delay_ms,omitempty"`
	Status     int             `json:"status,omitempty"` // 0 = 200
	RetryAfter string          `json:"retry_after,omitempty"`
	Code       string          `json:"code,omitempty"`      // of an error
	CutAfter   *int            `json:"cut_after,omitempty"` // the connection breaks after so many bytes of the body
	Raw        json.RawMessage `json:"raw,omitempty"`       // the whole body: JSON as it is, a string as its text

	kind string // content type of Raw, "" = by its beginning
}

// When says which requests an answer fits. All that is given must hold.
type When struct {
	Contains []string `json:"contains,omitempty"` // texts that stand in some message
	Lacks    []string `json:"lacks,omitempty"`    // texts that stand in none
	Last     []string `json:"last,omitempty"`     // texts that stand in the last message
	Turn     *int     `json:"turn,omitempty"`     // how many assistant turns went before
}

// ScriptCall is one tool call. Arguments that are a JSON string are sent as its text, whatever it is.
type ScriptCall struct {
	ID        string          `json:"id,omitempty"` // "" = one of its own
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

// ScriptUsage are the tokens that the endpoint says it counted.
type ScriptUsage struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
	Cached     int `json:"cached,omitempty"`
}

// Trouble makes a share of requests fail before an answer is chosen, drawn from a seed.
type Trouble struct {
	Share      float64  `json:"share"` // 0 to 1
	Seed       uint64   `json:"seed,omitempty"`
	Kinds      []string `json:"kinds"`                 // "429", "500", "cut"
	RetryAfter string   `json:"retry_after,omitempty"` // with 429
}

// Shape is an oddity of real endpoints.
type Shape string

// The shapes.
const (
	NoID            Shape = "no_id"            // calls without id
	NoType          Shape = "no_type"          // calls without type
	SameIDs         Shape = "same_ids"         // every call is call_0
	ObjectArguments Shape = "object_arguments" // arguments as an object
	FinishNull      Shape = "finish_null"      // the finish reason is null
	NullContent     Shape = "null_content"     // content is null where nothing was said
	Parts           Shape = "parts"            // content is a list of parts, reasoning among them
	StrangePart     Shape = "strange_part"     // with Parts: one that nobody knows
	Think           Shape = "think"            // reasoning in think tags before the text
	ReasoningName   Shape = "reasoning_name"   // reasoning is called reasoning
	TextCallsShape  Shape = "text_calls"       // calls stand in the text between tags
	ZeroUsage       Shape = "zero_usage"       // all counts are 0
	NoUsage         Shape = "no_usage"         // nothing is counted
	NoDone          Shape = "no_done"          // a stream ends without [DONE]
	NoIndex         Shape = "no_index"         // calls of a stream have no index
	ZeroIndex       Shape = "zero_index"       // every call of a stream has index 0
	NoStream        Shape = "no_stream"        // one document, though a stream was asked for
)

// Demand is what an endpoint insists on.
type Demand string

// The demands.
const (
	StringContent  Demand = "string_content"   // every message has a text
	NullWithCalls  Demand = "null_with_calls"  // a turn with calls and no text has null
	NoEmptyContent Demand = "no_empty_content" // no text is empty
	EchoReasoning  Demand = "echo_reasoning"   // turns with calls bring their reasoning back
	NoReasoning    Demand = "no_reasoning"     // no message brings reasoning
	AnswerAll      Demand = "answer_all"       // every call has its result
	ObjectHistory  Demand = "object_history"   // arguments of earlier calls are JSON objects
	NoSchema       Demand = "no_schema"        // no response_format
	NeedsKey       Demand = "key"              // a key is shown
)

func shapes() []Shape {
	return []Shape{NoID, NoType, SameIDs, ObjectArguments, FinishNull, NullContent, Parts, StrangePart, Think, ReasoningName, TextCallsShape,
		ZeroUsage, NoUsage, NoDone, NoIndex, ZeroIndex, NoStream}
}

func demands() []Demand {
	return []Demand{StringContent, NullWithCalls, NoEmptyContent, EchoReasoning, NoReasoning, AnswerAll, ObjectHistory, NoSchema, NeedsKey}
}

// mostScript bounds a script.
const mostScript = 64 << 20

// ReadScript reads a script file.
func ReadScript(file string) (*Script, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fault.Wrap("", err, "read the script")
	}
	defer f.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(f, mostScript+1))
	if err != nil {
		return nil, fault.Wrap("", err, "read the script")
	}
	s, err := ParseScript(data)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read %s", file).WithHint("%s", fault.HintOf(err))
	}
	return s, nil
}

// ParseScript reads the text of a script.
func ParseScript(data []byte) (*Script, error) {
	bad := func(format string, args ...any) error {
		return fault.New(fault.Invalid, format, args...).WithHint("docs/models.md describes scripts")
	}
	if len(data) > mostScript {
		return nil, bad("it is larger than 64 MB")
	}
	var s Script
	if err := value.Strictly(bytes.NewReader(data), &s); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "it is no script's JSON").WithHint("docs/models.md describes scripts")
	}
	if s.Format != ScriptFormat {
		return nil, bad("its format is %q and not %q", s.Format, ScriptFormat)
	}
	if len(s.Answers) == 0 {
		return nil, bad("it has no answers")
	}
	return &s, s.check(bad)
}

func (s *Script) check(bad func(string, ...any) error) error {
	for i, a := range s.Answers {
		switch {
		case a.Status != 0 && (a.Status < 200 || a.Status > 599):
			return bad("answer %d has status %d", i, a.Status)
		case a.DelayMS < 0 || a.DelayMS > 3_600_000:
			return bad("answer %d waits %d ms", i, a.DelayMS)
		case a.Times < -1:
			return bad("answer %d is given %d times", i, a.Times)
		}
		for _, shape := range a.Shape {
			if !slices.Contains(shapes(), shape) {
				return bad("answer %d has shape %q; shapes are %s", i, shape, listed(shapes()))
			}
		}
	}
	for _, d := range s.Demands {
		if !slices.Contains(demands(), d) {
			return bad("there is no demand %q; demands are %s", d, listed(demands()))
		}
	}
	t := s.Trouble
	if t == nil {
		return nil
	}
	if !(t.Share >= 0 && t.Share <= 1) || len(t.Kinds) == 0 {
		return bad("trouble has share %g and %d kinds", t.Share, len(t.Kinds))
	}
	for _, k := range t.Kinds {
		if !slices.Contains([]string{"429", "500", "cut"}, k) {
			return bad("there is no trouble %q; kinds are 429, 500, cut", k)
		}
	}
	return nil
}

func listed[S ~string](list []S) string {
	var out []string
	for _, s := range list {
		out = append(out, string(s))
	}
	return strings.Join(out, ", ")
}

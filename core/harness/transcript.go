package harness

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/trace"
)

// Transcript is what a harness printed, and what its events say. Harnesses that print no events
// that are known are text: what they print last is what they say.
type Transcript struct {
	Text           string // what the agent said at the end
	Model          string
	Usage          *trace.Usage
	Turns          int
	Counted        bool // messages say what they took, one by one
	Session        string
	Failed         string // the harness says that it failed, and why
	EndpointFailed string // it says that its model's endpoint failed, and how
	Kept           []byte // the beginning of the output, secrets taken out
	Whole          bool   // Kept is all of it
	Bytes          int64  // of all output
}

// summary reads events line by line.
type summary struct {
	Transcript
	events bool
	pieces strings.Builder // of a message that comes in pieces
}

// mostSaid bounds what is kept of one message of a harness, and mostName what names something.
const (
	mostSaid = 1 << 20
	mostName = 200
)

// event is what is read of the lines of stream-json and of the JSON lines of other harnesses.
type event struct {
	Type    string          `json:"type"`
	Subtype string          `json:"subtype"`
	Status  string          `json:"status"`
	Session string          `json:"session_id"`
	Model   string          `json:"model"`
	IsError bool            `json:"is_error"`
	Result  string          `json:"result"`
	Turns   count           `json:"num_turns"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Delta   bool            `json:"delta"`
	Message json.RawMessage `json:"message"`
	Item    *struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"item"`
	Part *struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"part"`
}

type usage struct {
	Input   count `json:"input_tokens"`
	Output  count `json:"output_tokens"`
	Cached  count `json:"cache_read_input_tokens"`     // beside input_tokens
	Created count `json:"cache_creation_input_tokens"` // beside input_tokens
	Within  count `json:"cached_input_tokens"`         // part of input_tokens
}

func (u *usage) tokens() *trace.Usage {
	return &trace.Usage{Prompt: int(u.Input + u.Cached + u.Created), Completion: int(u.Output), Cached: int(u.Cached + u.Within)}
}

// count is a number however it is spelled, 0 where it is none.
type count int

// mostCount bounds a count.
const mostCount = 1 << 40

// UnmarshalJSON never fails: a count that cannot be read hides nothing else of its event.
func (c *count) UnmarshalJSON(data []byte) error {
	f, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	if err == nil && f >= 0 && f <= mostCount {
		*c = count(f)
	}
	return nil
}

// readEvent reads a line; false where it is none. A member of another type than usual is passed over,
// and the others still count: what a harness reports must not be lost by how it spells something else.
func readEvent(text string, e *event) bool {
	if text[0] != '{' {
		return false
	}
	err := json.Unmarshal([]byte(text), e)
	var typed *json.UnmarshalTypeError
	return (err == nil || errors.As(err, &typed)) && e.Type != ""
}

// read takes one line.
func (s *summary) read(line []byte) {
	text := strings.TrimSpace(string(line))
	if text == "" {
		return
	}
	var e event
	if !readEvent(text, &e) {
		if !s.events {
			s.Text = clip(strings.ToValidUTF8(text, "\uFFFD"), 64<<10)
		}
		return
	}
	s.events = true
	if e.Session != "" {
		s.Session = clip(e.Session, mostName)
	}
	if e.Model != "" {
		s.Model = clip(e.Model, mostName)
	}
	switch e.Type {
	case "assistant":
		s.assistant(&e)
	case "message": // Gemini CLI: text in pieces
		s.piece(&e)
	case "item.completed": // Codex
		if e.Item != nil && e.Item.Type == "agent_message" {
			s.say(e.Item.Text)
		}
	case "text": // OpenCode
		if e.Part != nil && e.Part.Type == "text" {
			s.say(e.Part.Text)
		}
	case "turn.failed", "error":
		s.Failed = "it reports an error: " + clip(string(e.Error)+string(e.Message), 300)
	case "result", "turn.completed":
		s.result(&e)
	}
}

func (s *summary) piece(e *event) {
	var text string
	if e.Role != "assistant" || json.Unmarshal(e.Content, &text) != nil {
		return
	}
	if !e.Delta {
		s.say(text)
		return
	}
	if room := mostSaid - s.pieces.Len(); room > 0 {
		s.pieces.WriteString(text[:min(room, len(text))])
	}
}

// say is a message as a whole; pieces before it are done with.
func (s *summary) say(text string) {
	s.pieces.Reset()
	s.Text = clip(text, mostSaid)
}

// joined is what was said last, pieces behind it included.
func (s *summary) joined() string {
	return s.Text + strings.ToValidUTF8(s.pieces.String(), "\uFFFD")
}

// assistant reads a message of Claude Code's or Qwen Code's stream.
func (s *summary) assistant(e *event) {
	var name string
	if len(e.Error) > 0 && json.Unmarshal(e.Error, &name) == nil && endpointError(name) {
		s.EndpointFailed = "the harness's model answers with " + name
	}
	var m struct {
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
		Usage   *usage          `json:"usage"`
	}
	if json.Unmarshal(e.Message, &m) != nil {
		return
	}
	s.Counted = s.Counted || m.Usage != nil && m.Usage.Output > 0
	if m.Model != "" && m.Model != "<synthetic>" {
		s.Model = clip(m.Model, mostName)
	}
	var blocks []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(m.Content, &blocks) != nil {
		return
	}
	for _, b := range blocks {
		if b.Type == "text" && strings.TrimSpace(b.Text) != "" {
			s.say(b.Text)
		}
	}
}

// endpointError tells the errors that are the endpoint's and not the agent's.
func endpointError(name string) bool {
	switch name {
	case "rate_limit", "server_error", "overloaded", "authentication_failed", "billing_error":
		return true
	}
	return false
}

func (s *summary) result(e *event) {
	if e.Usage != nil {
		s.Usage = e.Usage.tokens()
	}
	s.Turns = max(s.Turns, int(e.Turns))
	switch {
	case e.IsError && strings.HasPrefix(e.Result, "API Error"):
		s.EndpointFailed = clip(e.Result, 300)
	case e.IsError || strings.HasPrefix(e.Subtype, "error") || e.Status == "error":
		s.Failed = strings.TrimSpace("it reports an error " + e.Subtype)
	default:
		s.Failed, s.EndpointFailed = "", "" // it got over it
		if e.Result != "" {
			s.say(e.Result)
		}
	}
}

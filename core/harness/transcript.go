package harness

import (
	"encoding/json"
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
}

// event is what is read of the lines of stream-json and of the JSON lines of other harnesses.
type event struct {
	Type    string          `json:"type"`
	Subtype string          `json:"subtype"`
	Status  string          `json:"status"`
	Session string          `json:"session_id"`
	Model   string          `json:"model"`
	IsError bool            `json:"is_error"`
	Result  string          `json:"result"`
	Turns   int             `json:"num_turns"`
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
	Input   int `json:"input_tokens"`
	Output  int `json:"output_tokens"`
	Cached  int `json:"cache_read_input_tokens"`     // beside input_tokens
	Created int `json:"cache_creation_input_tokens"` // beside input_tokens
	Within  int `json:"cached_input_tokens"`         // part of input_tokens
}

func (u *usage) tokens() *trace.Usage {
	return &trace.Usage{Prompt: u.Input + u.Cached + u.Created, Completion: u.Output, Cached: u.Cached + u.Within}
}

// read takes one line.
func (s *summary) read(line []byte) {
	text := strings.TrimSpace(string(line))
	if text == "" {
		return
	}
	var e event
	if text[0] != '{' || json.Unmarshal([]byte(text), &e) != nil || e.Type == "" {
		if !s.events {
			s.Text = clip(strings.ToValidUTF8(text, "\uFFFD"), 64<<10)
		}
		return
	}
	s.events = true
	if e.Session != "" {
		s.Session = e.Session
	}
	if e.Model != "" {
		s.Model = e.Model
	}
	switch e.Type {
	case "assistant":
		s.assistant(&e)
	case "message": // Gemini CLI: text in pieces
		s.piece(&e)
	case "item.completed": // Codex
		if e.Item != nil && e.Item.Type == "agent_message" {
			s.Text = e.Item.Text
		}
	case "text": // OpenCode
		if e.Part != nil && e.Part.Type == "text" {
			s.Text = e.Part.Text
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
	if e.Delta {
		s.Text += text
	} else {
		s.Text = text
	}
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
		s.Model = m.Model
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
			s.Text = b.Text
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
	s.Turns = max(s.Turns, e.Turns)
	switch {
	case e.IsError && strings.HasPrefix(e.Result, "API Error"):
		s.EndpointFailed = clip(e.Result, 300)
	case e.IsError || strings.HasPrefix(e.Subtype, "error") || e.Status == "error":
		s.Failed = strings.TrimSpace("it reports an error " + e.Subtype)
	default:
		s.Failed, s.EndpointFailed = "", "" // it got over it
		if e.Result != "" {
			s.Text = e.Result
		}
	}
}

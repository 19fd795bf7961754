package importer

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// stream is a stream-json transcript under way: the conversation, and one a sub-agent.
type stream struct {
	notes   *notes
	session string
	model   string
	version string
	byCall  map[string]*builder // by the call that started it; "" = the conversation
	order   []*builder
	parts   int
}

// readStream reads what Claude Code or Qwen Code print as stream-json.
func readStream(data []byte, n *notes) ([]*trace.Trajectory, error) {
	lines, err := events(data)
	if err != nil {
		return nil, err
	}
	s := &stream{notes: n, byCall: map[string]*builder{}}
	for _, o := range lines {
		s.take(o)
	}
	var out []*trace.Trajectory
	for _, b := range s.order {
		if t := b.finish(); t != nil {
			if t.Opening == "" {
				n.add("the transcript does not hold the request")
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// of is the conversation that an event belongs to.
func (s *stream) of(o *value.Object) *builder {
	call := text(o, "parent_tool_use_id")
	b := s.byCall[call]
	if b == nil {
		id := s.session
		if call != "" {
			id += "-" + call
		} else if s.parts++; s.parts > 1 {
			id += fmt.Sprintf("-%d", s.parts)
		}
		b = newBuilder(s.notes, "stream-json", id)
		b.t.Agent.Version, b.t.Agent.Model = s.version, s.model
		s.byCall[call] = b
		s.order = append(s.order, b)
	}
	b.began(text(o, "timestamp"))
	return b
}

func (s *stream) take(o *value.Object) {
	if id := text(o, "session_id"); id != "" {
		s.session = id
	}
	switch kind := text(o, "type"); kind {
	case "system":
		switch text(o, "subtype") {
		case "init", "session_start":
			s.model, s.version = text(o, "model"), text(o, "claude_code_version")
		case "compact_boundary":
			delete(s.byCall, "")
		}
	case "assistant":
		if message := object(o, "message"); message != nil {
			s.of(o).assistant(message)
		}
	case "user":
		message := object(o, "message")
		switch {
		case message == nil:
		case truth(o, "isSynthetic"):
			s.notes.add("a line that the program put in by itself is left out")
		default:
			s.of(o).person(message)
		}
	case "result":
		s.result(o)
	case "stream_event", "partial_assistant", "control_request", "control_response":
	default:
		s.notes.add("an event of the kind %.40q is left out", kind)
	}
}

// result says how the conversation ended.
func (s *stream) result(o *value.Object) {
	b := s.of(o)
	subtype := text(o, "subtype")
	switch {
	case subtype == "error_max_turns":
		b.t.End = trace.End{Kind: trace.Truncated, Reason: trace.MaxTurns}
	case truth(o, "is_error") || len(subtype) >= 5 && subtype[:5] == "error":
		b.t.End = trace.End{Kind: trace.Truncated, Reason: trace.Crashed, Detail: subtype}
	default:
		b.t.End = trace.End{Kind: trace.Terminated, Reason: trace.Completed}
	}
	if ms := number(o, "duration_ms"); ms > 0 {
		b.t.Duration = int64(ms) * 1e6
	}
	final := text(o, "result")
	if n := len(b.t.Steps); final != "" && (n == 0 || b.t.Steps[n-1].Text == "" || len(b.t.Steps[n-1].Calls) > 0) && !truth(o, "is_error") {
		b.step("").Text = final
	}
}

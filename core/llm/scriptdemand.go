package llm

import "fmt"

// refuse says why a request does not meet a demand, and with which status; "" where it does.
func (a *Asked) refuse(d Demand) (status int, why string) {
	switch d {
	case NeedsKey:
		if a.Key == "" {
			return 401, "a key is needed"
		}
	case NoSchema:
		if _, has := a.body.Get("response_format"); has {
			return 400, "response_format is not supported"
		}
	case AnswerAll:
		return 400, a.unanswered()
	default:
		for i := range a.Messages {
			if why := a.Messages[i].refuse(d); why != "" {
				return 400, fmt.Sprintf("message %d: %s", i, why)
			}
		}
	}
	return 0, ""
}

func (m *AskedMessage) refuse(d Demand) string {
	content, has := m.raw.Get("content")
	_, isText := content.(string)
	_, isParts := content.([]any)
	calls := len(m.Args) > 0
	_, reasons := m.raw.Get("reasoning_content")
	switch d {
	case StringContent:
		if !isText && !isParts {
			return "content must be a string"
		}
	case NullWithCalls:
		if calls && m.Text == "" && (!has || content != nil) {
			return "content must be null beside tool calls"
		}
	case NoEmptyContent:
		if isText && m.Text == "" {
			return "content must not be empty"
		}
	case EchoReasoning:
		if calls && !reasons {
			return "reasoning_content must be passed back"
		}
	case NoReasoning:
		if reasons {
			return "reasoning_content is unknown"
		}
	case ObjectHistory:
		for _, args := range m.Args {
			if unreadable(args) != nil {
				return "arguments are no JSON object"
			}
		}
	}
	return ""
}

// unanswered names a call that no tool message answers. Ids may repeat, so they are counted.
func (a *Asked) unanswered() string {
	open := map[string]int{}
	for i := range a.Messages {
		m := &a.Messages[i]
		if m.Role == string(FromTool) {
			open[textOf(m.raw, "tool_call_id")]--
			continue
		}
		for _, c := range callsOf(m.raw) {
			open[textOf(c, "id")]++
		}
	}
	for i := range a.Messages {
		for _, c := range callsOf(a.Messages[i].raw) {
			if id := textOf(c, "id"); open[id] != 0 {
				return fmt.Sprintf("tool call %q and its results do not pair", id)
			}
		}
	}
	return ""
}

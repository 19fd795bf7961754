package export

import "coworkenv.dev/coworkenv/core/value"

// style is how a format writes messages.
type style struct {
	form      Form
	train     string // name of the mark of each assistant turn; "" = none
	trainAll  bool   // the mark stands on every message
	onlyOff   bool   // the mark stands only where a turn is not trained on
	numeric   bool   // the mark is 1 or 0, not true or false
	nullWords bool   // content is null in a turn of calls alone
	noName    bool   // results carry no tool name
	noReason  bool   // reasoning has no place
}

// messages writes turns with calls and results as chat templates take them.
func (s style) messages(list []Message) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = s.message(&list[i])
	}
	return out
}

func (s style) message(m *Message) *value.Object {
	o := value.Obj(value.Member{Name: "role", Value: string(m.Role)}, value.Member{Name: "content", Value: m.Content})
	if s.nullWords && m.Content == "" && len(m.Calls) > 0 {
		o.Set("content", nil)
	}
	if m.Reasoning != "" && !s.noReason {
		o.Set("reasoning_content", m.Reasoning)
	}
	if len(m.Calls) > 0 {
		calls := make([]any, len(m.Calls))
		for i := range m.Calls {
			calls[i] = s.call(&m.Calls[i])
		}
		o.Set("tool_calls", calls)
	}
	if m.Role == Tool {
		o.Set("tool_call_id", m.CallID)
		if !s.noName {
			o.Set("name", m.Name)
		}
	}
	s.mark(o, m)
	return o
}

func (s style) mark(o *value.Object, m *Message) {
	switch {
	case s.train == "", m.Role != Assistant && !s.trainAll, s.onlyOff && m.Train:
	case !s.numeric:
		o.Set(s.train, m.Train)
	case m.Train:
		o.Set(s.train, count(1))
	default:
		o.Set(s.train, count(0))
	}
}

func (s style) call(c *Call) *value.Object {
	var args any = c.Arguments
	if s.form == String {
		args = string(value.Append(nil, c.Arguments))
	}
	return value.Obj(value.Member{Name: "id", Value: c.ID}, value.Member{Name: "type", Value: "function"},
		value.Member{Name: "function", Value: value.Obj(value.Member{Name: "name", Value: c.Name}, value.Member{Name: "arguments", Value: args})})
}

// messageColumns declares what messages writes, part by part.
func (s style) messageColumns(name string) Column {
	args := anyOf("arguments")
	if s.form == String {
		args = text("arguments")
	}
	parts := []Column{text("role"), text("content"), text("reasoning_content"),
		listOf("tool_calls", structOf("", text("id"), text("type"), structOf("function", text("name"), args))), text("tool_call_id"), text("name")}
	switch {
	case s.train != "" && s.numeric:
		parts = append(parts, whole(s.train))
	case s.train != "":
		parts = append(parts, flag(s.train))
	}
	return listOf(name, structOf("", parts...))
}

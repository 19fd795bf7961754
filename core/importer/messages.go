package importer

import (
	"bytes"
	"fmt"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// readMessages reads conversations as OpenAI's API has them: a list of messages, an object that
// holds one, or one of either a line.
func readMessages(data []byte, n *notes) ([]*trace.Trajectory, error) {
	if v, err := value.Parse(data); err == nil {
		if l, ok := v.([]any); ok && len(l) > 0 {
			if first, ok := l[0].(*value.Object); ok && text(first, "role") == "" && first.Len() > 0 {
				return conversations(l, n)
			}
		}
		return conversations([]any{v}, n)
	}
	var out []any
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		v, err := value.Parse(line)
		if err != nil {
			return nil, fault.New(fault.Invalid, "line %d is no JSON", i+1).WithHint("see that --from names the form it has")
		}
		if out = append(out, v); len(out) > mostEvents {
			return nil, fault.New(fault.Invalid, "the transcript has more than %d lines", mostEvents).WithHint("split it")
		}
	}
	if len(out) > 0 {
		if o, ok := out[0].(*value.Object); ok && text(o, "role") != "" { // a message a line
			return conversations([]any{out}, n)
		}
	}
	return conversations(out, n)
}

func conversations(all []any, n *notes) ([]*trace.Trajectory, error) {
	var out []*trace.Trajectory
	for i, v := range all {
		id, model := "", ""
		said, ok := v.([]any)
		if o, isObject := v.(*value.Object); isObject {
			id, model = text(o, "id"), text(o, "model")
			said = list(o, "messages")
			ok = said != nil
			if said == nil {
				said = list(o, "conversations")
				ok = said != nil
			}
		}
		if !ok {
			return nil, fault.New(fault.Invalid, "conversation %d holds no list of messages", i+1).WithHint(`write {"messages": [...]}`)
		}
		if id == "" {
			id = fmt.Sprintf("conversation-%d", i+1)
		}
		list, err := objects(said)
		if err != nil {
			return nil, err
		}
		b := newBuilder(n, "messages", id)
		b.t.Agent.Model = model
		for j, m := range list {
			if err := b.message(m); err != nil {
				return nil, fault.Wrap("", err, "conversation %d, message %d", i+1, j+1)
			}
		}
		if t := b.finish(); t != nil {
			out = append(out, t)
		}
	}
	return out, nil
}

func (b *builder) message(m *value.Object) error {
	raw, _ := m.Get("content")
	said := content(raw, b.notes)
	switch role := text(m, "role"); role {
	case "system", "developer":
		b.system(said)
	case "user":
		b.user(said)
	case "tool", "function":
		b.answer(m, said)
	case "assistant":
		s := b.step("")
		s.Text, s.Reasoning = said, text(m, "reasoning_content")
		if s.Reasoning == "" {
			s.Reasoning = text(m, "reasoning")
		}
		if refusal := text(m, "refusal"); refusal != "" && s.Text == "" {
			s.Text = refusal
		}
		for _, item := range list(m, "tool_calls") {
			made, _ := item.(*value.Object)
			f := object(made, "function")
			if f == nil {
				f = made
			}
			if f == nil {
				return fault.New(fault.Invalid, "a tool call is no object")
			}
			args, _ := f.Get("arguments")
			b.call(text(made, "id"), text(f, "name"), arguments(args))
		}
	default:
		return fault.New(fault.Invalid, "the role is %.40q", role).WithHint("roles are system, developer, user, assistant, tool")
	}
	return nil
}

// answer takes a result. Where ids repeat from turn to turn, or are absent, the first open call of
// the last turn that fits is meant.
func (b *builder) answer(m *value.Object, said string) {
	id := text(m, "tool_call_id")
	if _, open := b.open[id]; !open && len(b.t.Steps) > 0 {
		last := &b.t.Steps[len(b.t.Steps)-1]
		for i := range last.Calls {
			c := &last.Calls[i]
			if _, open := b.open[c.ID]; open && (text(m, "name") == "" || text(m, "name") == c.Tool) {
				id = c.ID
				break
			}
		}
	}
	b.result(id, said, false)
}

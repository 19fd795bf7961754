package export

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// hermes writes plain chats: the system text lists the tools, calls and results stand in the text
// between marks. Any trainer of chats can read them; no chat template has to know of tools.
func hermes() *Format {
	return &Format{Name: "hermes", Doc: "plain chats with <tool_call> and <tool_response> in the text", Flags: true, Explodes: true, Plain: true,
		Columns: func(*Options) []Column {
			return append([]Column{listOf("messages", structOf("", text("role"), text("content"), flag("train")))}, originColumns()...)
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			lost := Tally{}
			rows, err := rowsOf(r, o, func(v view, row *value.Object) error {
				turns, err := hermesTurns(r, v.messages, lost)
				row.Set("messages", turns)
				r.origin(row, v.id)
				return err
			})
			return rows, lost, err
		},
	}
}

const (
	resultOpen, resultClose = "<tool_response>", "</tool_response>"
	toolsOpen, toolsClose   = "<tools>", "</tools>"

	hermesTools = "You can call tools. Their signatures, one JSON object a line:\n"
	hermesCalls = "To call one, write a JSON object with its name and arguments between <tool_call> and </tool_call>, one pair a call."
)

func hermesSystem(system string, tools *Toolset) string {
	var b strings.Builder
	if system != "" {
		b.WriteString(system + "\n\n")
	}
	b.WriteString(hermesTools + toolsOpen + "\n")
	for _, t := range tools.List {
		b.Write(value.Append(nil, t))
		b.WriteByte('\n')
	}
	b.WriteString(toolsClose + "\n" + hermesCalls)
	return b.String()
}

func hermesTurns(r *Record, messages []Message, lost Tally) ([]any, error) {
	system := ""
	if len(messages) > 0 && messages[0].Role == System {
		system, messages = messages[0].Content, messages[1:]
	}
	turns := []any{hermesTurn("system", hermesSystem(system, r.Tools), false)}
	for i := 0; i < len(messages); i++ {
		m := &messages[i]
		switch m.Role {
		case Assistant:
			said, err := hermesSaid(r.ID, m)
			if err != nil {
				return nil, err
			}
			turns = append(turns, hermesTurn("assistant", said, m.Train))
		case Tool:
			var parts []string
			for ; i < len(messages) && messages[i].Role == Tool; i++ {
				result, err := sealed(r.ID, messages[i].Content, resultClose, lost)
				if err != nil {
					return nil, err
				}
				parts = append(parts, resultOpen+"\n"+result+"\n"+resultClose)
			}
			i--
			if len(parts) > 1 {
				lost[LostJoin]++
			}
			turns = append(turns, hermesTurn("user", strings.Join(parts, "\n"), false))
		default:
			if strings.HasPrefix(m.Content, resultOpen) {
				return nil, exclude(Marks, "%s: a turn of the user begins like a result", r.ID)
			}
			turns = append(turns, hermesTurn("user", m.Content, false))
		}
	}
	return turns, nil
}

func hermesTurn(role, content string, train bool) *value.Object {
	return value.Obj(value.Member{Name: "role", Value: role}, value.Member{Name: "content", Value: content}, value.Member{Name: "train", Value: train})
}

func hermesSaid(id string, m *Message) (string, error) {
	for _, t := range []string{m.Content, m.Reasoning} {
		if hasMark(t, callOpen, callClose) || hasMark(t, thinkOpen, thinkClose) {
			return "", exclude(Marks, "%s: step %d has the marks of calls or thoughts in its text", id, m.Step)
		}
	}
	parts := []string{}
	if m.Content != "" {
		parts = append(parts, m.Content)
	}
	for i := range m.Calls {
		parts = append(parts, callOpen+"\n"+callText(&m.Calls[i])+"\n"+callClose)
	}
	return thoughtText(m.Reasoning) + strings.Join(parts, "\n"), nil
}

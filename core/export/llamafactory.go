package export

import (
	"encoding/json"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// LLaMA-Factory's own words in a turn of calls, and how it joins the results of parallel calls.
const (
	callOpen, callClose = "<tool_call>", "</tool_call>"
	resultJoin          = "\n</tool_response>\n<tool_response>\n"
)

// llamaFactory writes sharegpt rows: a turn of the user or of results, then one of the assistant or
// of calls, strictly in turn. Rows that are not are skipped by the trainer with a log line.
func llamaFactory() *Format {
	return &Format{Name: nameLlamaFactory, Doc: "LLaMA-Factory: sharegpt, with dataset_info.json", Explodes: true, Plain: true,
		Columns: func(*Options) []Column {
			turns := listOf("conversations", structOf("", text("from"), text("value")))
			return append([]Column{turns, text("system"), text("tools")}, originColumns()...)
		},
		Rows: func(r *Record, o *Options) ([]*value.Object, Tally, error) {
			lost := Tally{}
			rows, err := rowsOf(r, o, func(v view, row *value.Object) error {
				system, turns, err := shareTurns(r.ID, v.messages, lost)
				row.Set("conversations", turns)
				row.Set("system", system)
				row.Set("tools", r.Tools.Text)
				r.origin(row, v.id)
				return err
			})
			return rows, lost, err
		},
	}
}

const nameLlamaFactory = "llamafactory"

// shareTurns lays messages out as sharegpt turns.
func shareTurns(id string, messages []Message, lost Tally) (system string, turns []any, err error) {
	for i := range messages {
		if hasMark(messages[i].Content, "<image>", "<video>", "<audio>") { // counted against the pictures of the row, of which there are none
			return "", nil, exclude(Marks, "%s: message %d holds a mark of pictures or sound", id, i)
		}
	}
	if len(messages) > 0 && messages[0].Role == System {
		system, messages = messages[0].Content, messages[1:]
	}
	asked := false // the last turn is the user's or of results
	for i := 0; i < len(messages); i++ {
		m := &messages[i]
		if (m.Role == Assistant) != asked {
			return "", nil, exclude(Alternation, "%s: message %d is the second of its side in a row", id, i)
		}
		asked = !asked
		from, said := "human", m.Content
		switch {
		case m.Role == Tool:
			from = "observation"
			var results []string
			for ; i < len(messages) && messages[i].Role == Tool; i++ {
				results = append(results, messages[i].Content)
			}
			i--
			said, err = joinResults(id, results, lost)
		case len(m.Calls) > 0:
			from = "function_call"
			said, err = shareCalls(id, m)
		case m.Role == Assistant:
			from, said = "gpt", thoughtText(m.Reasoning)+m.Content
		}
		if err != nil {
			return "", nil, err
		}
		turns = append(turns, value.Obj(value.Member{Name: "from", Value: from}, value.Member{Name: "value", Value: said}))
	}
	if asked { // nothing learns from what stands last
		lost[LostResult]++
		turns = turns[:len(turns)-1]
	}
	return system, turns, nil
}

func joinResults(id string, results []string, lost Tally) (string, error) {
	if len(results) == 1 {
		return results[0], nil
	}
	lost[LostJoin]++
	for i, r := range results {
		whole, err := sealed(id, r, resultClose, lost)
		if err != nil {
			return "", err
		}
		results[i] = whole
	}
	return strings.Join(results, resultJoin), nil
}

// shareCalls writes the calls as JSON alone, or behind the text between the marks that keep it
// apart.
func shareCalls(id string, m *Message) (string, error) {
	for _, t := range []string{m.Content, m.Reasoning} {
		if hasMark(t, callOpen, callClose) || hasMark(t, thinkOpen, thinkClose) {
			return "", exclude(Marks, "%s: step %d has the marks of calls or thoughts in its text", id, m.Step)
		}
	}
	calls := callsText(m.Calls)
	if m.Content == "" {
		return thoughtText(m.Reasoning) + calls, nil
	}
	return thoughtText(m.Reasoning) + m.Content + "\n" + callOpen + calls + callClose, nil
}

func hasMark(s string, marks ...string) bool {
	for _, m := range marks {
		if strings.Contains(s, m) {
			return true
		}
	}
	return false
}

func thoughtText(thought string) string {
	if thought == "" {
		return ""
	}
	return thinkOpen + "\n" + thought + "\n" + thinkClose + "\n\n"
}

// callsText is one call as an object, several as a list.
func callsText(calls []Call) string {
	var out []byte
	if len(calls) > 1 {
		out = append(out, '[')
	}
	for i := range calls {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, callText(&calls[i])...)
	}
	if len(calls) > 1 {
		out = append(out, ']')
	}
	return string(out)
}

// callText is a call as JSON in which no closing mark stands: JSON may write "/" as "\/".
func callText(c *Call) string {
	o := value.Obj(value.Member{Name: "name", Value: c.Name}, value.Member{Name: "arguments", Value: c.Arguments})
	return escapeMarks(string(value.Append(nil, o)))
}

func escapeMarks(jsonText string) string {
	for _, mark := range []string{callClose, resultClose, thinkClose} {
		if strings.Contains(jsonText, mark) {
			jsonText = strings.ReplaceAll(jsonText, mark, `<\/`+mark[2:])
		}
	}
	return jsonText
}

// sealed makes sure that a result does not hold the mark that ends it. In JSON the mark can be
// spelled with an escape.
func sealed(id, s, mark string, lost Tally) (string, error) {
	if !strings.Contains(s, mark) {
		return s, nil
	}
	if !json.Valid([]byte(s)) {
		return "", exclude(Marks, "%s: a result holds %s", id, mark)
	}
	lost[LostSpell]++
	return escapeMarks(s), nil
}

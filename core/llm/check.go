package llm

import (
	"encoding/json"

	"coworkenv.dev/coworkenv/core/fault"
)

// check tells what no endpoint would take: above all calls that nobody answered, after which every
// later request of the conversation fails.
func (r *Request) check() error {
	if len(r.Messages) == 0 {
		return fault.New(fault.Invalid, "the request has no messages")
	}
	open := map[string]bool{}
	var order []string // of the calls that are open
	for i := range r.Messages {
		m := &r.Messages[i]
		if m.From == FromTool {
			if !open[m.Answers] {
				return fault.New(fault.Invalid, "message %d answers call %q, which is not open", i, m.Answers).WithHint("answer each call of the turn before once, by its ID")
			}
			open[m.Answers] = false
			continue
		}
		if err := closed(open, order, i); err != nil {
			return err
		}
		switch m.From {
		case System, FromUser, Assistant:
		default:
			return fault.New(fault.Invalid, "message %d is from %q", i, m.From).WithHint("use system, user, assistant or tool")
		}
		order = order[:0]
		for _, c := range m.Calls {
			if _, twice := open[c.ID]; twice || c.ID == "" || m.From != Assistant {
				return fault.New(fault.Invalid, "message %d makes call %q: it has no id of its own, or is no assistant's", i, c.ID).WithHint("use the messages of replies as they are")
			}
			open[c.ID] = true
			order = append(order, c.ID)
		}
	}
	if err := closed(open, order, len(r.Messages)); err != nil {
		return err
	}
	if r.Schema != nil && (!json.Valid(r.Schema.JSON) || wireName(r.Schema.Name) != r.Schema.Name || r.Schema.Name == "" || len(r.Schema.Name) > mostName) {
		return fault.New(fault.Invalid, "the schema %q has no name of letters and digits, or is no JSON", clip(r.Schema.Name, 100))
	}
	return nil
}

func closed(open map[string]bool, order []string, at int) error {
	for _, id := range order {
		if open[id] {
			return fault.New(fault.Invalid, "call %q has no answer before message %d", id, at).WithHint("answer every call of a turn, be it with the reason why it was not made")
		}
	}
	return nil
}

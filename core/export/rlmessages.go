package export

import (
	"strings"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Conversation writes a trajectory as messages, whatever became of it. What policies are trained
// on is what they did, mistakes included: arguments that are no JSON object stay the text that was
// sent, where the formats for imitation leave such a trial out.
func Conversation(t *trace.Trajectory) []any {
	b := builder{trial: &Trial{Trajectory: t}, losses: Tally{}, ids: newCallIDs(t)}
	var out []any
	add := func(role Role, content string, more ...value.Member) {
		o := value.Obj(named("role", string(role)), named("content", b.clean(content)))
		for _, m := range more {
			o.Set(m.Name, m.Value)
		}
		out = append(out, o)
	}
	if t.System != "" {
		add(System, t.System)
	}
	add(User, t.Opening)
	for i := range t.Steps {
		s := &t.Steps[i]
		thought, text := reasoning(b.clean(s.Reasoning), b.clean(s.Text))
		var more []value.Member
		var calls []any
		var results [][2]string
		for j := range s.Calls {
			c := &s.Calls[j]
			id := b.callID(c.ID)
			calls = append(calls, value.Obj(named("id", id), named("type", "function"),
				named("function", value.Obj(named("name", b.clean(c.Tool)), named("arguments", asSent(c.Args))))))
			results = append(results, [2]string{id, c.Observation})
		}
		if thought != "" {
			more = append(more, named("reasoning_content", thought))
		}
		if calls != nil {
			more = append(more, named("tool_calls", calls))
		}
		add(Assistant, text, more...)
		for j, r := range results {
			add(Tool, r[1], named("tool_call_id", r[0]), named("name", b.clean(s.Calls[j].Tool)))
		}
		if s.User != nil {
			add(User, s.User.Text)
		}
	}
	return out
}

// asSent is the object that arguments are, or else their text.
func asSent(raw string) any {
	if args, why := arguments(raw); why == "" {
		return args
	}
	return strings.ToValidUTF8(raw, "\uFFFD")
}

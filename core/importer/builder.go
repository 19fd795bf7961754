package importer

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// builder puts a trajectory together from the events of a transcript, in their order.
type builder struct {
	t     *trace.Trajectory
	notes *notes
	turn  string              // id of the message that the last step is made of; "" = closed
	open  map[string]position // calls without a result, by id
	ids   map[string]bool     // of all calls
}

type position struct{ step, call int }

func newBuilder(n *notes, agent, id string) *builder {
	return &builder{t: &trace.Trajectory{Format: trace.Format, Trial: id, Agent: trace.AgentRef{Name: agent}}, notes: n,
		open: map[string]position{}, ids: map[string]bool{}}
}

func paragraph(before, text string) string {
	if before == "" {
		return text
	}
	return before + "\n\n" + text
}

func (b *builder) system(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if len(b.t.Steps) > 0 {
		b.notes.add("a system message after the first turn is left out")
		return
	}
	b.t.System = paragraph(b.t.System, text)
}

func (b *builder) user(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	b.turn = ""
	if len(b.t.Steps) == 0 {
		b.t.Opening = paragraph(b.t.Opening, text)
		return
	}
	last := &b.t.Steps[len(b.t.Steps)-1]
	if last.User != nil {
		last.User.Text = paragraph(last.User.Text, text)
		return
	}
	last.User = &trace.UserTurn{Text: text, Kind: trace.Requested}
}

// step is the step of a message: the last one where that has its id, else a new one.
func (b *builder) step(message string) *trace.Step {
	if message == "" || message != b.turn || len(b.t.Steps) == 0 {
		b.t.Steps = append(b.t.Steps, trace.Step{Index: len(b.t.Steps)})
		b.turn = message
	}
	return &b.t.Steps[len(b.t.Steps)-1]
}

// prefix of the tools of MCP servers in the names of Claude Code and its like.
const mcpPrefix = "mcp__"

// call adds a call to the last step. args are JSON text, whatever it is.
func (b *builder) call(id, tool, args string) {
	s := &b.t.Steps[len(b.t.Steps)-1]
	if rest, ok := strings.CutPrefix(tool, mcpPrefix); ok {
		if server, name, found := strings.Cut(rest, "__"); found && name != "" {
			b.notes.add("tools are named without the prefix %s%.40s__", mcpPrefix, server)
			tool = name
		}
	}
	if id == "" || b.ids[id] {
		if id != "" {
			b.notes.add("a call's id is used twice and was changed")
		}
		id = fmt.Sprintf("call_%d_%d", s.Index, len(s.Calls))
	}
	b.ids[id] = true
	b.open[id] = position{s.Index, len(s.Calls)}
	s.Calls = append(s.Calls, trace.Call{Index: len(s.Calls), ID: id, Tool: tool, Args: args})
}

// result is what came back for a call.
func (b *builder) result(id, text string, failed bool) {
	p, ok := b.open[id]
	if !ok {
		b.notes.add("a result answers no open call and is left out")
		return
	}
	delete(b.open, id)
	c := &b.t.Steps[p.step].Calls[p.call]
	c.Observation, c.Outcome, c.Status = text, world.OK, 200
	if failed {
		c.Outcome, c.Status = world.Invalid, 400
	}
}

// arguments is the JSON text of arguments that are an object or a text.
func arguments(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case nil:
		return "{}"
	}
	return string(value.Append(nil, v))
}

func (b *builder) usage(s *trace.Step, u *value.Object) {
	if u == nil {
		return
	}
	cached := number(u, "cache_read_input_tokens")
	s.Usage = &trace.Usage{Prompt: number(u, "input_tokens") + cached + number(u, "cache_creation_input_tokens") + number(u, "prompt_tokens"),
		Completion: number(u, "output_tokens") + number(u, "completion_tokens"), Cached: cached}
}

// began notes the time of the first event.
func (b *builder) began(stamp string) {
	if !b.t.Began.IsZero() || stamp == "" {
		return
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999", "2006-01-02T15:04:05"} {
		if at, err := time.Parse(layout, stamp); err == nil {
			b.t.Began = at.UTC()
			return
		}
	}
}

// finish ends the trajectory; nil where the agent has no turn.
func (b *builder) finish() *trace.Trajectory {
	if len(b.t.Steps) == 0 {
		return nil
	}
	for range b.open {
		b.notes.add("a call has no result")
	}
	if b.t.End.Kind == "" {
		b.t.End = trace.End{Kind: trace.Terminated, Reason: trace.Completed}
		if len(b.open) > 0 {
			b.t.End = trace.End{Kind: trace.Truncated, Reason: trace.Closed, Detail: "the transcript ends within a turn"}
		}
	}
	return b.t
}

package export

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// builder turns one trajectory into messages.
type builder struct {
	trial   *Trial
	options *Options
	out     []Message
	losses  Tally
	ids     callIDs
	flags   []string
	metrics Metrics
}

// converse lays the trajectory out as turns.
func (b *builder) converse() error {
	t := b.trial.Trajectory
	if t.System != "" {
		b.out = append(b.out, Message{Role: System, Content: b.clean(t.System), Step: -1})
	}
	b.out = append(b.out, Message{Role: User, Content: b.clean(t.Opening), Step: -1})
	for i := range t.Steps {
		if err := b.step(i, &t.Steps[i]); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) step(index int, s *trace.Step) error {
	m := Message{Role: Assistant, Step: index}
	m.Reasoning, m.Content = reasoning(b.clean(s.Reasoning), b.clean(s.Text))
	results := make([]Message, 0, len(s.Calls))
	failed := false
	for i := range s.Calls {
		c := &s.Calls[i]
		args, why := arguments(c.Args)
		if why != "" {
			return exclude(BadArguments, "%s: step %d calls %s with %s", b.trial.Trajectory.Trial, index, c.Tool, why)
		}
		name := b.clean(c.Tool)
		call := Call{ID: b.callID(c.ID), Name: name, Arguments: args, bytes: len(c.Args)}
		if args.Len() == 0 {
			call.bytes = len("{}") // however their absence was written
		}
		m.Calls = append(m.Calls, call)
		results = append(results, Message{Role: Tool, Content: b.clean(c.Observation), CallID: call.ID, Name: name, Step: index})
		failed = b.count(c, name) || failed
	}
	empty := m.Content == "" && m.Reasoning == "" && len(m.Calls) == 0
	if empty {
		b.flag(FlagEmptyAnswer)
		if s.User == nil {
			return nil // nothing was said and nothing follows: there is no turn
		}
	}
	b.metrics.Turns++
	m.Train = b.trains(s, failed) && !empty
	if b.options.DropReasoning && m.Reasoning != "" {
		m.Reasoning = ""
		b.losses[LostReason]++
	}
	b.out = append(append(b.out, m), results...)
	if s.User != nil {
		b.out = append(b.out, Message{Role: User, Content: b.clean(s.User.Text), Step: index})
	}
	return nil
}

// finishLength is the finish reason of a turn that the token limit cut off.
const finishLength = "length"

func (b *builder) trains(s *trace.Step, failed bool) bool {
	if s.Finish == finishLength {
		b.flag(FlagCutTurn)
		return false
	}
	return !failed || !b.options.MaskFailed
}

// count takes a call into the figures and reports whether it is a mistake of the agent's. That a
// record is not there is no mistake: who looks for it learns that. Nor is an injected fault.
func (b *builder) count(c *trace.Call, name string) bool {
	b.metrics.Calls++
	if c.Outcome != world.OK {
		b.metrics.ToolErrors++
	}
	if !b.trial.Task.Tools.Has(name) {
		b.flag(FlagUnknownTool)
	}
	switch c.Outcome {
	case world.OK, world.Missing, world.Faulted:
		return false
	}
	return true
}

// clean makes a text valid UTF-8, as JSON needs it.
func (b *builder) clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	b.losses[LostText]++
	return strings.ToValidUTF8(s, "\uFFFD")
}

const thinkOpen, thinkClose = "<think>", "</think>"

// reasoning moves thoughts that stand before the text, as some endpoints return them, to where
// they belong.
func reasoning(thought, text string) (string, string) {
	rest, found := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), thinkOpen)
	if !found || thought != "" {
		return thought, text
	}
	before, after, closed := strings.Cut(rest, thinkClose)
	if !closed {
		return thought, text
	}
	return strings.Trim(before, "\r\n"), strings.TrimLeft(after, "\r\n")
}

// arguments reads a call's arguments as the world does: empty text and null stand for none. It
// says why they are none otherwise. A text that holds an object is not opened: the world refused
// it, and opening it here would show another call than the one that was made.
func arguments(raw string) (args *value.Object, why string) {
	if strings.TrimSpace(raw) == "" {
		return value.Obj(), ""
	}
	v, err := value.Parse([]byte(raw))
	if err != nil {
		return nil, "arguments that are no JSON"
	}
	switch v := v.(type) {
	case nil:
		return value.Obj(), ""
	case *value.Object:
		return v, ""
	case string:
		return nil, "arguments that are a text"
	}
	return nil, "arguments that are no object"
}

// callIDs gives every call of a trajectory an id of its own. Some endpoints send none, or the
// same one in every turn.
type callIDs struct {
	given map[string]bool // ids that stand in the trajectory, so that none is made twice
	used  map[string]bool
	made  int
}

func newCallIDs(t *trace.Trajectory) callIDs {
	ids := callIDs{given: map[string]bool{}, used: map[string]bool{}}
	for _, c := range t.Calls {
		ids.given[c.ID] = true
	}
	return ids
}

func (b *builder) callID(id string) string {
	ids := &b.ids
	if id != "" && utf8.ValidString(id) && !ids.used[id] {
		ids.used[id] = true
		return id
	}
	b.losses[LostID]++
	for {
		ids.made++
		id = "call_" + strconv.Itoa(ids.made)
		if !ids.given[id] {
			return id
		}
	}
}

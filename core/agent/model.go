package agent

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Asker sends a request to a model; *llm.Client is one.
type Asker interface {
	Ask(ctx context.Context, r llm.Request) (*llm.Reply, error)
}

// ModelOptions are the settings of an agent that acts by a model.
type ModelOptions struct {
	Name    string // of the agent: model, model-teacher
	Version string
	Profile string // name of the profile that is asked
	Window  int    // tokens of the model's window; 0 = unknown, nothing is shortened before the endpoint says so
	Reply   int    // tokens of the window that are kept free for a reply; 0 = a quarter, at most 4096
	Tokens  int64  // most tokens of one trial, prompts and replies; 0 = no limit
}

// Model is the agent that lets a model act: a loop of tool calls over one conversation. What the
// model does wrong goes to the environment as it was sent, and comes back as an observation.
func Model(ask Asker, o ModelOptions) Maker {
	if o.Window > 0 && o.Reply == 0 {
		o.Reply = min(4096, o.Window/4)
	}
	return Maker{Name: o.Name, Version: o.Version, Model: o.Profile, Doc: "a model calls the tools until it says that it is done",
		Make: func(b *task.Bound, seed uint64) (Agent, error) {
			return &model{ask: ask, o: o, task: b.Task.ID, sample: int(seed & 0x7fffffff)}, nil
		}}
}

// model is one trial's conversation.
type model struct {
	ask    Asker
	o      ModelOptions
	task   string
	sample int // the same trial asks the same again, and another one does not

	tools     []llm.Tool
	offered   int // bytes of their description
	talk      []llm.Message
	calls     []llm.Call // of the last turn
	turn      int
	spent     int64
	shortened int
}

// Next tells the model what came back and takes what it does next.
func (m *model) Next(ctx context.Context, o episode.Opening, last *episode.Result) (episode.Action, error) {
	if m.turn == 0 {
		m.open(o)
	} else if last != nil {
		m.hear(last)
	}
	if m.o.Tokens > 0 && m.spent >= m.o.Tokens {
		return episode.Action{}, &Stop{trace.End{Kind: trace.Truncated, Reason: trace.MaxTokens,
			Detail: fmt.Sprintf("%d tokens are spent, the limit of a trial is %d", m.spent, m.o.Tokens)}}
	}
	reply, err := m.say(ctx)
	if err != nil {
		return episode.Action{}, err
	}
	m.turn++
	m.spent += int64(reply.Usage.Prompt) + int64(reply.Usage.Completion)
	m.talk, m.calls = append(m.talk, reply.Message()), reply.Calls
	return m.act(reply), nil
}

func (m *model) open(o episode.Opening) {
	for _, offer := range o.Tools {
		schema := value.Append(nil, offer.Tool.InputSchema())
		m.tools = append(m.tools, llm.Tool{Name: offer.Name, Description: offer.Tool.Doc, Parameters: schema})
		m.offered += len(offer.Name) + len(offer.Tool.Doc) + len(schema)
	}
	m.talk = []llm.Message{{From: llm.System, Text: o.System}, {From: llm.FromUser, Text: o.Say}}
}

// hear adds the results of the calls, each under its call, and what the user said.
func (m *model) hear(last *episode.Result) {
	for i, c := range m.calls {
		if i < len(last.Observations) {
			m.talk = append(m.talk, llm.Message{From: llm.FromTool, Answers: c.ID, Text: string(last.Observations[i].Body)})
		}
	}
	m.calls = nil
	if last.User != nil {
		m.talk = append(m.talk, llm.Message{From: llm.FromUser, Text: last.User.Text})
	}
}

// mostShrinks bounds how often a conversation is shortened because an endpoint finds it too long.
const mostShrinks = 4

// say asks for the next turn. Failures of the endpoint are Unavailable; what concerns every trial
// is a Halt.
func (m *model) say(ctx context.Context) (*llm.Reply, error) {
	room := m.o.Window - m.o.Reply
	for shrinks := 0; ; shrinks++ {
		if room > 0 && !m.fit(room) {
			return nil, m.tooLong()
		}
		seed := int64(m.sample)
		reply, err := m.ask.Ask(ctx, llm.Request{Messages: m.talk, Tools: m.tools, Seed: &seed, Sample: m.sample, Label: fmt.Sprintf("act %s turn %d", m.task, m.turn+1)})
		if err == nil {
			return reply, nil
		}
		if f := llm.FailureOf(err); f == nil || f.Class != llm.TooLong {
			return nil, blame(ctx, err)
		}
		if shrinks >= mostShrinks {
			return nil, m.tooLong()
		}
		room = max(1, m.size()*3/4)
	}
}

func (m *model) tooLong() error {
	return &Stop{trace.End{Kind: trace.Truncated, Reason: trace.MaxTokens, Detail: "the conversation does not fit the model's window"}}
}

// blame says whose failure a request's error is.
func blame(ctx context.Context, err error) error {
	if ctx.Err() != nil { // whatever else went wrong in the same moment
		return fault.Wrap("", ctx.Err(), "ask a model")
	}
	kind := fault.KindOf(err)
	if f := llm.FailureOf(err); f != nil && !f.Later && kind != fault.Exhausted && kind != fault.Denied && kind != fault.NotFound {
		return fault.Wrap(fault.Unavailable, err, "")
	}
	return &Halt{err}
}

// act is a reply as an action.
func (m *model) act(r *llm.Reply) episode.Action {
	a := episode.Action{Text: r.Text, Reasoning: r.Reasoning, Model: r.Model, Finish: r.Finish, TokenIDs: r.TokenIDs, Logprobs: r.Logprobs,
		Latency: r.Latency.Nanoseconds(), Shortened: m.shortened}
	usage := r.Usage
	a.Usage = &usage
	for _, c := range r.Calls {
		call := episode.Call{ID: c.ID, Tool: c.Tool, Args: []byte(c.Args)}
		if c.Raw != "" && c.Raw != c.Args {
			call.Sent = c.Raw
		}
		a.Calls = append(a.Calls, call)
	}
	switch {
	case len(a.Calls) > 0:
	case r.End == llm.Refused:
		a.Refused = true
		if strings.TrimSpace(a.Text) == "" {
			a.Text = refusalText(r)
		}
	case r.End == llm.Truncated || r.Cut:
		a.Cut = true
	case !r.Said():
		a.Text = "" // blanks and remains of a template are no answer
	}
	return a
}

func refusalText(r *llm.Reply) string {
	if r.Refusal != "" {
		return r.Refusal
	}
	return "(the endpoint withheld the reply)"
}

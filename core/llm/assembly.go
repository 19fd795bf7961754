package llm

import (
	"errors"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// assembly puts a reply together from the events of a stream.
type assembly struct {
	w                        wireReply
	text, reasoning, refusal strings.Builder
	calls                    []*growingCall
	choices                  int
}

type growingCall struct {
	index    int // -1 = the server sends none
	id, name string
	args     strings.Builder
}

func (a *assembly) add(e *openai.ChatCompletionStreamResponse) {
	if e.Model != "" {
		a.w.Model = e.Model
	}
	if e.Usage != nil { // the last one counts: some servers send it with every event
		a.w.Usage = usage(e.Usage)
	}
	if len(e.Choices) == 0 {
		return
	}
	a.choices++
	c := &e.Choices[0]
	a.text.WriteString(c.Delta.Content)
	a.reasoning.WriteString(c.Delta.ReasoningContent)
	a.refusal.WriteString(c.Delta.Refusal)
	if c.FinishReason != "" {
		a.w.Finish = string(c.FinishReason)
	}
	for i := range c.Delta.ToolCalls {
		a.call(&c.Delta.ToolCalls[i])
	}
}

// call adds a piece of a tool call to the call it belongs to.
func (a *assembly) call(t *openai.ToolCall) {
	g := a.belongs(t)
	if g == nil {
		if len(a.calls) > mostCalls { // one more than may be, so that the reader sees it
			return
		}
		g = &growingCall{index: -1}
		if t.Index != nil {
			g.index = *t.Index
		}
		a.calls = append(a.calls, g)
	}
	if g.id == "" {
		g.id = t.ID
	}
	if name := t.Function.Name; name != "" && name != g.name {
		g.name += name
	}
	g.args.WriteString(t.Function.Arguments)
}

// belongs finds the call that a piece goes on with, nil where it begins one. The index decides; an
// index that is missing, or the same for all, is made up for by the id, and a piece with a name behind
// arguments that are complete begins another call.
func (a *assembly) belongs(t *openai.ToolCall) *growingCall {
	for i := len(a.calls) - 1; i >= 0; i-- {
		g := a.calls[i]
		switch {
		case t.Index != nil && g.index != *t.Index:
			continue
		case t.ID != "" && g.id != "" && t.ID != g.id:
			if t.Index == nil {
				continue
			}
			return nil
		case t.Index == nil && t.Function.Name != "" && g.args.Len() > 0 && objectEnd(g.args.String()) >= 0:
			return nil
		}
		if t.Index == nil && t.ID == "" && i != len(a.calls)-1 {
			return nil
		}
		return g
	}
	return nil
}

func (a *assembly) reply() (*wireReply, error) {
	if a.choices == 0 {
		return nil, errors.New("the stream has no choices")
	}
	w := a.w
	w.Text, w.Reasoning, w.Refusal = a.text.String(), a.reasoning.String(), a.refusal.String()
	for _, g := range a.calls {
		w.Calls = append(w.Calls, wireCall{g.id, g.name, g.args.String()})
	}
	return &w, nil
}

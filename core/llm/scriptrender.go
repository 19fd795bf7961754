package llm

import (
	"encoding/json"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

func member(name string, v any) value.Member { return value.Member{Name: name, Value: v} }

// whole is the answer as one document.
func (a *Answer) whole(model string, asked *Asked) *value.Object {
	choice := value.Obj(member("index", value.Int(0)), member("message", a.messageObject(asked)), member("finish_reason", a.finish()))
	out := value.Obj(member("id", fmt.Sprintf("chatcmpl-%d", asked.N)), member("object", "chat.completion"), member("created", value.Int(0)),
		member("model", model), member("choices", []any{choice}))
	if u := a.usage(asked); u != nil {
		out.Set("usage", u)
	}
	return out
}

func (a *Answer) finish() any {
	switch {
	case a.is(FinishNull):
		return nil
	case a.Finish != "":
		return a.Finish
	case len(a.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (a *Answer) usage(asked *Asked) *value.Object {
	u := a.Usage
	switch {
	case a.is(NoUsage):
		return nil
	case a.is(ZeroUsage):
		u = &ScriptUsage{}
	case u == nil:
		size := len(a.Text) + len(a.Reasoning)
		for _, c := range a.Calls {
			size += len(c.Arguments)
		}
		u = &ScriptUsage{Prompt: int(estimate(len(asked.Body))), Completion: int(max(1, estimate(size)))}
	}
	return value.Obj(member("prompt_tokens", value.Int(int64(u.Prompt))), member("completion_tokens", value.Int(int64(u.Completion))),
		member("total_tokens", value.Int(int64(u.Prompt+u.Completion))),
		member("prompt_tokens_details", value.Obj(member("cached_tokens", value.Int(int64(u.Cached))))))
}

// said is the text, with what shapes put into it.
func (a *Answer) said() string {
	text := a.Text
	if a.is(Think) {
		text = thinkOpen + a.Reasoning + thinkClose + text
	}
	if a.is(TextCallsShape) {
		for _, c := range a.Calls {
			args := c.text()
			if unreadable(args) != nil {
				args = string(value.AppendString(nil, args))
			}
			text += "\n" + callOpen + `{"name": ` + string(value.AppendString(nil, c.Name)) + `, "arguments": ` + args + `}` + callClose
		}
	}
	return text
}

func (a *Answer) messageObject(asked *Asked) *value.Object {
	m := value.Obj(member("role", string(Assistant)), member("content", a.content()))
	if a.Reasoning != "" && !a.is(Think) && !a.is(Parts) {
		m.Set(a.reasoningName(), a.Reasoning)
	}
	if a.Refusal != "" {
		m.Set("refusal", a.Refusal)
	}
	if len(a.Calls) > 0 && !a.is(TextCallsShape) {
		var calls []any
		for i := range a.Calls {
			calls = append(calls, a.call(asked, i))
		}
		m.Set("tool_calls", calls)
	}
	return m
}

func (a *Answer) reasoningName() string {
	if a.is(ReasoningName) {
		return "reasoning"
	}
	return "reasoning_content"
}

func (a *Answer) content() any {
	text := a.said()
	if text == "" && a.is(NullContent) {
		return nil
	}
	if !a.is(Parts) {
		return text
	}
	part := func(kind, text string) any { return value.Obj(member("type", kind), member("text", text)) }
	parts := []any{}
	if text != "" {
		half := len(strings.ToValidUTF8(text[:len(text)/2], ""))
		parts = append(parts, part("text", text[:half]), part("text", text[half:]))
	}
	if a.Reasoning != "" {
		parts = append(parts, part("reasoning", a.Reasoning))
	}
	if a.is(StrangePart) {
		parts = append(parts, value.Obj(member("type", "hologram"), member("data", value.Number("1.10"))))
	}
	return parts
}

func (a *Answer) call(asked *Asked, i int) *value.Object {
	c := a.Calls[i]
	out := value.Obj()
	if !a.is(NoID) {
		id := c.ID
		switch {
		case a.is(SameIDs):
			id = "call_0"
		case id == "":
			id = fmt.Sprintf("s%d-%d", asked.N, i)
		}
		out.Set("id", id)
	}
	if !a.is(NoType) {
		out.Set("type", "function")
	}
	f := value.Obj(member("name", c.Name))
	if args, ok := c.arguments(a.is(ObjectArguments)); ok {
		f.Set("arguments", args)
	}
	out.Set("function", f)
	return out
}

// text is the arguments as they go out in a string.
func (c *ScriptCall) text() string {
	var s string
	if json.Unmarshal(c.Arguments, &s) == nil && len(c.Arguments) > 0 && string(c.Arguments) != "null" {
		return s
	}
	return string(c.Arguments)
}

// arguments are the value of that member; ok is false where it is left out.
func (c *ScriptCall) arguments(asObject bool) (v any, ok bool) {
	switch {
	case len(c.Arguments) == 0:
		return nil, false
	case string(c.Arguments) == "null":
		return nil, true
	case asObject:
		if v, err := value.Parse(c.Arguments); err == nil {
			return v, true
		}
	}
	return c.text(), true
}

// Sizes of a stream's pieces, in bytes. Long texts come in larger ones.
const (
	textPiece  = 7
	argsPiece  = 9
	mostPieces = 500
)

// events is the answer as a stream.
func (a *Answer) events(model string, asked *Asked) []byte {
	var out []byte
	emit := func(delta *value.Object, finish any, usage *value.Object) {
		event := value.Obj(member("id", fmt.Sprintf("chatcmpl-%d", asked.N)), member("object", "chat.completion.chunk"), member("created", value.Int(0)),
			member("model", model), member("choices", []any{}))
		if delta != nil {
			event.Set("choices", []any{value.Obj(member("index", value.Int(0)), member("delta", delta), member("finish_reason", finish))})
		}
		if usage != nil {
			event.Set("usage", usage)
		}
		out = append(append(append(out, "data: "...), value.Append(nil, event)...), "\n\n"...)
	}
	out = append(out, ": keep-alive\n\n"...)
	emit(value.Obj(member("role", string(Assistant)), member("content", "")), nil, nil)
	whole := a.messageObject(asked)
	if list, ok := a.content().([]any); ok {
		emit(value.Obj(member("content", list)), nil, nil)
	} else {
		for _, piece := range pieces(a.said(), textPiece) {
			emit(value.Obj(member("content", piece)), nil, nil)
		}
	}
	for _, piece := range pieces(textOf(whole, a.reasoningName()), textPiece) {
		emit(value.Obj(member(a.reasoningName(), piece)), nil, nil)
	}
	if a.Refusal != "" {
		emit(value.Obj(member("refusal", a.Refusal)), nil, nil)
	}
	for i, c := range callsOf(whole) {
		a.callEvents(i, c, func(piece *value.Object) { emit(value.Obj(member("tool_calls", []any{piece})), nil, nil) })
	}
	emit(value.Obj(), a.finish(), nil)
	if u := a.usage(asked); u != nil {
		emit(nil, nil, u)
	}
	if !a.is(NoDone) {
		out = append(out, "data: [DONE]\n\n"...)
	}
	return out
}

// callEvents streams one call: the first piece has id and name, the others only arguments.
func (a *Answer) callEvents(i int, call *value.Object, emit func(*value.Object)) {
	f := objectOf(call, "function")
	args, _ := f.Get("arguments")
	text, isText := args.(string)
	first := call.Clone()
	if isText {
		head := value.Obj(member("name", textOf(f, "name")), member("arguments", ""))
		first.Set("function", head)
	}
	index := func(o *value.Object) *value.Object {
		switch {
		case a.is(NoIndex):
		case a.is(ZeroIndex):
			o.Set("index", value.Int(0))
		default:
			o.Set("index", value.Int(int64(i)))
		}
		return o
	}
	emit(index(first))
	for _, piece := range pieces(text, argsPiece) {
		emit(index(value.Obj(member("function", value.Obj(member("arguments", piece))))))
	}
}

// pieces cuts text into pieces of about n bytes, never within a character.
func pieces(text string, n int) []string {
	var out []string
	n = max(n, len(text)/mostPieces)
	for len(text) > n {
		head := clip(text, n)
		head = strings.TrimSuffix(head, "...")
		if head == "" { // a character longer than a piece
			break
		}
		out = append(out, text[:len(head)])
		text = text[len(head):]
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

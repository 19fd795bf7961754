package llm

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	openai "github.com/sashabaranov/go-openai"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// The ways to ask for a reply of a given form.
const (
	structuredSchema = "json_schema"
	structuredObject = "json_object"
	structuredPrompt = "prompt"
)

// body is a request as this profile's endpoint wants it. The official part is the library's; the
// dialect is written over it.
func (p *Profile) body(r *Request, names *toolNames, structured string) (*value.Object, error) {
	chat := openai.ChatCompletionRequest{Model: p.Model, Stop: r.Stop}
	for _, t := range r.Tools {
		chat.Tools = append(chat.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
			Name: names.wire[t.Name], Description: t.Description, Parameters: parameters(t)}})
	}
	for i := range r.Messages {
		chat.Messages = append(chat.Messages, message(&r.Messages[i], names, answered(r.Messages, i)))
	}
	if err := p.choose(&chat, r, names); err != nil {
		return nil, err
	}
	if r.Schema != nil {
		p.ask(&chat, r.Schema, structured)
	}
	data, err := json.Marshal(chat)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "write the request").WithHint("a tool's parameters or the schema are no JSON")
	}
	v, err := value.Parse(data)
	body, ok := v.(*value.Object)
	if err != nil || !ok {
		return nil, fault.Wrap(fault.Internal, err, "read the request back")
	}
	p.dialect(body, r, chat.Messages)
	return body, nil
}

func parameters(t Tool) json.RawMessage {
	if len(t.Parameters) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return t.Parameters
}

// message is the official form of a message. wireID is the server's id of the call that it answers.
func message(m *Message, names *toolNames, wireID string) openai.ChatCompletionMessage {
	out := openai.ChatCompletionMessage{Role: string(m.From), Content: m.Text, ToolCallID: wireID}
	for i := range m.Calls {
		c := &m.Calls[i]
		name, ok := names.wire[c.Tool]
		if !ok {
			name = unknownName(c.Tool)
		}
		out.ToolCalls = append(out.ToolCalls, openai.ToolCall{ID: c.wireID(), Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: name, Arguments: c.history()}})
	}
	return out
}

// unknownName is a name that endpoints accept for a tool that does not exist.
func unknownName(name string) string {
	w := wireName(name)
	if len(w) > mostName {
		w = w[:mostName]
	}
	if w == "" {
		return "unnamed"
	}
	return w
}

func (c *Call) wireID() string {
	if c.Wire != "" {
		return c.Wire
	}
	return c.ID
}

// Arguments that later requests carry whole; larger ones stand in the record of the turn alone.
const (
	mostHistory = 64 << 10
	keptHistory = 500
)

// history is what later requests say the arguments were: always the JSON of an object, as servers
// refuse a conversation that holds anything else.
func (c *Call) history() string {
	switch {
	case c.Problem != nil && c.Problem.Kind != UnknownTool || unreadable(c.Args) != nil:
		return string(value.Append(nil, value.Obj(value.Member{Name: "unreadable_arguments", Value: clip(c.Args, keptHistory)})))
	case len(c.Args) > mostHistory:
		return string(value.Append(nil, value.Obj(value.Member{Name: "shortened_arguments", Value: clip(c.Args, keptHistory)},
			value.Member{Name: "bytes", Value: value.Int(int64(len(c.Args)))})))
	}
	return c.Args
}

// clip is the first n bytes of s, and a mark where there was more.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// answered is the server's id of the call that message i is the result of, "" for other messages.
func answered(all []Message, i int) string {
	if all[i].From != FromTool {
		return ""
	}
	for j := i - 1; j >= 0; j-- {
		for k := range all[j].Calls {
			if all[j].Calls[k].ID == all[i].Answers {
				return all[j].Calls[k].wireID()
			}
		}
	}
	return ""
}

func (p *Profile) choose(chat *openai.ChatCompletionRequest, r *Request, names *toolNames) error {
	if len(r.Tools) == 0 {
		return nil
	}
	if r.OneCall || p.Dialect.OneCall {
		chat.ParallelToolCalls = false
	}
	switch r.Choice {
	case "":
	case "none", "required":
		chat.ToolChoice = r.Choice
	default:
		wire, ok := names.wire[r.Choice]
		if !ok {
			return fault.New(fault.Invalid, "the request chooses tool %q and does not offer it", r.Choice).WithHint("offer the tool, or choose none or required")
		}
		chat.ToolChoice = openai.ToolChoice{Type: openai.ToolTypeFunction, Function: openai.ToolFunction{Name: wire}}
	}
	return nil
}

// ask asks for a reply that follows a schema, by the server's own means or in words.
func (p *Profile) ask(chat *openai.ChatCompletionRequest, s *Schema, structured string) {
	switch structured {
	case structuredSchema:
		chat.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: s.Name, Schema: s.JSON, Strict: true}}
		return
	case structuredObject:
		chat.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	words := fmt.Sprintf("\n\nReply with one JSON object that follows this JSON schema, and nothing else:\n%s", s.JSON)
	for i := len(chat.Messages) - 1; i >= 0; i-- {
		if chat.Messages[i].Role == string(FromUser) {
			chat.Messages[i].Content += words
			return
		}
	}
	chat.Messages[0].Content += words
}

// dialect writes over the official body what this endpoint wants otherwise.
func (p *Profile) dialect(body *value.Object, r *Request, sent []openai.ChatCompletionMessage) {
	body.Delete("stream")
	p.messages(body, r, sent)
	if n := or(r.MaxTokens, p.MaxTokens); n > 0 {
		name := p.Dialect.MaxTokensName
		if name == "" {
			name = "max_tokens"
		}
		body.Set(name, value.Int(int64(n)))
	}
	temperature := r.Temperature
	if temperature == nil {
		temperature = p.Temperature
	}
	if temperature != nil { // the library drops 0, which is the one people ask for
		body.Set("temperature", value.Float(*temperature))
	}
	if r.Seed != nil && !p.Dialect.NoSeed {
		body.Set("seed", value.Int(*r.Seed))
	}
	if p.Dialect.Logprobs {
		body.Set("logprobs", true)
	}
	for _, m := range p.Extra.Members() {
		body.Set(m.Name, m.Value)
	}
}

// nothingSaid stands for an assistant turn that said and called nothing, where the endpoint takes no
// empty text.
const nothingSaid = "(nothing said)"

func (p *Profile) messages(body *value.Object, r *Request, sent []openai.ChatCompletionMessage) {
	v, _ := body.Get("messages")
	list, _ := v.([]any)
	for i, item := range list {
		m := item.(*value.Object)
		source := &r.Messages[i]
		m.Set("content", sent[i].Content) // the library drops an empty one
		if source.From == System && p.Dialect.SystemRole != "" {
			m.Set("role", p.Dialect.SystemRole)
		}
		if source.From != Assistant {
			continue
		}
		if source.Text == "" {
			p.silence(m, len(source.Calls) > 0)
		}
		if p.Dialect.EchoReasoning && len(source.Calls) > 0 {
			m.Set("reasoning_content", source.Reasoning)
		}
	}
}

// silence writes the content of an assistant turn without text.
func (p *Profile) silence(m *value.Object, calls bool) {
	switch {
	case p.Dialect.EmptyContent == "null":
		m.Set("content", nil)
	case p.Dialect.EmptyContent == "omit" && calls:
		m.Delete("content")
	case p.Dialect.EmptyContent == "omit":
		m.Set("content", nothingSaid)
	}
}

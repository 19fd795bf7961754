package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// oddities is what a response holds beyond the official shape, set aside while it is made official.
type oddities struct {
	parts    []json.RawMessage
	logprobs []float32
	tokenIDs []int32
	usage    bool // the server counted tokens
	finished bool // a finish reason was sent
	mended   bool // bytes that are no UTF-8 were replaced
}

// mostOdd bounds what is set aside of one response.
const mostOdd = 1 << 20

// canonical rewrites a response, or one event of a stream, into the official shape, so that the
// library can decode whatever an endpoint makes of it: content as text, arguments as text, ids as
// text, reasoning apart. It takes the first choice alone. Failures that come as responses are told.
func canonical(data []byte, odd *oddities) ([]byte, *Failure) {
	if !utf8.Valid(data) { // servers cut characters in two; what is broken stays visible
		data, odd.mended = bytes.ToValidUTF8(data, []byte("\uFFFD")), true
	}
	v, err := value.ParseLax(data)
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return nil, &Failure{Class: Garbled, Message: "the response is no JSON object: " + clip(strings.TrimSpace(string(data)), 200)}
	}
	if f := failureInBody(o); f != nil {
		return nil, f
	}
	out := value.Obj(value.Member{Name: "id", Value: textOf(o, "id")}, value.Member{Name: "model", Value: textOf(o, "model")})
	choices := []any{}
	if first := firstChoice(o); first != nil {
		choices = append(choices, canonicalChoice(first, odd))
	}
	out.Set("choices", choices)
	if u := objectOf(o, "usage"); u != nil {
		odd.usage = true
		out.Set("usage", canonicalUsage(u))
	}
	return value.Append(nil, out), nil
}

func firstChoice(o *value.Object) *value.Object {
	v, _ := o.Get("choices")
	list, _ := v.([]any)
	if len(list) == 0 {
		return nil
	}
	first, _ := list[0].(*value.Object)
	return first
}

func canonicalChoice(c *value.Object, odd *oddities) *value.Object {
	out := value.Obj(value.Member{Name: "index", Value: value.Int(0)})
	for _, name := range []string{"message", "delta"} {
		if m := objectOf(c, name); m != nil {
			out.Set(name, canonicalMessage(m, odd))
		}
	}
	finish := textOf(c, "finish_reason")
	odd.finished = odd.finished || finish != ""
	out.Set("finish_reason", finish)
	odd.takeNumbers(c)
	return out
}

func canonicalMessage(m *value.Object, odd *oddities) *value.Object {
	text, reasoning := canonicalContent(m, odd)
	for _, name := range []string{"reasoning_content", "reasoning"} {
		if s := textOf(m, name); s != "" {
			reasoning = s
			break
		}
	}
	out := value.Obj(value.Member{Name: "role", Value: string(Assistant)}, value.Member{Name: "content", Value: text},
		value.Member{Name: "reasoning_content", Value: reasoning}, value.Member{Name: "refusal", Value: textOf(m, "refusal")})
	var calls []any
	v, _ := m.Get("tool_calls")
	list, _ := v.([]any)
	for _, item := range list {
		if c, ok := item.(*value.Object); ok {
			calls = append(calls, canonicalCall(c))
		}
	}
	if f := objectOf(m, "function_call"); f != nil { // the API's older form of one call
		calls = append(calls, canonicalCall(value.Obj(value.Member{Name: "function", Value: f})))
	}
	if len(calls) > 0 {
		out.Set("tool_calls", calls)
	}
	return out
}

// canonicalContent takes a content that is a text, null, or a list of typed parts.
func canonicalContent(m *value.Object, odd *oddities) (text, reasoning string) {
	v, _ := m.Get("content")
	list, ok := v.([]any)
	if !ok {
		s, _ := v.(string)
		return s, ""
	}
	for _, item := range list {
		if s, ok := item.(string); ok {
			text += s
			continue
		}
		part, _ := item.(*value.Object)
		switch textOf(part, "type") {
		case "text", "output_text":
			text += textOf(part, "text")
		case "reasoning", "thinking":
			reasoning += textOf(part, "text") + textOf(part, "thinking")
		default:
			odd.keep(item)
		}
	}
	return text, reasoning
}

func (odd *oddities) keep(part any) {
	raw := value.Append(nil, part)
	size := len(raw)
	for _, p := range odd.parts {
		size += len(p)
	}
	if size <= mostOdd {
		odd.parts = append(odd.parts, raw)
	}
}

func canonicalCall(c *value.Object) *value.Object {
	out := value.Obj(value.Member{Name: "id", Value: textOf(c, "id")}, value.Member{Name: "type", Value: "function"})
	if v, ok := c.Get("index"); ok {
		if n, isNumber := v.(value.Number); isNumber {
			if i, whole := n.Int(); whole && i >= 0 && i < mostCalls {
				out.Set("index", value.Int(i))
			}
		}
	}
	f := objectOf(c, "function")
	if f == nil {
		f = c // some servers put name and arguments beside the id
	}
	out.Set("function", value.Obj(value.Member{Name: "name", Value: textOf(f, "name")}, value.Member{Name: "arguments", Value: argumentsOf(f)}))
	return out
}

// argumentsOf is the arguments' text. Objects keep the order of their keys and the spelling of their
// numbers.
func argumentsOf(f *value.Object) string {
	v, _ := f.Get("arguments")
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	default:
		return string(value.Append(nil, v))
	}
}

func canonicalUsage(u *value.Object) *value.Object {
	cached := countOf(objectOf(u, "prompt_tokens_details"), "cached_tokens")
	if cached == 0 {
		cached = countOf(u, "prompt_cache_hit_tokens")
	}
	detail := func(name string, n int64) *value.Object {
		return value.Obj(value.Member{Name: name, Value: value.Int(n)})
	}
	return value.Obj(value.Member{Name: "prompt_tokens", Value: value.Int(countOf(u, "prompt_tokens"))},
		value.Member{Name: "completion_tokens", Value: value.Int(countOf(u, "completion_tokens"))},
		value.Member{Name: "prompt_tokens_details", Value: detail("cached_tokens", cached)},
		value.Member{Name: "completion_tokens_details", Value: detail("reasoning_tokens", countOf(objectOf(u, "completion_tokens_details"), "reasoning_tokens"))})
}

// takeNumbers keeps log probabilities and token ids, where they were sent.
func (odd *oddities) takeNumbers(c *value.Object) {
	v, _ := objectOf(c, "logprobs").Get("content")
	list, _ := v.([]any)
	for _, item := range list {
		token, _ := item.(*value.Object)
		if n, ok := token.Get("logprob"); ok {
			if p, isFinite := finite(n); isFinite {
				odd.logprobs = append(odd.logprobs, p)
			}
		}
	}
	v, _ = c.Get("token_ids")
	list, _ = v.([]any)
	for _, item := range list {
		if n, isNumber := item.(value.Number); isNumber {
			if i, whole := n.Int(); whole && i >= 0 && i <= 1<<31-1 {
				odd.tokenIDs = append(odd.tokenIDs, int32(i))
			}
		}
	}
}

// finite reads a number that a float of the trajectory can hold; JSON has none for infinity.
func finite(v any) (float32, bool) {
	n, ok := v.(value.Number)
	if !ok || !value.IsNumber(string(n)) {
		return 0, false
	}
	f := float32(n.Float())
	return f, !math.IsInf(float64(f), 0) && !math.IsNaN(float64(f))
}

// textOf is a member as text: numbers by their spelling, anything else but text is "".
func textOf(o *value.Object, name string) string {
	v, _ := o.Get(name)
	switch v := v.(type) {
	case string:
		return v
	case value.Number:
		return string(v)
	}
	return ""
}

func objectOf(o *value.Object, name string) *value.Object {
	v, _ := o.Get(name)
	inner, _ := v.(*value.Object)
	return inner
}

// countOf is a member as a count, 0 where it is none.
func countOf(o *value.Object, name string) int64 {
	v, _ := o.Get(name)
	n, _ := v.(value.Number)
	i, ok := n.Int()
	if !ok || i < 0 || i > 1<<40 {
		return 0
	}
	return i
}

// failureInBody tells a failure that a server put into a response with a good status.
func failureInBody(o *value.Object) *Failure {
	v, _ := o.Get("error")
	switch e := v.(type) {
	case string:
		if e != "" {
			return classify(200, value.Obj(value.Member{Name: "message", Value: e}))
		}
	case *value.Object:
		status, _ := value.Number(textOf(e, "code")).Int()
		if status < 400 || status > 599 {
			status = 200
		}
		return classify(int(status), e)
	}
	return nil
}

// errorOf reads the body of a response whose status says that it failed.
func errorOf(status int, body []byte) *Failure {
	v, err := value.ParseLax(body)
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return classify(status, value.Obj(value.Member{Name: "message", Value: strings.TrimSpace(string(body))}))
	}
	inner, _ := o.Get("error")
	switch e := inner.(type) {
	case *value.Object:
		return classify(status, e)
	case string:
		return classify(status, value.Obj(value.Member{Name: "message", Value: e}))
	}
	if textOf(o, "message") == "" && textOf(o, "detail") != "" {
		o.Set("message", textOf(o, "detail"))
	}
	if o.Len() == 0 {
		o.Set("message", fmt.Sprintf("status %d", status))
	}
	return classify(status, o)
}

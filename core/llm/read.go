package llm

import (
	"fmt"
	"regexp"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// errorShape is how a gateway words a failure that it hands out as an answer.
var errorShape = regexp.MustCompile(`(?i)\b429\b|too many requests|rate.?limit|\b50[0234]\b|overloaded|service unavailable`)

// mostErrorText bounds what can be such an answer.
const mostErrorText = 1000

// check tells what cannot be a reply, though it has the shape of one.
func (w *wireReply) check() *Failure {
	switch {
	case w.Finish == "error":
		return &Failure{Class: Overloaded, Message: clip(w.Text, mostMessage)}
	case len(w.Calls) > 0 || w.Usage == nil || w.Usage.Prompt != 0 || w.Usage.Completion != 0:
		return nil
	case len(w.Text) <= mostErrorText && errorShape.MatchString(w.Text):
		// Nothing was counted, so no model said this.
		return &Failure{Class: Throttled, Message: "an error came as the answer: " + clip(w.Text, mostMessage)}
	}
	return nil
}

// asked is a request as it went out, as far as reading the reply needs it.
type asked struct {
	request *Request
	names   *toolNames
	turn    int // assistant turns before this one
	most    int // tokens that the reply may have, 0 = unknown
}

func (p *Profile) asked(r *Request, names *toolNames) asked {
	a := asked{request: r, names: names, most: or(r.MaxTokens, p.MaxTokens)}
	for i := range r.Messages {
		if r.Messages[i].From == Assistant {
			a.turn++
		}
	}
	return a
}

// read makes a reply of a response by the profile's dialect.
func (p *Profile) read(w *wireReply, a asked) *Reply {
	r := &Reply{Text: w.Text, Reasoning: w.Reasoning, Refusal: w.Refusal, Parts: w.Parts, Finish: w.Finish, Model: w.Model,
		Logprobs: w.Logprobs, TokenIDs: w.TokenIDs}
	if w.Usage != nil {
		r.Usage = *w.Usage
	}
	calls := w.Calls
	if p.Dialect.ThinkTags {
		var thought string
		thought, r.Text = splitThought(r.Text)
		r.Reasoning += thought
	}
	if p.Dialect.TextCalls && len(calls) == 0 {
		calls, r.Text = textCalls(r.Text)
	}
	many := len(calls) > mostCalls // the model's doing, and no failure of its endpoint
	for i, c := range calls[:min(len(calls), mostCalls)] {
		r.Calls = append(r.Calls, p.call(c, i, a))
	}
	r.Cut = w.Finish == "length" || a.most > 0 && w.Usage != nil && w.Usage.Completion >= a.most
	r.End = ending(r)
	r.Warnings = warnings(r, w, a)
	if many {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the turn makes more than %d calls; the others were left out", mostCalls))
	}
	return r
}

func ending(r *Reply) Ending {
	switch {
	case len(r.Calls) > 0:
		return Called
	case r.Refusal != "" || r.Finish == "content_filter":
		return Refused
	case r.Cut:
		return Truncated
	}
	return Answered
}

func warnings(r *Reply, w *wireReply, a asked) []string {
	var out []string
	warn := func(when bool, format string, args ...any) {
		if when {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	warn(len(r.Calls) == 0 && w.Finish == "tool_calls", "the finish reason is tool_calls, and there are no calls")
	warn(len(r.Calls) > 0 && w.Finish != "tool_calls", "there are calls, and the finish reason is %q", clip(w.Finish, 40))
	warn(a.request.OneCall && len(r.Calls) > 1, "one call a turn was asked for, and %d came", len(r.Calls))
	warn(r.Cut && len(r.Calls) > 0, "the token limit cut a turn with calls: some may be missing")
	warn(len(r.Parts) > 0, "%d parts of the content are of an unknown type", len(r.Parts))
	warn(w.Mended, "the response holds bytes that are no UTF-8; they were replaced")
	warn(w.Usage == nil, "the endpoint counted no tokens")
	warn(w.Usage != nil && w.Usage.Prompt == 0 && w.Usage.Completion == 0, "the endpoint counted 0 tokens")
	return out
}

func (p *Profile) call(c wireCall, position int, a asked) Call {
	name, known := a.names.read(c.Name, p.Dialect.StripPrefix)
	args := ReadArguments(c.Args, p.Dialect.Repair)
	out := Call{ID: fmt.Sprintf("call_%d_%d", a.turn, position), Wire: c.ID, Tool: name, Args: args.Text, Repaired: args.Repaired, Problem: args.Problem}
	if p.Dialect.Coerce && out.Problem == nil && known {
		if text, changed := coerce(out.Args, a.schema(name)); changed {
			out.Args, out.Repaired = text, append(out.Repaired, Coerced)
		}
	}
	if out.Args != c.Args {
		out.Raw = c.Args
	}
	if !known {
		out.Problem = &Problem{UnknownTool, fmt.Sprintf("there is no tool %q", clip(name, 100))}
	}
	return out
}

func (a asked) schema(tool string) []byte {
	for _, t := range a.request.Tools {
		if t.Name == tool {
			return t.Parameters
		}
	}
	return nil
}

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// splitThought takes the reasoning from the front of a text: what stands in think tags, which may be
// nested, or before a closing tag whose opening one the chat template swallowed. Tags further on are
// the assistant's words.
func splitThought(text string) (thought, said string) {
	rest, opened := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), thinkOpen)
	if !opened {
		before, after, found := strings.Cut(text, thinkClose)
		if !found || strings.Contains(before, thinkOpen) {
			return "", text
		}
		return before, after
	}
	depth, at := 1, 0
	for depth > 0 {
		next := strings.IndexByte(rest[at:], '<')
		if next < 0 { // cut off while thinking
			return rest, ""
		}
		at += next
		switch {
		case strings.HasPrefix(rest[at:], thinkOpen):
			depth++
			at += len(thinkOpen)
		case strings.HasPrefix(rest[at:], thinkClose):
			depth--
			at += len(thinkClose)
		default:
			at++
		}
	}
	return rest[:at-len(thinkClose)], rest[at:]
}

const (
	callOpen  = "<tool_call>"
	callClose = "</tool_call>"
)

// textCalls takes tool calls from a text in which a model writes them between tags, as an object
// with name and arguments. What is no such object is a call without a name, so that it is answered and
// not lost.
func textCalls(text string) ([]wireCall, string) {
	var calls []wireCall
	var said strings.Builder
	for len(calls) <= mostCalls {
		before, after, found := strings.Cut(text, callOpen)
		said.WriteString(before)
		if !found {
			text = ""
			break
		}
		var inner string
		inner, text, _ = strings.Cut(after, callClose)
		calls = append(calls, textCall(inner))
	}
	if len(calls) > 0 {
		return calls, strings.TrimSpace(said.String() + text)
	}
	return nil, said.String()
}

func textCall(inner string) wireCall {
	v, err := value.ParseLax([]byte(strings.TrimSpace(inner)))
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return wireCall{Args: inner}
	}
	return wireCall{Name: textOf(o, "name"), Args: argumentsOf(o)}
}

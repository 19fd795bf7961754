package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	openai "github.com/sashabaranov/go-openai"

	"coworkenv.dev/coworkenv/core/trace"
)

// wireReply is a response in the official shape, before a profile's dialect reads it. It is what the
// cache keeps, so that a switch of reading needs no new request.
type wireReply struct {
	Model     string            `json:"model,omitempty"`
	Text      string            `json:"text,omitempty"`
	Reasoning string            `json:"reasoning,omitempty"`
	Refusal   string            `json:"refusal,omitempty"`
	Calls     []wireCall        `json:"calls,omitempty"`
	Finish    string            `json:"finish,omitempty"`
	Usage     *trace.Usage      `json:"usage,omitempty"` // nil = the server counted nothing
	Parts     []json.RawMessage `json:"parts,omitempty"`
	Logprobs  []float32         `json:"logprobs,omitempty"`
	TokenIDs  []int32           `json:"token_ids,omitempty"`
	Mended    bool              `json:"mended,omitempty"` // bytes that are no UTF-8 were replaced
}

type wireCall struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
	Args string `json:"args"`
}

// send makes one attempt. Where it fails, the failure is the exchange's.
func send(ctx context.Context, api *openai.Client, x *exchange) (*wireReply, *Failure) {
	ctx = withExchange(ctx, x)
	take := takeWhole
	if x.stream {
		take = takeStream
	}
	w, err := take(ctx, api)
	if x.failure == nil && x.stream && !x.done && !x.odd.finished {
		if x.failure = x.cut; x.failure == nil {
			x.failure = &Failure{Class: Broken, Status: x.status, Message: "the stream ended without an end"}
		}
	}
	if x.failure == nil && err != nil {
		x.failure = &Failure{Class: Garbled, Status: x.status, Message: clip(err.Error(), mostMessage)}
	}
	if x.failure == nil {
		w.Parts, w.Logprobs, w.TokenIDs, w.Mended = x.odd.parts, x.odd.logprobs, x.odd.tokenIDs, x.odd.mended
		if !x.odd.usage {
			w.Usage = nil
		}
		x.failure = w.check()
	}
	if x.failure != nil {
		return nil, x.failure
	}
	return w, nil
}

func takeWhole(ctx context.Context, api *openai.Client) (*wireReply, error) {
	res, err := api.CreateChatCompletion(ctx, openai.ChatCompletionRequest{})
	if err != nil {
		return nil, err
	}
	if len(res.Choices) == 0 {
		return nil, errors.New("the response has no choices")
	}
	c := res.Choices[0]
	w := &wireReply{Model: res.Model, Text: c.Message.Content, Reasoning: c.Message.ReasoningContent, Refusal: c.Message.Refusal,
		Finish: string(c.FinishReason), Usage: usage(&res.Usage)}
	for _, t := range c.Message.ToolCalls {
		w.Calls = append(w.Calls, wireCall{t.ID, t.Function.Name, t.Function.Arguments})
	}
	return w, nil
}

func takeStream(ctx context.Context, api *openai.Client) (*wireReply, error) {
	stream, err := api.CreateChatCompletionStream(ctx, openai.ChatCompletionRequest{})
	if err != nil {
		return nil, err
	}
	defer stream.Close() //nolint:errcheck // read to its end or given up
	var a assembly
	for {
		event, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return a.reply()
		}
		if err != nil {
			return nil, err
		}
		a.add(&event)
	}
}

func usage(u *openai.Usage) *trace.Usage {
	out := &trace.Usage{Prompt: u.PromptTokens, Completion: u.CompletionTokens}
	if u.PromptTokensDetails != nil {
		out.Cached = u.PromptTokensDetails.CachedTokens
	}
	if u.CompletionTokensDetails != nil {
		out.Reasoning = u.CompletionTokensDetails.ReasoningTokens
	}
	return out
}

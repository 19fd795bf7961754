package author

import (
	"context"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

// Exchange is one reply of a model: where it stands in the journal, and what it took.
type Exchange struct {
	Role       llm.Role `json:"role"`
	Name       string   `json:"name,omitempty"` // which of several in the role
	ID         string   `json:"exchange,omitempty"`
	Model      string   `json:"model,omitempty"`
	Prompt     int      `json:"prompt_tokens"`
	Completion int      `json:"completion_tokens"`
	Estimated  bool     `json:"estimated,omitempty"`
	Kept       bool     `json:"kept,omitempty"` // the reply was kept from before, and took nothing
	Attempts   int      `json:"attempts,omitempty"`
}

// heard is a reply with the document that it holds, or what is to be said of one that holds none.
type heard struct {
	text    string
	doc     []byte
	finding *Finding
	by      Exchange
}

// ask asks for a document.
func ask(ctx context.Context, c *llm.Client, role llm.Role, name string, r llm.Request) (*heard, error) {
	reply, err := c.Ask(ctx, r)
	if err != nil {
		return nil, err
	}
	h := &heard{text: reply.Text, by: Exchange{Role: role, Name: name, ID: reply.Exchange, Model: reply.Model, Prompt: reply.Usage.Prompt,
		Completion: reply.Usage.Completion, Estimated: reply.Estimated, Kept: reply.FromCache, Attempts: reply.Attempts}}
	none := func(message, hint string) {
		f := problem(NoDocument, "", message, hint)
		h.finding = &f
	}
	switch {
	case reply.End == llm.Refused:
		none("the model refused: "+clip(reply.Refusal+reply.Text, 300), "nothing in the task is real; write it, or another one of the cell")
		return h, nil
	case reply.Cut:
		none("the token limit cut the reply", "write a smaller task: fewer records, shorter texts")
		return h, nil
	}
	if h.doc, err = FindDocument(reply.Text); err != nil {
		none(err.Error(), fault.HintOf(err))
	}
	return h, nil
}

// mostEcho bounds the part of a reply without a document that the next request repeats.
const mostEcho = 128 << 10

// echo is a draft as the next request shows it: the document as it was judged, so that lines are those
// of the diagnosis.
func echo(file []byte, said string) string {
	if file == nil {
		if said == "" {
			return "(nothing)"
		}
		return clip(said, mostEcho)
	}
	return "```yaml\n" + string(file) + "```"
}

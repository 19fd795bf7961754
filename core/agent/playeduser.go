package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/value"
)

// userTries bounds how often a model is asked for something that its role may say.
const userTries = 2

// PlayedUser lets a model play the user of one trial. It is told who it is and what it knows, and
// nothing of records, tools and grading. What it may not say is put back to it once; then the task's
// script speaks.
func PlayedUser(ctx context.Context, ask Asker, profile string, seed uint64) episode.Player {
	return &playedUser{ctx: ctx, ask: ask, profile: profile, sample: int(seed & 0x7fffffff)}
}

type playedUser struct {
	ctx     context.Context // of the trial: a question is answered within it
	ask     Asker
	profile string
	sample  int
}

// Answer asks the model.
func (u *playedUser) Answer(q *episode.Question) (episode.Speech, error) {
	talk := []llm.Message{{From: llm.System, Text: role(q)}, {From: llm.FromUser, Text: conversation(q)}}
	why := ""
	for range userTries {
		reply, err := u.ask.Ask(u.ctx, llm.Request{Messages: talk, Schema: speechSchema(), Sample: u.sample,
			Label: fmt.Sprintf("user of %s round %d", q.Task.ID, q.Round)})
		if err != nil {
			return episode.Speech{}, blame(u.ctx, err)
		}
		s, err := u.read(reply.Text)
		if err == nil {
			if err = q.Allowed(s); err == nil {
				return s, nil
			}
		}
		why = err.Error()
		talk = append(talk, reply.Message(), llm.Message{From: llm.FromUser, Text: "That cannot be said: " + why + ". Say it again within what you know, as one JSON object."})
	}
	s := q.Scripted
	s.Why = why
	return s, nil
}

func (u *playedUser) read(text string) (episode.Speech, error) {
	o, err := llm.FindObject(text)
	if err != nil {
		return episode.Speech{}, err
	}
	s := episode.Speech{By: u.profile}
	if v, ok := o.Get("say"); ok {
		s.Text, _ = v.(string)
	}
	list, _ := o.Get("reveal")
	ids, _ := list.([]any)
	for _, id := range ids {
		if text, ok := id.(string); ok {
			s.Revealed = append(s.Revealed, text)
		}
	}
	return s, nil
}

func speechSchema() *llm.Schema {
	return &llm.Schema{Name: "speech", JSON: json.RawMessage(
		`{"type":"object","properties":{"reveal":{"type":"array","items":{"type":"string"}},"say":{"type":"string"}},"required":["reveal","say"],"additionalProperties":false}`)}
}

// role is what the model is told to be.
func role(q *episode.Question) string {
	u := q.Task.User
	var b strings.Builder
	b.WriteString("You play the person who asked an assistant for help. Stay that person: you see no tools and no records, and you never do the assistant's work.\n")
	fmt.Fprintf(&b, "Who you are: %s\n", strings.TrimSpace(u.Persona))
	if u.Style != "" {
		fmt.Fprintf(&b, "How you speak: %s\n", strings.TrimSpace(u.Style))
	}
	b.WriteString("What you know, entry by entry:\n")
	for _, k := range u.Knows {
		fmt.Fprintf(&b, "- %s: %s\n", k.ID, strings.TrimSpace(k.Say))
	}
	fmt.Fprintf(&b, "Asked whether the assistant may go on, you say: %s\nTo all else you say: %s\n", orElse(u.Confirm, q.Scripted.Text), orElse(u.Unknown, "that you do not know"))
	b.WriteString("Tell an entry only where the assistant asks for it, with its names, numbers and dates as they are written. Invent nothing. One to three sentences, in the language of the request.\n")
	b.WriteString(`Reply with one JSON object: {"reveal": [ids of the entries that you tell], "say": "what you say"}.`)
	return b.String()
}

func orElse(s, otherwise string) string {
	if strings.TrimSpace(s) == "" {
		return otherwise
	}
	return strings.TrimSpace(s)
}

// conversation is what was said, as JSON lines, so that no text can pass for another speaker's.
func conversation(q *episode.Question) string {
	var b strings.Builder
	b.WriteString("What was said so far, one JSON object a line:\n")
	line := func(who, text string) {
		b.Write(value.Append(nil, value.Obj(value.Member{Name: who, Value: text})))
		b.WriteByte('\n')
	}
	for _, l := range q.Heard {
		if l.ByUser {
			line("you", l.Text)
		} else {
			line("assistant", l.Text)
		}
	}
	line("assistant", q.Text)
	b.WriteString("Answer the last line.")
	return b.String()
}

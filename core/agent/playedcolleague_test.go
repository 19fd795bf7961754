package agent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

const chatTask = `schema: coworkenv.task/v1
id: ask-lee
title: Ask Lee
family: lookup
capabilities: [find_and_report]
difficulty: easy
language: en
now: 2026-03-16T09:00:00+00:00
zone: Europe/Dublin
identity: {as: ada@northwind.test}
request: [{say: Ask Lee for the room.}]
services: [chat, gmail, todo]
records:
  chat.people:
    - {handle: ada, name: Ada Brook, email: ada@northwind.test}
    - {handle: lee, name: Lee Moss, email: lee@northwind.test}
  chat.channels:
    - {channel_id: CH-1, name: ops, topic: "", private: false, members: [ada, lee], created_at: 2026-01-01T09:00:00+00:00}
  chat.messages: []
  chat.direct_messages: []
  gmail.messages: []
  todo.tasks: []
checks:
  - {id: wrote, weight: 1, record_created: {in: chat.messages, match: {text: {text: "@lee which room?"}}}}
solution:
  calls:
    - chat_post_message: {channel_id: CH-1, text: "@lee which room?"}
    - answer: {outcome: done}
    - say: Done.
limits: {max_turns: 10, max_calls: 10}
provenance: {generator: hand, seed: 0, engine: 0.1.0, parents: [], repairs: 0}
`

func chatting(t *testing.T) *episode.Prepared {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	spec, problems := task.Parse("ask-lee/task.yaml", []byte(chatTask))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p, problems := episode.Prepare(spec, catalog, checks)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// A colleague that is named answers in the chat and by mail as itself, is refused what it is not
// granted, earns the agent nothing, and is replayed without its model.
func TestPlayedColleague(t *testing.T) {
	p := chatting(t)
	call := func(tool, args string) llm.ScriptCall {
		raw, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		return llm.ScriptCall{Name: tool, Arguments: raw}
	}
	end := llm.NewScripted(&llm.Script{Demands: []llm.Demand{llm.AnswerAll}, Answers: []llm.Answer{
		{Calls: []llm.ScriptCall{call("chat_post_message", `{"channel_id":"CH-1","text":"@ada Room 4."}`), call("todo_create_task", `{"title":"x"}`), call("write_mail", `{"subject":"Room","body":"Room 4, as I said."}`)}},
		{Text: "done"}}})
	inbox := &trace.Inbox{Collection: "gmail.messages", Key: "message_id", From: "from", To: "to", Subject: "subject", Body: "body", Date: "date",
		Set: map[string]json.RawMessage{"labels": json.RawMessage(`["INBOX"]`), "is_read": json.RawMessage("false")}}
	a, err := agent.Oracle().Make(p.Bound, 0)
	if err != nil {
		t.Fatal(err)
	}
	e, err := episode.New(p, episode.Options{Colleagues: []episode.Colleague{
		{Name: "lee@northwind.test", Also: []string{"lee"}, Grants: world.Grants{"chat": {world.All}}, Inbox: inbox, Mind: agent.PlayedColleague(context.Background(), client(t, end, nil), "You know that the room is 4.", 1)},
		{Name: "kim", Grants: world.Grants{"chat": {world.All}}, Mind: agent.PlayedColleague(context.Background(), client(t, end, nil), "Nobody names you.", 1)}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(context.Background(), e, a, det.System()); err != nil {
		t.Fatal(err)
	}
	course := e.Trajectory()
	others := course.Steps[0].Others
	if len(others) != 1 || others[0].By != "lee@northwind.test" || len(others[0].Calls) != 3 {
		t.Fatalf("others: %+v, end %+v", others, course.End)
	}
	for i, want := range []int{200, 403, 200} {
		if c := others[0].Calls[i]; c.Status != want {
			t.Errorf("call %d: %d %s", i, c.Status, c.Observation)
		}
	}
	authors := map[string]string{}
	for r := range e.World().State().Records("chat.messages") {
		authors[r.Text("author")] = r.Text("text")
	}
	mails := 0
	for r := range e.World().State().Records("gmail.messages") {
		if r.Text("from") == "lee@northwind.test" && r.Text("body") == "Room 4, as I said." {
			mails++
		}
	}
	if authors["lee"] != "@ada Room 4." || authors["ada"] == "" || mails != 1 {
		t.Errorf("authors %v, %d mails", authors, mails)
	}
	for _, entry := range e.World().Entries() {
		if strings.HasPrefix(string(entry.Actor), "colleague:kim") {
			t.Error("a colleague acts whom nobody named")
		}
	}
	if score, err := e.Grade(); err != nil || score.Score != 1_000_000 {
		t.Errorf("score %+v %v", score, err)
	}
	if body := string(end.Asked()[0].Body); strings.Contains(body, "Ask Lee for the room") || strings.Contains(body, "todo_create_task") || !strings.Contains(body, "which room?") {
		t.Errorf("the colleague is told %.500s", body)
	}
	replayedAlike(t, p, course)
}

func replayedAlike(t *testing.T, p *episode.Prepared, course *trace.Trajectory) {
	t.Helper()
	again, err := episode.New(p, episode.Options{Colleagues: episode.RecordedColleagues(course)})
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(context.Background(), again, agent.Replay(course), det.System()); err != nil {
		t.Fatal(err)
	}
	if again.Trajectory().Final != course.Final || again.Trajectory().Steps[0].After != course.Steps[0].After {
		t.Errorf("the replay ends in another state: %+v", again.Trajectory().Steps[0].Others)
	}
}

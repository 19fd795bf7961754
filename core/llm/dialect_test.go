package llm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/llm"
)

// A call is read alike whatever an endpoint makes of its shape.
func TestShapesOfCalls(t *testing.T) {
	const args = `{"ticket_id":"TK-1","n":9007199254740993,"x":1.10}`
	for _, shapes := range [][]llm.Shape{nil, {llm.NoID, llm.NoType, llm.ObjectArguments}, {llm.FinishNull, llm.NullContent}, {llm.SameIDs},
		{llm.NoIndex}, {llm.ZeroIndex}, {llm.NoIndex, llm.NoID}, {llm.NoDone}, {llm.NoStream}, {llm.NoUsage}, {llm.Parts}} {
		both(t, func(t *testing.T, stream func(*bench)) {
			two := llm.Answer{Shape: shapes, Calls: []llm.ScriptCall{{Name: "tickets_get", Arguments: json.RawMessage(args)}, {Name: "clock_now", Arguments: json.RawMessage(`{}`)}}}
			b := onScript(t, answers(two, two), stream)
			r := b.must(t, office())
			if r.End != llm.Called || len(r.Calls) != 2 || r.Calls[0].Args != args || r.Calls[0].Tool != "tickets.get" || r.Calls[1].Tool != "clock_now" || r.Calls[1].Args != "{}" || r.Said() {
				t.Fatalf("%v: %+v", shapes, r)
			}
			if r.Estimated != (len(shapes) > 0 && shapes[0] == llm.NoUsage) || r.Usage.Prompt == 0 || r.Usage.Completion == 0 {
				t.Errorf("%v: usage %+v, estimated %v", shapes, r.Usage, r.Estimated)
			}
			// The next turn's ids differ, though a server may send the same ones, and each call is answered by its own.
			next := append(office().Messages, r.Message(), result(r.Calls[0].ID, "open"), result(r.Calls[1].ID, "nine"))
			b.end.Demand(llm.AnswerAll, llm.ObjectHistory)
			second := b.must(t, office(next...))
			if second.Calls[0].ID == r.Calls[0].ID || r.Calls[0].ID == r.Calls[1].ID {
				t.Errorf("%v: ids %s, %s and then %s", shapes, r.Calls[0].ID, r.Calls[1].ID, second.Calls[0].ID)
			}
		})
	}
}

func TestPresenceOfCallsDecides(t *testing.T) {
	for _, finish := range []string{"stop", "end_turn", "tool_calls"} {
		both(t, func(t *testing.T, stream func(*bench)) {
			b := onScript(t, answers(llm.Answer{Finish: finish, Calls: []llm.ScriptCall{call("clock_now", "{}")}}, llm.Answer{Finish: "tool_calls", Text: "Done."}), stream)
			r := b.must(t, office())
			if r.End != llm.Called || r.Finish != finish || hasWarning(r, "finish reason") != (finish != "tool_calls") {
				t.Errorf("%s: %s, %q", finish, r.End, r.Warnings)
			}
			if r := b.must(t, office()); r.End != llm.Answered || !hasWarning(r, "there are no calls") {
				t.Errorf("no calls: %s, %q", r.End, r.Warnings)
			}
		})
	}
}

func TestCutTurns(t *testing.T) {
	both(t, func(t *testing.T, stream func(*bench)) {
		full := &llm.ScriptUsage{Prompt: 9, Completion: 50}
		b := onScript(t, answers(
			llm.Answer{Finish: "tool_calls", Usage: full, Calls: []llm.ScriptCall{call("clock_now", `{"to":"kim@x.test","body":"Dear Ki`)}},
			llm.Answer{Finish: "tool_calls", Usage: full, Calls: []llm.ScriptCall{call("clock_now", `{}`)}},
			llm.Answer{Finish: "length", Text: "I will"}), stream)
		r := office()
		r.MaxTokens = 50
		first := b.must(t, r)
		if first.Calls[0].Problem == nil || first.Calls[0].Problem.Kind != llm.CutOff || !first.Cut {
			t.Errorf("cut in the middle: %+v", first.Calls[0])
		}
		if second := b.must(t, r); !second.Cut || second.Calls[0].Problem != nil || !hasWarning(second, "some may be missing") {
			t.Errorf("cut behind a call: %+v", second)
		}
		if third := b.must(t, office()); third.End != llm.Truncated || !third.Cut {
			t.Errorf("cut text: %+v", third)
		}
	})
}

// One canonical turn is written as each endpoint wants it.
func TestEmptyContent(t *testing.T) {
	turn := llm.Message{From: llm.Assistant, Calls: []llm.Call{{ID: "a", Tool: "clock_now", Args: "{}"}}}
	talk := append(office().Messages, turn, result("a", "nine"))
	for _, tt := range []struct {
		style  string
		demand llm.Demand
		wrong  string
	}{{"string", llm.StringContent, "null"}, {"null", llm.NullWithCalls, "string"}, {"omit", llm.NoEmptyContent, "string"}} {
		use := func(style string) (*llm.Reply, error) {
			b := on(t, llm.NewScripted(answers(llm.Answer{Text: "ok"})).Demand(tt.demand), func(b *bench) { b.profile.Dialect.EmptyContent = style })
			return b.Ask(context.Background(), office(talk...))
		}
		if _, err := use(tt.style); err != nil {
			t.Errorf("%s: %v", tt.style, err)
		}
		if _, err := use(tt.wrong); llm.FailureOf(err) == nil {
			t.Errorf("%s against %s: the endpoint takes it, so the test shows nothing", tt.wrong, tt.demand)
		}
	}
	quiet := []llm.Message{said("a"), {From: llm.Assistant}, said("b")}
	b := on(t, llm.NewScripted(answers(llm.Answer{Text: "ok"})).Demand(llm.NoEmptyContent), func(b *bench) { b.profile.Dialect.EmptyContent = "omit" })
	b.must(t, llm.Request{Messages: quiet})
}

func TestBlankContent(t *testing.T) {
	for text, speaks := range map[string]bool{"\n\n": false, "</think>\n": false, "  ": false, "": false, " x": true} {
		both(t, func(t *testing.T, stream func(*bench)) {
			r := onScript(t, answers(llm.Answer{Text: text}), stream).must(t, ask("x"))
			if r.Text != text || r.Said() != speaks {
				t.Errorf("%q is kept as %q and says something: %v", text, r.Text, r.Said())
			}
		})
	}
}

func TestReasoningGoesBackWhereItMust(t *testing.T) {
	for _, shape := range [][]llm.Shape{nil, {llm.ReasoningName}, {llm.Parts}} {
		both(t, func(t *testing.T, stream func(*bench)) {
			first := llm.Answer{Reasoning: "x", Shape: shape, Calls: []llm.ScriptCall{call("clock_now", "{}")}}
			use := func(echo bool, d llm.Demand) error {
				b := on(t, llm.NewScripted(answers(first, llm.Answer{Text: "ok"})).Demand(d), stream, func(b *bench) { b.profile.Dialect.EchoReasoning = echo })
				r := b.must(t, office())
				if r.Reasoning != "x" || r.Text != "" {
					t.Errorf("reasoning %q beside %q", r.Reasoning, r.Text)
				}
				data, err := json.Marshal(append(office().Messages, r.Message(), result(r.Calls[0].ID, "nine")))
				if err != nil {
					t.Fatal(err)
				}
				var restored []llm.Message // as after a restart
				if err := json.Unmarshal(data, &restored); err != nil {
					t.Fatal(err)
				}
				_, err = b.Ask(context.Background(), office(restored...))
				return err
			}
			if err := use(true, llm.EchoReasoning); err != nil {
				t.Error(err)
			}
			if err := use(false, llm.NoReasoning); err != nil {
				t.Error(err)
			}
			if use(false, llm.EchoReasoning) == nil || use(true, llm.NoReasoning) == nil {
				t.Error("the endpoints do not insist, so the test shows nothing")
			}
		})
	}
}

func TestThinkTags(t *testing.T) {
	const nested = "<think>a<think>b</think>c</think>Done"
	for _, tt := range []struct {
		text, thought, said string
	}{
		{nested, "a<think>b</think>c", "Done"}, {"still here</think>Done", "still here", "Done"}, {"<think>never ends", "never ends", ""},
		{"Use <think>careful</think> wording", "", "Use <think>careful</think> wording"}, {"plain", "", "plain"},
	} {
		both(t, func(t *testing.T, stream func(*bench)) {
			b := onScript(t, answers(llm.Answer{Text: tt.text}), stream, func(b *bench) { b.profile.Dialect.ThinkTags = true })
			if r := b.must(t, ask("x")); r.Reasoning != tt.thought || r.Text != tt.said {
				t.Errorf("%q: %q and %q", tt.text, r.Reasoning, r.Text)
			}
		})
	}
	b := onScript(t, answers(llm.Answer{Text: nested}))
	if r := b.must(t, ask("please use <think>careful</think> wording")); r.Text != nested || r.Reasoning != "" {
		t.Errorf("without the switch: %+v", r)
	}
	if got := b.end.Asked()[0].Messages[0].Text; got != "please use <think>careful</think> wording" {
		t.Errorf("the user's words went out as %q", got)
	}
}

func TestContentParts(t *testing.T) {
	both(t, func(t *testing.T, stream func(*bench)) {
		b := onScript(t, answers(llm.Answer{Text: "TK-1 is closed.", Reasoning: "hm", Shape: []llm.Shape{llm.Parts, llm.StrangePart}}, llm.Answer{Shape: []llm.Shape{llm.Parts}}), stream)
		r := b.must(t, ask("x"))
		if r.Text != "TK-1 is closed." || r.Reasoning != "hm" || len(r.Parts) != 1 || string(r.Parts[0]) != `{"type":"hologram","data":1.10}` || !hasWarning(r, "unknown type") {
			t.Errorf("%+v, parts %s", r, r.Parts)
		}
		if r := b.must(t, ask("x")); r.Text != "" || r.Said() {
			t.Errorf("no parts are %q", r.Text)
		}
	})
}

func TestSeveralCallsThoughOneWasAskedFor(t *testing.T) {
	calls := []llm.ScriptCall{call("clock_now", ""), call("clock_now", ""), call("clock_now", "")}
	b := onScript(t, &llm.Script{Answers: []llm.Answer{{Calls: calls}, {Text: "ok"}}, Demands: []llm.Demand{llm.AnswerAll}})
	r := office()
	r.OneCall = true
	first := b.must(t, r)
	if len(first.Calls) != 3 || !hasWarning(first, "one call a turn was asked for, and 3 came") {
		t.Fatalf("%d calls, %q", len(first.Calls), first.Warnings)
	}
	if !strings.Contains(string(b.end.Asked()[0].Body), `"parallel_tool_calls":false`) {
		t.Errorf("sent %s", b.end.Asked()[0].Body)
	}
	talk := append(office().Messages, first.Message(), result(first.Calls[0].ID, "nine"))
	if _, err := b.Ask(context.Background(), office(talk...)); err == nil || !strings.Contains(err.Error(), "has no answer") || len(b.end.Asked()) != 1 {
		t.Errorf("two unanswered calls go out: %v", err)
	}
	talk = append(talk, result(first.Calls[1].ID, "not run: one call per turn"), result(first.Calls[2].ID, "not run: one call per turn"))
	b.must(t, office(talk...))
}

func TestErrorAsTheAnswer(t *testing.T) {
	both(t, func(t *testing.T, stream func(*bench)) {
		zero := []llm.Shape{llm.ZeroUsage}
		b := onScript(t, answers(
			llm.Answer{Text: "Gave up after 3 tries: 429 Too Many Requests", Shape: zero}, llm.Answer{Text: "The answer."},
			llm.Answer{Text: "The answer.", Shape: zero}, llm.Answer{Text: "The log says 429 Too Many Requests."},
			llm.Answer{Raw: json.RawMessage(`{"error":{"message":"busy","code":503}}`)}, llm.Answer{Text: "After all."}), stream)
		for i, want := range []struct {
			text     string
			attempts int
		}{{"The answer.", 2}, {"The answer.", 1}, {"The log says 429 Too Many Requests.", 1}, {"After all.", 2}} {
			if r := b.must(t, ask("x")); r.Text != want.text || r.Attempts != want.attempts {
				t.Errorf("%d: %q after %d attempts", i, r.Text, r.Attempts)
			}
		}
	})
}

func TestCallsInTheText(t *testing.T) {
	both(t, func(t *testing.T, stream func(*bench)) {
		a := llm.Answer{Text: "I look.", Shape: []llm.Shape{llm.TextCallsShape}, Calls: []llm.ScriptCall{{Name: "tickets_get", Arguments: json.RawMessage(`{"ticket_id":"TK-1"}`)}, call("clock_now", "{oops")}}
		b := onScript(t, answers(a, llm.Answer{Text: "<tool_call>nonsense</tool_call>"}), stream, func(b *bench) { b.profile.Dialect.TextCalls = true })
		r := b.must(t, office())
		if len(r.Calls) != 2 || r.Calls[0].Tool != "tickets.get" || r.Calls[0].Args != `{"ticket_id":"TK-1"}` || r.Text != "I look." || r.Calls[1].Problem == nil {
			t.Fatalf("%+v", r)
		}
		if r := b.must(t, office()); len(r.Calls) != 1 || r.Calls[0].Problem == nil {
			t.Errorf("nonsense is lost: %+v", r)
		}
	})
}

func TestToolNames(t *testing.T) {
	b := onScript(t, answers(llm.Answer{Calls: []llm.ScriptCall{call("tickets_get", ""), call("functions.tickets_get", ""), call("ticket_get", ""), call("", ""), call("tickets_get\n", "")}}, llm.Answer{Text: "ok"}),
		func(b *bench) { b.profile.Dialect.StripPrefix = "functions." })
	r := b.must(t, office())
	var got []string
	talk := append(office().Messages, r.Message())
	for _, c := range r.Calls {
		got = append(got, fmt.Sprintf("%q %v", c.Tool, c.Problem != nil && c.Problem.Kind == llm.UnknownTool))
		talk = append(talk, result(c.ID, "x"))
	}
	if want := `"tickets.get" false,"tickets.get" false,"ticket_get" true,"" true,"tickets_get\n" true`; strings.Join(got, ",") != want {
		t.Errorf("have %s", strings.Join(got, ","))
	}
	b.must(t, office(talk...)) // unknown names stand in the history without harm
	for _, tools := range [][]llm.Tool{{{Name: "a.b_c"}, {Name: "a_b.c"}}, {{Name: "kb"}, {Name: "kb"}}, {{Name: ""}}, {{Name: strings.Repeat("x", 65)}}} {
		if _, err := b.Ask(context.Background(), llm.Request{Messages: []llm.Message{said("x")}, Tools: tools}); err == nil {
			t.Errorf("tools %+v go out", tools)
		}
	}
}

func TestSwitchesOfTheRequest(t *testing.T) {
	b := onScript(t, answers(llm.Answer{Text: "ok"}), func(b *bench) {
		b.profile.Dialect = llm.Dialect{MaxTokensName: "max_completion_tokens", SystemRole: "developer", OneCall: true, Logprobs: true}
		b.profile.MaxTokens, b.profile.Temperature = 77, pointer(0.0)
	})
	r := office()
	r.Seed, r.Choice = pointer(int64(5)), "tickets.get"
	b.must(t, r)
	sent := string(b.end.Asked()[0].Body)
	for _, want := range []string{`"max_completion_tokens":77`, `"role":"developer"`, `"parallel_tool_calls":false`, `"temperature":0.0`, `"seed":5`, `"logprobs":true`, `"name":"tickets_get"`, `"tool_choice"`} {
		if !strings.Contains(sent, want) {
			t.Errorf("%s is missing in %s", want, sent)
		}
	}
	if strings.Contains(sent, `"max_tokens"`) {
		t.Errorf("both names: %s", sent)
	}
}

package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/trace"
)

// scriptOf makes a scripted endpoint's answers of what an agent does in a task, a turn an answer.
func scriptOf(t testing.TB, p *episode.Prepared, m agent.Maker) *llm.Script {
	t.Helper()
	e, _ := play(t, p, m, 0)
	s := &llm.Script{Demands: []llm.Demand{llm.AnswerAll, llm.ObjectHistory}}
	for i, step := range e.Trajectory().Steps {
		a := llm.Answer{When: &llm.When{Turn: &i}, Times: -1, Text: step.Text, Reasoning: "step by step"}
		for _, c := range step.Calls {
			raw, err := json.Marshal(c.Args)
			if err != nil {
				t.Fatal(err)
			}
			a.Calls = append(a.Calls, llm.ScriptCall{Name: c.Tool, Arguments: raw})
		}
		s.Answers = append(s.Answers, a)
	}
	return s
}

// client asks a scripted endpoint over HTTP; no wait takes any time.
func client(t testing.TB, end *llm.Scripted, change func(*llm.Profile, *llm.Options)) *llm.Client {
	t.Helper()
	server := httptest.NewServer(end)
	t.Cleanup(server.Close)
	p := &llm.Profile{Name: "p", BaseURL: server.URL + "/v1", Model: "toy", Attempts: 20}
	clock := &skips{now: time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)}
	o := llm.Options{Clock: clock, Sleep: clock.Sleep}
	if change != nil {
		change(p, &o)
	}
	c, err := llm.Open(&llm.Config{Profiles: map[string]*llm.Profile{"p": p}}, o).Profile("p")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// skips is a clock that moves only when somebody sleeps.
type skips struct {
	mu  sync.Mutex
	now time.Time
}

func (c *skips) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *skips) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}

func named(t testing.TB, id string) *episode.Prepared {
	t.Helper()
	for _, p := range prepared(t) {
		if p.Bound.Task.ID == id {
			return p
		}
	}
	t.Fatalf("there is no task %s", id)
	return nil
}

func trial(t testing.TB, p *episode.Prepared, m agent.Maker) (*rollout.Trial, error) {
	t.Helper()
	item := rollout.NewItem(rollout.Item{TaskID: p.Bound.Task.ID, TaskDigest: p.Digest, Agent: m.Name, Version: m.Version, Model: m.Model, Attempt: 1})
	return rollout.Run(context.Background(), p, m, item, rollout.Settings{Clock: det.System()})
}

// A model that says what the solution does earns what the solution earns: every shipped task, those
// with turns and stages among them, and an endpoint that fails a third of the requests on the way.
func TestModelSolvesShippedTasks(t *testing.T) {
	multi, staged := 0, 0
	for _, p := range prepared(t) {
		script := scriptOf(t, p, agent.Oracle())
		script.Trouble = &llm.Trouble{Share: 0.33, Seed: 7, Kinds: []string{"429", "500", "cut"}, RetryAfter: "1"}
		end := llm.NewScripted(script)
		for _, stream := range []bool{false, true} {
			c := client(t, end, func(p *llm.Profile, _ *llm.Options) { p.Dialect.Stream = stream })
			got, err := trial(t, p, agent.Model(c, agent.ModelOptions{Name: "model", Profile: "p", Version: "1"}))
			if err != nil {
				t.Fatal(err)
			}
			if got.Score == nil || got.Score.Score != 1_000_000 {
				t.Errorf("%s: %+v, end %+v", p.Bound.Task.ID, got.Failure, got.Trajectory.End)
				continue
			}
			first := got.Trajectory.Steps[0]
			if first.Reasoning != "step by step" || strings.Contains(first.Text, "step by step") || first.Usage == nil || first.Usage.Prompt == 0 || first.Model != "scripted" {
				t.Errorf("%s: the first step is %+v", p.Bound.Task.ID, first)
			}
		}
		if len(p.Bound.Task.Requests) > 1 {
			multi++
		}
		if len(p.Bound.Stages()) > 1 {
			staged++
		}
	}
	if multi == 0 || staged == 0 {
		t.Errorf("%d tasks of several requests, %d of several stages", multi, staged)
	}
}

// Every way of writing a call wrongly comes back as an observation, the right call after it counts,
// and a replay of the record gives the same.
func TestModelMalformedCalls(t *testing.T) {
	p := named(t, "one-free-hour-000005")
	good := scriptOf(t, p, agent.Oracle())
	tool := good.Answers[0].Calls[0].Name
	text := func(s string) json.RawMessage {
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	bad := map[string]llm.Answer{
		"cut":          {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`{"date": "2026-03-1`)}}, Finish: "tool_calls"},
		"no colon":     {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`{"date" "x"}`)}}},
		"two braces":   {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`{"{"date":"x"}`)}}},
		"comma":        {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`{"date":"x",}`)}}},
		"list":         {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`["x"]`)}}},
		"number":       {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`{"date": NaN}`)}}},
		"no such tool": {Calls: []llm.ScriptCall{{Name: "calendar_lst", Arguments: text(`{}`)}}},
		"no name":      {Calls: []llm.ScriptCall{{Name: "", Arguments: text(`{}`)}}},
		"line break":   {Calls: []llm.ScriptCall{{Name: tool + "\n", Arguments: text(`{}`)}}},
		"prefix":       {Calls: []llm.ScriptCall{{Name: "functions." + tool, Arguments: text(`{}`)}}},
		"zero byte":    {Calls: []llm.ScriptCall{{Name: "calendar_create_event", Arguments: text(`{"title":"Q1\u0000plan"}`)}}},
		"3 MB":         {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`{"date":"` + strings.Repeat("x", 3<<20) + `"}`)}}},
		"listed text":  {Calls: []llm.ScriptCall{{Name: "calendar_create_event", Arguments: text(`{"title":"x","attendees":"[\"a@x.test\",\"b@x.test\"]"}`)}}},
		"same ids":     {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`{`)}, {Name: "nosuch", Arguments: text(`{}`)}}, Shape: []llm.Shape{llm.SameIDs}},
		"no ids":       {Calls: []llm.ScriptCall{{Name: tool, Arguments: text(`{`)}}, Shape: []llm.Shape{llm.NoID, llm.NoType}},
	}
	for name, wrong := range bad {
		script := *good
		script.Answers = nil
		zero := 0
		wrong.When, wrong.Times = &llm.When{Turn: &zero}, -1
		script.Answers = append(script.Answers, wrong)
		for i, a := range good.Answers {
			turn := i + 1
			a.When = &llm.When{Turn: &turn}
			script.Answers = append(script.Answers, a)
		}
		c := client(t, llm.NewScripted(&script), nil)
		got, err := trial(t, p, agent.Model(c, agent.ModelOptions{Name: "model", Profile: "p"}))
		if err != nil {
			t.Fatal(err)
		}
		if got.Score == nil || got.Score.Score != 1_000_000 {
			t.Errorf("%s: not recovered: %+v, end %+v", name, got.Failure, got.Trajectory.End)
			continue
		}
		for i, call := range got.Trajectory.Steps[0].Calls {
			if call.Status < 400 || len(call.Effects) > 0 || call.Observation == "" || call.Args == "{}" && call.Tool == tool {
				t.Errorf("%s: call %d came back as %d %s (%.80s)", name, i, call.Status, call.Observation, call.Args)
			}
		}
		again, err := episode.New(p, episode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := agent.Play(context.Background(), again, agent.Replay(got.Trajectory), det.System()); err != nil {
			t.Fatal(err)
		}
		if again.Trajectory().Final != got.Trajectory.Final || again.Trajectory().Steps[0].Calls[0].Observation != got.Trajectory.Steps[0].Calls[0].Observation {
			t.Errorf("%s: the replay differs", name)
		}
	}
}

// What a rule of repair changed is recorded beside what was sent.
func TestModelRepairedCallIsRecorded(t *testing.T) {
	p := named(t, "one-free-hour-000005")
	script := scriptOf(t, p, agent.Oracle())
	args := string(script.Answers[0].Calls[0].Arguments)
	var plain string
	if err := json.Unmarshal([]byte(args), &plain); err != nil {
		t.Fatal(err)
	}
	sent := strings.TrimSuffix(plain, "}") + ",}"
	script.Answers[0].Calls[0].Arguments, _ = json.Marshal(sent)
	c := client(t, llm.NewScripted(script), func(p *llm.Profile, _ *llm.Options) { p.Dialect.Repair = true })
	got, err := trial(t, p, agent.Model(c, agent.ModelOptions{Name: "model", Profile: "p"}))
	if err != nil {
		t.Fatal(err)
	}
	call := got.Trajectory.Steps[0].Calls[0]
	if got.Score.Score != 1_000_000 || call.Sent != sent || call.Args != plain {
		t.Errorf("sent %q, acted on %q, score %v", call.Sent, call.Args, got.Score.Score)
	}
}

// How a trial ends says whose doing it was.
func TestModelEndings(t *testing.T) {
	p := named(t, "one-free-hour-000005")
	good := scriptOf(t, p, agent.Oracle())
	always := func(a llm.Answer) *llm.Script {
		a.Times = -1
		return &llm.Script{Answers: []llm.Answer{a}}
	}
	for _, tt := range []struct {
		name   string
		script *llm.Script
		o      agent.ModelOptions
		reason string
		class  rollout.Class
	}{
		{"refusal", always(llm.Answer{Refusal: "I will not."}), agent.ModelOptions{}, trace.GaveUp, rollout.OfAgent},
		{"silence", always(llm.Answer{Text: "\n\n"}), agent.ModelOptions{}, trace.GaveUp, ""},
		{"remains of a template", always(llm.Answer{Text: "</think>\n"}), agent.ModelOptions{}, trace.GaveUp, ""},
		{"cut message", always(llm.Answer{Text: "I was about to", Finish: "length"}), agent.ModelOptions{}, trace.MaxTokens, ""},
		{"down", always(llm.Answer{Status: 503}), agent.ModelOptions{}, trace.EndpointDown, rollout.OfEndpoint},
		{"refused request", always(llm.Answer{Status: 400, Code: "invalid_request"}), agent.ModelOptions{}, trace.EndpointDown, rollout.OfEndpoint},
		{"tokens", good, agent.ModelOptions{Tokens: 10}, trace.MaxTokens, ""},
		{"no room", good, agent.ModelOptions{Window: 20, Reply: 10}, trace.MaxTokens, ""},
		{"too long for ever", always(llm.Answer{Status: 400, Code: "context_length_exceeded"}), agent.ModelOptions{}, trace.MaxTokens, ""},
	} {
		tt.o.Name, tt.o.Profile = "model", "p"
		got, err := trial(t, p, agent.Model(client(t, llm.NewScripted(tt.script), nil), tt.o))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		class := rollout.Class("")
		if got.Failure != nil {
			class = got.Failure.Class
		}
		if got.Trajectory.End.Reason != tt.reason || class != tt.class {
			t.Errorf("%s: end %+v, class %q", tt.name, got.Trajectory.End, class)
		}
		if class == rollout.OfAgent && got.Score.Score != 0 {
			t.Errorf("%s: the agent's failure earns %v", tt.name, got.Score.Score)
		}
		if class == rollout.OfEndpoint && (got.Score != nil || !got.Failure.Retried()) {
			t.Errorf("%s: %+v is scored, or never tried again", tt.name, got.Failure)
		}
	}
}

// What concerns every trial stops the run and blames none.
func TestModelHalts(t *testing.T) {
	p := named(t, "one-free-hour-000005")
	for name, tt := range map[string]struct {
		answer llm.Answer
		change func(*llm.Profile, *llm.Options)
		kind   fault.Kind
	}{
		"budget": {llm.Answer{Text: "Done."}, func(_ *llm.Profile, o *llm.Options) {
			o.Budget = llm.NewBudget(llm.Limits{Requests: 1}, llm.Spent{Requests: 1})
		}, fault.Exhausted},
		"quota":  {llm.Answer{Status: 429, Code: "insufficient_quota"}, nil, fault.Exhausted},
		"no key": {llm.Answer{Text: "Done."}, func(p *llm.Profile, _ *llm.Options) { p.KeyEnv = "NO_SUCH_KEY" }, fault.Denied},
		"key":    {llm.Answer{Status: 401}, nil, fault.Denied},
		"later":  {llm.Answer{Status: 429, RetryAfter: "86400"}, nil, fault.Unavailable},
		"model":  {llm.Answer{Status: 404}, nil, fault.NotFound},
	} {
		tt.answer.Times = -1
		c := client(t, llm.NewScripted(&llm.Script{Answers: []llm.Answer{tt.answer}}), tt.change)
		got, err := trial(t, p, agent.Model(c, agent.ModelOptions{Name: "model", Profile: "p"}))
		if got != nil || fault.KindOf(err) != tt.kind || !agent.Halts(err) || fault.HintOf(err) == "" {
			t.Errorf("%s: trial %v, error %v (%s)", name, got, err, fault.HintOf(err))
		}
	}
}

// A small window: earlier results are cut with a mark, requests and rules are not, and the record
// holds everything.
func TestModelShortens(t *testing.T) {
	p := named(t, "triage-monday-queue-000002")
	end := llm.NewScripted(scriptOf(t, p, agent.Oracle()))
	got, err := trial(t, p, agent.Model(client(t, end, nil), agent.ModelOptions{Name: "model", Profile: "p", Window: 4500, Reply: 500}))
	if err != nil {
		t.Fatal(err)
	}
	if got.Score == nil || got.Score.Score != 1_000_000 {
		t.Fatalf("end %+v", got.Trajectory.End)
	}
	marked, largest := 0, 0
	for _, a := range end.Asked() {
		largest = max(largest, len(a.Body))
		for _, m := range a.Messages {
			if strings.Contains(m.Text, "are left out: the conversation does not fit") {
				marked++
			}
		}
		if a.Messages[1].Text != p.Bound.Task.Requests[0].Say {
			t.Error("the request was touched")
		}
	}
	shortened := 0
	for _, s := range got.Trajectory.Steps {
		shortened = max(shortened, s.Shortened)
		for _, c := range s.Calls {
			if strings.Contains(c.Observation, "are left out") {
				t.Error("the record itself is shortened")
			}
		}
	}
	if marked == 0 || shortened == 0 {
		t.Errorf("%d marks, %d shortened, largest request %d bytes", marked, shortened, largest)
	}
}

// The same turn, called natively and written into the text between tags, gives the same observation
// and the same length of the episode.
func TestModelCallsAreAlikeOnEveryPath(t *testing.T) {
	p := named(t, "one-free-hour-000005")
	good := scriptOf(t, p, agent.Oracle())
	for name, args := range map[string]string{"calendar_lst": `{"date":"2026-03-17"}`, good.Answers[0].Calls[0].Name: `{"nosuch":1}`} {
		var seen []string
		for _, shape := range [][]llm.Shape{nil, {llm.TextCallsShape}} {
			script, zero := *good, 0
			raw, err := json.Marshal(args)
			if err != nil {
				t.Fatal(err)
			}
			script.Answers = []llm.Answer{{When: &llm.When{Turn: &zero}, Times: -1, Calls: []llm.ScriptCall{{Name: name, Arguments: raw}}, Shape: shape}}
			for i, a := range good.Answers {
				turn := i + 1
				a.When = &llm.When{Turn: &turn}
				script.Answers = append(script.Answers, a)
			}
			c := client(t, llm.NewScripted(&script), func(p *llm.Profile, _ *llm.Options) { p.Dialect.TextCalls = true })
			got, err := trial(t, p, agent.Model(c, agent.ModelOptions{Name: "model", Profile: "p"}))
			if err != nil || got.Score == nil || len(got.Trajectory.Steps[0].Calls) != 1 {
				t.Fatalf("%s %v: %+v %v", name, shape, got.Trajectory.End, err)
			}
			seen = append(seen, fmt.Sprint(got.Trajectory.Steps[0].Calls[0].Observation, len(got.Trajectory.Steps), got.Score.Score))
		}
		if seen[0] != seen[1] || !strings.HasSuffix(seen[0], "1") {
			t.Errorf("%s: %q", name, seen)
		}
	}
}

package llm_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/llm"
)

// faked is a clock that moves only when somebody sleeps.
type faked struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func newFaked() *faked { return &faked{now: time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)} }

func (f *faked) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *faked) Sleep(ctx context.Context, d time.Duration) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
	f.slept = append(f.slept, d)
	return ctx.Err()
}

// bench is a client on a scripted endpoint over real HTTP.
type bench struct {
	*llm.Client
	end     *llm.Scripted
	clock   *faked
	profile *llm.Profile
	opts    llm.Options
}

func onScript(t *testing.T, s *llm.Script, change ...func(*bench)) *bench {
	t.Helper()
	return on(t, llm.NewScripted(s), change...)
}

// answers is a script of answers in order.
func answers(list ...llm.Answer) *llm.Script { return &llm.Script{Answers: list} }

func on(t *testing.T, end *llm.Scripted, change ...func(*bench)) *bench {
	t.Helper()
	server := httptest.NewServer(end)
	t.Cleanup(server.Close)
	b := &bench{end: end, clock: newFaked(), profile: &llm.Profile{BaseURL: server.URL + "/v1", Model: "m"}}
	b.opts = llm.Options{Clock: b.clock, Sleep: b.clock.Sleep}
	for _, c := range change {
		c(b)
	}
	b.reopen(t)
	return b
}

// reopen makes the client again, as after a restart.
func (b *bench) reopen(t *testing.T) {
	t.Helper()
	text, err := json.Marshal(llm.Config{Profiles: map[string]*llm.Profile{"p": b.profile}, Roles: map[llm.Role]string{llm.Teacher: "p"}})
	if err != nil {
		t.Fatal(err)
	}
	config, err := llm.ParseConfig(text) // every test's profile goes through the file's form
	if err != nil {
		t.Fatal(err)
	}
	if b.Client, err = llm.Open(config, b.opts).For(llm.Teacher); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) must(t *testing.T, r llm.Request) *llm.Reply {
	t.Helper()
	reply, err := b.Ask(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// both runs a test against whole responses and against streams.
func both(t *testing.T, run func(t *testing.T, stream func(*bench))) {
	for name, on := range map[string]bool{"whole": false, "stream": true} {
		t.Run(name, func(t *testing.T) { run(t, func(b *bench) { b.profile.Dialect.Stream = on }) })
	}
}

func said(text string) llm.Message { return llm.Message{From: llm.FromUser, Text: text} }

func ask(text string) llm.Request { return llm.Request{Messages: []llm.Message{said(text)}} }

// office is a request with the tools that the tests call.
func office(messages ...llm.Message) llm.Request {
	if len(messages) == 0 {
		messages = []llm.Message{{From: llm.System, Text: "You help in an office."}, said("Close TK-1.")}
	}
	return llm.Request{Messages: messages, Tools: []llm.Tool{
		{Name: "tickets.get", Parameters: json.RawMessage(`{"type":"object","properties":{"ticket_id":{"type":"string"},"limit":{"type":"integer"},"notify":{"type":"boolean"},"amount":{"type":"number"},"tags":{"type":"array"}}}`)},
		{Name: "clock_now"},
	}}
}

func call(name, args string) llm.ScriptCall {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return llm.ScriptCall{Name: name, Arguments: raw}
}

func result(id, text string) llm.Message {
	return llm.Message{From: llm.FromTool, Answers: id, Text: text}
}

func hasWarning(r *llm.Reply, part string) bool {
	return strings.Contains(strings.Join(r.Warnings, "\n"), part)
}

func pointer[T any](v T) *T { return &v }

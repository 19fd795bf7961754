package llm

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
)

// Whatever is called readable is the JSON of an object, and nothing readable is changed.
func FuzzArguments(f *testing.F) {
	for _, s := range []string{`{"a":1,}`, `{}"`, "```json\n{}\n```", `"{\"a\":1}"`, `null`, `{"a":"b,}"}`, `{"{"a":1}`, "{\"a\":\"\\", `{,}`, `[,]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		strict, mended := ReadArguments(raw, false), ReadArguments(raw, true)
		for _, a := range []Arguments{strict, mended} {
			if a.Problem == nil && unreadable(a.Text) != nil {
				t.Errorf("%q is read as %q", raw, a.Text)
			}
			if a.Problem != nil && a.Text != raw {
				t.Errorf("%q is refused and changed to %q", raw, a.Text)
			}
		}
		if strict.Problem == nil && mended.Text != strict.Text {
			t.Errorf("%q is readable and repaired to %q", raw, mended.Text)
		}
		if c := (&Call{Args: raw, Problem: strict.Problem}); unreadable(c.history()) != nil {
			t.Errorf("%q stands in the history as %q", raw, c.history())
		}
	})
}

// network answers every request with the same bytes.
type network struct {
	kind string
	body string
}

func (n network) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {n.kind}}, Body: readCloser{strings.NewReader(n.body)}}, nil
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

// Whatever an endpoint sends ends as a reply that can be kept, or as a failure; never as a crash.
func FuzzResponse(f *testing.F) {
	for _, s := range []string{`{"choices":[{"message":{"content":"x","tool_calls":[{"function":{"name":"t","arguments":{"a":1}}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`,
		"data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"tool_calls\":[{\"index\":3,\"id\":7}]}}]}\n\ndata: [DONE]\n", `{"choices":[{"message":{"content":"<think><think></think>x"}}]}`,
		`{"error":{"code":429}}`, `{"choices":[7]}`, `{"choices":[{"message":{"content":"<tool_call>{</tool_call>","reasoning":{}},"logprobs":{"content":[{"logprob":NaN}]},"token_ids":[1,-1]}]}`, "data: {}\n\n: x\n", ""} {
		f.Add(s)
	}
	p := &Profile{Name: "p", BaseURL: "http://x.test", Model: "m", Attempts: 1, Dialect: Dialect{ThinkTags: true, TextCalls: true, Repair: true, Coerce: true}}
	f.Fuzz(func(t *testing.T, body string) {
		for _, stream := range []bool{false, true} {
			kind := "application/json"
			if p.Dialect.Stream = stream; stream {
				kind = "text/event-stream"
			}
			c, err := Open(&Config{Profiles: map[string]*Profile{"p": p}}, Options{HTTP: network{kind, body}, Clock: det.System()}).Profile("p")
			if err != nil {
				t.Fatal(err)
			}
			r, err := c.Ask(t.Context(), Request{Messages: []Message{{From: FromUser, Text: "x"}}, Tools: []Tool{{Name: "t"}}})
			if (r == nil) == (err == nil) || err != nil && FailureOf(err) == nil {
				t.Fatalf("%q: %+v, %v", body, r, err)
			}
			if r == nil {
				continue
			}
			if _, err := json.Marshal(r); err != nil {
				t.Errorf("%q: the reply cannot be kept: %v", body, err)
			}
		}
	})
}

// Finding an object is bounded, and finds only objects.
func FuzzFindObject(f *testing.F) {
	for _, s := range []string{`x {"a":1}`, "```json\n{}\n```", `{"a":"}`, strings.Repeat("{", 50)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if o, err := FindObject(text); (o == nil) == (err == nil) {
			t.Errorf("%q: %s, %v", text, o, err)
		}
	})
}

// Files of the user are read or refused.
func FuzzFiles(f *testing.F) {
	f.Add([]byte(`{"profiles":{"p":{"base_url":"http://x.test","model":"m","price":{"currency":"USD","input":1,"output":1}}},"roles":{"user":"p"}}`))
	f.Add([]byte(`{"format":"coworkenv.script/v1","answers":[{"when":{"turn":0},"raw":"x","shape":["parts"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := ParseConfig(data); err == nil {
			for _, name := range c.Names() {
				if c.Profiles[name].BaseURL == "" || c.Profiles[name].Name != name {
					t.Errorf("%q is taken", data)
				}
			}
		}
		if s, err := ParseScript(data); err == nil && len(s.Answers) == 0 {
			t.Errorf("%q is taken", data)
		}
	})
}

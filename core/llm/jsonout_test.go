package llm_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

func TestFindObject(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`: `{"a":1}`, " \n{\"a\":1}\n": `{"a":1}`, "Here:\n```json\n{\"a\":1}\n```\nbye": `{"a":1}`, "```\nnot\n```\n```json\n{\"a\":2}\n```": `{"a":2}`,
		`Sure! {"a":"}{"} and {"b":2}`: `{"a":"}{"}`, `{oops} {"a":1}`: `{"a":1}`, "unclosed ```json\n{\"a\":1}": `{"a":1}`, `say "{" then {"a":{"b":[1]}}`: `{"a":{"b":[1]}}`,
		`{"a":1`: "", "": "", "[1]": "", "no": "", `[{"a":1}]`: `{"a":1}`, "{}": "{}",
	} {
		o, err := llm.FindObject(text)
		if want == "" && (fault.KindOf(err) != fault.Invalid || o != nil) || want != "" && (err != nil || o.String() != want) {
			t.Errorf("%q gives %s, %v; want %q", text, o, err, want)
		}
	}
	if _, err := llm.FindObject(strings.Repeat("{", 3<<20)); err == nil {
		t.Error("braces are no object")
	}
}

func TestAskJSON(t *testing.T) {
	r := ask("x")
	r.Schema = &llm.Schema{Name: "answer", JSON: json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"}}}`)}
	for _, tt := range []struct {
		style    string
		sent     string
		inPrompt bool
	}{{"", `"type":"json_schema"`, false}, {"json_object", `"type":"json_object"`, true}, {"prompt", "", true}} {
		b := onScript(t, answers(llm.Answer{Text: "It is ```json\n{\"a\":1}\n```"}, llm.Answer{Text: "none"}, llm.Answer{Text: `{"a":`, Finish: "length"}), func(b *bench) { b.profile.Dialect.Structured = tt.style })
		o, reply, err := b.AskJSON(context.Background(), r)
		if err != nil || o.String() != `{"a":1}` || reply.Text == "" {
			t.Fatalf("%s: %s, %v", tt.style, o, err)
		}
		sent := b.end.Asked()[0]
		if !strings.Contains(string(sent.Body), tt.sent) || strings.Contains(string(sent.Body), "response_format") != (tt.sent != "") || sent.Contains(`"properties"`) != tt.inPrompt {
			t.Errorf("%s: sent %s", tt.style, sent.Body)
		}
		for _, part := range []string{"no JSON object", "cut by the token limit"} {
			if _, reply, err := b.AskJSON(context.Background(), r); fault.KindOf(err) != fault.Invalid || reply == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v", part, err)
			}
		}
	}
}

// An endpoint that knows no schema is asked in words from then on.
func TestSchemaFallsBackToWords(t *testing.T) {
	r := ask("x")
	r.Schema = &llm.Schema{Name: "answer", JSON: json.RawMessage(`{"type":"object"}`)}
	b := on(t, llm.NewScripted(answers(llm.Answer{Text: `{"a":1}`, Times: -1})).Demand(llm.NoSchema))
	for i, want := range []bool{true, false} {
		o, reply, err := b.AskJSON(context.Background(), r)
		if err != nil || o.Len() != 1 || hasWarning(reply, "asked in words") != want {
			t.Errorf("%d: %s, %v", i, o, err)
		}
	}
	bad := onScript(t, answers(llm.Answer{Status: 400, Times: -1}))
	if _, _, err := bad.AskJSON(context.Background(), r); llm.FailureOf(err) == nil || len(bad.end.Asked()) != 2 {
		t.Errorf("%d requests, %v", len(bad.end.Asked()), err)
	}
	r.Schema.JSON = json.RawMessage(`{`)
	if _, err := bad.Ask(context.Background(), r); err == nil || len(bad.end.Asked()) != 2 {
		t.Errorf("a broken schema goes out: %v", err)
	}
}

package llm_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
)

const goodScript = `{"format": "coworkenv.script/v1", "model": "toy", "demands": ["string_content"],
 "trouble": {"share": 0, "kinds": ["429"]},
 "answers": [
  {"when": {"contains": ["invoice"], "lacks": ["paid"]}, "times": -1, "text": "about the invoice"},
  {"when": {"turn": 1, "last": ["open"]}, "text": "it is open"},
  {"text": "first"}, {"text": "second", "times": 2}]}`

func TestScript(t *testing.T) {
	file := filepath.Join(t.TempDir(), "script.json")
	if err := os.WriteFile(file, []byte(goodScript), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := llm.ReadScript(file)
	if err != nil {
		t.Fatal(err)
	}
	b := onScript(t, s)
	turn := ask("the ticket?")
	turn.Messages = append(turn.Messages, llm.Message{From: llm.Assistant, Text: "I look"}, said("is it open"))
	for i, step := range []struct {
		r    llm.Request
		want string
	}{{ask("x"), "first"}, {ask("the invoice"), "about the invoice"}, {ask("the paid invoice"), "second"}, {turn, "it is open"}, {turn, "second"}, {ask("the invoice"), "about the invoice"}} {
		if r := b.must(t, step.r); r.Text != step.want || r.Model != "toy" {
			t.Errorf("%d: %q of %s, want %q", i, r.Text, r.Model, step.want)
		}
	}
	if _, err := b.Ask(context.Background(), ask("x")); llm.FailureOf(err) == nil || llm.FailureOf(err).Code != "script_ended" || b.end.Missed() != 1 {
		t.Errorf("at its end: %v", err)
	}
	if names, err := b.Served(context.Background()); err != nil || strings.Join(names, " ") != "toy" {
		t.Errorf("models %v, %v", names, err)
	}
	if _, err := llm.ReadScript(filepath.Join(t.TempDir(), "absent")); fault.KindOf(err) != fault.NotFound {
		t.Errorf("no file: %v", err)
	}
}

func TestScriptRefuses(t *testing.T) {
	for _, text := range []string{``, `{}`, `{"format":"x","answers":[{}]}`, `{"format":"coworkenv.script/v1"}`, `{"format":"coworkenv.script/v1","answers":[{}]} 7`,
		`{"format":"coworkenv.script/v1","answers":[{"txet":"x"}]}`, `{"format":"coworkenv.script/v1","answers":[{"status":7}]}`, `{"format":"coworkenv.script/v1","answers":[{"times":-2}]}`,
		`{"format":"coworkenv.script/v1","answers":[{"delay_ms":-1}]}`, `{"format":"coworkenv.script/v1","answers":[{"shape":["odd"]}]}`, `{"format":"coworkenv.script/v1","answers":[{}],"demands":["x"]}`,
		`{"format":"coworkenv.script/v1","answers":[{}],"trouble":{"share":2,"kinds":["429"]}}`, `{"format":"coworkenv.script/v1","answers":[{}],"trouble":{"share":0.5,"kinds":["x"]}}`} {
		if _, err := llm.ParseScript([]byte(text)); fault.KindOf(err) != fault.Invalid || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A journal plays as an endpoint: a run goes again without the model.
func TestRecording(t *testing.T) {
	both(t, func(t *testing.T, stream func(*bench)) {
		dir := t.TempDir()
		b := onScript(t, answers(llm.Answer{Status: 500}, llm.Answer{Text: "one", Shape: []llm.Shape{llm.Parts}}, llm.Answer{Text: "other"}, llm.Answer{Text: "two"}), stream,
			func(b *bench) { b.opts.Journal = llm.OpenJournal(dir, b.clock) })
		for _, q := range []string{"a", "b", "a"} {
			b.must(t, ask(q))
		}
		end, err := llm.NewRecorded(dir)
		if err != nil {
			t.Fatal(err)
		}
		again := on(t, end, stream, func(b *bench) { b.profile.Model = "another name" })
		for i, step := range [][2]string{{"a", "one"}, {"b", "other"}, {"a", "two"}, {"a", "two"}} {
			if r := again.must(t, ask(step[0])); r.Text != step[1] || r.Attempts != 1 {
				t.Errorf("%d: %q after %d attempts, want %q", i, r.Text, r.Attempts, step[1])
			}
		}
		if _, err := again.Ask(context.Background(), ask("c")); err == nil || end.Missed() != 1 {
			t.Errorf("what was never asked: %v", err)
		}
	})
	if _, err := llm.NewRecorded(t.TempDir()); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an empty recording: %v", err)
	}
}

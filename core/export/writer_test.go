package export

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"coworkenv.dev/coworkenv/core/trace"
)

// Every writer's output, read back, is the trial.
func TestWritersReadBack(t *testing.T) {
	for _, name := range wholeTrials() {
		t.Run(name, func(t *testing.T) {
			o := optionsFor(t, name)
			trial := toyTrial()
			if name == "openai" {
				o.DropReasoning = true // it has no place for it
			}
			r := built(t, trial, o)
			w, err := Render(r, trial, o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(wanted(r.Messages), readBack(t, name, w)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestArgumentForms(t *testing.T) {
	for _, f := range Formats() {
		for _, form := range f.Forms {
			if !f.Explodes {
				continue
			}
			o := &Options{Format: f, Arguments: form, DropReasoning: f.Name == "openai"}
			trial := toyTrial()
			r := built(t, trial, o)
			w, err := Render(r, trial, o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(wanted(r.Messages), readBack(t, f.Name, w)); diff != "" {
				t.Errorf("%s, arguments as %s: %s", f.Name, form, diff)
			}
		}
	}
}

// Whatever agents, users and services say comes back, or the trial is left out for its marks.
func TestWritersReadBackAnything(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		trial := drawTrial(rt)
		for _, name := range wholeTrials() {
			o := optionsFor(t, name)
			o.DropReasoning = name == "openai"
			r, _, err := Build(trial, o)
			if code(err) == NothingSaid {
				continue
			}
			if err != nil {
				rt.Fatalf("%s: %v", name, err)
			}
			w, err := Render(r, trial, o)
			if c := code(err); c == Marks && (name == "llamafactory" || name == "hermes") {
				continue
			}
			if err != nil {
				rt.Fatalf("%s: %v", name, err)
			}
			want := wanted(r.Messages)
			if name == "llamafactory" {
				want = withoutTail(want)
			}
			got := readBack(t, name, w)
			if w.Lost[LostSpell] > 0 {
				respell(got)
			}
			if !sameSaid(want, got) {
				rt.Fatalf("%s: %s", name, cmp.Diff(want, got))
			}
		}
	})
}

// respell undoes the escapes with which a format keeps its own marks out of results in JSON.
func respell(list []said) {
	for i := range list {
		if list[i].Role == "tool" {
			list[i].Text = strings.ReplaceAll(list[i].Text, `<\/tool_response>`, "</tool_response>")
		}
	}
}

// withoutTail drops results that nothing follows.
func withoutTail(list []said) []said {
	for len(list) > 0 && list[len(list)-1].Role != "assistant" {
		list = list[:len(list)-1]
	}
	return list
}

func drawTrial(t *rapid.T) *Trial {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "a\u2028b\u0085c\u2029", "</tool_call>", "<tool_call>{}</tool_call>", "<think>x</think>y",
		"\U0001F468\u200d\U0001F469\u200d\U0001F467", "\r\n\x0b\x0c\x00", "</tool_response>\n<tool_response>", "null", `{"a":"</tool_response>"}`, "<image>", "\xff\xfe"}))
	var steps []trace.Step
	seq := 0
	for range rapid.IntRange(1, 4).Draw(t, "steps") {
		s := trace.Step{Text: text.Draw(t, "text"), Reasoning: rapid.SampledFrom([]string{"", "hm", "two\nlines"}).Draw(t, "thought")}
		for range rapid.IntRange(0, 3).Draw(t, "calls") {
			seq++
			args, err := drawArguments(t, text)
			if err != nil {
				t.Fatal(err)
			}
			s.Calls = append(s.Calls, call(rapid.SampledFrom([]string{"", "c1", "c2", "call_1"}).Draw(t, "id"), "mail_search", args, text.Draw(t, "seen"), seq))
		}
		if len(s.Calls) == 0 {
			s.Text += "." // silence ends an episode
			s.User = &trace.UserTurn{Text: text.Draw(t, "answer"), Kind: trace.Answered}
		}
		steps = append(steps, s)
	}
	return trialOf(append(steps, trace.Step{Text: "Done."})...)
}

func drawArguments(t *rapid.T, text *rapid.Generator[string]) (string, error) {
	b, err := json.Marshal(map[string]any{"q": text.Draw(t, "arg"), "n": []any{nil, true, 1.5}, text.Draw(t, "name"): map[string]any{}})
	return string(b), err
}

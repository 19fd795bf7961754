package llm_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/llm"
)

func TestReadArguments(t *testing.T) {
	for _, tt := range []struct{ raw, strict, mended string }{ // "" = refused
		{`{"a":1}`, `{"a":1}`, `{"a":1}`},
		{``, `{}`, `{}`}, {`   `, `{}`, `{}`}, {`null`, `{}`, `{}`},
		{`{"ticket_id": "TK-1", "status": "clo`, ``, ``}, {`{"ticket_id" "TK-1"}`, ``, ``},
		{`{"{"labels":["a"]}`, ``, ``}, {`{"filter":{"tag":"old"`, ``, ``},
		{`{"ticket_id":"TK-1",}`, ``, `{"ticket_id":"TK-1"}`}, {`{"a":[1, 2 , ] , }`, ``, `{"a":[1, 2  ]  }`}, {`{}"`, ``, `{}`}, {"{\"a\":1}\"`", ``, `{"a":1}`},
		{`{"body":"a,}"}`, `{"body":"a,}"}`, `{"body":"a,}"}`}, {`{"body":"a,}",}`, ``, `{"body":"a,}"}`}, {`{"body":"\",}",}"`, ``, `{"body":"\",}"}`},
		{"```json\n{\"a\":1}\n```", ``, `{"a":1}`}, {`"{\"a\":1}"`, ``, `{"a":1}`}, {`"x"`, ``, ``}, {`[1]`, ``, ``}, {`7`, ``, ``},
		{`{"a":NaN}`, ``, ``}, {`{}{}`, ``, ``}, {`{"a":1} and more`, ``, ``}, {"{\"a\":\"x\u0000\"}", ``, ``}, {`{"a":"x\u0000y"}`, `{"a":"x\u0000y"}`, `{"a":"x\u0000y"}`},
	} {
		for mend, want := range map[bool]string{false: tt.strict, true: tt.mended} {
			got := llm.ReadArguments(tt.raw, mend)
			switch {
			case want == "" && (got.Problem == nil || got.Text != tt.raw || got.Repaired != nil):
				t.Errorf("%q (repair %v) is read as %+v", tt.raw, mend, got)
			case want != "" && (got.Problem != nil || got.Text != want || (len(got.Repaired) > 0) != (want != tt.raw)):
				t.Errorf("%q (repair %v) is %+v, want %q", tt.raw, mend, got, want)
			}
		}
	}
	if p := llm.ReadArguments(`{"a":"`+strings.Repeat("x", 3<<20)+`"}`, true).Problem; p == nil || p.Kind != llm.TooLarge {
		t.Errorf("3 MB: %+v", p)
	}
	for raw, kind := range map[string]llm.ProblemKind{`{"a":"b`: llm.CutOff, `{"a":`: llm.CutOff, `{"{"labels":["a"]}`: llm.Malformed, `[]`: llm.Malformed} {
		if p := llm.ReadArguments(raw, false).Problem; p.Kind != kind {
			t.Errorf("%s is %s", raw, p.Kind)
		}
	}
}

// What cannot be read is neither dropped nor turned into an empty object, and does the conversation no
// harm.
func TestUnreadableArgumentsInTheConversation(t *testing.T) {
	const broken = `{"filter":{"tag":"old"`
	huge := `{"body":"` + strings.Repeat("x", 3<<20) + `"}`
	large := `{"body":"` + strings.Repeat("y", 100<<10) + `"}`
	both(t, func(t *testing.T, stream func(*bench)) {
		b := onScript(t, &llm.Script{Answers: []llm.Answer{{Calls: []llm.ScriptCall{call("tickets_get", broken), call("tickets_get", huge), call("tickets_get", large), call("clock_now", "")}}, {Text: "ok"}},
			Demands: []llm.Demand{llm.ObjectHistory, llm.AnswerAll}}, stream)
		r := b.must(t, office())
		if len(r.Calls) != 4 || r.Calls[0].Args != broken || r.Calls[0].Problem.Kind != llm.CutOff || r.Calls[1].Args != huge || r.Calls[1].Problem.Kind != llm.TooLarge || r.Calls[2].Args != large || r.Calls[2].Problem != nil || r.Calls[3].Args != "{}" {
			t.Fatalf("%d calls: %+v %+v", len(r.Calls), r.Calls[0], r.Calls[1].Problem)
		}
		talk := append(office().Messages, r.Message())
		for _, c := range r.Calls {
			talk = append(talk, result(c.ID, "refused"))
		}
		b.must(t, office(talk...))
		last := b.end.Asked()[1]
		if !last.Contains("unreadable_arguments") || !last.Contains(`"shortened_arguments"`) || len(last.Body) > 10_000 {
			t.Errorf("the next request has %d bytes: %.900s", len(last.Body), last.Body)
		}
	})
}

func TestRepairIsASwitch(t *testing.T) {
	for _, on := range []bool{false, true} {
		b := onScript(t, answers(llm.Answer{Calls: []llm.ScriptCall{call("tickets_get", `{"ticket_id":"TK-1",}`)}}), func(b *bench) { b.profile.Dialect.Repair = on })
		c := b.must(t, office()).Calls[0]
		if on && (c.Args != `{"ticket_id":"TK-1"}` || c.Raw != `{"ticket_id":"TK-1",}` || fmt.Sprint(c.Repaired) != "[trailing_comma]" || c.Problem != nil) {
			t.Errorf("on: %+v", c)
		}
		if !on && (c.Problem == nil || c.Args != `{"ticket_id":"TK-1",}` || c.Repaired != nil) {
			t.Errorf("off: %+v", c)
		}
	}
}

func TestCoercionIsASwitch(t *testing.T) {
	const raw = `{"limit":"5","notify":"false","ticket_id":"02134","amount":"1e3","tags":"[\"a\"]","other":"7"}`
	const turned = `{"limit":5,"notify":false,"ticket_id":"02134","amount":1e3,"tags":["a"],"other":"7"}`
	for _, tt := range []struct{ raw, on string }{
		{raw, turned}, {`{"limit":"5.5"}`, `{"limit":"5.5"}`}, {`{"notify":"no"}`, `{"notify":"no"}`}, {`{"amount":"NaN"}`, `{"amount":"NaN"}`}, {`{"tags":"[1"}`, `{"tags":"[1"}`}, {`{"ticket_id":"[1,2]"}`, `{"ticket_id":"[1,2]"}`},
	} {
		for on, want := range map[bool]string{false: tt.raw, true: tt.on} {
			b := onScript(t, answers(llm.Answer{Calls: []llm.ScriptCall{call("tickets_get", tt.raw)}}), func(b *bench) { b.profile.Dialect.Coerce = on })
			c := b.must(t, office()).Calls[0]
			if c.Args != want || (c.Raw == tt.raw) != (want != tt.raw) {
				t.Errorf("coerce %v: %+v, want %s", on, c, want)
			}
		}
	}
}

// The same bytes are read alike as a call of the API and as one in the text.
func TestOneReadingOnEveryPath(t *testing.T) {
	for _, raw := range []string{`{"ticket_id":"TK-1",}`, `{"a":`, ``, `{"ticket_id":"TK-1"}`} {
		for _, name := range []string{"tickets_get", "nosuch"} {
			var seen []string
			for _, shape := range [][]llm.Shape{nil, {llm.TextCallsShape}} {
				b := onScript(t, answers(llm.Answer{Shape: shape, Calls: []llm.ScriptCall{call(name, raw)}}), func(b *bench) { b.profile.Dialect.TextCalls = true })
				c := b.must(t, office()).Calls[0]
				c.Wire = ""
				text, err := json.Marshal(c)
				if err != nil {
					t.Fatal(err)
				}
				seen = append(seen, string(text))
			}
			if seen[0] != seen[1] {
				t.Errorf("%s(%s): %s, and in text %s", name, raw, seen[0], seen[1])
			}
		}
	}
}

package trace_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func trajectory() *trace.Trajectory {
	state := func(s string) det.Digest { return det.Sum([]byte(s)) }
	return &trace.Trajectory{
		Format: trace.Format, Trial: "tri_1", Item: "itm_1", Group: "grp_1", Task: trace.TaskRef{ID: "t", Digest: "sha256:ab"},
		Agent: trace.AgentRef{Name: "student", Version: "3", Model: "m"}, Seed: 1<<63 + 5, Attempt: 2, System: "You work here.", Opening: "Do <it>.",
		End: trace.End{Kind: trace.Terminated, Reason: trace.Completed, Detail: "well"},
		Steps: []trace.Step{
			{Index: 0, Text: "Which?", Reasoning: "hm", Before: state("a"), After: state("a"), Model: "m", Finish: "stop", Usage: &trace.Usage{Prompt: 10, Completion: 3, Cached: 2},
				TokenIDs: []int32{1, 2}, Logprobs: []float32{-0.5, 0}, User: &trace.UserTurn{Text: "The red one.", Kind: trace.Answered, Revealed: []string{"colour"}, By: "local", Why: "it told what it may not"},
				Others: []trace.Acted{{By: "lee", Calls: []trace.Call{{ID: "o1", Tool: "chat_post", Args: `{"text":"4 is free"}`, Outcome: world.OK, Status: 200, Seq: 9, Observation: `{}`}}}}},
			{Index: 1, Stage: "s2", Before: state("a"), After: state("b"), Anchors: trace.Anchors{State: "x", Obs: "y"},
				Calls: []trace.Call{
					{Index: 0, ID: "c1", Tool: "pay", Args: `{"amount":25.00,"note":"a\u2028"}`, Outcome: world.OK, Status: 200, Seq: 1, Observation: `{"ok":true}`},
					{Index: 1, ID: "c2", Tool: "pay", Args: `{}`, Outcome: world.Invalid, Cause: world.BadArguments, Status: 422, Seq: 2, Observation: `{"error":"x"}`},
					{Index: 2, ID: "c3", Tool: "pay", Args: `{}`, Observation: `{"error":"limit"}`}},
				World: []trace.Effect{{Op: "create", Collection: "mail.messages", ID: "m1", After: `{"id":"m1"}`}}},
			{Index: 2, Text: "Done.", Before: state("b"), After: state("b")},
		}}
}

// The format keeps what happened; times, latencies, and what the world recorded of a call beside
// its outcome are ours alone.
func TestATIFKeepsTheTrajectory(t *testing.T) {
	want := trajectory()
	tools := []any{value.Obj(value.Member{Name: "type", Value: "function"})}
	doc, err := trace.EncodeATIF(want, trace.ATIF{Tools: tools, Further: value.Obj(value.Member{Name: "reward", Value: value.Number("0.75")})})
	if err != nil {
		t.Fatal(err)
	}
	got, err := trace.DecodeATIF(doc)
	if err != nil {
		t.Fatal(err)
	}
	want.Steps[1].Calls[0].Args = "{\"amount\":25.00,\"note\":\"a\u2028\"}"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if strings.ContainsRune(string(doc), '\n') {
		t.Error("the document has a line break")
	}
	for _, part := range []string{`"schema_version":"ATIF-v1.6"`, `"session_id":"tri_1"`, `"reward":0.75`, `"tool_definitions":[{"type":"function"}]`, `"source_call_id":"c2"`, `"message":"Do <it>."`} {
		if !strings.Contains(string(doc), part) {
			t.Errorf("no %s in %s", part, doc)
		}
	}
	again, err := trace.EncodeATIF(got, trace.ATIF{Tools: tools, Further: value.Obj(value.Member{Name: "reward", Value: value.Number("0.75")})})
	if err != nil || string(again) != string(doc) {
		t.Errorf("written again it differs: %v\n%s\n%s", err, doc, again)
	}
}

func TestATIFCallIDs(t *testing.T) {
	tr := trajectory()
	tr.Steps[1].Calls[0].ID, tr.Steps[1].Calls[2].ID = "", "c2"
	doc, err := trace.EncodeATIF(tr, trace.ATIF{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := trace.DecodeATIF(doc)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range got.Steps[1].Calls {
		ids = append(ids, c.ID+" "+c.Observation)
	}
	want := []string{`call_1_0 {"ok":true}`, `c2 {"error":"x"}`, `call_1_2 {"error":"limit"}`}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Error(diff)
	}
}

func TestATIFRefusesOtherArguments(t *testing.T) {
	for _, args := range []string{`[1]`, `"{}"`, `{"a":`, `1`} {
		tr := trajectory()
		tr.Steps[1].Calls[1].Args = args
		if _, err := trace.EncodeATIF(tr, trace.ATIF{}); fault.KindOf(err) != fault.Unsupported {
			t.Errorf("%s: %v", args, err)
		}
	}
	tr := trajectory()
	tr.Steps[1].Calls[1].Args = " null "
	if _, err := trace.EncodeATIF(tr, trace.ATIF{}); err != nil {
		t.Error(err)
	}
}

// A document of another program: content parts, an extra of its own, copied context.
func TestATIFReadsForeignDocuments(t *testing.T) {
	const doc = `{"schema_version":"ATIF-v1.5","session_id":"s","agent":{"name":"a","version":"0","extra":{"k":1}},"notes":"n","extra":{"state":[1]},
	 "final_metrics":{"total_steps":4,"total_cost_usd":0.25},"steps":[
	 {"step_id":1,"source":"user","message":[{"type":"text","text":"Hi"},{"type":"text","text":"there"}],"timestamp":"2026-01-01T00:00:00Z"},
	 {"step_id":2,"source":"agent","message":"old","is_copied_context":true},
	 {"step_id":3,"source":"agent","message":"","reasoning_effort":"high","tool_calls":[{"tool_call_id":"c","function_name":"f","arguments":{"a":1}}],
	  "observation":{"results":[{"source_call_id":"c","content":null}]},"metrics":{"prompt_tokens":4,"completion_tokens":1,"cost_usd":0.1},"extra":{"anchor":"mine"}},
	 {"step_id":4,"source":"user","message":"More."}]}`
	got, err := trace.DecodeATIF([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	want := &trace.Trajectory{Format: trace.Format, Trial: "s", Agent: trace.AgentRef{Name: "a"}, Opening: "Hi\nthere", Steps: []trace.Step{
		{Calls: []trace.Call{{ID: "c", Tool: "f", Args: `{"a":1}`}}, Usage: &trace.Usage{Prompt: 4, Completion: 1}, User: &trace.UserTurn{Text: "More.", Kind: trace.Answered}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestATIFRefusesWhatItCannotKeep(t *testing.T) {
	with := func(steps string) string {
		return `{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"user","message":"Hi"},` + steps + `]}`
	}
	act := `{"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c","function_name":"f","arguments":{}}],"observation":`
	tests := map[string]struct {
		doc  string
		kind fault.Kind
	}{
		"no JSON":             {`{`, fault.Invalid},
		"no object":           {`[]`, fault.Invalid},
		"no version":          {`{"steps":[]}`, fault.Unsupported},
		"later version":       {strings.Replace(with(act+`{"results":[{"source_call_id":"c","content":"x"}]}}`), "v1.6", "v1.7", 1), fault.Unsupported},
		"no steps":            {`{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1"},"steps":[]}`, fault.Invalid},
		"unknown key":         {strings.Replace(with(act+`{"results":[{"source_call_id":"c","content":"x"}]}}`), `"session_id"`, `"sesion":"","session_id"`, 1), fault.Invalid},
		"ids with a gap":      {with(`{"step_id":3,"source":"agent","message":"x"}`), fault.Invalid},
		"no result":           {with(act + `{"results":[]}}`), fault.Invalid},
		"result twice":        {with(act + `{"results":[{"source_call_id":"c","content":"x"},{"source_call_id":"c","content":"x"}]}}`), fault.Invalid},
		"result of no call":   {with(act + `{"results":[{"source_call_id":"d","content":"x"}]}}`), fault.Invalid},
		"arguments as text":   {with(strings.Replace(act, `"arguments":{}`, `"arguments":"{}"`, 1) + `{"results":[{"source_call_id":"c","content":"x"}]}}`), fault.Invalid},
		"no arguments":        {with(strings.Replace(act, `,"arguments":{}`, ``, 1) + `{"results":[{"source_call_id":"c","content":"x"}]}}`), fault.Invalid},
		"picture":             {with(act + `{"results":[{"source_call_id":"c","content":[{"type":"image"}]}]}}`), fault.Unsupported},
		"late system message": {with(`{"step_id":2,"source":"agent","message":"x"},{"step_id":3,"source":"system","message":"x"}`), fault.Unsupported},
		"other source":        {with(`{"step_id":2,"source":"tool","message":"x"}`), fault.Invalid},
		"trailing text":       {with(act+`{"results":[{"source_call_id":"c","content":"x"}]}}`) + "x", fault.Invalid},
		"nested too deep":     {with(strings.Repeat("[", 500)), fault.Invalid},
	}
	for name, tt := range tests {
		if _, err := trace.DecodeATIF([]byte(tt.doc)); fault.KindOf(err) != tt.kind {
			t.Errorf("%s: %v, want %s", name, err, tt.kind)
		}
	}
}

// Whatever is read can be written again and read as the same.
func FuzzDecodeATIF(f *testing.F) {
	doc, err := trace.EncodeATIF(trajectory(), trace.ATIF{Further: value.Obj()})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(doc)
	f.Add([]byte(`{"schema_version":"ATIF-v1.0","session_id":"s","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"user","message":"Hi"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := trace.DecodeATIF(data)
		if err != nil {
			return
		}
		again, err := trace.EncodeATIF(first, trace.ATIF{})
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if !json.Valid(again) {
			t.Fatalf("no JSON: %s", again)
		}
		second, err := trace.DecodeATIF(again)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, again)
		}
		if len(first.Steps) != len(second.Steps) || first.Opening != second.Opening {
			t.Fatalf("%d steps became %d", len(first.Steps), len(second.Steps))
		}
	})
}

package export

import (
	"errors"
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// toyTools are two tools with parameters of different names and kinds.
func toyTools() *Toolset {
	handle := func(*world.Tx, world.Args, *world.Reply) error { return nil }
	search := &world.Tool{Name: "mail_search", Doc: "Search mail.", Handle: handle, Params: []world.Param{
		{Name: "q", Type: world.Text, Required: true, Doc: "what to look for"}, {Name: "limit", Type: world.Int, Default: value.Number("5"), Min: 1, Max: 50}}}
	pay := &world.Tool{Name: "pay", Doc: "Pay an invoice.", Handle: handle, Params: []world.Param{
		{Name: "invoice", Type: world.Text, Required: true}, {Name: "amount", Type: world.Amount, Required: true}, {Name: "tags", Type: world.Text, List: true}}}
	return NewToolset([]world.Offer{{Name: "mail_search", Tool: search}, {Name: "pay", Tool: pay}})
}

func call(id, tool, args, seen string, seq int) trace.Call {
	return trace.Call{ID: id, Tool: tool, Args: args, Outcome: world.OK, Status: 200, Seq: seq, Observation: seen}
}

func failing(c trace.Call, o world.Outcome) trace.Call {
	c.Outcome = o
	return c
}

// toyTrial is a passing trial with parallel calls, a question to the user, reasoning and text
// beside a call.
func toyTrial() *Trial {
	return trialOf(
		trace.Step{Text: "Which month?", Reasoning: "The month is not given.", User: &trace.UserTurn{Text: "March \U0001F69A", Kind: trace.Answered}},
		trace.Step{Text: "I look for both.", Calls: []trace.Call{
			call("c1", "mail_search", `{"q":"a \"b\" é\u2028x","limit":2}`, `[{"id":"m1"}]`, 1),
			call("c2", "mail_search", `{"q":"25.0"}`, `[]`, 2)}},
		trace.Step{Calls: []trace.Call{call("c3", "pay", `{"invoice":"INV-1","amount":25.00,"tags":["x",null]}`, `{"ok":true}`, 3)}},
		trace.Step{Text: "Paid."},
	)
}

func trialOf(steps ...trace.Step) *Trial {
	for i := range steps {
		steps[i].Index = i
		for j := range steps[i].Calls {
			steps[i].Calls[j].Index = j
		}
	}
	tr := &trace.Trajectory{Format: trace.Format, Trial: "tri_0001", Item: "itm_0001", Group: "grp_1", Task: trace.TaskRef{ID: "pay-march", Digest: "sha256:0123456789abcdef0123"},
		Agent: trace.AgentRef{Name: "student", Version: "2", Model: "m-1"}, Seed: 7, Attempt: 1, System: "You work at Northwind.\nIt is Monday.", Opening: "Pay the invoice, please.",
		Steps: steps, End: trace.End{Kind: trace.Terminated, Reason: trace.Completed}}
	score := &grade.Score{Status: grade.Scored, Completion: grade.One, Safety: 1, Score: grade.One, Pass: true,
		Checks: []grade.CheckResult{{ID: "paid", Weight: 700_000, Earned: 700_000}, {ID: "read", Weight: 0}, {ID: "told", Weight: 300_000, Earned: 300_000}}}
	return &Trial{Status: grade.Scored, Trajectory: tr, Score: score, SHA256: "ab12", Split: Train, Decision: "keep", Certificate: "cc", Root: "pay-root", Scenario: "payments",
		Task: &Task{Family: "payments", Language: "en", Generator: "scenario/payments", Parents: []string{"pay-feb"}, Tools: toyTools()}}
}

func optionsFor(t testing.TB, format string) *Options {
	t.Helper()
	f, err := FindFormat(format)
	if err != nil {
		t.Fatal(err)
	}
	return &Options{Format: f}
}

func built(t testing.TB, trial *Trial, o *Options) *Record {
	t.Helper()
	r, _, err := Build(trial, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func written(t testing.TB, trial *Trial, o *Options) *Written {
	t.Helper()
	w, err := Render(built(t, trial, o), trial, o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// code is the code of an exclusion, "" for none.
func code(err error) string {
	var x *Exclusion
	if errors.As(err, &x) {
		return x.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

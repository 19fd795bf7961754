package export

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// pairOf is two trials that begin alike and differ from step 1 on.
func pairOf(t *testing.T, o *Options) *Pair {
	t.Helper()
	first := trace.Step{Calls: []trace.Call{call("c1", "mail_search", `{"q":"a"}`, `[]`, 1)}}
	good := trialOf(first, trace.Step{Text: "I pay.", Calls: []trace.Call{call("c2", "pay", `{"amount":1}`, `{"ok":true}`, 2)}}, trace.Step{Text: "Done."})
	bad := trialOf(first, trace.Step{Text: "There is nothing to pay."})
	bad.Trajectory.Trial, bad.Score.Pass, bad.Score.Score = "tri_0002", false, 0
	return &Pair{ID: "pair_1", Chosen: built(t, good, o), Rejected: built(t, bad, o), Step: 1, Split: Test}
}

func TestPreference(t *testing.T) {
	o := optionsFor(t, "preference")
	p := pairOf(t, o)
	w, err := RenderPair(p, o)
	if err != nil {
		t.Fatal(err)
	}
	row := parsed(t, w.lines)
	all := append(readChat(t, member(t, row, "prompt"), ""), readChat(t, member(t, row, "chosen"), "")...)
	if diff := cmp.Diff(wanted(p.Chosen.Messages)[:5], all); diff != "" {
		t.Errorf("prompt and chosen turn: %s", diff)
	}
	if diff := cmp.Diff(wanted(p.Rejected.Messages)[4:], readChat(t, member(t, row, "rejected"), "")); diff != "" {
		t.Errorf("rejected turn: %s", diff)
	}
	if w.Split != Test || textOf(row, "id") != "pair_1" || textOf(row, "split") != "test" || textOf(row, "trial") != "tri_0001" || textOf(row, "rejected_trial") != "tri_0002" ||
		string(member(t, row, "rejected_reward").(value.Number)) != "0.0" || string(member(t, row, "reward").(value.Number)) != "1.0" {
		t.Errorf("%s", w.lines)
	}
	o.RestOfTrial = true
	if w, err = RenderPair(p, o); err != nil {
		t.Fatal(err)
	}
	if rest := readChat(t, member(t, parsed(t, w.lines), "chosen"), ""); len(rest) != 3 || rest[2].Text != "Done." {
		t.Errorf("the rest of the trial: %v", rest)
	}
}

func TestPairsThatAreNone(t *testing.T) {
	tests := map[string]struct {
		change func(*Pair)
		want   string
	}{
		"other result before":  {func(p *Pair) { p.Rejected.Messages[3].Content = "[1]" }, OtherPrefix},
		"other argument":       {func(p *Pair) { p.Rejected.Messages[2].Calls[0].Arguments = value.Obj() }, OtherPrefix},
		"other tools":          {func(p *Pair) { p.Rejected.Tools = NewToolset(nil) }, OtherPrefix},
		"a trial ended before": {func(p *Pair) { p.Rejected.Messages = p.Rejected.Messages[:4] }, NoTurn},
		"both ended before":    {func(p *Pair) { p.Step = 9 }, OtherPrefix},
		"a turn cut off":       {func(p *Pair) { p.Chosen.Messages[4].Train = false }, MaskedTurns},
	}
	for name, tt := range tests {
		o := optionsFor(t, "preference")
		p := pairOf(t, o)
		tt.change(p)
		if _, err := RenderPair(p, o); code(err) != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// Prompt and completion are a turn of the agent and what came back, for each turn that has that.
func TestNextObservation(t *testing.T) {
	o := optionsFor(t, "next-observation")
	trial := toyTrial()
	r := built(t, trial, o)
	w, err := Render(r, trial, o)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(w.lines)), "\n")
	if len(lines) != 3 || w.Count != 3 {
		t.Fatalf("%d rows of 4 turns, of which 3 were followed by something", len(lines))
	}
	want := wanted(r.Messages)
	for i, ends := range [][2]int{{3, 4}, {5, 7}, {8, 9}} {
		row := parsed(t, []byte(lines[i]))
		prompt, back := readChat(t, member(t, row, "prompt"), ""), readChat(t, member(t, row, "completion"), "")
		if diff := cmp.Diff(want[:ends[0]], prompt) + cmp.Diff(want[ends[0]:ends[1]], back); diff != "" {
			t.Errorf("row %d: %s", i, diff)
		}
	}
	alone := trialOf(trace.Step{Text: "Nothing to do."})
	if _, err := Render(built(t, alone, o), alone, o); code(err) != NoSuccessor {
		t.Errorf("nothing came back: %v", err)
	}
}

// What a format has no place for is refused or counted, never dropped in silence.
func TestLosses(t *testing.T) {
	tail := trialOf(trace.Step{Text: "Wait?", User: &trace.UserTurn{Text: "Yes."}}, trace.Step{Calls: []trace.Call{call("c1", "pay", `{}`, `{}`, 1), call("c2", "pay", `{}`, `{}`, 2)}})
	tests := []struct {
		format string
		trial  *Trial
		want   Tally
	}{
		{"llamafactory", tail, Tally{LostResult: 1, LostJoin: 1}},
		{"hermes", tail, Tally{LostJoin: 1}},
		{"trl", tail, Tally{}},
		{"openai", toyTrial(), Tally{LostReason: 1}},
	}
	for _, tt := range tests {
		w := written(t, tt.trial, optionsFor(t, tt.format))
		if diff := cmp.Diff(tt.want, w.Lost); diff != "" {
			t.Errorf("%s: %s", tt.format, diff)
		}
	}
	named := map[string]bool{}
	for _, m := range Losses() {
		named[m.Code] = m.Text != ""
	}
	for _, tt := range tests {
		for loss := range tt.want {
			if !named[loss] {
				t.Errorf("%s has no meaning", loss)
			}
		}
	}
}

func TestFormatsRefuse(t *testing.T) {
	with := func(text, tool, seen string) *Trial {
		return trialOf(trace.Step{Text: text, Calls: []trace.Call{call("c1", tool, `{}`, seen, 1)}}, trace.Step{Text: "Done."})
	}
	tests := []struct {
		format string
		trial  *Trial
		want   string
	}{
		{"llamafactory", with("<tool_call>", "pay", `{}`), Marks},
		{"llamafactory", with("", "pay", `<image>`), Marks},
		{"hermes", with("a</tool_call>", "pay", `{}`), Marks},
		{"hermes", with("", "pay", `not JSON </tool_response>`), Marks},
		{"hermes", with("", "pay", `{"a":"</tool_response>"}`), ""},
		{"openai", with("", "rob a bank", `{}`), ToolName},
		{"openai", with("", "rob_a_bank", `{}`), ""},
		{"llamafactory", trialOf(trace.Step{Text: "a"}, trace.Step{Text: "b"}), Alternation},
	}
	for i, tt := range tests {
		o := optionsFor(t, tt.format)
		if _, err := Render(built(t, tt.trial, o), tt.trial, o); code(err) != tt.want {
			t.Errorf("case %d, %s: %v, want %q", i, tt.format, err, tt.want)
		}
	}
}

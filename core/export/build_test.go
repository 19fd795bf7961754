package export

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

func TestRecordSaysWhereItComesFrom(t *testing.T) {
	o := optionsFor(t, "canonical")
	o.License = "apache-2.0"
	r := built(t, toyTrial(), o)
	row := parsed(t, written(t, toyTrial(), o).lines[:])
	for name, want := range map[string]string{"id": "tri_0001", "trial": "tri_0001", "task_id": "pay-march", "task_digest": "sha256:0123456789abcdef0123",
		"instance_id": "pay-march@0123456789ab", "group_id": "grp_1", "split": "train", "family": "payments", "language": "en", "scenario": "payments",
		"license": "apache-2.0", "certificate_id": "cc", "decision": "keep"} {
		if got := textOf(row, name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if want := []string{"pay-root", "pay-feb"}; !slices.Equal(r.Lineage, want) {
		t.Errorf("lineage %v, want %v", r.Lineage, want)
	}
	want := []Component{{"completion", grade.One}, {"safety", grade.One}, {"check/paid", 700_000}, {"check/told", 300_000}}
	if diff := cmp.Diff(want, r.Components); diff != "" {
		t.Error(diff)
	}
	if r.Metrics.Turns != 4 || r.Metrics.Calls != 3 || r.Metrics.ToolErrors != 0 || r.Metrics.Tokens < 100 {
		t.Errorf("metrics %+v", r.Metrics)
	}
	stated := toyTrial()
	stated.Task.License = "MIT"
	if got := built(t, stated, o).License; got != "MIT" {
		t.Errorf("licence %q: the task's own goes first", got)
	}
	if got := built(t, toyTrial(), optionsFor(t, "canonical")).License; got != "unknown" {
		t.Errorf("licence %q without one", got)
	}
}

// Only turns of the agent are trained on; --mask-failed leaves mistakes out, and nothing else.
func TestTrainFlags(t *testing.T) {
	with := func(o world.Outcome) *Trial {
		return trialOf(trace.Step{Calls: []trace.Call{failing(call("c1", "pay", `{}`, `{"error":"x"}`, 1), o), call("c2", "pay", `{}`, `{}`, 2)}}, trace.Step{Text: "Done."})
	}
	for outcome, mistake := range map[world.Outcome]bool{world.OK: false, world.Missing: false, world.Faulted: false, world.Invalid: true, world.Denied: true, world.Conflict: true} {
		o := optionsFor(t, "canonical")
		for _, mask := range []bool{false, true} {
			o.MaskFailed = mask
			r := built(t, with(outcome), o)
			for _, m := range r.Messages {
				want := m.Role == Assistant && !(mask && mistake && m.Step == 0)
				if m.Train != want {
					t.Errorf("outcome %s, mask %v: %s turn of step %d is trained on: %v", outcome, mask, m.Role, m.Step, m.Train)
				}
			}
			if got := slices.Contains(r.Flags, FlagRecovered); got != (outcome != world.OK) {
				t.Errorf("outcome %s: recovered %v", outcome, got)
			}
		}
	}
}

// A turn that the token limit cut off is not trained on, and the record says so.
func TestCutTurnIsNotTrainedOn(t *testing.T) {
	trial := trialOf(trace.Step{Text: "I will", Finish: "length", User: &trace.UserTurn{Text: "Yes?"}}, trace.Step{Text: "Done."})
	r := built(t, trial, optionsFor(t, "canonical"))
	on, of := r.trained()
	if on != 1 || of != 2 || !slices.Contains(r.Flags, FlagCutTurn) {
		t.Errorf("%d of %d turns trained on, flags %v", on, of, r.Flags)
	}
	if _, err := Render(r, trial, optionsFor(t, "trl")); code(err) != MaskedTurns {
		t.Errorf("trl has no mark for the turn, and says %v", err)
	}
	o := optionsFor(t, "trl")
	o.Explode = true
	if w, err := Render(r, trial, o); err != nil || w.Count != 1 {
		t.Errorf("exploded: %v", err)
	}
}

func TestFlags(t *testing.T) {
	silent := trialOf(trace.Step{Text: "I will now check the inbox."})
	silent.Labels = []string{"stable"}
	if got := built(t, silent, optionsFor(t, "canonical")).Flags; !slices.Equal(got, []string{FlagNoAction, "stable"}) {
		t.Errorf("flags %v", got)
	}
	cut := trialOf(trace.Step{Calls: []trace.Call{failing(call("c1", "rob_bank", `{}`, `{}`, 1), world.Invalid)}}, trace.Step{})
	cut.Trajectory.End = trace.End{Kind: trace.Truncated, Reason: trace.MaxTurns}
	cut.Score.Pass = false
	r := built(t, cut, optionsFor(t, "canonical"))
	if want := []string{FlagEmptyAnswer, FlagTruncated, FlagUnknownTool}; !slices.Equal(r.Flags, want) {
		t.Errorf("flags %v, want %v", r.Flags, want)
	}
	if last := r.Messages[len(r.Messages)-1]; last.Role != Tool {
		t.Errorf("the last message is %s: a turn without a word is none", last.Role)
	}
}

func TestExclusions(t *testing.T) {
	status := func(s grade.Status) *Trial { t := toyTrial(); t.Status = s; return t }
	edit := func(change func(*Trial)) *Trial { t := toyTrial(); change(t); return t }
	tests := []struct {
		name  string
		trial *Trial
		want  string
	}{
		{"whole", toyTrial(), ""},
		{"environment", status(grade.EnvError), Unfinished},
		{"endpoint", status(grade.EndpointError), Unfinished},
		{"aborted", status("aborted"), Unfinished},
		{"grader", status(grade.GraderError), Ungraded},
		{"no score", edit(func(t *Trial) { t.Score = nil }), Ungraded},
		{"score above 1", edit(func(t *Trial) { t.Score.Score = 1_200_000 }), BadReward},
		{"score below 0", edit(func(t *Trial) { t.Score.Score = -500_000 }), BadReward},
		{"broken JSON", edit(func(t *Trial) { t.Trajectory.Steps[2].Calls[0].Args = `{"invoice":` }), BadArguments},
		{"list", edit(func(t *Trial) { t.Trajectory.Steps[2].Calls[0].Args = `[1]` }), BadArguments},
		{"text in JSON", edit(func(t *Trial) { t.Trajectory.Steps[2].Calls[0].Args = `"{\"invoice\":\"INV-1\"}"` }), BadArguments},
		{"empty", edit(func(t *Trial) { t.Trajectory.Steps[2].Calls[0].Args = " " }), ""},
		{"null", edit(func(t *Trial) { t.Trajectory.Steps[2].Calls[0].Args = "null" }), ""},
		{"nothing said", trialOf(trace.Step{}), NothingSaid},
		{"entry skipped within a step", edit(func(t *Trial) { t.Trajectory.Steps[1].Calls[1].Seq = 3 }), CallGap},
		{"entry skipped between steps", edit(func(t *Trial) { t.Trajectory.Steps[2].Calls[0].Seq = 5 }), CallGap},
		{"entry twice", edit(func(t *Trial) { t.Trajectory.Steps[2].Calls[0].Seq = 2 }), CallGap},
		{"injection before the first call", edit(func(t *Trial) {
			for _, c := range t.Trajectory.Calls {
				c.Seq += 4
			}
		}), ""},
		{"call that a limit stopped", edit(func(t *Trial) { t.Trajectory.Steps[2].Calls[0].Seq = 0 }), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Build(tt.trial, optionsFor(t, "canonical"))
			if got := code(err); got != tt.want {
				t.Errorf("code %q (%v), want %q", got, err, tt.want)
			}
		})
	}
	documented := map[string]bool{}
	for _, m := range Exclusions() {
		documented[m.Code] = m.Text != ""
	}
	for _, tt := range tests {
		if tt.want != "" && !documented[tt.want] {
			t.Errorf("%s has no meaning", tt.want)
		}
	}
}

// Call ids are unique in a record, whatever the endpoint sent.
func TestCallIDs(t *testing.T) {
	trial := trialOf(
		trace.Step{Calls: []trace.Call{call("", "pay", `{}`, `1`, 1), call("x", "pay", `{}`, `2`, 2)}},
		trace.Step{Calls: []trace.Call{call("x", "pay", `{}`, `3`, 3), call("call_1", "pay", `{}`, `4`, 4)}},
		trace.Step{Text: "Done."})
	r, lost, err := Build(trial, optionsFor(t, "canonical"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, m := range r.Messages {
		if m.Role == Tool {
			ids = append(ids, m.CallID+"="+m.Content)
		}
	}
	if want := []string{"call_2=1", "x=2", "call_3=3", "call_1=4"}; !slices.Equal(ids, want) || lost[LostID] != 2 {
		t.Errorf("ids %v, want %v; %d replaced", ids, want, lost[LostID])
	}
}

func TestThoughtsAreNoContent(t *testing.T) {
	tests := []struct{ thought, text, wantThought, wantText string }{
		{"", "<think>\nhm\n</think>\n\nHello", "hm", "Hello"},
		{"", "  <think>hm</think>Hello", "hm", "Hello"},
		{"", "<think>never closed", "", "<think>never closed"},
		{"mine", "<think>hm</think>Hello", "mine", "<think>hm</think>Hello"},
		{"", "Write <think>x</think>", "", "Write <think>x</think>"},
	}
	for _, tt := range tests {
		if thought, text := reasoning(tt.thought, tt.text); thought != tt.wantThought || text != tt.wantText {
			t.Errorf("%q, %q: thought %q, text %q", tt.thought, tt.text, thought, text)
		}
	}
}

func TestDropReasoning(t *testing.T) {
	for _, name := range wholeTrials() {
		o := optionsFor(t, name)
		o.DropReasoning = true
		w := written(t, toyTrial(), o)
		if all := string(w.lines) + string(w.document); strings.Contains(all, "not given") {
			t.Errorf("%s keeps the reasoning", name)
		}
	}
}

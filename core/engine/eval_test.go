package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func evalOptions(where string, by ...string) engine.EvalOptions {
	o := engine.EvalOptions{Options: eval.Defaults(), Where: where}
	o.By, o.Resamples = by, 100
	return o
}

// What the plan asks for and is not there is shown, under the agent it was planned for, and no
// metric takes it for anything.
func TestMissingAndExcludedTrialsAreShown(t *testing.T) {
	w := trialRun(t, 2, shippedTask, "harbor-quote-000008")
	ctx := t.Context()
	done := firstTrial(t, w, "oracle")
	planned := []store.Item{{ID: "itm_1", RunID: done.RunID, TaskDigest: done.TaskDigest, Agent: "oracle"}, {ID: "itm_2", RunID: done.RunID, TaskDigest: "gone", Agent: "oracle"}}
	if _, err := w.Store.PutItems(ctx, planned); err != nil {
		t.Fatal(err)
	}
	lost := done.Trial
	lost.ID, lost.ItemID, lost.RunID, lost.Status, lost.Score, lost.Completion, lost.Pass = "tri_lost", "itm_lost", "", store.TrialGraderError, 0, 0, false
	if _, err := w.Store.PutTrial(ctx, lost); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		where string
		want  eval.Totals
	}{
		{"agent:oracle", eval.Totals{Tasks: 3, Trials: 5, Scored: 4, Excluded: map[string]int{"missing": 2, "grader_error": 1}}},
		{"agent:oracle status:scored", eval.Totals{Tasks: 2, Trials: 4, Scored: 4, Excluded: map[string]int{}}},
		{"agent:oracle task:" + done.TaskID, eval.Totals{Tasks: 1, Trials: 3, Scored: 2, Excluded: map[string]int{"missing": 1, "grader_error": 1}}},
		{"agent:null", eval.Totals{Tasks: 2, Trials: 4, Scored: 4, Excluded: map[string]int{}}},
	}
	for _, tt := range tests {
		r, err := w.Eval(ctx, evalOptions(tt.where))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, r.Input); diff != "" {
			t.Errorf("%s: %s", tt.where, diff)
		}
		score, _ := r.Agents[0].Overall.Metric("score")
		want := 1.0
		if r.Agents[0].Agent == "null" {
			want = 0
		}
		if *score.Value != want || score.LeftOut != tt.want.Tasks-score.Tasks {
			t.Errorf("%s: %+v", tt.where, score)
		}
	}
}

func TestTurnsAndOtherDimensions(t *testing.T) {
	w := trialRun(t, 1, shippedTask, "harbor-quote-000008", "claims-inbox-friday")
	r, err := w.Eval(t.Context(), evalOptions("", eval.Dimensions()...))
	if err != nil {
		t.Fatal(err)
	}
	cells := map[string]int{}
	for _, b := range r.Agents[0].By {
		for _, c := range b.Cells {
			cells[b.Dimension+"="+c.Value] = c.Tasks
		}
	}
	for _, want := range []string{"turns=staged", "family=reconciliation", "service=gmail", "language=en", "difficulty=hard", "capability=reread"} {
		if cells[want] == 0 {
			t.Errorf("no cell %s in %v", want, cells)
		}
	}
	if cells["turns=unknown"] != 0 || cells["turns=staged"] == 3 {
		t.Errorf("%v", cells)
	}
}

func TestEvalRefuses(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	three := evalOptions("")
	three.Pair = []string{"a", "b", "c"}
	for name, tt := range map[string]struct {
		o    engine.EvalOptions
		kind fault.Kind
	}{
		"three": {three, fault.Usage}, "query": {evalOptions("colour:red"), fault.Invalid}, "nothing": {evalOptions("agent:nobody"), fault.NotFound}, "dimension": {evalOptions("", "colour"), fault.Usage},
	} {
		if _, err := w.Eval(t.Context(), tt.o); fault.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

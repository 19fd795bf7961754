package curate_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
)

func TestPeopleOutrankRules(t *testing.T) {
	short := func(s *curate.Settings) { s.MinCalls = 10 }
	tests := []struct {
		name     string
		input    func() (*curate.Input, curate.Settings)
		subject  curate.Subject
		verdict  store.Verdict
		disputed bool
		want     string
	}{
		{"no word", with(short), curate.OfTrial("other"), store.Accept, false, "drop too_short"},
		{"accepted against a rule", with(short), curate.OfTrial("t"), store.Accept, false, "keep"},
		{"accepted though it failed", with(short, failing), curate.OfTrial("t"), store.Accept, false, "keep"},
		{"accepted without a score", with(nil, func(t *curate.Trial) { t.Status = grade.GraderError }), curate.OfTrial("t"), store.Accept, false, "keep"},
		{"accepted, but there is nothing to read", with(nil, func(t *curate.Trial) { t.Features = nil }), curate.OfTrial("t"), store.Accept, false, "drop unreadable"},
		{"rejected", with(nil), curate.OfTrial("t"), store.Reject, false, "drop rejected"},
		{"rejected though it failed", with(nil, failing), curate.OfTrial("t"), store.Reject, false, "drop rejected"},
		{"flagged", with(nil), curate.OfTrial("t"), store.Flag, false, "drop flagged"},
		{"skipped", with(nil), curate.OfTrial("t"), store.Skip, false, "keep"},
		{"disputed", with(nil), curate.OfTrial("t"), store.Accept, true, "drop flagged"},
		{"task rejected", with(nil), curate.OfTask("digest-a"), store.Reject, false, "drop rejected"},
		{"task flagged", with(nil), curate.OfTask("digest-a"), store.Flag, false, "drop flagged"},
		{"task disputed", with(nil), curate.OfTask("digest-a"), store.Accept, true, "drop flagged"},
		{"task accepted does not accept its trials", with(short), curate.OfTask("digest-a"), store.Accept, false, "drop too_short"},
		{"an older content of the task rejected", with(nil), curate.OfTask("digest-a-before"), store.Reject, false, "keep"},
		{"task accepted though low", lowInput(0, curate.Unproven), curate.OfTask("digest-a"), store.Accept, false, "keep"},
		{"task disputed though low", lowInput(0, curate.Unproven), curate.OfTask("digest-a"), store.Accept, true, "drop flagged"},
		{"what a rule dropped, rejected", with(short), curate.OfRule("too_short", true, "t"), store.Reject, false, "keep"},
		{"what a rule dropped, accepted", with(short), curate.OfRule("too_short", true, "t"), store.Accept, false, "drop too_short"},
		{"what a rule dropped, disputed", with(short), curate.OfRule("too_short", true, "t"), store.Reject, true, "drop too_short"},
		{"what a rule kept, rejected", with(nil), curate.OfRule("too_short", false, "t"), store.Reject, false, "drop too_short"},
		{"what a rule no longer says, rejected", with(nil), curate.OfRule("too_short", true, "t"), store.Reject, false, "keep"},
		{"what another rule says, rejected", with(short), curate.OfRule("reward", true, "t"), store.Reject, false, "drop too_short"},
		{"a rule over sets", stableInput(1), curate.OfRule("stable_cap", true, "t"), store.Reject, false, "keep"},
		{"a low group's rule", lowInput(0, curate.Unproven), curate.OfRule("low", true, "t"), store.Reject, false, "keep"},
	}
	for _, tt := range tests {
		in, set := tt.input()
		in.Reviews[tt.subject] = curate.Review{ID: "dec_1", Verdict: tt.verdict, Reviewer: "ann", Reason: "why", Disputed: tt.disputed}
		s := run(t, in, set)
		if got := fate(t, s, "t"); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		named := false
		for _, r := range row(t, s, "t").Reasons {
			named = named || r.Review == "dec_1"
		}
		before := tt.subject
		delete(in.Reviews, before)
		if changed := fate(t, run(t, in, set), "t") != tt.want; changed && !named {
			t.Errorf("%s: the reasons do not name the decision: %+v", tt.name, row(t, s, "t").Reasons)
		}
	}
}

// What is said of the trial itself comes before what is said of its task.
func TestTheTrialsOwnWordComesFirst(t *testing.T) {
	in, set := with(nil)()
	in.Reviews[curate.OfTask("digest-a")] = curate.Review{ID: "dec_task", Verdict: store.Reject, Reviewer: "ann"}
	in.Reviews[curate.OfTrial("t")] = curate.Review{ID: "dec_trial", Verdict: store.Accept, Reviewer: "ben"}
	s := run(t, in, set)
	if r := row(t, s, "t"); r.Decision != curate.Keep || !r.Has(curate.LabelAccepted) || r.Reasons[0].Review != "dec_trial" {
		t.Errorf("%+v", r)
	}
	if got := fate(t, s, "zz-fails-a"); got != "drop rejected" {
		t.Errorf("another trial of the task: %s", got)
	}
	in.Reviews[curate.OfTrial("t")] = curate.Review{ID: "dec_trial", Verdict: store.Reject, Reviewer: "ben", Reason: "leak", Disputed: true}
	s = run(t, in, set)
	if r := row(t, s, "t"); !r.Has(curate.LabelDisputed) || !strings.Contains(r.Reasons[0].Text, "disagree") || !strings.Contains(r.Reasons[0].Text, "ben (leak)") {
		t.Errorf("%+v", r)
	}
}

// An acceptance shows all that it overrules, also of a trial that did not pass.
func TestAnAcceptanceShowsWhatItOverrules(t *testing.T) {
	in, set := with(func(s *curate.Settings) { s.MinCalls, s.MinReward = 10, 900_000 }, failing)()
	in.Reviews[curate.OfTrial("t")] = curate.Review{ID: "dec_1", Verdict: store.Accept}
	var rules []string
	for _, r := range row(t, run(t, in, set), "t").Reasons {
		if !r.Overruled || r.Review != "dec_1" {
			t.Errorf("%+v", r)
		}
		rules = append(rules, r.Rule)
	}
	if got := strings.Join(rules, " "); got != "rejected reward too_short" {
		t.Errorf("overruled: %s", got)
	}
}

// An accepted trial takes its place among those that are counted.
func TestAcceptedTrialsCountInLimits(t *testing.T) {
	in := input(middle(trial("t", "a", better), trial("chosen", "a", func(t *curate.Trial) { t.Score = 800_000 }))...)
	set := open()
	set.PerTask = 1
	if s := run(t, in, set); fate(t, s, "t") != "keep" || fate(t, s, "chosen") != "drop task_cap" {
		t.Error("the better trial was not taken")
	}
	in.Reviews[curate.OfTrial("chosen")] = curate.Review{Verdict: store.Accept}
	if s := run(t, in, set); fate(t, s, "t") != "drop task_cap" || fate(t, s, "chosen") != "keep" {
		t.Error("the accepted trial did not take the place")
	}
}

package curate_test

import (
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/store"
)

func TestASelectionTellsWhoWasRefusedSince(t *testing.T) {
	in, set := with(nil)()
	s := run(t, in, set)
	if got := s.Refused(in.Reviews); len(got) != 0 {
		t.Fatalf("refused before anyone said a word: %v", got)
	}
	for _, c := range []struct {
		name   string
		review curate.Review
		want   bool
	}{
		{"rejected", curate.Review{Verdict: store.Reject}, true},
		{"flagged", curate.Review{Verdict: store.Flag}, true},
		{"disputed", curate.Review{Verdict: store.Accept, Disputed: true}, true},
		{"accepted", curate.Review{Verdict: store.Accept}, false},
		{"skipped", curate.Review{Verdict: store.Skip}, false},
	} {
		got := s.Refused(map[curate.Subject]curate.Review{curate.OfTrial("t"): c.review})
		if slices.Contains(got, "t") != c.want || !c.want && len(got) > 0 {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	task := map[curate.Subject]curate.Review{curate.OfTask("digest-a"): {Verdict: store.Reject}}
	got := s.Refused(task)
	for i := range s.Rows {
		r := &s.Rows[i]
		kept := r.Decision != curate.Drop && r.Decision != curate.SetAside
		if slices.Contains(got, r.Trial) != (kept && r.TaskDigest == "digest-a") {
			t.Errorf("%s, %s, with its task rejected: %v", r.Trial, r.Decision, got)
		}
	}
	if len(got) == 0 {
		t.Error("no trial of the rejected task is told of")
	}
}

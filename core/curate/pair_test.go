package curate_test

import (
	"fmt"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// way is a trajectory whose calls are given one letter each.
func way(letters string) func(*curate.Trial) {
	var list []trace.Call
	for _, l := range letters {
		list = append(list, done("go", fmt.Sprintf(`{"to": "%c"}`, l)))
	}
	return walked(walk(list...))
}

func TestPairsAreCutAtTheFirstDivergence(t *testing.T) {
	in := input(trial("good1", "a", way("xbc")), trial("good2", "a", way("abc")), trial("bad", "a", way("abd"), failing), trial("elsewhere", "b", way("abd"), failing))
	s := run(t, in, open())
	if len(s.Pairs) != 1 || s.Counts.Pairs != 1 {
		t.Fatalf("pairs %+v", s.Pairs)
	}
	p := s.Pairs[0]
	if p.Chosen != "good2" || p.Rejected != "bad" || p.Step != 2 || p.Split != curate.Train || p.Task != "a" || p.TaskDigest != "digest-a" || p.ID == "" {
		t.Errorf("%+v", p)
	}
}

// Of two that went the same way as far, the better one is chosen.
func TestTheBetterOneIsChosen(t *testing.T) {
	in := input(trial("a-worse", "a", way("abc"), func(t *curate.Trial) { t.Score = 800_000 }), trial("best", "a", way("abx")), trial("c-longer", "a", way("abxy")), trial("bad", "a", way("abd"), failing))
	if s := run(t, in, open()); len(s.Pairs) != 1 || s.Pairs[0].Chosen != "best" {
		t.Errorf("%+v", s.Pairs)
	}
}

// The spelling of arguments makes no difference, what was seen does.
func TestPairsNeedOnePrompt(t *testing.T) {
	spelt := walked(walk(done("go", `{ "to":"a" }`), done("go", `{"to":"c"}`)))
	saw := walked(walk(call("go", `{"to":"a"}`, `{"error":"busy"}`, world.Faulted), done("go", `{"to":"c"}`)))
	in := input(trial("good", "a", way("ab")), trial("spelt", "a", spelt, failing))
	if s := run(t, in, open()); len(s.Pairs) != 1 || s.Pairs[0].Step != 1 {
		t.Errorf("another spelling: %+v", s.Pairs)
	}
	in = input(trial("good", "a", way("ab")), trial("saw", "a", saw, failing))
	if s := run(t, in, open()); len(s.Pairs) != 0 {
		t.Errorf("another observation: %+v", s.Pairs)
	}
}

// A turn that is empty cannot be preferred, nor rejected.
func TestPairsNeedATurnOnEachSide(t *testing.T) {
	empty := walk(done("go", `{"to":"a"}`))
	empty.Steps[1].Text = ""
	in := input(trial("good", "a", way("ab")), trial("silent", "a", walked(empty), failing))
	if s := run(t, in, open()); len(s.Pairs) != 0 {
		t.Errorf("%+v", s.Pairs)
	}
	empty.Steps[1].Text = "I cannot."
	in = input(trial("good", "a", way("ab")), trial("silent", "a", walked(empty), failing))
	if s := run(t, in, open()); len(s.Pairs) != 1 || s.Pairs[0].Step != 1 {
		t.Errorf("%+v", s.Pairs)
	}
}

func TestWhoMayStandInAPair(t *testing.T) {
	good, bad := func() *curate.Trial { return trial("good", "a", way("abc")) }, func() *curate.Trial { return trial("bad", "a", way("abd"), failing) }
	tests := []struct {
		name string
		edit func(in *curate.Input, s *curate.Settings)
		want int
	}{
		{"both", func(*curate.Input, *curate.Settings) {}, 1},
		{"none are wanted", func(_ *curate.Input, s *curate.Settings) { s.PairsPer = 0 }, 0},
		{"the passing one is rejected", func(in *curate.Input, _ *curate.Settings) {
			in.Reviews[curate.OfTrial("good")] = curate.Review{Verdict: store.Reject}
		}, 0},
		{"the failing one is rejected", func(in *curate.Input, _ *curate.Settings) {
			in.Reviews[curate.OfTrial("bad")] = curate.Review{Verdict: store.Reject}
		}, 0},
		{"the failing one is accepted", func(in *curate.Input, _ *curate.Settings) {
			in.Reviews[curate.OfTrial("bad")] = curate.Review{Verdict: store.Accept}
		}, 0},
		{"the task is held out", func(_ *curate.Input, s *curate.Settings) { s.HoldOut = []string{"a"} }, 0},
		{"the group is low", func(in *curate.Input, s *curate.Settings) { s.LowBelow, s.StableFrom = grade.One, grade.One }, 0},
		{"the failing one has no score", func(in *curate.Input, _ *curate.Settings) { in.Trials[1].Status = grade.EnvError }, 0},
		{"they are too many calls", func(_ *curate.Input, s *curate.Settings) { s.MaxCalls = 2 }, 0},
		{"the failing one has too many calls", func(in *curate.Input, s *curate.Settings) {
			s.MaxCalls = 3
			way("abdd")(in.Trials[1])
		}, 0},
		{"the passing one is too short for a demonstration", func(_ *curate.Input, s *curate.Settings) { s.MinCalls = 9 }, 1},
		{"the passing one is above a limit", func(in *curate.Input, s *curate.Settings) {
			s.PerTask = 1
			in.Trials = append(in.Trials, trial("best", "a", better, way("xyz")))
		}, 1},
	}
	for _, tt := range tests {
		in, set := input(good(), bad()), open()
		tt.edit(in, &set)
		if s := run(t, in, set); len(s.Pairs) != tt.want {
			t.Errorf("%s: %d pairs, want %d: %+v", tt.name, len(s.Pairs), tt.want, s.Pairs)
		}
	}
}

// Of the pairs of a task those with the longest common way are taken, and equal ways count once.
func TestPairsATask(t *testing.T) {
	in := input(trial("good", "a", way("abcd")), trial("bad0", "a", way("xbcd"), failing), trial("bad1", "a", way("axcd"), failing),
		trial("bad2", "a", way("abxd"), failing), trial("bad3", "a", way("abcx"), failing), trial("again3", "a", way("abcx"), failing))
	set := open()
	set.PairsPer = 2
	s := run(t, in, set)
	steps := map[int]bool{}
	for _, p := range s.Pairs {
		steps[p.Step] = true
	}
	if len(s.Pairs) != 2 || !steps[3] || !steps[2] {
		t.Errorf("%+v", s.Pairs)
	}
}

package curate_test

import (
	"fmt"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
)

// many makes trials of n scenarios with two tasks each.
func many(n int) *curate.Input {
	in := input()
	for i := range n {
		for j := range 2 {
			task := fmt.Sprintf("task-%d-%d", i, j)
			in.Trials = append(in.Trials, trial("t-"+task, task), trial("f-"+task, task, failing))
			in.Tasks["digest-"+task] = &curate.Task{ID: task, Scenario: fmt.Sprintf("scenario-%d", i)}
		}
	}
	return in
}

func TestSplitsKeepScenariosTogether(t *testing.T) {
	set := open()
	set.ValShare, set.TestShare = 0.2, 0.1
	s := run(t, many(1000), set)
	folds, count := map[string]curate.Split{}, map[curate.Split]int{}
	for _, r := range s.Rows {
		if folds[r.Scenario] == "" {
			folds[r.Scenario] = r.Fold
			count[r.Fold]++
		}
		if folds[r.Scenario] != r.Fold {
			t.Fatalf("scenario %s is split", r.Scenario)
		}
		if r.Decision == curate.Keep && r.Split != r.Fold {
			t.Fatalf("%+v", r)
		}
	}
	if v, x := count[curate.Val], count[curate.Test]; v < 160 || v > 240 || x < 70 || x > 130 {
		t.Errorf("of 1000 scenarios %d are for validation and %d for testing, want about 200 and 100", v, x)
	}
	if s.Counts.Train+s.Counts.Val+s.Counts.Test != 2000 || s.Counts.Failed != 2000 {
		t.Errorf("%+v", s.Counts)
	}
	// A scenario's fold does not depend on which others there are.
	for _, r := range run(t, many(100), set).Rows {
		if r.Fold != folds[r.Scenario] {
			t.Fatalf("scenario %s is in %s among 1000 and in %s among 100", r.Scenario, folds[r.Scenario], r.Fold)
		}
	}
	set.SplitSeed = 7
	moved := 0
	for _, r := range run(t, many(100), set).Rows {
		if r.Fold != folds[r.Scenario] {
			moved++
		}
	}
	if moved == 0 {
		t.Error("another seed moves nothing")
	}
}

// A world of records, or a lineage, that spans scenarios binds them together.
func TestSplitsKeepWorldsAndLineagesTogether(t *testing.T) {
	set := open()
	set.ValShare, set.TestShare = 0.3, 0.3
	in := many(40)
	split := func() bool {
		s := run(t, in, set)
		first := s.Rows[0].Fold
		for _, r := range s.Rows {
			if r.Fold != first {
				return true
			}
		}
		return false
	}
	if !split() {
		t.Fatal("forty scenarios of nothing in common are all in one fold")
	}
	for _, x := range in.Trials {
		x.Features.Start = world1(1)
	}
	if split() {
		t.Error("tasks that begin with the same records are split")
	}
	for i, x := range in.Trials {
		x.Features.Start = world1(i)
		in.Tasks[x.TaskDigest].Root = "the-first"
	}
	if split() {
		t.Error("tasks of one lineage are split")
	}
}

func TestScenarioOfATaskThatNoneMade(t *testing.T) {
	in := input(middle(trial("t", "a"), trial("u", "b"))...)
	in.Tasks["digest-b"] = &curate.Task{ID: "b", Root: "old-b"}
	s := run(t, in, open())
	if a, b := row(t, s, "t"), row(t, s, "u"); a.Scenario != "a" || a.Root != "a" || b.Scenario != "old-b" || b.Root != "old-b" {
		t.Errorf("%+v\n%+v", a, b)
	}
}

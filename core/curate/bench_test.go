package curate_test

import (
	"fmt"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/trace"
)

// BenchmarkRun curates 20,000 trials of 400 tasks, most of them alike, with their features at hand.
func BenchmarkRun(b *testing.B) {
	in := input()
	for i := range 20_000 {
		task := fmt.Sprint("task", i%400)
		var calls []trace.Call
		for j := range 10 {
			calls = append(calls, done("tool", fmt.Sprintf(`{"id":"%s-%d","note":"word %d and %d"}`, task, j, j, i%(j+7))))
		}
		edit := []func(*curate.Trial){walked(walk(calls...))}
		if i%3 == 0 {
			edit = append(edit, failing)
		}
		in.Trials = append(in.Trials, trial(fmt.Sprintf("t%05d", i), task, edit...))
		in.Tasks["digest-"+task] = &curate.Task{ID: task, Scenario: fmt.Sprint("scenario", i%40)}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := curate.Run(in, curate.Defaults()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFeatures(b *testing.B) {
	tr := distinctWalk("x")
	for range 10 {
		tr.Steps = append(tr.Steps, distinctWalk("y").Steps...)
	}
	b.ReportAllocs()
	for b.Loop() {
		curate.FeaturesOf(tr, 16_000, nil)
	}
}

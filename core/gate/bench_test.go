package gate_test

import (
	"context"
	"io/fs"
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/library"
)

// shipped is a task of the library, parsed.
type shipped struct {
	name     string
	task     *task.Task
	problems task.Problems
}

func shippedTasks(t testing.TB) []shipped {
	t.Helper()
	folders, err := fs.ReadDir(library.Tasks(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var out []shipped
	for _, f := range folders {
		data, err := fs.ReadFile(library.Tasks(), f.Name()+"/task.yaml")
		if err != nil {
			t.Fatal(err)
		}
		tk, problems := task.Parse(f.Name(), data)
		out = append(out, shipped{f.Name(), tk, problems})
	}
	return out
}

// BenchmarkGate takes every task of the library through all rounds, parsing not counted. The
// metric is the median task's time.
func BenchmarkGate(b *testing.B) {
	g := newGate(b)
	tasks := shippedTasks(b)
	best := make([]time.Duration, len(tasks))
	runs := 0
	b.ReportAllocs()
	for b.Loop() {
		runs = 0
		for i, s := range tasks {
			began := g.Clock.Now()
			r, err := g.Run(context.Background(), s.task, s.problems, gate.Options{})
			if took := g.Clock.Now().Sub(began); best[i] == 0 || took < best[i] {
				best[i] = took
			}
			if err != nil {
				b.Fatal(err)
			}
			for _, name := range []gate.RoundName{gate.RoundAdversary, gate.RoundBenign} {
				if x, ok := r.Round(name); ok {
					runs += x.Tried
				}
			}
		}
	}
	slices.Sort(best)
	b.ReportMetric(float64(best[len(best)/2].Microseconds())/1000, "ms/median-task")
	b.ReportMetric(float64(runs)/float64(len(tasks)), "runs/task")
}

// BenchmarkGateTask takes single tasks through all rounds.
func BenchmarkGateTask(b *testing.B) {
	g := newGate(b)
	for _, s := range shippedTasks(b) {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := g.Run(context.Background(), s.task, s.problems, gate.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

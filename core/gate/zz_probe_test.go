package gate_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/task"
)

func BenchmarkProbe(b *testing.B) {
	dir := sharedtest.Dir(b, "spec", "examples")
	files, _ := filepath.Glob(filepath.Join(dir, "*.yaml"))
	g := newGate(b)
	for _, f := range files {
		data, _ := os.ReadFile(f)
		tk, _ := task.Parse(filepath.Base(f), data)
		name := filepath.Base(f)[:3]
		b.Run(name+"/prepare", func(b *testing.B) {
			for b.Loop() {
				episode.Prepare(tk, g.Catalog, g.Checks)
			}
		})
		p, _ := episode.Prepare(tk, g.Catalog, g.Checks)
		b.Run(name+"/solution", func(b *testing.B) {
			for b.Loop() {
				agent.NewSolution(p.Bound, tk.Solution)
			}
		})
		s, _ := agent.NewSolution(p.Bound, tk.Solution)
		b.Run(name+"/run", func(b *testing.B) {
			for b.Loop() {
				e, _ := episode.New(p, episode.Options{})
				agent.Play(context.Background(), e, s.Run(), det.System())
			}
		})
		e, _ := episode.New(p, episode.Options{})
		agent.Play(context.Background(), e, s.Run(), det.System())
		b.Run(name+"/grade", func(b *testing.B) {
			for b.Loop() {
				e.Grade()
			}
		})
		b.Run(name+"/vary", func(b *testing.B) {
			var c map[task.ConditionRef]task.Mode
			for _, f := range tk.Facts {
				if len(f.Where) > 0 {
					c = map[task.ConditionRef]task.Mode{{f.Name, f.Where[0].Name}: task.Dropped}
					break
				}
			}
			for b.Loop() {
				p.Bound.Vary(task.Variation{Twist: task.Twist{Conditions: c}})
			}
		})
		b.Run(name+"/evidence", func(b *testing.B) {
			for b.Loop() {
				p.Plan.Evidence()
			}
		})
	}
}

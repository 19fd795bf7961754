package gate_test

import (
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
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
		p, _ := episode.Prepare(tk, g.Catalog, g.Checks)
		b.Run(name+"/compile", func(b *testing.B) {
			for b.Loop() {
				grade.Compile(p.Bound, g.Checks)
			}
		})
		one := *p.Bound
		t1 := *one.Task
		t1.Checks = t1.Checks[len(t1.Checks)-1:]
		t1.Checks[0].Needs = nil
		t1.Forbid = nil
		one.Task = &t1
		b.Run(name+"/compileone", func(b *testing.B) {
			for b.Loop() {
				grade.Compile(&one, g.Checks)
			}
		})
		b.Run(name+"/violations", func(b *testing.B) {
			for b.Loop() {
				p.Plan.Violations()
			}
		})
	}
}

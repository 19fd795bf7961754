package engine_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/trace"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	"coworkenv.dev/coworkenv/library/lexicons"
	"coworkenv.dev/coworkenv/library/scenarios"
	services "coworkenv.dev/coworkenv/services/all"
)

// newEngine puts together what the program does, on a fixed clock.
func newEngine(t testing.TB) *engine.Engine {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	plans, err := library.Plans()
	if err != nil {
		t.Fatal(err)
	}
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)),
		Shipped: library.Tasks(), Scenarios: scenarios.All(), Lexicon: lexicons.For, Plans: plans}
}

// copyTasks puts shipped tasks into a new library folder.
func copyTasks(t testing.TB, ids ...string) string {
	t.Helper()
	lib := t.TempDir()
	for _, id := range ids {
		data, err := os.ReadFile(filepath.Join("..", "..", "library", "tasks", id, "task.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(lib, id, "task.yaml"), data)
	}
	return lib
}

func write(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// oracleCourse is what the oracle does in a task.
func oracleCourse(t testing.TB, e *engine.Engine, id string) (*episode.Prepared, *trace.Trajectory) {
	t.Helper()
	l, err := e.One(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := l.Runnable()
	if err != nil {
		t.Fatal(err)
	}
	a, err := agent.Oracle().Make(p.Bound, 0)
	if err != nil {
		t.Fatal(err)
	}
	ep, err := episode.New(p, episode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(t.Context(), ep, a, det.System()); err != nil {
		t.Fatal(err)
	}
	return p, ep.Trajectory()
}

package library_test

import (
	"context"
	"io/fs"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
	checks "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
)

// engine is what tasks run on.
type engine struct {
	catalog  *world.Catalog
	registry *grade.Registry
	clock    det.Clock
}

func newEngine(t testing.TB) engine {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	registry, err := checks.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return engine{catalog, registry, det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC))}
}

// shipped is one task of the library as it was loaded.
type shipped struct {
	task     *task.Task
	problems task.Problems
}

// shippedTasks loads every task of the library by the name of its folder.
func shippedTasks(t testing.TB) map[string]shipped {
	t.Helper()
	folders, err := fs.ReadDir(library.Tasks(), ".")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]shipped{}
	for _, folder := range folders {
		name := folder.Name()
		data, err := fs.ReadFile(library.Tasks(), name+"/task.yaml")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		parsed, problems := task.Parse(name+"/task.yaml", data)
		if parsed == nil {
			t.Errorf("%s: %v", name, problems.Err())
			continue
		}
		if parsed.ID != name {
			t.Errorf("the folder %s holds the task %s", name, parsed.ID)
		}
		out[name] = shipped{parsed, problems}
	}
	if len(out) == 0 {
		t.Fatal("the library is empty")
	}
	return out
}

// TestEveryTaskIsVerified takes each task through every round of the gate. Warnings are printed:
// a person has decided on them.
func TestEveryTaskIsVerified(t *testing.T) {
	e := newEngine(t)
	for name, s := range shippedTasks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gate.Gate{Catalog: e.catalog, Checks: e.registry, Clock: e.clock}
			report, err := g.Run(context.Background(), s.task, s.problems, gate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Findings {
				if f.Severity == gate.Error {
					t.Errorf("%s:%d: %s %s: %s", name, f.Line, f.Round, f.Code, f.Message)
				} else {
					t.Logf("%s:%d: %s: %s %s: %s", name, f.Line, f.Severity, f.Round, f.Code, f.Message)
				}
			}
			if report.Status != gate.Verified {
				t.Errorf("%s is %s, not verified", name, report.Status)
			}
		})
	}
}

// TestOracleAndNull plays the two agents whose scores are known.
func TestOracleAndNull(t *testing.T) {
	e := newEngine(t)
	for name, s := range shippedTasks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ready, problems := episode.Prepare(s.task, e.catalog, e.registry)
			if ready == nil {
				t.Fatal(problems.Err())
			}
			if got := e.play(t, ready, agent.Oracle()); got.Score != grade.One || !got.Pass {
				t.Errorf("the oracle scores %s (safety %d), not 1", got.Score, got.Safety)
			}
			if got := e.play(t, ready, agent.Null()); got.Score != 0 || got.Completion != 0 || got.Pass {
				t.Errorf("doing nothing scores %s (completion %s), not 0", got.Score, got.Completion)
			}
		})
	}
}

func (e engine) play(t *testing.T, ready *episode.Prepared, who agent.Maker) *grade.Score {
	t.Helper()
	a, err := who.Make(ready.Bound, 0)
	if err != nil {
		t.Fatal(err)
	}
	run, err := episode.New(ready, episode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(context.Background(), run, a, e.clock); err != nil {
		t.Fatal(err)
	}
	score, err := run.Grade()
	if err != nil {
		t.Fatal(err)
	}
	return score
}

// TestEveryConditionHasANearMiss: for each named condition some record fails it alone. Without
// one an agent that overlooks the condition would do everything right.
func TestEveryConditionHasANearMiss(t *testing.T) {
	e := newEngine(t)
	for name, s := range shippedTasks(t) {
		b, problems := task.Bind(s.task, e.catalog)
		if b == nil {
			t.Errorf("%s: %v", name, problems.Err())
			continue
		}
		for _, fact := range b.FactInfos() {
			if len(fact.Conditions) == 0 {
				continue
			}
			rows, err := b.Conditions(fact.Name, fact.Stage)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			near := map[string]bool{}
			for i := range rows.Items {
				if failed := rows.Failed(i); len(failed) == 1 {
					near[failed[0]] = true
				}
			}
			for _, c := range fact.Conditions {
				if !near[c] {
					t.Errorf("%s: no record fails the condition %s of %s alone", name, c, fact.Name)
				}
			}
		}
	}
}

// TestTasksAreFormatted: what ships is written as `task fmt` writes it, so that saving a task in
// the workbench changes only what was edited.
func TestTasksAreFormatted(t *testing.T) {
	for name, s := range shippedTasks(t) {
		formatted, err := task.Format(s.task.File.Data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(string(s.task.File.Data), string(formatted)); diff != "" {
			t.Errorf("%s is not formatted; run coworkenv task fmt on it:\n%s", name, diff)
		}
	}
}

// TestLibraryCoversItsPlan: each family is there at each difficulty, and more than one language.
func TestLibraryCoversItsPlan(t *testing.T) {
	have := map[task.Family]map[task.Difficulty]int{}
	languages := map[string]int{}
	for _, s := range shippedTasks(t) {
		if have[s.task.Family] == nil {
			have[s.task.Family] = map[task.Difficulty]int{}
		}
		have[s.task.Family][s.task.Difficulty]++
		languages[s.task.Language]++
	}
	for _, family := range task.Families() {
		for _, difficulty := range []task.Difficulty{"easy", "medium", "hard"} {
			if have[family][difficulty] == 0 {
				t.Errorf("no task of the family %s is %s", family, difficulty)
			}
		}
	}
	if languages["en"] < 2 || languages["zh"] < 2 {
		t.Errorf("languages: %v, too few tasks of one", languages)
	}
}

package all_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	"coworkenv.dev/coworkenv/library/lexicons"
	"coworkenv.dev/coworkenv/library/scenarios"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/all"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// harbor is a shipped task of three days with a user, which the novice often fails.
const harbor = "harbor-quote-000008"

// office is a folder with a library, a workspace with trials of it, and an engine.
type office struct {
	dir    string
	engine *engine.Engine
}

func newEngine(t testing.TB) *engine.Engine {
	t.Helper()
	catalog, err := services.Catalog()
	ok(t, err)
	checks, err := graders.Registry()
	ok(t, err)
	plans, err := library.Plans()
	ok(t, err)
	capabilities, err := library.Capabilities()
	ok(t, err)
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)), Shipped: library.Tasks(), Starters: library.Starters(),
		Scenarios: scenarios.All(), Lexicon: lexicons.For, Capabilities: capabilities, Plans: plans, Workers: 1}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newOffice draws a library of n tasks in a folder of its own, goes there, has two agents try
// each of them twice and a shipped task four times, curates, and has one reviewer judge some.
func newOffice(t testing.TB, n int) *office {
	t.Helper()
	o := &office{dir: t.TempDir(), engine: newEngine(t)}
	chdir(t, o.dir)
	plan, err := o.engine.Plan("default")
	ok(t, err)
	made, err := o.engine.Synth(t.Context(), engine.SynthOptions{Plan: plan, Count: n, Seed: 7, Into: "my-library"}, nil)
	ok(t, err)
	ok(t, engine.WriteMade("my-library", made))
	tasks, err := o.engine.Open("my-library")
	ok(t, err)
	shipped, err := o.engine.Open(harbor)
	ok(t, err)
	o.in(t, func(w *engine.Workspace) {
		agents := []agent.Maker{maker(t, o.engine, "teacher"), maker(t, o.engine, "novice")}
		for _, plan := range []engine.TrialPlan{{Tasks: tasks, Agents: agents, Trials: 2, Seed: 1}, {Tasks: shipped, Agents: agents, Trials: 4, Seed: 3}} {
			_, err := w.Run(t.Context(), plan, 1, nil)
			ok(t, err)
		}
		s, err := w.Curate(t.Context(), engine.CurateOptions{Settings: curate.Defaults()}, nil)
		ok(t, err)
		_, err = w.SaveSelection(s)
		ok(t, err)
		rows, err := w.ReviewQueue(t.Context(), engine.QueueOptions{Queue: store.KindTask})
		ok(t, err)
		_, err = w.Judge(t.Context(), rows[:len(rows)/3], engine.Verdict{Verdict: store.Accept, Reviewer: "ann"}, nil)
		ok(t, err)
	})
	return o
}

// chdir is Chdir for tests and benchmarks; paths that are shown are then the same everywhere.
func chdir(t testing.TB, dir string) {
	t.Helper()
	was, err := os.Getwd()
	ok(t, err)
	ok(t, os.Chdir(dir))
	t.Cleanup(func() { ok(t, os.Chdir(was)) })
}

func maker(t testing.TB, e *engine.Engine, name string) agent.Maker {
	t.Helper()
	m, err := e.Agent(name)
	ok(t, err)
	return m
}

// workspaceDir is where the program has the workspace too.
const workspaceDir = ".coworkenv"

func (o *office) in(t testing.TB, do func(w *engine.Workspace)) {
	t.Helper()
	w, err := o.engine.Workspace(t.Context(), filepath.Join(o.dir, workspaceDir), "test")
	ok(t, err)
	do(w)
	ok(t, w.Close())
}

// trial is the first stored trial that fits.
func (o *office) trial(t testing.TB, fits func(store.TrialRow) bool) (id string) {
	t.Helper()
	o.in(t, func(w *engine.Workspace) {
		rows, err := w.ListTrials(t.Context(), "", 0)
		ok(t, err)
		for _, r := range rows {
			if fits(r) {
				id = r.ID
				return
			}
		}
		t.Fatal("no trial fits")
	})
	return id
}

func failsHarbor(r store.TrialRow) bool {
	return r.TaskID == harbor && r.Agent == "novice" && !r.Pass && r.Steps > 5
}

// options are those of a workbench with all screens, that begins at a place.
func (o *office) options(t testing.TB, at screens.Place) tui.Options {
	t.Helper()
	e := *o.engine
	ws := &screens.Workspace{Dir: workspaceDir, Open: func(ctx context.Context, _ bool) (*engine.Workspace, error) {
		return e.Workspace(ctx, filepath.Join(o.dir, workspaceDir), "test")
	}}
	t.Cleanup(func() { ok(t, ws.Close()) })
	return tui.Options{Entries: all.Screens(), Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: at, Env: screens.Env{Engine: &e, Workspace: ws, Clock: e.Clock, User: "kim"}}
}

// wrongTask writes a task that its own solution does not solve into the folder drafts, and
// returns its folder.
func wrongTask(t testing.TB) string {
	t.Helper()
	const gold = "expiring-gold-contracts-000001"
	data, err := fs.ReadFile(library.Tasks(), gold+"/task.yaml")
	ok(t, err)
	wrong := strings.Replace(string(data), "answer: {eur_total: =eur_total}}", `answer: {eur_total: "1 EUR"}}`, 1)
	if wrong == string(data) {
		t.Fatal("the task has no such check any more")
	}
	ok(t, os.MkdirAll("drafts/"+gold, 0o755))
	ok(t, os.WriteFile("drafts/"+gold+"/task.yaml", []byte(wrong), 0o644))
	return "drafts/" + gold
}

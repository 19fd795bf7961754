package trajectory_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/world"
	graders "coworkenv.dev/coworkenv/graders/all"
	tasks "coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/trajectory"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

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
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)), Shipped: tasks.Tasks()}
}

// source is the text of a shipped task.
func source(t testing.TB, id string) string {
	t.Helper()
	data, err := fs.ReadFile(tasks.Tasks(), id+"/task.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// library writes tasks into a new folder.
func library(t testing.TB, sources map[string]string) string {
	t.Helper()
	lib := t.TempDir()
	for id, text := range sources {
		if err := os.MkdirAll(filepath.Join(lib, id), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(lib, id, "task.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return lib
}

// play runs trials into the workspace in dir and returns them.
func play(t testing.TB, dir string, sources map[string]string, trials int, rate float64, agents ...string) []store.TrialRow {
	t.Helper()
	e := newEngine(t)
	e.Workers = 1 // a search finds trials in the order in which they were stored
	w, err := e.Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	loaded, err := e.Open(library(t, sources))
	if err != nil {
		t.Fatal(err)
	}
	var makers []agent.Maker
	for _, name := range agents {
		m, err := e.Agent(name)
		if err != nil {
			t.Fatal(err)
		}
		makers = append(makers, m)
	}
	if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: loaded, Agents: makers, Trials: trials, Seed: 3, Rate: world.FaultRate{PerCall: rate}}, 1, nil); err != nil {
		t.Fatal(err)
	}
	rows, err := w.ListTrials(t.Context(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// options are those of a workbench with the trajectory screen alone, on a workspace in dir.
func options(t testing.TB, dir string, at screens.Place) tui.Options {
	t.Helper()
	e := newEngine(t)
	ws := &screens.Workspace{Dir: dir, Open: func(ctx context.Context, _ bool) (*engine.Workspace, error) {
		if dir == "" {
			return nil, fault.New(fault.NotFound, "there is no workspace")
		}
		return e.Workspace(ctx, dir, "test")
	}}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	at.Screen = trajectory.Name
	return tui.Options{Entries: []screens.Entry{trajectory.Entry()}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: at, Env: screens.Env{Engine: e, Workspace: ws, Clock: e.Clock, User: "kim"}}
}

func open(t testing.TB, dir, of string) *tuitest.Desk {
	t.Helper()
	return tuitest.Open(t, options(t, dir, screens.Place{Of: of}), 120, 40)
}

// trialOf is the first trial that fits.
func trialOf(t testing.TB, rows []store.TrialRow, fits func(store.TrialRow) bool) store.TrialRow {
	t.Helper()
	for _, r := range rows {
		if fits(r) {
			return r
		}
	}
	t.Fatal("no trial fits")
	return store.TrialRow{}
}

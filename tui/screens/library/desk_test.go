package library_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	graders "coworkenv.dev/coworkenv/graders/all"
	tasks "coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/library"
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
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)), Shipped: shipped(t)}
}

// shipped are some of the shipped tasks, of every family.
func shipped(t testing.TB) fs.FS {
	t.Helper()
	out := fstest.MapFS{}
	for _, id := range []string{"bank-change-brightpath-000006", "claims-inbox-friday", "escalate-enterprise-overdue-000003b", "expiring-gold-contracts-000001",
		"fukuan-tixing-000010", "harbor-quote-000008", "maintenance-window-jobs", "vendor-wants-the-key", "zhusu-baoxiao"} {
		data, err := fs.ReadFile(tasks.Tasks(), id+"/task.yaml")
		if err != nil {
			t.Fatal(err)
		}
		out[id+"/task.yaml"] = &fstest.MapFile{Data: data}
	}
	return out
}

// options are those of a workbench on the shipped library, or on a workspace in dir.
func options(t testing.TB, dir string) tui.Options {
	t.Helper()
	e := newEngine(t)
	ws := &screens.Workspace{Dir: dir, Open: func(ctx context.Context, create bool) (*engine.Workspace, error) {
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
	return tui.Options{Entries: []screens.Entry{library.Entry()}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, Env: screens.Env{Engine: e, Workspace: ws, Clock: e.Clock, User: "kim"}}
}

// copyTasks puts shipped tasks into a new library folder.
func copyTasks(t testing.TB, ids ...string) string {
	t.Helper()
	lib := t.TempDir()
	for _, id := range ids {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "library", "tasks", id, "task.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(lib, id), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(lib, id, "task.yaml"), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return lib
}

// fill puts tasks and what is known of them into a workspace, without running anything.
func fill(t testing.TB, dir string, rows []store.Task, known func(s *store.Store)) {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.Options{Clock: det.Fixed(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.PutTasks(t.Context(), rows...); err != nil {
		t.Fatal(err)
	}
	if known != nil {
		known(s)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

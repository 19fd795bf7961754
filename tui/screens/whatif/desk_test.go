package whatif_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	graders "coworkenv.dev/coworkenv/graders/all"
	tasks "coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/library"
	"coworkenv.dev/coworkenv/tui/screens/whatif"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

const gold = "expiring-gold-contracts-000001"

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
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)),
		Shipped: fstest.MapFS{gold + "/task.yaml": &fstest.MapFile{Data: goldText(t)}}}
}

func goldText(t testing.TB) []byte {
	t.Helper()
	data, err := fs.ReadFile(tasks.Tasks(), gold+"/task.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// copied puts the gold task into a folder of its own.
func copied(t testing.TB) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), gold, "task.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, file, string(goldText(t)))
	return file
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func text(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// scripted reads as the solution does, and gives an answer of its own.
func scripted(t testing.TB, e *engine.Engine, name, answer string) agent.Maker {
	t.Helper()
	m, err := e.ScriptAgent(name+".yaml", []byte(`calls:
  - crm_list_customers: {status: active, tier: gold}
  - {each: "map(filter(crm.customers, .status == 'active' and .tier == 'gold'), .customer_id)", crm_get_customer: {customer_id: =it}}
  - answer: `+answer+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// filled is a workspace with four trials of a task, of which is known what each check gives: the
// oracle has all right, null nothing, one the rows alone (and passes), one the total alone (and
// fails).
func filled(t testing.TB, of string, each int) string {
	t.Helper()
	e := newEngine(t)
	l, err := e.One(of)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	w, err := e.Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	agents := []agent.Maker{agent.Oracle(), agent.Null(), scripted(t, e, "rows", `{contracts: =expiring, eur_total: "1 EUR"}`), scripted(t, e, "total", `{contracts: [], eur_total: =eur_total}`)}
	if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: []*engine.Loaded{l}, Agents: agents, Trials: each, Seed: 1}, 1, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// options are those of a workbench that begins at the what-if of a task; without dir there is no
// workspace.
func options(t testing.TB, of, dir string) tui.Options {
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
	return tui.Options{Entries: []screens.Entry{library.Entry(), whatif.Entry()}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: screens.Place{Screen: whatif.Name, Of: of}, Env: screens.Env{Engine: e, Workspace: ws, Clock: e.Clock, User: "kim"}}
}

// editor changes the file that it is given as a person would.
func editor(t testing.TB, file *string, change func(string) string) func(*exec.Cmd) error {
	return func(cmd *exec.Cmd) error {
		*file = cmd.Args[len(cmd.Args)-1]
		write(t, *file, change(text(t, *file)))
		return nil
	}
}

package gate_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	graders "coworkenv.dev/coworkenv/graders/all"
	tasks "coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/gate"
	"coworkenv.dev/coworkenv/tui/screens/library"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

const gold = "expiring-gold-contracts-000001"

// wrongTotal makes the gold task one that its own solution does not solve.
func wrongTotal(text string) string {
	return strings.Replace(text, "answer: {eur_total: =eur_total}}", `answer: {eur_total: "1 EUR"}}`, 1)
}

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
	data, err := fs.ReadFile(tasks.Tasks(), gold+"/task.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)),
		Shipped: fstest.MapFS{gold + "/task.yaml": &fstest.MapFile{Data: data}}}
}

// options are those of a workbench that begins at the gate of a task.
func options(t testing.TB, of string) tui.Options {
	t.Helper()
	e := newEngine(t)
	ws := &screens.Workspace{Open: func(context.Context, bool) (*engine.Workspace, error) {
		return nil, fault.New(fault.NotFound, "there is no workspace")
	}}
	return tui.Options{Entries: []screens.Entry{library.Entry(), gate.Entry()}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: screens.Place{Screen: gate.Name, Of: of}, Env: screens.Env{Engine: e, Workspace: ws, Clock: e.Clock, User: "kim"}}
}

// copied puts the gold task into a folder of its own, changed where change is given.
func copied(t testing.TB, change func(string) string) (file string) {
	t.Helper()
	data, err := fs.ReadFile(tasks.Tasks(), gold+"/task.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), gold, "task.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if change != nil {
		text = change(text)
	}
	write(t, file, text)
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

// open begins at the gate of the task of a file.
func open(t testing.TB, file string) *tuitest.Desk {
	t.Helper()
	return tuitest.Open(t, options(t, filepath.Dir(file)), 120, 40)
}

// editor changes the file that it is given as a person would.
func editor(t testing.TB, ran *[]string, change func(string) string) func(*exec.Cmd) error {
	return func(cmd *exec.Cmd) error {
		*ran = cmd.Args
		file := cmd.Args[len(cmd.Args)-1]
		write(t, file, change(text(t, file)))
		return nil
	}
}

// shippedWrong is a shipped library with the task that its solution does not solve.
func shippedWrong(t testing.TB) fs.FS {
	t.Helper()
	data, err := fs.ReadFile(tasks.Tasks(), gold+"/task.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{gold + "/task.yaml": &fstest.MapFile{Data: []byte(wrongTotal(string(data)))}}
}

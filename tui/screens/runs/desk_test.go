package runs_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	graders "coworkenv.dev/coworkenv/graders/all"
	tasks "coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/runs"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
	"coworkenv.dev/coworkenv/tui/ui"
)

// hand is a clock that is set by hand.
type hand struct{ now time.Time }

func (c *hand) Now() time.Time { return c.now }

func newClock() *hand { return &hand{time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)} }

func newEngine(t testing.TB, clock *hand) *engine.Engine {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	shipped := fstest.MapFS{}
	for _, id := range []string{"one-free-hour-000005", "harbor-quote-000008"} {
		data, err := fs.ReadFile(tasks.Tasks(), id+"/task.yaml")
		if err != nil {
			t.Fatal(err)
		}
		shipped[id+"/task.yaml"] = &fstest.MapFile{Data: data}
	}
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: clock, Shipped: shipped, Workers: 1}
}

func inWorkspace(t testing.TB, dir string, clock *hand, do func(w *engine.Workspace)) {
	t.Helper()
	w, err := newEngine(t, clock).Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	do(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// far is a host that no process of can be asked.
const far = "far.example"

// workspace has a run of eight trials, a job that goes on elsewhere, one that is done and one that failed.
func workspace(t testing.TB) string {
	t.Helper()
	dir, clock := t.TempDir(), newClock()
	inWorkspace(t, dir, clock, func(w *engine.Workspace) {
		list, err := w.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: list, Agents: []agent.Maker{agent.Oracle(), agent.Null()}, Trials: 2, Seed: 1}, 1, nil); err != nil {
			t.Fatal(err)
		}
		ok := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		s, ctx := w.Store, t.Context()
		ok(s.StartJob(ctx, store.Job{ID: "job_done", Kind: "gate", Title: "gate my-library --write", Command: []string{"gate", "my-library", "--write"}, Total: 4, PID: 11, Host: far}))
		ok(s.FinishJob(ctx, "job_done", store.JobDone, 0, ""))
		clock.now = clock.now.Add(time.Minute)
		ok(s.StartJob(ctx, store.Job{ID: "job_failed", Kind: "export", Title: "export --format trl", PID: 12, Host: far}))
		ok(s.AppendLog(ctx, "job_failed", []byte("error: no selection\n")))
		ok(s.FinishJob(ctx, "job_failed", store.JobFailed, 5, "there is no selection"))
		clock.now = clock.now.Add(time.Minute)
		ok(s.StartJob(ctx, store.Job{ID: "job_open", Kind: "synth", Title: "synth --count 40 --into lib", Total: 40, PID: 13, Host: far}))
		ok(s.AppendLog(ctx, "job_open", []byte("slot 1\nslot 2\n")))
		clock.now = clock.now.Add(10 * time.Second)
		ok(s.Progress(ctx, "job_open", 10, 40, "overdue-tickets"))
	})
	return dir
}

func options(t testing.TB, dir string, clock *hand, at screens.Place) tui.Options {
	t.Helper()
	e := newEngine(t, clock)
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
	at.Screen = runs.Name
	return tui.Options{Entries: []screens.Entry{runs.Entry(), other("trajectory"), other("library")}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: at, Env: screens.Env{Engine: e, Workspace: ws, Clock: clock, User: "kim"}}
}

func open(t testing.TB, dir string, at screens.Place) *tuitest.Desk {
	t.Helper()
	clock := newClock()
	clock.now = clock.now.Add(130 * time.Second)
	return tuitest.Open(t, options(t, dir, clock, at), 160, 40)
}

// journal puts a journal of two exchanges with a model into a workspace.
func journal(t testing.TB, dir string) {
	t.Helper()
	file := `{"kind":"sent","exchange":"x1","at":"2026-03-16T09:00:00Z","profile":"far","model":"m","label":"one-free-hour","body":{"prompt":"do it"}}
{"kind":"got","exchange":"x1","at":"2026-03-16T09:00:01Z","attempt":1,"profile":"far","status":500,"class":"server","error":"down","latency_ns":1000000000}
{"kind":"got","exchange":"x1","at":"2026-03-16T09:00:02Z","attempt":2,"profile":"far","status":200,"raw":"{\"answer\":\"done\"}","latency_ns":2000000000,"usage":{"prompt":1200,"completion":50,"cached":400},"cost":{"amount":0.0125,"currency":"USD"}}
{"kind":"reuse","exchange":"x2","at":"2026-03-16T09:00:03Z","profile":"far","model":"m"}
`
	if err := os.MkdirAll(engine.ModelJournal(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(engine.ModelJournal(dir), "20260316T090000Z-1.jsonl"), []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
}

// awkward fills a workspace with jobs, runs and trials whose texts break careless screens.
func awkward(t testing.TB, dir string, n int) {
	t.Helper()
	inWorkspace(t, dir, newClock(), func(w *engine.Workspace) {
		for i := range n {
			a := tuitest.Awkward()[i%len(tuitest.Awkward())]
			if len(a) > 3000 {
				a = a[:3000]
			}
			id := fmt.Sprintf("%04d", i)
			errs := []error{
				w.Store.StartJob(t.Context(), store.Job{ID: "job_" + id, Kind: "k" + a, Title: a, Command: []string{a, "--x"}, Host: far, Message: a, Total: int64(i)}),
				w.Store.AppendLog(t.Context(), "job_"+id, []byte(a+"\n"+a)),
				w.Store.CreateRun(t.Context(), store.Run{ID: "run_" + id, Kind: "rollout", Settings: []byte(fmt.Sprintf("%q", "x"))}),
			}
			_, err := w.Store.PutTrial(t.Context(), store.Trial{ID: "tri_" + id, ItemID: "i" + id, TaskDigest: "d" + id, TaskID: "t" + a, Agent: "a" + a, Model: a, Status: "scored", EndKind: a, EndReason: a})
			for _, err := range append(errs, err) {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// other stands for a screen that this one opens: it shows what it was opened with.
func other(name string) screens.Entry {
	return screens.Entry{Name: name, Title: name, Doc: "stands for it", Focuses: []keys.Focus{{Name: name, Doc: "it"}}, New: func(env *screens.Env, at screens.Place) screens.Screen { return standIn{env, at} }}
}

type standIn struct {
	env *screens.Env
	at  screens.Place
}

func (standIn) Init()                     {}
func (standIn) Update(screens.Msg)        {}
func (standIn) Title() string             { return "" }
func (s standIn) Focus() string           { return s.at.Screen }
func (standIn) Values() map[string]string { return nil }
func (s standIn) Place() screens.Place    { return s.at }

func (s standIn) View(width, height int) []string {
	line := ui.NewLine(s.env.Sheet(), width).Put(themes.Text, "opened "+s.at.Screen+" of "+s.at.Of+" at "+s.at.Cursor+" by "+s.at.Filter).String()
	return ui.Fill([]string{line}, width, height)
}

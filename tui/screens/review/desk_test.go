package review_test

import (
	"context"
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/curate"
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
	"coworkenv.dev/coworkenv/tui/screens/review"
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
	shipped := fstest.MapFS{}
	for _, id := range []string{"one-free-hour-000005", "harbor-quote-000008"} {
		data, err := fs.ReadFile(tasks.Tasks(), id+"/task.yaml")
		if err != nil {
			t.Fatal(err)
		}
		shipped[id+"/task.yaml"] = &fstest.MapFile{Data: data}
	}
	return &engine.Engine{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)), Shipped: shipped, Workers: 1}
}

// workspace makes one with trials of two tasks by the oracle and the null agent, and a selection.
func workspace(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	inWorkspace(t, dir, func(w *engine.Workspace) {
		list, err := w.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: list, Agents: []agent.Maker{agent.Oracle(), agent.Null()}, Trials: 2, Seed: 1}, 1, nil); err != nil {
			t.Fatal(err)
		}
		s, err := w.Curate(t.Context(), engine.CurateOptions{Settings: curate.Defaults()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.SaveSelection(s); err != nil {
			t.Fatal(err)
		}
	})
	return dir
}

// inWorkspace does something in a workspace beside the workbench.
func inWorkspace(t testing.TB, dir string, do func(w *engine.Workspace)) {
	t.Helper()
	w, err := newEngine(t).Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	do(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// verdicts counts the verdicts of the workspace by subject's kind and verdict.
func verdicts(t testing.TB, dir string) map[string]int {
	t.Helper()
	out := map[string]int{}
	inWorkspace(t, dir, func(w *engine.Workspace) {
		rows, err := w.Reviews(t.Context(), engine.ReviewFilter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			out[r.Kind+" "+r.Verdict]++
		}
	})
	return out
}

func options(t testing.TB, dir, user string, at screens.Place) tui.Options {
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
	at.Screen = review.Name
	return tui.Options{Entries: []screens.Entry{review.Entry(), other("trajectory"), other("gate"), other("library")}, Config: &config.Config{}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, At: at, Env: screens.Env{Engine: e, Workspace: ws, Clock: e.Clock, User: user}}
}

func open(t testing.TB, dir string, at screens.Place) *tuitest.Desk {
	t.Helper()
	return tuitest.Open(t, options(t, dir, "kim", at), 120, 40)
}

func queueAt(name string) screens.Place {
	return screens.Place{Filter: "decision:none", More: map[string]string{"queue": name}}
}

// awkward puts tasks with texts that break careless screens into a workspace, with what reviewers
// said of some.
func awkward(t testing.TB, dir string, n int, words bool) {
	t.Helper()
	texts := tuitest.Awkward()
	inWorkspace(t, dir, func(w *engine.Workspace) {
		var said []store.Decision
		for i := range n {
			a := texts[i%len(texts)]
			if len(a) > 3000 {
				a = a[:3000]
			}
			row := store.Task{Digest: fmt.Sprintf("d%05d", i), ID: fmt.Sprintf("t%05d", i), Title: a, Family: "triage", Language: "en", Difficulty: "easy",
				Services: []string{"crm", a}, Request: a, Path: a, State: store.TaskGenerated, Source: []byte("id: " + a)}
			if err := w.Store.PutTasks(t.Context(), row); err != nil {
				t.Fatal(err)
			}
			trial := store.Trial{ID: fmt.Sprintf("tri_%05d", i), ItemID: fmt.Sprint("i", i), TaskDigest: row.Digest, TaskID: row.ID, Agent: a, Model: a, Status: "scored", EndReason: a,
				Trajectory: []byte(`{"format":"x"}`), ScoreBody: []byte("null")}
			if _, err := w.Store.PutTrial(t.Context(), trial); err != nil {
				t.Fatal(err)
			}
			if words && i%2 == 0 {
				said = append(said, store.Decision{Kind: "task", Digest: row.Digest, Verdict: store.Reject, Reviewer: "a" + a, Reason: a, Note: a})
			}
		}
		if len(said) == 0 {
			return
		}
		if _, err := w.Store.Decide(t.Context(), said...); err != nil {
			t.Fatal(err)
		}
	})
}

// other stands for a screen that this one opens: it shows what it was opened with.
func other(name string) screens.Entry {
	e := review.Entry()
	return screens.Entry{Name: name, Title: name, Doc: "stands for it", Focuses: e.Focuses[:1], New: func(env *screens.Env, at screens.Place) screens.Screen {
		return standIn{env, at}
	}}
}

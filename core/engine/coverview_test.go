package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func plan(t testing.TB, e *engine.Engine) *cover.Plan {
	t.Helper()
	p, err := e.Plan("")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Accepted are the tasks that reviewers accepted in exactly the content that is counted.
func TestCoverageCountsWhatReviewersAccepted(t *testing.T) {
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	p := plan(t, e)
	p, err = e.Narrowed(p, engine.CellFilter{Scenario: "overdue-tickets", Language: "en", Level: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	lib := t.TempDir()
	made, err := e.Synth(t.Context(), engine.SynthOptions{Plan: p, Count: 2, Seed: 7, Into: lib}, nil)
	if err != nil || made.Tasks == 0 {
		t.Fatalf("made %+v: %v", made, err)
	}
	sums := func(src engine.CoverSource) string {
		t.Helper()
		src.Plan, src.Workspace = plan(t, e), w
		c, err := e.Coverage(t.Context(), src, nil)
		if err != nil {
			t.Fatal(err)
		}
		var s cover.Sum
		for _, cell := range c.Cells {
			s.Generated, s.Verified, s.Accepted = s.Generated+cell.Generated, s.Verified+cell.Verified, s.Accepted+cell.Accepted
		}
		return fmt.Sprint(s.Generated, s.Verified, s.Accepted, c.Strangers, len(c.Tasks))
	}
	n := made.Tasks
	if got, want := sums(engine.CoverSource{Paths: []string{lib}}), fmt.Sprint(n, n, 0, 0, n); got != want {
		t.Errorf("before any review %s, want %s", got, want)
	}
	if got := sums(engine.CoverSource{Stored: true}); got != "0 0 0 0 0" {
		t.Errorf("an empty workspace holds %s", got)
	}
	tasks, err := e.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Store.PutTasks(t.Context(), stored(t, tasks)...); err != nil {
		t.Fatal(err)
	}
	rows := queue(t, w, engine.QueueTasks, "ann", false)
	if _, err := w.Judge(t.Context(), rows, engine.Verdict{Verdict: store.Accept, Reviewer: "ann"}, nil); err != nil {
		t.Fatal(err)
	}
	for _, src := range []engine.CoverSource{{Paths: []string{lib}}, {Stored: true}, {Paths: []string{lib}, Stored: true}} {
		if got, want := sums(src), fmt.Sprint(n, n, n, 0, n); got != want {
			t.Errorf("%+v: %s, want %s", src, got, want)
		}
	}
	// Another content of the same task was not accepted.
	file := filepath.Join(lib, tasks[0].ID(), "task.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, []byte(strings.Replace(string(data), "say: ", "say: Hello. ", 1)))
	if got, want := sums(engine.CoverSource{Paths: []string{lib}}), fmt.Sprint(n, n-1, n-1, 0, n); got != want {
		t.Errorf("after a change %s, want %s", got, want)
	}
	if _, err := w.Judge(t.Context(), rows[:1], engine.Verdict{Verdict: store.Reject, Reviewer: "ben"}, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := sums(engine.CoverSource{Stored: true}), fmt.Sprint(n, n, n-1, 0, n); got != want {
		t.Errorf("after a rejection %s, want %s", got, want)
	}
}

// stored are tasks as a workspace keeps them.
func stored(t testing.TB, tasks []*engine.Loaded) []store.Task {
	t.Helper()
	var out []store.Task
	for _, l := range tasks {
		ready, err := l.Runnable()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, store.Task{Digest: ready.Digest, ID: l.ID(), Title: l.Task.Title, Family: string(l.Task.Family), Language: l.Task.Language, Difficulty: string(l.Task.Difficulty),
			Services: l.Task.Services, Request: "r", Path: filepath.Join(l.Path), State: store.TaskGenerated, Source: l.Task.File.Data, Provenance: []byte(mustJSON(t, l.Task.Provenance))})
	}
	return out
}

func TestNarrowed(t *testing.T) {
	e := newEngine(t)
	p := plan(t, e)
	whole := p.Cells(e.Scenarios, 0)
	for _, f := range []engine.CellFilter{{Family: "escalation"}, {Service: "helpdesk", Family: "escalation"}, {Capability: "policy_lookup", Level: "hard"}, {Language: "zh"}, {Scenario: "overdue-tickets", Level: "easy", Language: "en"}} {
		n, err := e.Narrowed(p, f)
		if err != nil {
			t.Errorf("%+v: %v", f, err)
			continue
		}
		sum, foreign := 0, 0
		for _, c := range n.Cells(e.Scenarios, 40) {
			sum += c.Target
			if c.Target > 0 && !f.Has(&c) {
				foreign++
			}
		}
		if sum != 40 || foreign != 0 {
			t.Errorf("%+v: %d of 40 tasks planned, %d cells that were not meant", f, sum, foreign)
		}
	}
	if n, err := e.Narrowed(p, engine.CellFilter{}); err != nil || n != p {
		t.Errorf("without a filter %v %v", n, err)
	}
	for _, f := range []engine.CellFilter{{Family: "nosuch"}, {Scenario: unspoken(whole), Language: "zh"}} {
		if _, err := e.Narrowed(p, f); fault.KindOf(err) != fault.Invalid || fault.HintOf(err) == "" {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

// unspoken is a scenario that is not written in Chinese.
func unspoken(cells []cover.Cell) string {
	for _, c := range cells {
		if c.Language == "zh" && strings.Contains(c.Why, "not written in zh") {
			return c.Scenario
		}
	}
	return "nosuch"
}

package engine_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/judge"
	"coworkenv.dev/coworkenv/core/llm"
)

// A judge's opinion is told apart, is paid for once, and changes nothing that is stored.
func TestJudgeTrials(t *testing.T) {
	const plain, rated = "one-free-hour-000005", "triage-monday-queue-000002"
	lib := copyTasks(t, plain, rated)
	file := filepath.Join(lib, rated, "task.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, append(bytes.TrimRight(text, "\n"), "\njudge: {rubric: \"Is the last message polite?\", scale: \"1-5\"}\n"...))
	e := newEngine(t)
	end := llm.NewScripted(&llm.Script{Answers: []llm.Answer{{Times: -1, Text: `{"reason": "Short.", "points": 2}`}}})
	server := httptest.NewServer(end)
	defer server.Close()
	dir := t.TempDir()
	defer useModels(t, e, engine.ModelUse{File: modelFile(t, server.URL, "toy"), Workspace: dir})()
	tasks, err := e.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	w, err := e.Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test's
	if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{agent.Oracle()}, Trials: 1, Seed: 1}, 1, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		var got []*judge.Opinion
		passed, err := w.JudgeTrials(t.Context(), nil, "", "local", func(o *judge.Opinion) error { got = append(got, o); return nil })
		if err != nil || passed != 1 || len(got) != 1 || got[0].Task != rated || got[0].Share == nil || *got[0].Share != 0.25 {
			t.Fatalf("%d passed over, %+v %v", passed, got, err)
		}
		stored, err := w.Trial(t.Context(), got[0].Trial)
		if err != nil || stored.Score.Score != 1_000_000 {
			t.Errorf("the score is %+v %v", stored, err)
		}
		if kept, err := w.Opinions(got[0].Trial); err != nil || len(kept) != 1 || kept[0].Reason != "Short." || kept[0].At.IsZero() {
			t.Errorf("kept: %+v %v", kept, err)
		}
		file := engine.OpinionFile(dir, got[0].Trial)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, file, append(data, `{"trial":"cut`...)) // as a killed writer leaves it
	}
	// A changed mind is another line; the one before it stays.
	again := httptest.NewServer(llm.NewScripted(&llm.Script{Answers: []llm.Answer{{Times: -1, Text: `{"reason": "Kind.", "points": 5}`}}}))
	defer again.Close()
	defer useModels(t, e, engine.ModelUse{File: modelFile(t, again.URL, "toy2"), Workspace: dir})()
	var last string
	if _, err := w.JudgeTrials(t.Context(), nil, "", "local", func(o *judge.Opinion) error { last = o.Trial; return nil }); err != nil {
		t.Fatal(err)
	}
	if kept, err := w.Opinions(last); err != nil || len(kept) != 2 || kept[0].Reason != "Short." || kept[1].Reason != "Kind." {
		t.Errorf("kept: %+v %v", kept, err)
	}
	if n := len(end.Asked()); n != 1 {
		t.Errorf("%d requests for one opinion", n)
	}
	opinionsMerge(t, e, w, last)
}

// opinionsMerge holds that what judges found goes with the trials, once.
func opinionsMerge(t *testing.T, e *engine.Engine, from *engine.Workspace, trial string) {
	into, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer into.Close() //nolint:errcheck // a test's
	for _, want := range []int{2, 0} {
		merged, err := into.Merge(t.Context(), []string{from.Store.Dir()}, nil, nil)
		if err != nil || merged.Opinions != want {
			t.Fatalf("%+v %v, want %d opinions", merged, err, want)
		}
	}
	theirs, err := from.Opinions(trial)
	if err != nil {
		t.Fatal(err)
	}
	if ours, err := into.Opinions(trial); err != nil || !slices.EqualFunc(ours, theirs, func(a, b engine.Opinion) bool { return a.At.Equal(b.At) && a.Reason == b.Reason }) {
		t.Errorf("merged: %+v %v, want %+v", ours, err, theirs)
	}
}

package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/store"
)

const shippedTask = "one-free-hour-000005"

// trialRun makes a workspace with trials of shipped tasks by the oracle and the null agent.
func trialRun(t testing.TB, trials int, ids ...string) *engine.Workspace {
	t.Helper()
	return trialRunOf(t, []agent.Maker{agent.Oracle(), agent.Null()}, trials, ids...)
}

func trialRunOf(t testing.TB, agents []agent.Maker, trials int, ids ...string) *engine.Workspace {
	t.Helper()
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	tasks, err := e.Open(ids...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: tasks, Agents: agents, Trials: trials, Seed: 1}, 1, nil); err != nil {
		t.Fatal(err)
	}
	return w
}

func firstTrial(t testing.TB, w *engine.Workspace, name string) store.TrialRow {
	t.Helper()
	for row, err := range w.Store.Trials(t.Context(), store.TrialsOf{}) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Agent == name {
			return row
		}
	}
	t.Fatalf("no trial of %s", name)
	return store.TrialRow{}
}

func verdict(v store.Verdict, note string, subjects ...string) engine.Verdict {
	return engine.Verdict{Subjects: subjects, Verdict: v, Note: note, Reviewer: "ann"}
}

// The certificates are put in directly: what matters is how they stand, not how they came about.
func TestVerdictsAgainstACertificateNeedANote(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	ctx := t.Context()
	trial := firstTrial(t, w, "oracle")
	task, accept := "task:"+shippedTask, "trial:"+trial.ID
	try := func(v store.Verdict, note, subject string, refused string) {
		t.Helper()
		_, err := w.Review(ctx, verdict(v, note, subject))
		if refused == "" && err != nil {
			t.Errorf("%s %s: %v", v, subject, err)
		}
		if refused != "" && (fault.KindOf(err) != fault.Denied || !strings.Contains(err.Error(), refused) || !strings.Contains(fault.HintOf(err), "--note")) {
			t.Errorf("%s %s: %v, hint %q, want one about %q", v, subject, err, fault.HintOf(err), refused)
		}
	}
	try(store.Accept, "", task, "") // the gate never saw it

	put := func(passed bool, body string) {
		t.Helper()
		if err := w.Store.PutCertificate(ctx, store.Certificate{TaskDigest: trial.TaskDigest, Passed: passed, Body: []byte(body)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	put(false, "null")
	for _, v := range []store.Verdict{store.Accept, store.Reject, store.Flag} {
		try(v, "", task, "the gate refused the task")
		try(v, "I know", task, "")
	}
	try(store.Skip, "", task, "")
	try(store.Accept, "", accept, "the gate refused the task")
	try(store.Accept, "", "rule:too_short:drop:"+trial.ID, "the gate refused the task")
	try(store.Reject, "", accept, "")
	try(store.Accept, "I know", accept, "")

	put(true, `{"format":"coworkenv.certificate/v2","task_digest":"other"}`)
	try(store.Accept, "", task, "its certificate is stale: the certificate was altered")
	put(true, certificateOf(t, w, shippedTask))
	try(store.Accept, "", task, "")
	try(store.Accept, "", accept, "")
	if err := w.Store.MarkStale(ctx, trial.TaskDigest); err != nil {
		t.Fatal(err)
	}
	try(store.Accept, "", task, "its certificate is stale: the versions")

	// A changed task: its present content has no certificate, but one before had.
	row, err := w.Store.Task(ctx, trial.TaskDigest)
	if err != nil {
		t.Fatal(err)
	}
	row.Digest = "another"
	if err := w.Store.PutTasks(ctx, row); err != nil {
		t.Fatal(err)
	}
	try(store.Accept, "", task, "the task has changed since")
	_, err = w.Review(ctx, verdict(store.Reject, "", accept, task))
	if fault.KindOf(err) != fault.Denied {
		t.Errorf("one of two: %v", err)
	}
	if o, _, err := w.Store.Opinion(ctx, store.KindTrial, trial.ID); err != nil || o.Verdict != store.Accept {
		t.Errorf("half of a refused verdict was recorded: %+v %v", o, err)
	}
}

// certificateOf takes a task through the gate.
func certificateOf(t testing.TB, w *engine.Workspace, id string) string {
	t.Helper()
	l, err := w.One(id)
	if err != nil {
		t.Fatal(err)
	}
	g := &gate.Gate{Catalog: w.Catalog, Checks: w.Checks, Clock: w.Clock}
	r, err := g.Run(t.Context(), l.Task, l.Problems, gate.Options{})
	if err != nil || r.Certificate == nil {
		t.Skipf("%s is not certified by this build: %v %v", id, err, r.Findings)
	}
	return mustJSON(t, r.Certificate)
}

func TestSubjects(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	trial := firstTrial(t, w, "oracle")
	for name, want := range map[string]string{
		trial.ID: "trial " + trial.ID, "trial:" + trial.ID: "trial " + trial.ID, shippedTask: "task " + trial.TaskDigest, "task:" + shippedTask: "task " + trial.TaskDigest,
		"task:" + trial.TaskDigest: "task " + trial.TaskDigest, "rule:low:keep:" + trial.ID: "rule low:keep:" + trial.ID,
	} {
		list, err := w.Review(t.Context(), verdict(store.Skip, "", name))
		if err != nil || len(list) != 1 || list[0].Kind+" "+list[0].Digest != want {
			t.Errorf("%s: %+v %v", name, list, err)
		}
	}
	for _, name := range []string{"", "tri_nosuch", "trial:nosuch", "trial:", "nosuch", "task:", "rule:low", "rule:low:maybe:" + trial.ID, "rule:colour:keep:" + trial.ID, "rule:low:keep:nosuch"} {
		if _, err := w.Review(t.Context(), verdict(store.Skip, "", name)); fault.HintOf(err) == "" || fault.KindOf(err) != fault.NotFound && fault.KindOf(err) != fault.Usage {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Files of two people merge by git, as sets of lines, and everyone comes to the same.
func TestDecisionsMergeInGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	base, ann, ben := trialRun(t, 20, shippedTask), trialRun(t, 20, shippedTask), trialRun(t, 20, shippedTask)
	var ids []string
	for row, err := range base.Store.Trials(t.Context(), store.TrialsOf{}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, "trial:"+row.ID)
	}
	decide := func(w *engine.Workspace, reviewer string, v store.Verdict, list []string) {
		t.Helper()
		if _, err := w.Review(t.Context(), engine.Verdict{Subjects: list, Verdict: v, Reviewer: reviewer, Note: "line one\nline two\u2028three"}); err != nil {
			t.Fatal(err)
		}
	}
	decide(base, "all", store.Accept, ids[:30])
	share(t, base, ann)
	share(t, base, ben)
	decide(ann, "ann", store.Reject, ids[0:2])
	decide(ann, "ann", store.Flag, ids[32:33])
	decide(ben, "ben", store.Flag, ids[1:4])
	decide(ben, "ben", store.Accept, ids[35:36])
	merged := gitMerge(t, exported(t, base), exported(t, ann), exported(t, ben))

	for _, w := range []*engine.Workspace{base, ann, ben} {
		got, err := w.ImportReviews(t.Context(), strings.NewReader(merged))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Disputed) != 1 || got.Disputed[0].Subject != ids[1] {
			t.Errorf("disputed: %+v", got.Disputed)
		}
		again, err := w.ImportReviews(t.Context(), strings.NewReader(merged))
		if err != nil || again.Added != 0 || again.Read != 37 {
			t.Errorf("again: %+v %v", again, err)
		}
	}
	if a, b := exported(t, ann), exported(t, ben); a != b || a != exported(t, base) {
		t.Error("after the exchange the exports differ")
	}
	if lines := strings.Count(exported(t, ann), "\n"); lines != 37 {
		t.Errorf("%d lines of 37 decisions", lines)
	}
}

func exported(t testing.TB, w *engine.Workspace) string {
	t.Helper()
	var buf bytes.Buffer
	if _, err := w.ExportReviews(t.Context(), &buf); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func share(t testing.TB, from, to *engine.Workspace) {
	t.Helper()
	if _, err := to.ImportReviews(t.Context(), strings.NewReader(exported(t, from))); err != nil {
		t.Fatal(err)
	}
}

// gitMerge merges two files that come of one, keeping the lines of both.
func gitMerge(t testing.TB, base, a, b string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"base": base, "a": a, "b": b} {
		write(t, filepath.Join(dir, name), []byte(text))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "git", "merge-file", "-p", "--union", filepath.Join(dir, "a"), filepath.Join(dir, "base"), filepath.Join(dir, "b")).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestPendingAndFilters(t *testing.T) {
	w := trialRun(t, 2, shippedTask, "harbor-quote-000008")
	ctx := t.Context()
	oracle := firstTrial(t, w, "oracle")
	for _, v := range []engine.Verdict{verdict(store.Reject, "", oracle.ID), {Subjects: []string{shippedTask}, Verdict: store.Accept, Reviewer: "ben"}} {
		if _, err := w.Review(ctx, v); err != nil {
			t.Fatal(err)
		}
	}
	count := func(f engine.ReviewFilter) int {
		t.Helper()
		rows, err := w.Reviews(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		return len(rows)
	}
	for _, tt := range []struct {
		f    engine.ReviewFilter
		want int
	}{{engine.ReviewFilter{}, 2}, {engine.ReviewFilter{Kind: store.KindTask}, 1}, {engine.ReviewFilter{Verdict: store.Reject}, 1}, {engine.ReviewFilter{Reviewer: "ben"}, 1}, {engine.ReviewFilter{Reviewer: "cy"}, 0}, {engine.ReviewFilter{Disputed: true}, 0}} {
		if got := count(tt.f); got != tt.want {
			t.Errorf("%+v: %d, want %d", tt.f, got, tt.want)
		}
	}
	pending := func(kind, where string, limit int) []string {
		t.Helper()
		rows, err := w.PendingReviews(ctx, kind, where, limit)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, r := range rows {
			out = append(out, r.Subject)
		}
		return out
	}
	if diff := cmp.Diff([]string{"task:harbor-quote-000008"}, pending(store.KindTask, "", 0)); diff != "" {
		t.Error(diff)
	}
	if got := pending(store.KindTrial, "", 0); len(got) != 7 {
		t.Errorf("%v", got)
	}
	if got := pending(store.KindTrial, "agent:oracle OR agent:null", 3); len(got) != 3 {
		t.Errorf("%v", got)
	}
	if got := pending(store.KindTrial, "agent:oracle task:"+oracle.TaskID, 0); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if _, err := w.PendingReviews(ctx, store.KindRule, "", 0); fault.KindOf(err) != fault.Usage {
		t.Errorf("rules: %v", err)
	}
	if _, err := w.PendingReviews(ctx, store.KindTrial, "colour:red)", 0); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a query that is none: %v", err)
	}
}

func TestExportIsWrittenWholeOrNotAtAll(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	if _, err := w.Review(t.Context(), verdict(store.Accept, "", shippedTask)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "d.jsonl")
	if n, err := w.WriteReviews(t.Context(), name); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	data, err := os.ReadFile(name)
	if err != nil || string(data) != exported(t, w) {
		t.Errorf("%s %v", data, err)
	}
	if _, err := w.WriteReviews(t.Context(), filepath.Join(t.TempDir(), "absent", "d.jsonl")); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestReadDecisionsRefuses(t *testing.T) {
	good := `{"v":1,"id":"dec_1","kind":"task","digest":"d","verdict":"accept","reviewer":"ann","at":"2026-01-01T00:00:00Z"}`
	if list, err := engine.ReadDecisions(strings.NewReader("\n" + good + "\r\n  \n" + good)); err != nil || len(list) != 2 || list[0].Reviewer != "ann" {
		t.Errorf("%+v %v", list, err)
	}
	for text, kind := range map[string]fault.Kind{
		"<<<<<<< HEAD": fault.Invalid, "=======": fault.Invalid, "{": fault.Invalid, "[]": fault.Invalid, `{"v":1,"colour":"red"}`: fault.Invalid,
		strings.Replace(good, `"v":1`, `"v":9`, 1): fault.Unsupported, good + good: fault.Invalid, strings.Replace(good, "2026-01-01T00:00:00Z", "yesterday", 1): fault.Invalid,
		strings.Repeat("x", 1<<20+1): fault.Invalid,
	} {
		_, err := engine.ReadDecisions(strings.NewReader(good + "\n" + text))
		if fault.KindOf(err) != kind || fault.HintOf(err) == "" || !strings.Contains(fmt.Sprint(err), "line 2") {
			t.Errorf("%.60s: %v (hint %q)", text, err, fault.HintOf(err))
		}
	}
}

func FuzzReadDecisions(f *testing.F) {
	f.Add([]byte(`{"v":1,"id":"dec_1","kind":"task","digest":"d","verdict":"accept","reviewer":"ann","at":"2026-01-01T00:00:00Z","settles":["a"]}` + "\n"))
	f.Add([]byte("<<<<<<< a\n=======\n>>>>>>> b\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := engine.ReadDecisions(bytes.NewReader(data))
		if err == nil && len(list) > bytes.Count(data, []byte("\n"))+1 {
			t.Fatalf("%d decisions in %q", len(list), data)
		}
	})
}

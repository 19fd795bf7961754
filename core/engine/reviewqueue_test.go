package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func queue(t testing.TB, w *engine.Workspace, which, me string, blind bool) []*engine.QueueRow {
	t.Helper()
	rows, err := w.ReviewQueue(t.Context(), engine.QueueOptions{Queue: which, Reviewer: me, Blind: blind})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func count(t testing.TB, rows []*engine.QueueRow, where string) int {
	t.Helper()
	shown, err := engine.SelectQueue(t.Context(), rows, where)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	return len(shown)
}

func TestQueueSchema(t *testing.T) {
	if err := engine.QueueSchema().Check(); err != nil {
		t.Fatal(err)
	}
	r := engine.QueueRow{Kind: "rule", Trial: "t", Family: "f", Language: "en", Agent: "a", Model: "m", Status: "scored", Rule: "r", Says: "drop", Why: "w",
		Words: engine.Words{Decision: "reject", By: "ann", Reason: "leak", Mine: "none"}}
	for _, f := range engine.QueueSchema().Fields {
		if _, ok := r.Field(f.Name); !ok {
			t.Errorf("a row has no %s", f.Name)
		}
	}
}

func TestQueues(t *testing.T) {
	w := trialRun(t, 2, shippedTask, "harbor-quote-000008")
	if n := len(queue(t, w, engine.QueueDrops, "ann", false)); n != 0 {
		t.Errorf("%d verdicts of rules before any curation", n)
	}
	if _, err := w.SaveSelection(curated(t, w)); err != nil {
		t.Fatal(err)
	}
	tasks, trials := queue(t, w, engine.QueueTasks, "ann", false), queue(t, w, engine.QueueTrials, "ann", false)
	if len(tasks) != 2 || len(trials) != 8 || count(t, trials, "decision:none agent:oracle pass:true score>=1") != 4 {
		t.Fatalf("%d tasks, %d trials", len(tasks), len(trials))
	}
	if tasks[0].Title == "" || trials[0].Title == "" || trials[0].Family == "" {
		t.Errorf("a row lacks what its task is: %+v", trials[0])
	}
	drops, keeps := queue(t, w, engine.QueueDrops, "ann", false), queue(t, w, engine.QueueKeeps, "ann", false)
	if count(t, drops, "says:drop rule:low agent:null") != 4 || count(t, keeps, "says:keep agent:oracle") != len(keeps) || len(keeps) == 0 {
		t.Errorf("drops %d, keeps %d", len(drops), len(keeps))
	}
	for _, r := range append(drops[:1:1], keeps[0]) { // named as the command line names them
		if _, err := w.Review(t.Context(), verdict(store.Skip, "", r.Subject)); err != nil {
			t.Errorf("%s: %v", r.Subject, err)
		}
	}
	_, err := w.ReviewQueue(t.Context(), engine.QueueOptions{Queue: "everything"})
	if fault.KindOf(err) != fault.Usage {
		t.Errorf("an unknown queue: %v", err)
	}
}

// A second reviewer is seen as such; blind, only after one's own verdict.
func TestWordsOfOthers(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	rows := queue(t, w, engine.QueueTrials, "ann", false)
	judge := func(who string, v store.Verdict) *engine.Judged {
		t.Helper()
		done, err := w.Judge(t.Context(), rows[:1], engine.Verdict{Verdict: v, Reviewer: who, Reason: "why"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	judge("ben", store.Reject)
	see := func(me string, blind bool) *engine.QueueRow {
		t.Helper()
		return queue(t, w, engine.QueueTrials, me, blind)[0]
	}
	if r := see("ann", false); r.Decision != "reject" || r.By != "ben" || r.Mine != "none" || len(r.Others) != 1 || r.Differ {
		t.Errorf("%+v", r.Words)
	}
	if r := see("ann", true); r.Decision != "none" || r.By != "" || len(r.Others) != 0 {
		t.Errorf("blind, and told: %+v", r.Words)
	}
	mine := judge("ann", store.Accept)
	if r := see("ann", true); r.Decision != "accept" || r.Mine != "accept" || !r.Differ || r.Others[0].Verdict != "reject" {
		t.Errorf("after the own verdict: %+v", r.Words)
	}
	if now, err := w.WordsOn(t.Context(), rows[0].Kind, rows[0].Digest, "ann", true); err != nil || now.ID != mine.Decisions[0].ID {
		t.Errorf("%+v %v", now, err)
	}
	if n := count(t, queue(t, w, engine.QueueTrials, "ann", false), "differ:true"); n != 1 {
		t.Errorf("%d disagreements", n)
	}
	judge("ben", store.Skip) // who skips says nothing
	if r := see("ann", false); r.Differ || r.Decision != "skip" {
		t.Errorf("%+v", r.Words)
	}
	_, err := w.TakeBack(t.Context(), mine.Decisions, "ann")
	if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "ben has decided since: skip") {
		t.Errorf("took back under ben's verdict: %v", err)
	}
}

func TestJudgeRefusesAndTakesBack(t *testing.T) {
	w := trialRun(t, 2, shippedTask, "harbor-quote-000008")
	rows := queue(t, w, engine.QueueTrials, "ann", false)
	bad := rows[0].TaskDigest
	if err := w.Store.PutCertificate(t.Context(), store.Certificate{TaskDigest: bad, Passed: false, Body: []byte("null")}, nil); err != nil {
		t.Fatal(err)
	}
	done, err := w.Judge(t.Context(), rows, engine.Verdict{Verdict: store.Accept, Reviewer: "ann"}, nil)
	if err != nil || len(done.Decisions) != 4 || len(done.Refused) != 4 || !strings.Contains(done.Refused[0].Why, "the gate refused the task") {
		t.Fatalf("%+v %v", done, err)
	}
	again, err := w.Judge(t.Context(), rows, engine.Verdict{Verdict: store.Accept, Reviewer: "ann", Note: "read it", Spot: "trial:1"}, nil)
	if err != nil || len(again.Decisions) != 8 || again.Decisions[0].Note != "[spot check trial:1] read it" {
		t.Fatalf("%+v %v", again, err)
	}
	// Being part of a spot check is no note.
	spot, err := w.Judge(t.Context(), rows, engine.Verdict{Verdict: store.Accept, Reviewer: "ann", Spot: "trial:1"}, nil)
	if err != nil || len(spot.Refused) != 4 {
		t.Errorf("%+v %v", spot, err)
	}
	for _, d := range [][]store.Decision{spot.Decisions, again.Decisions, done.Decisions} {
		if n, err := w.TakeBack(t.Context(), d, "ann"); err != nil || n != len(d) {
			t.Errorf("took back %d of %d: %v", n, len(d), err)
		}
	}
	if n := count(t, queue(t, w, engine.QueueTrials, "ann", false), "decision:none"); n != 8 {
		t.Errorf("%d of 8 are open again", n)
	}
	if _, err := w.TakeBack(t.Context(), done.Decisions, "ann"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("twice: %v", err)
	}
}

// BenchmarkQueue lists a queue of 10,000 tasks with 5,000 decisions.
func BenchmarkQueue(b *testing.B) {
	w := benchQueue(b, 10_000)
	for b.Loop() {
		if rows := queue(b, w, engine.QueueTasks, "ann", true); len(rows) != 10_000 {
			b.Fatal(len(rows))
		}
	}
}

func benchQueue(b *testing.B, n int) *engine.Workspace {
	b.Helper()
	w, err := newEngine(b).Workspace(b.Context(), b.TempDir(), "test")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = w.Close() })
	tasks := make([]store.Task, n)
	var said []store.Decision
	for i := range tasks {
		tasks[i] = store.Task{Digest: fmt.Sprintf("d%05d", i), ID: fmt.Sprintf("task-%05d", i), Title: "A title of usual length", Family: "triage", Language: "en", Difficulty: "easy",
			Services: []string{"crm"}, Request: "Do it.", Path: "p", State: store.TaskGenerated, Source: []byte("id: x\n")}
		if i%2 == 0 {
			said = append(said, store.Decision{Kind: store.KindTask, Digest: tasks[i].Digest, Verdict: store.Accept, Reviewer: "ben"})
		}
	}
	if err := w.Store.PutTasks(b.Context(), tasks...); err != nil {
		b.Fatal(err)
	}
	if _, err := w.Store.Decide(b.Context(), said...); err != nil {
		b.Fatal(err)
	}
	return w
}

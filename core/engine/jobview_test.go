package engine_test

import (
	"context"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func TestActivities(t *testing.T) {
	w := trialRun(t, 2, shippedTask)
	ctx := t.Context()
	if err := w.Store.StartJob(ctx, store.Job{ID: "job_1", Kind: "synth", Title: "synth --count 9", Total: 9, PID: 1, Host: "far"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Store.Progress(ctx, "job_1", 3, 9, "crm"); err != nil {
		t.Fatal(err)
	}
	list, err := w.Activities(ctx, nil)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d activities, %v", len(list), err)
	}
	if j := list[0]; j.ID != "job_1" || !j.Job || !j.Open() || j.Done != 3 || j.Total != 9 || j.Message != "crm" {
		t.Errorf("the open job comes first: %+v", j)
	}
	if r := list[1]; r.Job || r.Open() || r.Done != 4 || r.Total != 4 || r.Failed() != 0 || r.Title != "oracle null: 1 tasks x 2 trials, seed 1" {
		t.Errorf("the run: %+v", r)
	}
	again, err := w.Activities(ctx, map[string]*engine.Activity{list[1].ID: list[1]})
	if err != nil || again[1] != list[1] {
		t.Error("a run that had ended was counted again")
	}
	if err := w.CancelJob(ctx, "job_1"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"job_1", list[1].ID} {
		if a, err := w.Activity(ctx, id); err != nil || a.ID != id || a.Asked != a.Job {
			t.Errorf("%+v %v", a, err)
		}
	}
	if _, err := w.Activity(ctx, "nosuch"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
}

func TestWorkAsAJob(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	id := func() string {
		t.Helper()
		list, err := w.Activities(t.Context(), nil)
		if err != nil || len(list) == 0 {
			t.Fatal(err)
		}
		return list[0].ID
	}
	err := w.AsJob(t.Context(), "synth", "a", nil, func(ctx context.Context, tell engine.Progress) (string, error) {
		tell(0, 2, "begun")
		if a, err := w.Activity(ctx, id()); err != nil || !a.Open() || a.Total != 2 || a.Message != "begun" {
			t.Errorf("%+v %v", a, err)
		}
		if err := w.CancelJob(ctx, id()); err != nil {
			t.Error(err)
		}
		tell(2, 2, "on")
		return "", fault.Wrap(fault.Canceled, ctx.Err(), "stopped")
	})
	if fault.KindOf(err) != fault.Canceled {
		t.Errorf("a job that is asked to stop: %v", err)
	}
	jobs, err := w.Store.Jobs(t.Context(), false, 0)
	if err != nil || jobs[0].Status != store.JobCanceled {
		t.Errorf("%+v %v", jobs, err)
	}
	if err := w.AsJob(t.Context(), "synth", "b", nil, func(context.Context, engine.Progress) (string, error) { return "2 made", nil }); err != nil {
		t.Error(err)
	}
	jobs, err = w.Store.Jobs(t.Context(), false, 1)
	if err != nil || jobs[0].Status != store.JobDone || jobs[0].Message != "2 made" {
		t.Errorf("%+v %v", jobs, err)
	}
	if text, _, err := w.JobLog(t.Context(), jobs[0].ID, 0); err != nil || string(text) != "2 made\n" {
		t.Errorf("%q %v", text, err)
	}
}

func TestTotals(t *testing.T) {
	rows := []store.TrialRow{{Trial: store.Trial{Agent: "b", Status: store.TrialScored, Score: 500_000}}, {Trial: store.Trial{Agent: "a", Status: store.TrialScored, Score: 1_000_000, Pass: true}},
		{Trial: store.Trial{Agent: "b", Status: store.TrialEnvError}}}
	got := engine.TotalsOf(rows, []int{0, 1, 2}, func(r *store.TrialRow) string { return r.Agent })
	if len(got) != 2 || got[0] != (engine.TrialTotal{Name: "a", Trials: 1, Scored: 1, Passed: 1, Sum: 1_000_000}) || got[1] != (engine.TrialTotal{Name: "b", Trials: 2, Scored: 1, Sum: 500_000}) {
		t.Errorf("%+v", got)
	}
	if m, ok := got[1].Mean(); !ok || m != 500_000 {
		t.Errorf("mean %d", m)
	}
}

func TestModelActivity(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	dir := w.Store.Dir()
	if uses, list, err := w.ModelActivity(t.Context(), dir); err != nil || len(uses)+len(list) != 0 {
		t.Errorf("nothing was sent: %v %v %v", uses, list, err)
	}
	file := `{"kind":"sent","exchange":"x1","at":"2026-03-16T09:00:00Z","profile":"far","model":"m","label":"a task","body":{"q":1}}
{"kind":"got","exchange":"x1","at":"2026-03-16T09:00:01Z","attempt":1,"profile":"far","status":500,"class":"server","error":"down"}
{"kind":"got","exchange":"x1","at":"2026-03-16T09:00:02Z","attempt":2,"profile":"far","status":200,"raw":"{\"a\":1}","usage":{"prompt":10,"completion":5,"cached":4},"cost":{"amount":0.25,"currency":"USD"}}
{"kind":"reuse","exchange":"x2","at":"2026-03-16T09:00:03Z","profile":"far","model":"m"}
`
	write(t, engine.ModelJournal(dir)+"/20260316T090000Z-1.jsonl", []byte(file))
	uses, list, err := w.ModelActivity(t.Context(), dir)
	if err != nil || len(list) != 2 || list[0].ID != "x2" || !list[0].Reused || list[1].Attempts != 2 || list[1].Class != "" {
		t.Fatalf("%+v %v", list, err)
	}
	u := uses[0]
	if len(uses) != 1 || u.Exchanges != 2 || u.Replies != 1 || u.Reused != 1 || u.Retries != 1 || u.Prompt != 10 || u.Cached != 4 || u.Cost.String() != "0.25 USD" {
		t.Errorf("%+v", uses)
	}
	text, err := w.ExchangeText(dir, "x1")
	if err != nil || !strings.Contains(text, `"q": 1`) || !strings.Contains(text, "down") {
		t.Errorf("%q %v", text, err)
	}
}

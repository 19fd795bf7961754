package store_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

func TestTrialRoundTrip(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	want := trial(4)
	want.RunID = "run"
	bare := store.Trial{ID: "b", ItemID: "bi", TaskDigest: "d", Status: store.TrialAborted, StartedAt: epoch}
	for _, v := range []store.Trial{want, bare} {
		if stored, err := s.PutTrial(ctx, v); err != nil || !stored {
			t.Fatalf("put %s: %v, %v", v.ID, stored, err)
		}
	}
	got, err := s.Trial(ctx, want.ID)
	ok(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got, err = s.TrialOfItem(ctx, want.ItemID)
	ok(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	bare.Trajectory, bare.ScoreBody = json.RawMessage("null"), json.RawMessage("null")
	got, err = s.Trial(ctx, "b")
	ok(t, err)
	if diff := cmp.Diff(bare, got); diff != "" {
		t.Error(diff)
	}
	_, err = s.Trial(ctx, "nope")
	wantKind(t, err, fault.NotFound)
	_, err = s.TrialOfItem(ctx, "nope")
	wantKind(t, err, fault.NotFound)
}

func TestFirstTrialOfAnItemStays(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	first, second := trial(1), trial(1)
	second.ID, second.Score, second.ScoreBody = "later", 999_999, json.RawMessage(`"later"`)
	for i, v := range []store.Trial{first, first, second} {
		stored, err := s.PutTrial(ctx, v)
		ok(t, err)
		if stored != (i == 0) {
			t.Errorf("put %d: stored = %v", i, stored)
		}
	}
	got, err := s.TrialOfItem(ctx, first.ItemID)
	ok(t, err)
	if diff := cmp.Diff(first, got); diff != "" {
		t.Error(diff)
	}
	if n, err := s.CountTrials(ctx, store.TrialsOf{}); err != nil || n != 1 {
		t.Errorf("%d trials, %v", n, err)
	}
}

func TestPutTrialRefuses(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	_, err := s.PutTrial(ctx, trial(1))
	ok(t, err)
	change := func(edit func(*store.Trial)) store.Trial {
		v := trial(2)
		edit(&v)
		return v
	}
	over := int64(1_000_001)
	tests := []struct {
		name  string
		trial store.Trial
		kind  fault.Kind
	}{
		{"no id", change(func(v *store.Trial) { v.ID = "" }), fault.Invalid},
		{"no item", change(func(v *store.Trial) { v.ItemID = "" }), fault.Invalid},
		{"no task", change(func(v *store.Trial) { v.TaskDigest = "" }), fault.Invalid},
		{"status", change(func(v *store.Trial) { v.Status = "great" }), fault.Invalid},
		{"score above one", change(func(v *store.Trial) { v.Score = over }), fault.Invalid},
		{"negative completion", change(func(v *store.Trial) { v.Completion = -1 }), fault.Invalid},
		{"safety", change(func(v *store.Trial) { v.Safety = 2 }), fault.Invalid},
		{"robustness", change(func(v *store.Trial) { v.Robustness = &over }), fault.Invalid},
		{"duration", change(func(v *store.Trial) { v.Duration = -1 }), fault.Invalid},
		{"no such run", change(func(v *store.Trial) { v.RunID = "nope" }), fault.NotFound},
		{"id of another item", change(func(v *store.Trial) { v.ID = "trial-000001" }), fault.Conflict},
	}
	for _, tt := range tests {
		stored, err := s.PutTrial(ctx, tt.trial)
		if stored || fault.KindOf(err) != tt.kind {
			t.Errorf("%s: %v, %v has kind %s, want %s", tt.name, stored, err, fault.KindOf(err), tt.kind)
		}
	}
	if rows := collect(t, s.TrialsWithBodies(ctx, store.TrialsOf{})); len(rows) != 1 {
		t.Errorf("%d trials after refusals", len(rows))
	}
	if _, err := s.PutTrial(ctx, trial(2)); err != nil {
		t.Errorf("a sound trial after refused ones: %v", err)
	}
}

func TestTrialListing(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	for i := range 5 { // the tasks 5 to 9 are not in the workspace
		ok(t, s.PutTasks(ctx, task(i)))
	}
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	const n = 70 // three pages with bodies
	for i := range n {
		v := trial(i)
		if i%2 == 0 {
			v.RunID = "run"
		}
		if i%7 == 0 {
			v.Status, v.Robustness = store.TrialEndpointError, nil
		}
		_, err := s.PutTrial(ctx, v)
		ok(t, err)
	}
	_, err := s.Decide(ctx, store.Decision{Kind: store.KindTrial, Digest: "trial-000003", Verdict: store.Accept, Reviewer: "r"})
	ok(t, err)
	all := collect(t, s.TrialsWithBodies(ctx, store.TrialsOf{}))
	if len(all) != n {
		t.Fatalf("%d trials, want %d", len(all), n)
	}
	for i, r := range all {
		if r.ID != trial(i).ID || string(r.Trajectory) != string(trial(i).Trajectory) || string(r.ScoreBody) != string(trial(i).ScoreBody) {
			t.Fatalf("row %d is %s with %.40s", i, r.ID, r.Trajectory)
		}
	}
	if all[1].Family != "triage" || all[6].Family != "" || all[3].Decision != "accept" || all[4].Decision != "none" {
		t.Errorf("families %q %q, decisions %q %q", all[1].Family, all[6].Family, all[3].Decision, all[4].Decision)
	}
	if rows := collect(t, s.Trials(ctx, store.TrialsOf{RunID: "run", TaskDigest: "digest-0002"})); len(rows) != 7 || rows[0].Trajectory != nil {
		t.Errorf("%d trials of the run and task, bodies %v", len(rows), rows[0].Trajectory)
	}
	for src, want := range map[string]int{
		"": n, "status:scored": 60, "pass:true": -1, "score>=0.5 score<1": -1, "run:run": 35, "-run:*": 35, "robustness:*": 60,
		"fam:triage": -1, "-fam:*": 35, "svc:gmail": -1, "decision:accept": 1, "seconds=1.5": n, "seconds>1.5": 0,
		"started>=2026-03-10T10:00": 10, "agent:model small": n, "task:task-0003": 7, "attempt<5": 5, "safety=0": 0, "end:done finished": n,
		"tokens>1000 steps=5 calls=7 group:g1 completion=0.75": n, "item:item-000001 OR id:trial-000002 OR digest:digest-0009": 9, "lang:zh": -1,
	} {
		q, err := query.Parse(src, store.TrialSchema())
		ok(t, err)
		var want2, got []string
		for _, r := range all {
			if q.Match(r.Field) {
				want2 = append(want2, r.ID)
			}
		}
		for _, r := range collect(t, s.Trials(ctx, store.TrialsOf{Where: q})) {
			got = append(got, r.ID)
		}
		if diff := cmp.Diff(want2, got); diff != "" {
			t.Errorf("%s: Match - SQL + %s", src, diff)
		}
		if want >= 0 && len(got) != want || want < 0 && (len(got) == 0 || len(got) == n) {
			t.Errorf("%s selects %d, want %d", src, len(got), want)
		}
		if c, err := s.CountTrials(ctx, store.TrialsOf{Where: q}); err != nil || c != len(got) {
			t.Errorf("%s: count %d, %v", src, c, err)
		}
	}
}

// Many callers with overlapping items: every item once, totals exact.
func TestPutTrialFromManyCallers(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	for i := range 10 {
		ok(t, s.PutTasks(ctx, task(i)))
	}
	const callers, n = 16, 300
	var stored atomic.Int64
	var wg sync.WaitGroup
	for c := range callers {
		wg.Go(func() {
			for i := range n {
				v := trial((i + c*20) % n)
				v.ID = fmt.Sprintf("%s-%d", v.ID, c)
				was, err := s.PutTrial(ctx, v)
				if err != nil {
					t.Error(err)
				}
				if was {
					stored.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if stored.Load() != n {
		t.Errorf("%d trials reported as stored, want %d", stored.Load(), n)
	}
	wantTotals(t, s)
}

// wantTotals compares the totals of the tasks with a count of their trials.
func wantTotals(t testing.TB, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	type totals struct{ trials, scored, passed, sum int64 }
	want := map[string]totals{}
	for _, r := range collect(t, s.Trials(ctx, store.TrialsOf{})) {
		w := want[r.TaskDigest]
		w.trials++
		if r.Status == store.TrialScored {
			w.scored++
			w.sum += r.Score
			if r.Pass {
				w.passed++
			}
		}
		want[r.TaskDigest] = w
	}
	for _, r := range collect(t, s.Tasks(ctx, nil)) {
		w := want[r.Digest]
		if r.Trials != w.trials || r.Scored != w.scored || r.Passed != w.passed {
			t.Errorf("%s: totals %d %d %d, want %+v", r.ID, r.Trials, r.Scored, r.Passed, w)
		}
		if (r.Mean != nil) != (w.scored > 0) || r.Mean != nil && *r.Mean != w.sum/w.scored {
			t.Errorf("%s: mean %v, want %+v", r.ID, r.Mean, w)
		}
	}
}

package store_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func item(n int) store.Item {
	return store.Item{ID: fmt.Sprintf("item-%06d", n), RunID: "run", TaskDigest: fmt.Sprintf("digest-%04d", n%10), Agent: "model", Model: "small", Seed: 1<<64 - 1, Attempt: n, GroupID: "g"}
}

func items(from, to int) []store.Item {
	var out []store.Item
	for i := from; i < to; i++ {
		out = append(out, item(i))
	}
	return out
}

func counts(t *testing.T, s *store.Store) map[string]int {
	t.Helper()
	list, err := s.ItemCounts(t.Context(), "run")
	ok(t, err)
	out := map[string]int{}
	for _, c := range list {
		out[string(c.Status)+" "+c.FailureClass] = c.Count
	}
	return out
}

func TestRuns(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	want := store.Run{ID: "a", Kind: "rollout", Settings: []byte(`{"k":8}`)}
	ok(t, s.CreateRun(ctx, want))
	ok(t, s.CreateRun(ctx, store.Run{ID: "b", Kind: "gate", Status: store.RunDone}))
	wantKind(t, s.CreateRun(ctx, want), fault.Conflict)
	wantKind(t, s.CreateRun(ctx, store.Run{Kind: "x"}), fault.Invalid)
	ok(t, s.SetRunStatus(ctx, "a", store.RunCanceled))
	wantKind(t, s.SetRunStatus(ctx, "nope", store.RunDone), fault.NotFound)
	if err := s.SetRunStatus(ctx, "a", "great"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("unknown status: %v", err)
	}
	want.Status, want.CreatedAt = store.RunCanceled, epoch
	got, err := s.Run(ctx, "a")
	ok(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	_, err = s.Run(ctx, "nope")
	wantKind(t, err, fault.NotFound)
	if all := collect(t, s.Runs(ctx)); len(all) != 2 || all[0].ID != "b" || all[1].ID != "a" {
		t.Errorf("runs %v, want the newest first", all)
	}
}

func TestItems(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	_, err := s.PutItems(ctx, items(0, 1))
	wantKind(t, err, fault.NotFound) // no run yet
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	for _, want := range []int{600, 0} { // the same manifest twice
		if added, err := s.PutItems(ctx, items(0, 600)); err != nil || added != want {
			t.Errorf("added %d, %v; want %d", added, err, want)
		}
	}
	_, err = s.PutItems(ctx, []store.Item{{ID: "x", RunID: "run"}})
	wantKind(t, err, fault.Invalid)
	all := collect(t, s.Items(ctx, "run"))
	want := item(7)
	want.Status = store.ItemQueued
	if len(all) != 600 {
		t.Fatalf("%d items", len(all))
	}
	if diff := cmp.Diff(want, all[7]); diff != "" {
		t.Error(diff)
	}
	first, err := s.ClaimItems(ctx, itemIDs(0, 3))
	ok(t, err)
	second, err := s.ClaimItems(ctx, append(itemIDs(0, 600), "nope"))
	ok(t, err)
	third, err := s.ClaimItems(ctx, itemIDs(0, 600))
	ok(t, err)
	slices.Sort(first)
	if !slices.Equal(first, itemIDs(0, 3)) || len(second) != 597 || len(third) != 0 {
		t.Errorf("claimed %v, %d, %d items", first, len(second), len(third))
	}
	if diff := cmp.Diff(map[string]int{"running ": 600}, counts(t, s)); diff != "" {
		t.Error(diff)
	}
}

func itemIDs(from, to int) []string {
	var out []string
	for _, it := range items(from, to) {
		out = append(out, it.ID)
	}
	return out
}

// What one run left undone, another that wants the same takes over; what is done stays where it is.
func TestItemsGoOverToTheNextRun(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	ok(t, s.CreateRun(ctx, store.Run{ID: "later", Kind: "rollout"}))
	_, err := s.PutItems(ctx, items(0, 3))
	ok(t, err)
	_, err = s.PutTrial(ctx, trial(0))
	ok(t, err)
	more := items(0, 4)
	for i := range more {
		more[i].RunID = "later"
	}
	for _, want := range []int{3, 0} {
		if n, err := s.PutItems(ctx, more); err != nil || n != want {
			t.Errorf("%d came to the run, %v; want %d", n, err, want)
		}
	}
	if diff := cmp.Diff(map[string]int{"done ": 1}, counts(t, s)); diff != "" {
		t.Error(diff)
	}
	other := more[1]
	other.Seed = 5
	_, err = s.PutItems(ctx, []store.Item{other})
	wantKind(t, err, fault.Conflict)
}

// Tries are counted over the lives of processes, and stand beside the outcome.
func TestTriesAndOutcomes(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	_, err := s.PutItems(ctx, items(0, 3))
	ok(t, err)
	for want := 1; want <= 2; want++ {
		if n, err := s.NoteTry(ctx, item(1).ID, "endpoint", "503"); err != nil || n != want {
			t.Errorf("try %d, %v; want %d", n, err, want)
		}
	}
	_, err = s.NoteTry(ctx, "nope", "endpoint", "")
	wantKind(t, err, fault.NotFound)
	_, err = s.NoteTry(ctx, item(1).ID, "", "")
	wantKind(t, err, fault.Invalid)
	v := trial(1)
	v.FailureClass = "agent"
	_, err = s.PutTrial(ctx, v)
	ok(t, err)
	lone := trial(7) // of no run
	_, err = s.PutTrial(ctx, lone)
	ok(t, err)
	got, err := s.Outcomes(ctx, []string{item(2).ID, item(1).ID, "nope", lone.ItemID})
	ok(t, err)
	want := []store.Outcome{
		{ItemID: item(2).ID, Item: store.ItemQueued},
		{ItemID: item(1).ID, Item: store.ItemDone, FailureClass: "agent", Tries: 2, TrialID: v.ID, Status: v.Status, Score: v.Score, Pass: v.Pass},
		{ItemID: "nope"},
		{ItemID: lone.ItemID, TrialID: lone.ID, Status: lone.Status, Score: lone.Score, Pass: lone.Pass},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	tries, err := s.Tries(ctx, itemIDs(0, 3))
	ok(t, err)
	wantTries := []store.Try{{ItemID: item(1).ID, Try: 1, Class: "endpoint", Detail: "503"}, {ItemID: item(1).ID, Try: 2, Class: "endpoint", Detail: "503"}}
	if diff := cmp.Diff(wantTries, tries); diff != "" {
		t.Error(diff)
	}
	ok(t, s.PutTries(ctx, append(tries, store.Try{ItemID: item(0).ID, Try: 1, Class: "environment"})))
	if again, err := s.Tries(ctx, itemIDs(0, 3)); err != nil || len(again) != 3 {
		t.Errorf("%v, %v", again, err)
	}
}

// A trial that was not scored gives way, a scored one never.
func TestSupersede(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.PutTasks(ctx, task(1)))
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	_, err := s.PutItems(ctx, items(1, 2))
	ok(t, err)
	first := trial(1)
	first.Status, first.FailureClass = store.TrialEndpointError, "endpoint"
	_, err = s.PutTrial(ctx, first)
	ok(t, err)
	if diff := cmp.Diff(map[string]int{"failed endpoint": 1}, counts(t, s)); diff != "" {
		t.Error(diff)
	}
	for _, want := range []bool{true, false} {
		second := trial(1)
		if stored, err := s.SupersedeTrial(ctx, second); err != nil || stored != want {
			t.Errorf("stored %v, %v; want %v", stored, err, want)
		}
		wantTotals(t, s)
	}
	if got, err := s.TrialOfItem(ctx, item(1).ID); err != nil || got.Status != store.TrialScored {
		t.Errorf("%v, %v", got.Status, err)
	}
	if diff := cmp.Diff(map[string]int{"done ": 1}, counts(t, s)); diff != "" {
		t.Error(diff)
	}
}

// Work that was done before its manifest was written is not done again, and its
// trial outlives whatever an item says.
func TestScoredTrialsAreKept(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	unscored := trial(1)
	unscored.Status = store.TrialAborted
	for _, v := range []store.Trial{trial(0), unscored} {
		_, err := s.PutTrial(ctx, v)
		ok(t, err)
	}
	_, err := s.PutItems(ctx, items(0, 3))
	ok(t, err)
	if diff := cmp.Diff(map[string]int{"done ": 1, "queued ": 2}, counts(t, s)); diff != "" {
		t.Error(diff)
	}
	db, err := sql.Open("sqlite", filepath.Join(s.Dir(), store.FileName))
	ok(t, err)
	_, err = db.Exec("UPDATE items SET status = 'running'") // a state that no method makes
	ok(t, err)
	ok(t, db.Close())
	if n, err := s.Requeue(ctx, "run", true, "*"); err != nil || n != 2 {
		t.Errorf("requeued %d, %v; want 2", n, err)
	}
	if _, err := s.Trial(ctx, trial(0).ID); err != nil {
		t.Errorf("the scored trial: %v", err)
	}
}

// A run of 10 is interrupted: 5 scored, 1 endpoint error, 1 environment error,
// 3 running. Resuming must run exactly the chosen rest.
func TestRequeue(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	for i := range 10 {
		ok(t, s.PutTasks(ctx, task(i)))
	}
	ok(t, s.CreateRun(ctx, store.Run{ID: "run", Kind: "rollout"}))
	_, err := s.PutItems(ctx, items(0, 10))
	ok(t, err)
	_, err = s.ClaimItems(ctx, itemIDs(0, 10))
	ok(t, err)
	for i := range 7 {
		v := trial(i)
		v.RunID = "run"
		switch i {
		case 5:
			v.Status = store.TrialEndpointError
		case 6:
			v.Status = store.TrialEnvError
		}
		_, err := s.PutTrial(ctx, v)
		ok(t, err)
	}
	if diff := cmp.Diff(map[string]int{"done ": 5, "failed endpoint_error": 1, "failed env_error": 1, "running ": 3}, counts(t, s)); diff != "" {
		t.Fatal(diff)
	}
	if n, err := s.Requeue(ctx, "run", false); err != nil || n != 0 {
		t.Errorf("nothing chosen: %d, %v", n, err)
	}
	if n, err := s.Requeue(ctx, "run", true, "endpoint_error", "unheard_of"); err != nil || n != 4 {
		t.Errorf("requeued %d, %v; want 4", n, err)
	}
	if diff := cmp.Diff(map[string]int{"done ": 5, "failed env_error": 1, "queued ": 4}, counts(t, s)); diff != "" {
		t.Error(diff)
	}
	_, err = s.TrialOfItem(ctx, "item-000005")
	wantKind(t, err, fault.NotFound)
	if _, err := s.TrialOfItem(ctx, "item-000006"); err != nil {
		t.Errorf("the trial of an item that was not chosen: %v", err)
	}
	wantTotals(t, s)
	again := trial(5)
	again.ID, again.RunID = "second-try", "run"
	if stored, err := s.PutTrial(ctx, again); err != nil || !stored {
		t.Errorf("the second try: %v, %v", stored, err)
	}
	if n, err := s.Requeue(ctx, "run", true, "*"); err != nil || n != 1 {
		t.Errorf("requeued %d by *, %v; want 1", n, err)
	}
	wantTotals(t, s)
	if n, err := s.CountTrials(ctx, store.TrialsOf{RunID: "run"}); err != nil || n != 6 {
		t.Errorf("%d trials, %v; want the 6 scored ones", n, err)
	}
}

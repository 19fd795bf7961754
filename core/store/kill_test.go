package store_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/store"
)

// wantSound asks SQLite whether the file is whole.
func wantSound(t testing.TB, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, store.FileName))
	ok(t, err)
	var verdict, broken string
	ok(t, db.QueryRow("PRAGMA integrity_check").Scan(&verdict))
	if verdict != "ok" {
		t.Errorf("integrity check: %s", verdict)
	}
	switch err := db.QueryRow("SELECT \"table\" FROM pragma_foreign_key_check").Scan(&broken); err {
	case sql.ErrNoRows:
	default:
		t.Errorf("broken references in %q (%v)", broken, err)
	}
	ok(t, db.Close())
}

// wantWhole checks that every acknowledged trial is there with its bodies, and
// that none is there twice or in part.
func wantWhole(t testing.TB, s *store.Store, acknowledged map[string]bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range collect(t, s.TrialsWithBodies(t.Context(), store.TrialsOf{})) {
		if seen[r.ItemID] {
			t.Errorf("item %s has two trials", r.ItemID)
		}
		seen[r.ItemID] = true
		want := trial(r.Attempt)
		if r.ID != want.ID || string(r.Trajectory) != string(want.Trajectory) || string(r.ScoreBody) != string(want.ScoreBody) {
			t.Errorf("trial %s is not what was written", r.ID)
		}
		delete(acknowledged, r.ID)
	}
	for id := range acknowledged {
		t.Errorf("trial %s was acknowledged and is lost", id)
	}
	wantTotals(t, s)
}

// A writer is killed at random moments, each time started anew on the same
// workspace with part of the work already done.
func TestKilledWriter(t *testing.T) {
	kills := 20
	if testing.Short() {
		kills = 5
	}
	dir := t.TempDir()
	rnd := det.NewRand(7, t.Name())
	acknowledged := map[string]bool{}
	from, fresh := 0, 0
	for range kills {
		c := startChild(t, dir, max(0, from-100), from+100_000)
		acks := c.wait(t, "open", rnd.Intn(400))
		ok(t, c.cmd.Process.Kill())
		acks = append(acks, c.rest(t)...)
		if err := c.cmd.Wait(); err == nil || c.err.Len() > 0 {
			t.Fatalf("the writer ended by itself: %v %s", err, c.err)
		}
		for _, a := range acks {
			id, isNew := strings.CutPrefix(a, "+")
			if id = strings.TrimPrefix(id, "="); isNew && acknowledged[id] {
				t.Errorf("trial %s was new twice", id)
			}
			if isNew {
				fresh++
			}
			acknowledged[id] = true
		}
		s := openAt(t, dir, store.Options{})
		known := map[string]bool{}
		for id := range acknowledged {
			known[id] = true
		}
		wantWhole(t, s, known)
		n, err := s.CountTrials(t.Context(), store.TrialsOf{})
		ok(t, err)
		from = n
		ok(t, s.Close())
		wantSound(t, dir)
	}
	if fresh < kills {
		t.Errorf("only %d trials in %d runs: the kills come too early to show anything", fresh, kills)
	}
	t.Logf("%d kills, %d trials acknowledged, %d stored", kills, fresh, from)
}

// A process is killed while it creates the workspace.
func TestKilledWhileCreating(t *testing.T) {
	kills := 10
	if testing.Short() {
		kills = 3
	}
	for i := range kills {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		c := startChild(t, dir, 0, 1)
		c.wait(t, "opening", 0)
		ok(t, c.cmd.Process.Kill())
		c.rest(t)
		if err := c.cmd.Wait(); err != nil && c.err.Len() > 0 {
			t.Fatalf("%v %s", err, c.err)
		}
		s := openAt(t, dir, store.Options{})
		ok(t, s.SetMeta(t.Context(), "a", "b"))
		ok(t, s.Close())
		wantSound(t, dir)
	}
}

// Two processes write at once, a third of the items the same.
func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	s := openAt(t, dir, store.Options{})
	for i := range 10 {
		ok(t, s.PutTasks(t.Context(), task(i)))
	}
	n := 600
	if testing.Short() {
		n = 150
	}
	a, b := startChild(t, dir, 0, 2*n), startChild(t, dir, n, 3*n)
	rows := 0
	for _, c := range []*child{a, b} {
		for _, ack := range append(c.wait(t, "open", 0), c.rest(t)...) {
			if strings.HasPrefix(ack, "+") {
				rows++
			}
		}
		if err := c.cmd.Wait(); err != nil {
			t.Errorf("%v %s", err, c.err)
		}
	}
	if rows != 3*n {
		t.Errorf("%d trials were new to one of the two, want %d", rows, 3*n)
	}
	all := collect(t, s.Trials(t.Context(), store.TrialsOf{}))
	if len(all) != 3*n || !slices.ContainsFunc(all, func(r store.TrialRow) bool { return r.Attempt == 3*n-1 }) {
		t.Errorf("%d trials, want %d", len(all), 3*n)
	}
	wantTotals(t, s)
}

package store_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// A damaged body spoils its own trial alone, and the error says which.
func TestDamagedBodiesSpoilNoOther(t *testing.T) {
	s := openNew(t)
	for n := range 3 {
		if _, err := s.PutTrial(t.Context(), trial(n)); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", filepath.Join(s.Dir(), "workspace.db"))
	ok(t, err)
	defer db.Close()
	for _, statement := range []string{
		"UPDATE trajectories SET body = x'67' WHERE trial = (SELECT max(seq) FROM trials)",
		"DELETE FROM scores WHERE trial = (SELECT min(seq) FROM trials)",
	} {
		_, err := db.ExecContext(t.Context(), statement)
		ok(t, err)
	}
	rows := collect(t, s.TrialsWithBodies(t.Context(), store.TrialsOf{}))
	if len(rows) != 3 {
		t.Fatalf("%d trials listed", len(rows))
	}
	for i, row := range rows {
		got, err := s.Trial(t.Context(), row.ID)
		if i == 1 {
			if err != nil || row.Damage != nil || row.Trajectory == nil || row.ScoreBody == nil {
				t.Errorf("the sound one: %v, %v", err, row.Damage)
			}
			continue
		}
		if !errors.Is(row.Damage, store.ErrDamaged) || row.Agent == "" {
			t.Errorf("%s: %v by %q", row.ID, row.Damage, row.Agent)
		}
		if !errors.Is(err, store.ErrDamaged) || fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), row.ID) || fault.HintOf(err) == "" || got.Agent == "" {
			t.Errorf("%s: %v", row.ID, err)
		}
	}
}

package store

import (
	"os"
	"path/filepath"
	"testing"
)

// Classes of failed items that were named by the trial's status are named as classes afterwards.
func TestMigrationNamesClasses(t *testing.T) {
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, FileName), nil, 0o644))
	check(t, fill(t.Context(), filepath.Join(dir, FileName), 3, fixed))
	raw(t, dir, `
INSERT INTO runs (id, kind, settings, status, created_at) VALUES ('r', 'rollout', 'null', 'open', 0);
INSERT INTO items (id, run_id, task_digest, agent, model, seed, attempt, group_id, status, failure_class)
VALUES ('a', 'r', 'd', '', '', 0, 1, '', 'failed', 'endpoint_error'), ('b', 'r', 'd', '', '', 0, 2, '', 'failed', 'env_error'),
       ('c', 'r', 'd', '', '', 0, 3, '', 'failed', 'rate_limit'), ('d', 'r', 'd', '', '', 0, 4, '', 'done', '');
`)
	s, err := Open(t.Context(), dir, fixed)
	check(t, err)
	defer s.Close()
	want := map[string]string{"a": "endpoint", "b": "environment", "c": "rate_limit", "d": ""}
	for it, err := range s.Items(t.Context(), "r") {
		check(t, err)
		if it.FailureClass != want[it.ID] {
			t.Errorf("%s has class %q, want %q", it.ID, it.FailureClass, want[it.ID])
		}
		delete(want, it.ID)
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
	if n, err := s.Requeue(t.Context(), "r", false, "endpoint", "environment"); err != nil || n != 2 {
		t.Errorf("requeued %d, %v", n, err)
	}
}

package engine_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
)

// spoil changes rows of a workspace behind its back.
func spoil(t *testing.T, w *engine.Workspace, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(w.Store.Dir(), "workspace.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r, err := db.ExecContext(t.Context(), statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		t.Fatalf("%s: %d rows, %v", statement, n, err)
	}
}

func codesOf(r *export.Report) (units int, codes map[string]int) {
	codes = map[string]int{}
	for _, s := range r.Splits {
		units += s.Units
	}
	for _, c := range r.Excluded {
		codes[c.Code] = c.Count
		units += c.Count
	}
	return units, codes
}

// One trial whose bodies are damaged, and one whose bodies are gone, are counted by curation and
// export, and keep no other from its way.
func TestDamagedTrialsAreCounted(t *testing.T) {
	w := exportFixture(t, 2, "oracle", "novice")
	spoil(t, w, "UPDATE trajectories SET body = x'670000' WHERE trial = (SELECT min(seq) FROM trials)")
	spoil(t, w, "DELETE FROM scores WHERE trial = (SELECT max(seq) FROM trials)")
	s := curated(t, w)
	rules := map[string]int{}
	for _, r := range s.Counts.Rules {
		rules[r.Rule] = r.Count
	}
	if s.Counts.Sum() != 18 || s.Counts.Input != 18 || rules[curate.RuleUnreadable] != 2 {
		t.Errorf("%+v", s.Counts)
	}
	r, err := exportTo(t, w, filepath.Join(t.TempDir(), "out"), "canonical", nil)
	if err != nil {
		t.Fatal(err)
	}
	if units, codes := codesOf(r); units != 18 || codes[export.Unreadable] != 2 {
		t.Errorf("%d of 18 accounted for, %v", units, codes)
	}
}

// A task whose source is damaged has no tools to export; what is known beside the source counts on.
func TestDamagedTaskSources(t *testing.T) {
	w := exportFixture(t, 2, "oracle", "novice")
	before := curated(t, w)
	spoil(t, w, "UPDATE task_sources SET source = x'0009414141'")
	after := curated(t, w)
	for i := range after.Rows {
		if x, y := &before.Rows[i], &after.Rows[i]; x.Scenario != y.Scenario || x.Root != y.Root || x.Fold != y.Fold {
			t.Errorf("%+v was %+v", y, x)
		}
	}
	r, err := exportTo(t, w, filepath.Join(t.TempDir(), "out"), "canonical", nil)
	if fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), "18 left out: the task cannot be opened") {
		t.Errorf("an export without a task: %v", err)
	}
	if units, codes := codesOf(r); units != 18 || codes[export.NoTask] != 18 {
		t.Errorf("%d of 18 accounted for, %v", units, codes)
	}
}

// A selection outlives trials that it names.
func TestVanishedTrialsAreCounted(t *testing.T) {
	w := exportFixture(t, 2, "oracle", "novice")
	s := curated(t, w)
	if _, err := w.SaveSelection(s); err != nil {
		t.Fatal(err)
	}
	gone := ""
	for i := range s.Rows {
		if s.Rows[i].Decision == curate.Keep {
			gone = s.Rows[i].Trial
		}
	}
	spoil(t, w, "DELETE FROM trials WHERE id = ?", gone)
	r, err := exportTo(t, w, filepath.Join(t.TempDir(), "out"), "canonical", func(o *engine.ExportOptions) { o.Curated = true })
	if err != nil {
		t.Fatal(err)
	}
	if units, codes := codesOf(r); units != len(s.Rows) || codes[export.Gone] != 1 {
		t.Errorf("%d of %d accounted for, %v", units, len(s.Rows), codes)
	}
}

// What people refuse leaves by no way: nor do trials of a task that they refuse.
func TestExportByQueryHeedsPeople(t *testing.T) {
	w := exportFixture(t, 2, "oracle")
	first := firstTrial(t, w, "oracle")
	if _, err := w.Store.Decide(t.Context(), store.Decision{Kind: store.KindTask, Digest: first.TaskDigest, Verdict: store.Reject, Reviewer: "ann"}); err != nil {
		t.Fatal(err)
	}
	r, err := exportTo(t, w, filepath.Join(t.TempDir(), "out"), "canonical", nil)
	if err != nil {
		t.Fatal(err)
	}
	if units, codes := codesOf(r); units != 9 || codes[export.Rejected] != 3 {
		t.Errorf("%d of 9 accounted for, %v", units, codes)
	}
}

// A workspace with a damaged trial is merged but for that one, which is named.
func TestMergeNamesDamagedTrials(t *testing.T) {
	from, into := exportFixture(t, 2, "oracle"), exportFixture(t, 2, "null")
	spoil(t, from, "UPDATE trajectories SET body = x'' WHERE trial = (SELECT min(seq) FROM trials)")
	if err := from.Close(); err != nil {
		t.Fatal(err)
	}
	m, err := into.Merge(t.Context(), []string{from.Store.Dir()}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Trials != 9 || m.Added != 8 || len(m.Damaged) != 1 || m.Damaged[0].From != from.Store.Dir() || m.Damaged[0].Trial == "" {
		t.Errorf("%+v", m)
	}
}

// A task of a manifest that is there and cannot be read is named, with what says why.
func TestManifestTasksThatCannotBeRead(t *testing.T) {
	lib := copyTasks(t, "one-free-hour-000005", "february-instalments")
	e := newEngine(t)
	file := filepath.Join(t.TempDir(), "plan.jsonl")
	if _, err := e.PrepareRollout(t.Context(), file, &engine.RolloutPlan{Paths: []string{lib}, Agents: refs("teacher"), Trials: 1}, nil, nil); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(lib, "one-free-hour-000005", "task.yaml"), []byte("half"))
	m, err := e.Manifest(file)
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.OpenRollout(t.Context(), m, rollout.Whole(), nil, nil)
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "one-free-hour-000005") || !strings.Contains(fault.HintOf(err), "task lint "+filepath.ToSlash(lib)) {
		t.Errorf("%v (%s)", err, fault.HintOf(err))
	}
}

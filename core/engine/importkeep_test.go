package engine_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/importer"
	"coworkenv.dev/coworkenv/core/store"
)

// An imported transcript is a trial that can be seen and counts nowhere: it has no score, no export
// takes it, and it is kept once.
func TestKeepImported(t *testing.T) {
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test's
	file := filepath.Join(t.TempDir(), "chat.json")
	write(t, file, []byte(`{"messages": [{"role": "user", "content": "Is TK-1 open?"}, {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "get", "arguments": "{broken"}}]},
 {"role": "tool", "tool_call_id": "c", "content": "open"}, {"role": "assistant", "content": "Yes."}]}`))
	var kept []string
	for range 2 {
		var to bytes.Buffer
		r, err := e.ImportTrajectory(t.Context(), engine.TrajectoryImport{Path: file, From: importer.Messages, Into: w}, &to)
		if err != nil || len(r.Kept) != 1 || r.Run == "" || to.Len() == 0 || bytes.Contains(to.Bytes(), []byte(`"imported"`)) {
			t.Fatalf("%+v %v", r, err)
		}
		kept = r.Kept
	}
	rows, err := w.ListTrials(t.Context(), "reason:imported", 0)
	if err != nil || len(rows) != 1 || rows[0].Status != store.TrialAborted || rows[0].Agent != "imported/messages" || rows[0].Calls != 1 || rows[0].Score != 0 {
		t.Fatalf("%+v %v", rows, err)
	}
	c, err := w.Course(t.Context(), kept[0])
	if err != nil || c.Trajectory.Imported != "messages" || len(c.Turns) != 2 || c.Score != nil || c.TaskWhy == "" {
		t.Errorf("%+v %v", c, err)
	}
	report, err := exportTo(t, w, filepath.Join(t.TempDir(), "ds"), "trl", nil)
	if report == nil || report.Considered != 1 || len(report.Excluded) != 1 || report.Excluded[0].Code != export.Imported {
		t.Errorf("export: %+v %v", report, err)
	}
	write(t, file, []byte(`{"messages": [{"role": "user", "content": "Mail ada@corp.de."}, {"role": "assistant", "content": "Done."}]}`))
	if r, err := e.ImportTrajectory(t.Context(), engine.TrajectoryImport{Path: file, From: importer.Messages, Into: w}, &bytes.Buffer{}); fault.KindOf(err) != fault.Denied || len(r.Kept) != 0 {
		t.Errorf("a leak is kept: %+v %v", r, err)
	}
	if rows, err = w.ListTrials(t.Context(), "", 0); err != nil || len(rows) != 1 {
		t.Errorf("%d trials, %v", len(rows), err)
	}
}

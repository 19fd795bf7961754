package claweval_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/library/claweval"
)

// gateCallsThemImported: every imported task comes out of the gate as imported and none as
// verified. Only one whose fixture is not among the files fails, and for that reason alone.
func (report importedData) gateCallsThemImported(t *testing.T) {
	into, opts := report.into, report.opts
	g := gate.Gate{Catalog: opts.Catalog, Checks: opts.Checks, Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC))}
	for _, r := range report.Tasks {
		loaded, problems := task.Load(filepath.Join(into, r.ID), task.LoadOptions{})
		judged, err := g.Run(context.Background(), loaded, problems, gate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := gate.Imported
		if lacksRecords(r) {
			want = gate.Failed
		}
		if judged.Status != want {
			t.Errorf("%s is %s, want %s", r.ID, judged.Status, want)
		}
		for _, f := range judged.Findings {
			if f.Severity == gate.Error && (want == gate.Imported || f.Code != gate.NoRecords) {
				t.Errorf("%s: %s %s: %s", r.ID, f.Code, f.Path, f.Message)
			}
		}
	}
}

// lacksRecords reports whether a service's fixture is not among the files.
func lacksRecords(r claweval.TaskReport) bool {
	return slices.ContainsFunc(r.Faults, func(f claweval.Fault) bool { return f.Code == claweval.FaultMissingFile && f.Path == "services[0]" })
}

package library_test

import (
	"bytes"
	"context"
	"io/fs"
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/library"
)

// TestStartersAreVerified: what an author starts from is a whole task of the family, in its usual
// form, and nothing about it has to be mended before the author's own work begins.
func TestStartersAreVerified(t *testing.T) {
	e := newEngine(t)
	for _, family := range task.Families() {
		t.Run(string(family), func(t *testing.T) {
			data, err := fs.ReadFile(library.Starters(), string(family)+".yaml")
			if err != nil {
				t.Fatal(err)
			}
			parsed, problems := task.Parse("task.yaml", data)
			if parsed == nil || len(problems) > 0 {
				t.Fatal(problems)
			}
			if n := len(parsed.Services); parsed.Family != family || n < 2 || n > 3 {
				t.Errorf("family %s with %d services", parsed.Family, n)
			}
			if formatted, err := task.Format(data); err != nil || !bytes.Equal(formatted, data) {
				t.Errorf("the file is not in its usual form: %v", err)
			}
			g := gate.Gate{Catalog: e.catalog, Checks: e.registry, Clock: e.clock}
			report, err := g.Run(context.Background(), parsed, problems, gate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Findings {
				if f.Severity != gate.Info {
					t.Errorf("%d: %s %s: %s", f.Line, f.Round, f.Code, f.Message)
				}
			}
			if report.Status != gate.Verified {
				t.Errorf("%s", report.Status)
			}
		})
	}
	files, err := fs.ReadDir(library.Starters(), ".")
	if err != nil || len(files) != len(task.Families()) {
		t.Errorf("%d starters, %v", len(files), err)
	}
}

package gate_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/task"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

func newGate(t testing.TB) *gate.Gate {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return &gate.Gate{Catalog: catalog, Checks: checks, Clock: det.System()}
}

// What the solution makes is none of the records among which it has to find something.
func TestMadeRecordsDoNotMatter(t *testing.T) {
	tk, problems := task.Parse("07.yaml", []byte(example(t, "07")))
	r, err := newGate(t).Run(t.Context(), tk, problems, gate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := r.Difficulty; d.Records != 4 || d.Matter != 3 {
		t.Errorf("%d of %d records matter; the solution sees two people and an event", d.Matter, d.Records)
	}
}

// The worked examples of the format must pass every round as they stand.
func TestExamplesAreVerified(t *testing.T) {
	dir := sharedtest.Dir(t, "spec", "examples")
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples in %s: %v", dir, err)
	}
	g := newGate(t)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tk, problems := task.Parse(filepath.Base(file), data)
			report, err := g.Run(context.Background(), tk, problems, gate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Findings {
				if f.Severity == gate.Error {
					t.Errorf("%s %s: %s (%s) %+v", f.Round, f.Code, f.Message, f.Path, f.Evidence)
				} else {
					t.Logf("%s %s %s: %s (%s)", f.Severity, f.Round, f.Code, f.Message, f.Path)
				}
			}
			if d := report.Difficulty; d.Matter > d.Records {
				t.Errorf("%d of %d records matter", d.Matter, d.Records)
			}
			if report.Status != gate.Verified {
				t.Errorf("status %s, rounds %+v", report.Status, report.Rounds)
			}
		})
	}
}

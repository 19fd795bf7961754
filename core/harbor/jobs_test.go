package harbor_test

import (
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/harbor"
)

func TestReadJobsOfNothing(t *testing.T) {
	if _, _, err := harbor.ReadJobs(t.TempDir()); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	if _, _, err := harbor.ReadJobs(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there")
	}
}

// Whatever a trial's files hold, reading them ends.
func FuzzReadJobs(f *testing.F) {
	f.Add([]byte(`{"trial_name":"t","agent_info":{"name":"a","model_info":{"name":"m"}},"started_at":"2026-03-01T10:00:00"}`), []byte(`{"digest":"d","score":{"status":"scored"}}`), []byte(`{"format":"coworkenv.trajectory/v1","task":{"digest":"d"}}`))
	f.Add([]byte(`{"started_at":"never"}`), []byte(`{`), []byte(``))
	f.Fuzz(func(t *testing.T, result, details, course []byte) {
		dir := t.TempDir()
		at := filepath.Join(dir, "job", "trial", "verifier")
		if err := os.MkdirAll(at, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{"../result.json": result, "../config.json": []byte("{}"), harbor.RewardDetails: details, harbor.CourseFile: course} {
			if err := os.WriteFile(filepath.Join(at, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		trials, skipped, err := harbor.ReadJobs(dir)
		if err != nil || len(trials)+len(skipped) != 1 {
			t.Fatalf("%d trials, %d skipped, %v", len(trials), len(skipped), err)
		}
	})
}

package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
)

// TestKilledRunsLoseNothing kills a run at random moments: the workspace opens, nothing
// finished is lost, nothing is double, and the same command finishes the work.
func TestKilledRunsLoseNothing(t *testing.T) {
	kills := 20
	if testing.Short() {
		kills = 4
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "ws")
	program := func(args ...string) *exec.Cmd {
		cmd := exec.Command(self, append(args, "-w", dir)...)
		cmd.Env = append(os.Environ(), runAsProgram+"=1")
		return cmd
	}
	run := []string{"run", "--agent", "teacher", "--agent", "oracle", "--trials", "40", "--quiet"}
	rand := det.NewRand(1, "kills")
	seen := map[string]bool{}
	for range kills {
		cmd := program(run...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+rand.Intn(400)) * time.Millisecond) // the moment is the point
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		now := trialIDs(t, program)
		for id := range seen {
			if !now[id] {
				t.Fatalf("trial %s was there and is lost", id)
			}
		}
		seen = now
	}
	if out, err := program(run...).CombinedOutput(); err != nil {
		t.Fatalf("finish: %v\n%s", err, out)
	}
	all := trialIDs(t, program)
	tasks := len(listed(t, program("task", "list", "--json")))
	if want := tasks * 2 * 40; len(all) != want {
		t.Errorf("%d trials at the end, want %d", len(all), want)
	}
}

// trialIDs lists the stored trials and refuses doubles. Before the first write there is no
// workspace to read, which is no loss.
func trialIDs(t *testing.T, program func(...string) *exec.Cmd) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	for _, row := range listed(t, program("trials", "list", "--json")) {
		id, _ := row["id"].(string)
		if ids[id] {
			t.Fatalf("trial %s is there twice", id)
		}
		ids[id] = true
	}
	return ids
}

func listed(t *testing.T, cmd *exec.Cmd) []map[string]any {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if bytes.Contains(stderr.Bytes(), []byte("no workspace")) {
			return nil
		}
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.Bytes())
	}
	var rows []map[string]any
	if err := json.Unmarshal(out, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

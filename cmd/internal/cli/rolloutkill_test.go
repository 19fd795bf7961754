package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/store"
)

// program starts this test binary as the program.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), runAsProgram+"=1")
	return cmd
}

// finish runs the program to its end.
func finish(t testing.TB, args ...string) []byte {
	t.Helper()
	cmd := program(t, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", args, err, out, stderr.String())
	}
	return out
}

// killAt starts the program and kills it some time after its nth sign of progress with trials; with 0
// after it was started.
func killAt(t testing.TB, n int, more time.Duration, args ...string) {
	t.Helper()
	cmd := program(t, args...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	signs := make(chan struct{}, 100)
	go func() {
		defer close(signs)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "trials ") {
				signs <- struct{}{}
			}
		}
	}()
	for range n {
		if _, alive := <-signs; !alive {
			break
		}
	}
	time.Sleep(more) // the moment is the point
	if err := cmd.Process.Kill(); err != nil {
		t.Logf("it was quicker: %v", err)
	}
	for range signs {
	}
	_ = cmd.Wait() // it was killed
}

// workspaceState is all that a workspace holds of trials, items and totals, but for times.
func workspaceState(t testing.TB, dir string) map[string]string {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	out := map[string]string{}
	for r, err := range s.TrialsWithBodies(t.Context(), store.TrialsOf{}) {
		if err != nil {
			t.Fatal(err)
		}
		if out[r.ItemID] != "" {
			t.Errorf("item %s has two trials", r.ItemID)
		}
		var body map[string]any
		if err := json.Unmarshal(r.Trajectory, &body); err != nil {
			t.Fatal(err)
		}
		delete(body, "began")
		delete(body, "duration_ns")
		rest, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r.StartedAt, r.Duration, r.Trajectory = time.Time{}, 0, rest
		whole, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		out[r.ItemID] = fmt.Sprintf("%s %s", det.SHA256Hex(whole), r.Status)
	}
	for run, err := range s.Runs(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		out[run.ID] = fmt.Sprint(run.Kind, string(run.Settings), run.Status)
		for it, err := range s.Items(t.Context(), run.ID) {
			if err != nil {
				t.Fatal(err)
			}
			out[it.ID] += fmt.Sprintf(" %+v", it)
		}
	}
	for row, err := range s.Tasks(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		out["task "+row.Digest] = fmt.Sprint(row.ID, row.Trials, row.Scored, row.Passed)
	}
	return out
}

// A rollout that is killed at five random moments and goes on each time ends as one that never was.
func TestKilledRolloutEqualsAnUndisturbedOne(t *testing.T) {
	trials := "15"
	if testing.Short() {
		trials = "6"
	}
	calm, killed := filepath.Join(t.TempDir(), "calm"), filepath.Join(t.TempDir(), "killed")
	args := []string{"rollout", "--agent", "teacher", "--agent", "novice", "--trials", trials, "--fault-rate", "0.02", "--seed", "5"}
	finish(t, append(args, "-w", calm)...)
	rand := det.NewRand(3, "rollout kills")
	for i := range 5 {
		killAt(t, i%3, time.Duration(rand.Intn(200))*time.Millisecond, append(args, "-w", killed)...)
	}
	out := finish(t, append(args, "-w", killed, "--json")...)
	var result struct{ Done, Fresh, Items int }
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	if result.Fresh == result.Items || result.Done != result.Items {
		t.Errorf("the last run did %d of %d: the kills show nothing", result.Fresh, result.Items)
	}
	t.Logf("%d items, %d left for the last run", result.Items, result.Fresh)
	if diff := cmp.Diff(workspaceState(t, calm), workspaceState(t, killed)); diff != "" {
		t.Error(diff)
	}
}

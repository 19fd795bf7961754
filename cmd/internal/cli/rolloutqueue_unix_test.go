//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
)

// The program through a real JetStream: three workers, of which one is killed and one hangs and comes
// back when all is done, and a collector that is killed too. The result equals a run on one machine.
func TestQueueWithKilledAndHangingWorkers(t *testing.T) {
	ns, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	go ns.Start()
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	if !ns.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	trials := "12"
	if testing.Short() {
		trials = "6"
	}
	calm, dir := filepath.Join(t.TempDir(), "calm"), filepath.Join(t.TempDir(), "queued")
	args := []string{"rollout", "--agent", "teacher", "--agent", "novice", "--trials", trials, "--seed", "5"}
	finish(t, append(args, "-w", calm)...)
	queued := append(args, "-w", dir, "--queue", ns.ClientURL(), "--lease", "1s")

	worker := func() (*exec.Cmd, *bytes.Buffer) {
		cmd := program(t, "worker", "--queue", ns.ClientURL(), "--idle", "8s", "--json")
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return cmd, &out
	}
	doomed, _ := worker()
	hung, hungOut := worker()
	killAt(t, 1, 0, queued...) // the collector, after its first results
	if err := doomed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := hung.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	sound, soundOut := worker()
	out := finish(t, append(queued, "--json")...)
	if err := hung.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	counts := map[string]struct{ Trials, Late int }{}
	for name, w := range map[string]struct {
		cmd *exec.Cmd
		out *bytes.Buffer
	}{"hung": {hung, hungOut}, "sound": {sound, soundOut}} {
		if err := w.cmd.Wait(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var c struct{ Trials, Late int }
		if err := json.Unmarshal(w.out.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		counts[name] = c
	}
	var result struct{ Done, Items, Fresh int }
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d items, %d for the second collector; workers %v", result.Items, result.Fresh, counts)
	if result.Done != result.Items || result.Fresh == 0 || counts["sound"].Trials == 0 {
		t.Errorf("%+v, %v", result, counts)
	}
	if counts["hung"].Late == 0 {
		t.Errorf("nothing of the worker that hung came too late: %v", counts)
	}
	if diff := cmp.Diff(workspaceState(t, calm), workspaceState(t, dir)); diff != "" {
		t.Error(diff)
	}
}

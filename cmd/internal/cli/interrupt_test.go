package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever is interrupted, and however early, ends as interrupted and says how to go on.
func TestInterruptedCommands(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	plan := filepath.Join(dir, "plan.yaml")
	if err := os.WriteFile(plan, []byte("schema: coworkenv.plan/v1\ntarget: 2\nscenarios: [overdue-tickets]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]string{
		{"gate"}, {"gate", "--no-child"}, {"gate", "--stale"}, {"report"}, {"report", "--calibrate", "1"}, {"task", "list"}, {"task", "lint", "../../../library/tasks"},
		{"synth", "--plan", plan, "--into", filepath.Join(dir, "lib")}, {"synth", "--plan", plan, "--no-child", "--into", filepath.Join(dir, "lib")},
		{"coverage", "gaps", "../../../library/tasks"},
	} {
		d, _, stderr := fakeDeps(nil)
		d.Self = os.Executable
		d.opts.workspace = filepath.Join(dir, "ws")
		status := Main(ctx, d, line)
		if status != 130 || strings.Count(stderr.String(), "hint: ") != 1 || strings.Contains(stderr.String(), "items") {
			t.Errorf("%v: status %d\n%s", line, status, stderr)
		}
	}
}

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A result that cannot be written is told before the work for it, with what to do, and nothing is
// left where it can.
func TestOutputsAreTriedFirst(t *testing.T) {
	dir := t.TempDir()
	nowhere := filepath.Join(dir, "none", "x")
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]string{
		{"report", "--markdown", nowhere}, {"report", "--markdown", dir}, {"eval", "--markdown", nowhere}, {"eval", "--plots", filepath.Join(there, "plots")},
		{"curves", "../../../docs/learning/learning.json", "--svg", nowhere}, {"curate", "--out", nowhere}, {"review", "export", "--out", nowhere},
		{"curriculum", "--into", nowhere}, {"curriculum", "--into", there}, {"import", "trajectory", "x.jsonl", "--from", "claude-code", "--out", there},
		{"import", "trajectory", "x.jsonl", "--from", "claude-code", "--out", nowhere},
	} {
		d, stdout, stderr := fakeDeps(nil)
		d.opts.workspace = filepath.Join(dir, "ws")
		if status := Main(t.Context(), d, line); status == 0 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "hint: ") ||
			!strings.Contains(stderr.String(), line[len(line)-1]) || strings.Contains(stderr.String(), "/28") {
			t.Errorf("%v: status %d\n%s%s", line, status, stdout, stderr)
		}
	}
	if err := canWrite(there, filepath.Join(dir, "new"), ""); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(dir)
	if data, _ := os.ReadFile(there); err != nil || string(data) != "mine" || len(entries) != 1 {
		t.Errorf("%q, %v, %v", data, entries, err)
	}
}

package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
)

// What is no plain file is refused without being opened: a pipe would wait for a writer.
func TestOpenRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, FileName), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{fixed, {ReadOnly: true}} {
		s, err := Open(t.Context(), dir, o)
		if err == nil {
			t.Fatal(s.Close())
		}
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "no plain file") {
			t.Errorf("read-only %v: %v", o.ReadOnly, err)
		}
	}
}

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

// A workspace whose folder is none is refused with what to do, read-only or not, and is left as it
// is.
func TestOpenRefusesWhatIsNoFolder(t *testing.T) {
	dir := t.TempDir()
	file, circle := filepath.Join(dir, "file"), filepath.Join(dir, "circle")
	if err := os.WriteFile(file, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(circle, circle); err != nil {
		t.Skip("links cannot be made here:", err)
	}
	for _, path := range []string{file, filepath.Join(file, "below"), circle} {
		for _, o := range []Options{fixed, {ReadOnly: true}} {
			s, err := Open(t.Context(), path, o)
			if err == nil {
				t.Fatal(path, s.Close())
			}
			if fault.HintOf(err) == "" || fault.KindOf(err) == fault.Internal {
				t.Errorf("%s, read-only %v: %s: %v (hint %q)", filepath.Base(path), o.ReadOnly, fault.KindOf(err), err, fault.HintOf(err))
			}
		}
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "mine" {
		t.Errorf("the file holds %q, %v", data, err)
	}
}

package sharedtest_test

import (
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/sharedtest"
)

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestEnvironmentNamesTheFolder(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "data", "a.json"))
	t.Setenv(sharedtest.EnvVar, root)
	if got, want := sharedtest.Dir(t, "data", "a.json"), filepath.Join(root, "data", "a.json"); got != want {
		t.Errorf("Dir = %s, want %s", got, want)
	}
}

func TestBesideTheModule(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "shared", "spec", "x.md"))
	write(t, filepath.Join(root, "repo", "go.mod"))
	write(t, filepath.Join(root, "repo", "core", "deep", "f.go"))
	t.Setenv(sharedtest.EnvVar, "")
	t.Chdir(filepath.Join(root, "repo", "core", "deep"))
	if got, want := sharedtest.Dir(t, "spec"), filepath.Join(root, "shared", "spec"); got != want {
		t.Errorf("Dir = %s, want %s", got, want)
	}
}

func TestAbsentDataSkips(t *testing.T) {
	t.Setenv(sharedtest.EnvVar, t.TempDir())
	reached := false
	t.Run("skipping", func(t *testing.T) {
		t.Cleanup(func() {
			if !t.Skipped() {
				t.Error("absent data did not skip")
			}
		})
		sharedtest.Dir(t, "absent")
		reached = true
	})
	if reached {
		t.Error("the test went on without its data")
	}
}

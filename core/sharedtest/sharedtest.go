// Package sharedtest finds the test data that lives beside the repository and
// is never copied into it.
//
// Only tests import it. Invariant: absent data is a skip that says where it was
// looked for, never a pass in silence and never a failure.
package sharedtest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// EnvVar names the folder of the test data where it is not beside the repository.
const EnvVar = "COWORKENV_SHARED"

// Dir returns the path of elem inside the test data, or skips the test when it
// is absent. It looks in the folder that COWORKENV_SHARED names, else in
// ../shared beside the folder that holds go.mod.
func Dir(t testing.TB, elem ...string) string {
	t.Helper()
	root, err := dataRoot()
	if err != nil {
		t.Fatalf("find test data: %v", err)
	}
	path := filepath.Join(append([]string{root}, elem...)...)
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		t.Skipf("test data %s is absent; set %s to the folder that holds it", path, EnvVar)
	case err != nil:
		t.Fatalf("find test data: %v", err)
	}
	return path
}

func dataRoot() (string, error) {
	if dir := os.Getenv(EnvVar); dir != "" {
		return dir, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		if err == nil {
			return filepath.Join(filepath.Dir(dir), "shared"), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = parent
	}
}

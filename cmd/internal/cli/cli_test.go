package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"coworkenv.dev/coworkenv/core/det"
)

// runAsProgram makes the test binary be the program, for tests that kill it.
const runAsProgram = "COWORKENV_TEST_RUN"

func TestMain(m *testing.M) {
	if os.Getenv(runAsProgram) != "" {
		os.Exit(Main(context.Background(), System(), os.Args[1:]))
	}
	testscript.Main(m, map[string]func(){
		"coworkenv": func() { os.Exit(Main(context.Background(), System(), os.Args[1:])) },
	})
}

// TestScripts runs the program as a user does; each script in testdata/script
// is one command's document.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			shipped, err := filepath.Abs("../../../library/tasks")
			env.Setenv("LIBRARY", shipped)
			return err
		},
	})
}

// fakeDeps are Deps with buffers and a fixed clock; env is what Env knows.
func fakeDeps(env map[string]string) (d *Deps, stdout, stderr *bytes.Buffer) {
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	return &Deps{
		Stdin:  strings.NewReader(""),
		Stdout: stdout,
		Stderr: stderr,
		Clock:  det.Fixed(time.Date(2026, 3, 17, 9, 0, 0, 0, time.UTC)),
		Env:    func(name string) string { return env[name] },
	}, stdout, stderr
}

//go:build unix

// Package earlytest starts a program on a terminal that answers nothing and
// tells whether it asked that terminal something.
//
// Only tests import it. Invariant: a program that asks is stopped at once, so
// that no test waits for the answer that never comes.
package earlytest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"coworkenv.dev/coworkenv/core/det"
)

// Start is what a program did on a silent terminal.
type Start struct {
	Written []byte        // all it wrote, or what it wrote until it asked
	Took    time.Duration // until its end, or until it asked
	Asked   bool          // it asked for colours or the cursor's place
}

// Build compiles the main package in dir and returns the program's path.
func Build(t testing.TB, dir string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "program")
	cmd := exec.Command("go", "build", "-o", bin, dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", dir, err, out)
	}
	return bin
}

// OnSilentTerminal runs a program of 80 columns and 24 rows and never answers
// it. TERM is set, CI is not: both decide whether termenv asks.
func OnSilentTerminal(t testing.TB, bin string, args ...string) Start {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Env = []string{"TERM=xterm-256color", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	clock := det.System()
	began := clock.Now()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatalf("start on a pty: %v", err)
	}
	defer tty.Close()
	var s Start
	for buf := make([]byte, 4096); !s.Asked; {
		n, err := tty.Read(buf)
		s.Written = append(s.Written, buf[:n]...)
		s.Asked = asks(s.Written)
		if err == nil {
			continue
		}
		// Linux reports the program's end as an I/O error.
		if !errors.Is(err, io.EOF) && !errors.Is(err, syscall.EIO) {
			t.Fatalf("read the pty: %v", err)
		}
		break
	}
	if s.Asked {
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatalf("stop the waiting program: %v", err)
		}
	}
	err = cmd.Wait()
	s.Took = clock.Now().Sub(began)
	if err != nil && !s.Asked {
		t.Fatalf("program failed: %v\n%q", err, s.Written)
	}
	return s
}

// asks looks for what termenv sends to learn the terminal's colours: foreground
// (OSC 10), background (OSC 11) and the cursor report that ends the wait.
func asks(written []byte) bool {
	for _, query := range []string{"\x1b]10;?", "\x1b]11;?", "\x1b[6n"} {
		if bytes.Contains(written, []byte(query)) {
			return true
		}
	}
	return false
}

// CheckQuiet fails when the program asks the terminal something, does not print
// want, or takes as long as a query that nobody answers. The fastest of three
// starts counts: a start takes some 10 ms, an unanswered query 5 s.
func CheckQuiet(t testing.TB, want, bin string, args ...string) {
	t.Helper()
	fastest := time.Hour
	for range 3 {
		s := OnSilentTerminal(t, bin, args...)
		if s.Asked {
			t.Fatalf("a package was initialised before early and asks the terminal: %q", s.Written)
		}
		if !bytes.Contains(s.Written, []byte(want)) {
			t.Fatalf("the program did not print %q: %q", want, s.Written)
		}
		fastest = min(fastest, s.Took)
	}
	t.Logf("fastest of 3 starts: %v", fastest)
	if fastest > time.Second {
		t.Errorf("fastest of 3 starts on a silent terminal took %v", fastest)
	}
}

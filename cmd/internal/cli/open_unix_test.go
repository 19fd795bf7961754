//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/term/early/earlytest"
)

// silent is the program on a terminal that answers no question.
type silent struct {
	t    testing.TB
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	all  []byte
	more chan struct{} // a token for each read
	done chan error
}

func startSilent(t testing.TB, bin, dir string, args ...string) *silent {
	t.Helper()
	s := &silent{t: t, cmd: exec.Command(bin, args...), more: make(chan struct{}, 1<<16), done: make(chan error, 1)}
	s.cmd.Dir = dir
	s.cmd.Env = []string{"TERM=xterm-256color", "PATH=" + os.Getenv("PATH"), "HOME=" + dir, "EDITOR=true"}
	tty, err := pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 48, Cols: 160})
	if err != nil {
		t.Fatalf("start on a pty: %v", err)
	}
	s.tty = tty
	go func() {
		buf := make([]byte, 64<<10)
		for {
			n, err := tty.Read(buf)
			s.mu.Lock()
			s.all = append(s.all, buf[:n]...)
			s.mu.Unlock()
			if err != nil {
				s.done <- s.cmd.Wait()
				close(s.more)
				return
			}
			s.more <- struct{}{}
		}
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill() // it has ended, or is to
		tty.Close()
	})
	return s
}

// upTo waits until what was written behind offset from holds a text.
func (s *silent) upTo(text string, from int) {
	s.t.Helper()
	limit := time.After(20 * time.Second)
	for {
		s.mu.Lock()
		found := bytes.Contains(s.all[min(from, len(s.all)):], []byte(text))
		s.mu.Unlock()
		if found {
			return
		}
		select {
		case _, open := <-s.more:
			if !open {
				s.t.Fatalf("the program ended without %q: %q", text, s.written())
			}
		case <-limit:
			s.t.Fatalf("no %q in %q", text, s.written())
		}
	}
}

func (s *silent) written() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.all)
}

func (s *silent) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

func (s *silent) send(keys string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// quit leaves the program and checks that it ended well.
func (s *silent) quit() {
	s.t.Helper()
	s.send("q")
	if err := <-s.done; err != nil {
		s.t.Fatalf("the program failed: %v\n%q", err, s.written())
	}
}

// bigWorkspace makes a workspace of n tasks and returns the folder it lies in.
func bigWorkspace(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), filepath.Join(dir, ".coworkenv"), store.Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]store.Task, n)
	for i := range rows {
		rows[i] = store.Task{Digest: fmt.Sprintf("digest%06d", i), ID: fmt.Sprintf("overdue-tickets-%06d", i), Title: fmt.Sprintf("Escalate %d tickets", i), Family: "triage", Language: "en",
			Difficulty: "easy", Services: []string{"helpdesk", "crm"}, Request: strings.Repeat("Please look at the tickets. ", 6), Path: "lib", State: store.TaskGenerated, Source: []byte("id: x\n")}
	}
	if err := s.PutTasks(t.Context(), rows...); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestWorkbenchOnSilentTerminal(t *testing.T) {
	bin := earlytest.Build(t, "../../coworkenv")
	dir := bigWorkspace(t, 300)
	s := startSilent(t, bin, dir)
	s.upTo("overdue-tickets-000000", 0)
	for _, query := range []string{"\x1b]10;?", "\x1b]11;?", "\x1b[6n", "\x1b[c"} {
		if strings.Contains(s.written(), query) {
			t.Errorf("it asks the terminal %q", query)
		}
	}
	// An arrow, a mouse report and a letter of two bytes, each split across writes, are still
	// one thing each.
	for _, part := range []string{"\x1b", "[B", "\x1b[<0;5", ";9M", "/", "\xc3", "\xa9"} {
		s.send(part)
	}
	s.upTo("é", 0)
	s.send("\x1b")
	from := s.size()
	s.send("?")
	s.upTo("Keys in the list of tasks", from)
	s.send("\x1b")
	s.quit()
	if !strings.HasSuffix(strings.TrimRight(s.written(), "\r\n"), "\x1b[?1049l") && !strings.Contains(s.written(), "\x1b[?1049l") {
		t.Error("the alternate screen was not left")
	}
	again := startSilent(t, bin, dir)
	again.upTo("overdue-tickets-", 0)
	again.quit()
}

// BenchmarkFirstFrame is from the start of the program to a frame with tasks, on a terminal that
// answers nothing, with 10,000 tasks in the workspace.
func BenchmarkFirstFrame(b *testing.B) {
	bin, dir := earlytest.Build(b, "../../coworkenv"), bigWorkspace(b, 10_000)
	clock := det.System()
	var took []time.Duration
	for b.Loop() {
		began := clock.Now()
		s := startSilent(b, bin, dir)
		s.upTo("overdue-tickets-00", 0)
		took = append(took, clock.Now().Sub(began))
		b.StopTimer()
		s.quit()
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
}

// BenchmarkKeyToBytes is from a key to the bytes that it draws, and how many.
func BenchmarkKeyToBytes(b *testing.B) {
	bin, dir := earlytest.Build(b, "../../coworkenv"), bigWorkspace(b, 10_000)
	s := startSilent(b, bin, dir)
	s.upTo("10,000 ", 0)
	clock := det.System()
	var took []time.Duration
	before := s.size()
	for b.Loop() {
		from := s.size()
		for len(s.more) > 0 {
			<-s.more
		}
		began := clock.Now()
		s.send("j")
		for s.size() == from {
			<-s.more
		}
		took = append(took, clock.Now().Sub(began))
		b.StopTimer()
		time.Sleep(40 * time.Millisecond) // a person's pace; the preview is drawn meanwhile
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(s.size()-before)/float64(len(took)), "bytes/key")
	b.ReportMetric(float64(residentMB(b, s.cmd.Process.Pid)), "MB-resident")
	s.quit()
}

// residentMB is the memory that a process holds, 0 where the system does not say.
func residentMB(b *testing.B, pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	kb := 0
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			if _, err := fmt.Sscan(rest, &kb); err != nil {
				b.Fatal(err)
			}
		}
	}
	return kb / 1024
}

package all_test

import (
	"context"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/creack/pty"

	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/term"
)

// A slow line may cut what a terminal sends anywhere: byte for byte it means the same as in one
// piece, on every screen.
func TestInputSplitAnywhere(t *testing.T) {
	o := newOffice(t, 6)
	sent := []string{"j", "\x1b[B", "\x1bOB", "\x1b[6~", "\x1b[<0;9;6M", "\x1b[<0;9;6m", "\x1b[<65;9;6M", "\x1b[1;5C", "\t", "\x1b[Z",
		"/", "漢é", "\x1b[200~gate 漢\n👍\x1b[201~", "\x1b[D", "\x7f", "\r", "G", "\x1b[M !!", "k"}
	for _, s := range o.stops(t) {
		if len(s.keys) > 0 {
			continue
		}
		t.Run(s.String(), func(t *testing.T) {
			whole, split := played(t, o.options(t, s.at), sent, false), played(t, o.options(t, s.at), sent, true)
			if whole != split {
				t.Errorf("in one piece\n%s\nbyte for byte\n%s", whole, split)
			}
		})
	}
}

// watched is a workbench that tells what it was told; it is a term.App.
type watched struct {
	mu      sync.Mutex
	changed sync.Cond
	bench   *tui.Workbench
	told    []string
	works   map[int]bool // running; true: it waits for something outside
	drawn   bool         // the terminal is the program's
}

func (w *watched) Handle(msg any) []term.Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch msg := msg.(type) {
	case term.Key:
		w.told = append(w.told, "key "+msg.Name+" "+msg.Text)
	case term.Mouse:
		w.told = append(w.told, "mouse")
	case term.Told:
		for _, m := range msg.Msgs {
			if _, waits := m.(screens.Waiting); waits {
				w.works[msg.ID] = true
			}
		}
		if msg.Done {
			delete(w.works, msg.ID)
		}
	}
	requests := w.bench.Handle(msg)
	w.start(requests)
	w.changed.Broadcast()
	return requests
}

func (w *watched) start(requests []term.Request) {
	for _, r := range requests {
		if run, ok := r.(term.Run); ok {
			w.works[run.ID] = false
		}
	}
}

func (w *watched) Frame() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drawn = true
	w.changed.Broadcast()
	return w.bench.Frame()
}

// settle waits until so many keys and mouse events have come, and no Work runs that will end by
// itself.
func (w *watched) settle(events int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.drawn || len(w.told) < events || w.busy() {
		w.changed.Wait()
	}
}

func (w *watched) busy() bool {
	for _, waits := range w.works {
		if !waits {
			return true
		}
	}
	return false
}

// played sends input to a workbench on a pty and returns what it was told and shows then.
func played(t *testing.T, o tui.Options, sent []string, split bool) string {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there is no pty here: %v", err)
	}
	defer master.Close()
	ok(t, pty.Setsize(master, &pty.Winsize{Rows: 40, Cols: 120}))
	go func() { _, _ = master.WriteTo(discard{}) }() // nobody looks; it ends with the pty
	o.Size, o.GetEnv = term.Size{Width: 120, Height: 40}, func(string) string { return "" }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	bench, err := tui.New(ctx, o)
	ok(t, err)
	w := &watched{bench: bench, works: map[int]bool{}}
	w.changed.L = &w.mu
	first := bench.Begin()
	w.start(first)
	ended := make(chan error, 1)
	go func() {
		ended <- term.Start(ctx, w, first, term.Options{In: tty, Out: tty, Mouse: true, Env: o.GetEnv, Rest: time.Minute})
	}()
	w.settle(0)
	events := 0
	for _, s := range sent {
		send(t, master, tty, s, split)
		events += eventsOf(s)
		w.settle(events)
	}
	w.mu.Lock()
	out := strings.Join(w.told, "\n") + "\n" + bench.Frame()
	w.mu.Unlock()
	cancel()
	<-ended
	return out
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// eventsOf is how many keys and mouse events a piece of input is.
func eventsOf(s string) int {
	switch {
	case strings.HasSuffix(s, "m") && strings.HasPrefix(s, "\x1b[<"):
		return 0 // a button let go
	case strings.HasPrefix(s, "\x1b"):
		return 1
	}
	return len([]rune(s))
}

// send writes input; split, each byte is on its own: the next one goes when the program has it.
func send(t *testing.T, master, tty *os.File, s string, split bool) {
	t.Helper()
	if !split {
		_, err := master.WriteString(s)
		ok(t, err)
		return
	}
	for i := range len(s) {
		_, err := master.WriteString(s[i : i+1])
		ok(t, err)
		for unread(t, tty) > 0 {
			runtime.Gosched()
		}
	}
}

// unread is how many bytes of a terminal's input nobody has read yet.
func unread(t *testing.T, tty *os.File) (n int) {
	t.Helper()
	var left int32
	if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, tty.Fd(), syscall.TIOCINQ, uintptr(unsafe.Pointer(&left))); no != 0 {
		t.Fatal(no)
	}
	return int(left)
}

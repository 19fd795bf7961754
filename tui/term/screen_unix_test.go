//go:build linux || darwin

package term_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/term"
	"coworkenv.dev/coworkenv/tui/tuitest"
	"coworkenv.dev/coworkenv/tui/ui"
)

// ran is the end of a program that had the terminal.
type ran struct{ err error }

// board is an App that shows awkward texts and what it was told.
type board struct {
	mu    sync.Mutex
	sheet *style.Sheet
	size  term.Size
	told  []string
	texts []string
}

func (b *board) Handle(msg any) []term.Request {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch msg := msg.(type) {
	case term.Size:
		b.size = msg
	case term.Key:
		b.told = append(b.told, msg.Name+msg.Text)
		switch msg.Name {
		case "q":
			return []term.Request{term.Quit{}}
		case "e":
			return []term.Request{term.Exec{Cmd: exec.Command("sh", "-c", "test -t 0 && test -t 1"), Then: func(err error) any { return ran{err} }}}
		}
	case ran:
		b.told = append(b.told, fmt.Sprintf("ran: %v", msg.err))
	case term.Mouse:
		b.told = append(b.told, fmt.Sprintf("mouse %d,%d", msg.X, msg.Y))
	case term.Told:
		for _, m := range msg.Msgs {
			b.told = append(b.told, fmt.Sprint(m))
		}
	}
	return nil
}

func (b *board) Frame() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.lines(), "\n")
}

func (b *board) lines() []string {
	var out []string
	out = append(out, ui.NewLine(b.sheet, b.size.Width).Put(themes.Title, strings.Join(b.told[max(0, len(b.told)-6):], " ")).String())
	for _, t := range b.texts {
		if len(t) > 2000 {
			t = t[:2000]
		}
		out = append(out, ui.NewLineOn(b.sheet, themes.Row, b.size.Width).Put(themes.Text, t).String())
	}
	return ui.Fill(out, b.size.Width, b.size.Height)
}

// plain is what the screen should show.
func (b *board) plain() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.lines()
	for i := range out {
		out[i] = strings.TrimRight(ansi.Strip(out[i]), " ")
	}
	return strings.Join(out, "\n")
}

// monitor is an emulated terminal on the other end of a pty.
type monitor struct {
	mu   sync.Mutex
	em   *vt.Emulator
	raw  []byte
	more chan struct{}
}

func (m *monitor) plain() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	lines := strings.Split(m.em.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(strings.TrimSuffix(lines[i], "\r"), " ")
	}
	return strings.Join(lines, "\n")
}

// watch shows what comes from a pty.
func watch(master *os.File, width, height int) *monitor {
	m := &monitor{em: vt.NewEmulator(width, height), more: make(chan struct{}, 1)}
	go func() {
		buf := make([]byte, 32<<10)
		for {
			n, err := master.Read(buf)
			m.mu.Lock()
			_, _ = m.em.Write(buf[:n]) // an emulator takes everything
			m.raw = append(m.raw, buf[:n]...)
			m.mu.Unlock()
			select {
			case m.more <- struct{}{}:
			default: // it will look anyway
			}
			if err != nil {
				return
			}
		}
	}()
	return m
}

// shows waits until the emulated screen is what the App draws.
func (m *monitor) shows(t *testing.T, b *board, held string) {
	t.Helper()
	limit := time.After(10 * time.Second)
	for {
		if want := b.plain(); strings.Contains(want, held) && m.plain() == want {
			return
		}
		select {
		case <-m.more:
		case <-limit:
			t.Fatalf("the terminal shows\n%s\nwant %q in\n%s", m.plain(), held, b.plain())
		}
	}
}

// wrote waits until a sequence was written some times.
func (m *monitor) wrote(t *testing.T, seq string, times int) {
	t.Helper()
	limit := time.After(10 * time.Second)
	for {
		m.mu.Lock()
		n := bytes.Count(m.raw, []byte(seq))
		m.mu.Unlock()
		if n >= times {
			return
		}
		select {
		case <-m.more:
		case <-limit:
			t.Fatalf("%q was written %d times, want %d", seq, n, times)
		}
	}
}

// On a real pty and an emulated terminal: what is drawn is seen cell by cell, wide characters and
// foreign sequences included; keys, mouse and resizes arrive; what Work tells is seen.
func TestOnAnEmulatedTerminal(t *testing.T) {
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there is no pty here: %v", err)
	}
	size := term.Size{Width: 80, Height: 24}
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	b := &board{sheet: style.New(tuitest.Theme(t, "dark"), style.TrueColor), size: size, texts: tuitest.Awkward(), told: []string{"begun"}}
	m := watch(master, 80, 24)
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := []term.Request{term.Run{ID: 1, Do: func(tell func(any)) { tell("told") }}}
	go func() {
		ended <- term.Start(ctx, b, first, term.Options{In: tty, Out: tty, Mouse: true, Env: func(string) string { return "" }})
	}()
	m.shows(t, b, "begun told")
	for _, part := range []string{"j", "\x1b[", "A", "\x1b[<0;3", ";5M", "漢"[:1], "漢"[1:]} {
		if _, err := master.WriteString(part); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	m.shows(t, b, "jj up mouse 2,4 漢漢")
	// Another program gets the terminal itself, and afterwards the mouse is reported again.
	if _, err := master.WriteString("e"); err != nil {
		t.Fatal(err)
	}
	m.shows(t, b, "ran: <nil>")
	m.wrote(t, "\x1b[?1002h", 2)
	for _, s := range []term.Size{{Width: 61, Height: 17}, {Width: 130, Height: 40}, {Width: 60, Height: 15}, {Width: 100, Height: 30}} {
		m.mu.Lock()
		m.em.Resize(s.Width, s.Height)
		m.mu.Unlock()
		if err := pty.Setsize(master, &pty.Winsize{Rows: uint16(s.Height), Cols: uint16(s.Width)}); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
			t.Fatal(err)
		}
	}
	m.shows(t, b, "mouse")
	if _, err := master.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

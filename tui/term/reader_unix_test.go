//go:build linux || darwin

package term

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// Whatever is sent, split anywhere, comes in reads that end behind whole sequences.
func TestReaderJoins(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	sent := strings.Repeat("\x1b[<65;10;20Ma漢\x1b[Aé\x1bOP", 40)
	go func() {
		for i := range len(sent) {
			if _, err := io.WriteString(out, sent[i:i+1]); err != nil {
				return
			}
			if i%7 == 0 {
				time.Sleep(200 * time.Microsecond) // so that reads do end in between
			}
		}
		out.Close()
	}()
	r := &reader{File: in, wait: time.Minute} // however long the machine lets the writer wait
	var got []byte
	for buf := make([]byte, 256); ; {
		n, err := r.Read(buf)
		got = append(got, buf[:n]...)
		if unfinished(buf[:n]) {
			t.Fatalf("a read ends within a sequence: %q", buf[max(0, n-12):n])
		}
		if err != nil {
			break
		}
	}
	if string(got) != sent {
		t.Errorf("%d bytes of %d came", len(got), len(sent))
	}
}

// A lone ESC is handed on once nothing follows it.
func TestReaderGivesUpOnTheRest(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := io.WriteString(out, "\x1b"); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 16)
	if n, err := input(in, restWait).Read(buf); err != nil || string(buf[:n]) != "\x1b" {
		t.Errorf("read %q, %v", buf[:n], err)
	}
}

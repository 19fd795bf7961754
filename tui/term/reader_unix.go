//go:build linux || darwin

package term

import (
	"errors"
	"io"
	"os"
	"time"
)

// reader reads a terminal so that no read ends within a sequence.
type reader struct {
	*os.File
	wait time.Duration // for the rest of a sequence
	held []byte        // an unfinished end that did not fit the last read
}

// input is what bubbletea reads from.
func input(f *os.File, rest time.Duration) io.Reader { return &reader{File: f, wait: rest} }

func (r *reader) Read(p []byte) (int, error) {
	n := copy(p, r.held)
	r.held = r.held[n:]
	if n == 0 || ready(int(r.Fd()), r.wait) {
		m, err := r.File.Read(p[n:])
		n += m
		if err != nil {
			if n > 0 && errors.Is(err, io.EOF) {
				return n, nil
			}
			return n, err
		}
	}
	for n > 0 && n < len(p) && unfinished(p[:n]) && ready(int(r.Fd()), r.wait) {
		m, err := r.File.Read(p[n:])
		n += m
		if err != nil || m == 0 {
			break // what was read comes first; the next read meets the error again
		}
	}
	if n == len(p) {
		if from := tailFrom(p[:n]); from > 0 && from < n && ready(int(r.Fd()), r.wait) {
			r.held = append([]byte(nil), p[from:n]...)
			n = from
		}
	}
	return n, nil
}

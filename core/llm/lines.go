package llm

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"coworkenv.dev/coworkenv/core/fault"
)

// mostLine bounds a line of a journal: a request and what surrounds it.
const mostLine = 64 << 20

// readLines reads JSON lines. A last line without an end is what a killed writer left: it is taken
// where it is whole, and else set aside. end is where the next line goes, behind what is whole.
func readLines(r io.Reader, take func(n int, line []byte) error) (end int64, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(in)
		if len(line) > mostLine {
			return end, fault.New(fault.Invalid, "line %d is longer than 64 MB", n).WithHint("this is no journal")
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return end, fault.Wrap("", err, "read line %d", n)
		}
		whole := bytes.HasSuffix(line, []byte("\n"))
		if text := bytes.TrimSpace(line); len(text) > 0 {
			bad := take(n, text)
			if bad != nil && !whole {
				return end, nil
			}
			if bad != nil {
				return end, bad
			}
		}
		end += int64(len(line))
		if err != nil {
			return end, nil
		}
	}
}

// readLine reads up to the end of a line, or somewhat more than mostLine bytes.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		piece, err := in.ReadSlice('\n')
		line = append(line, piece...)
		if !errors.Is(err, bufio.ErrBufferFull) || len(line) > mostLine {
			return line, err
		}
	}
}

// startAt cuts what a killed writer left behind end, and begins a line there.
func startAt(f *os.File, end int64) error {
	if err := f.Truncate(end); err != nil {
		return fault.Wrap("", err, "go on with %s", f.Name())
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return fault.Wrap("", err, "go on with %s", f.Name())
	}
	if end == 0 {
		return nil
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, end-1); err != nil {
		return fault.Wrap("", err, "go on with %s", f.Name())
	}
	if last[0] == '\n' {
		return nil
	}
	if _, err := f.Write([]byte("\n")); err != nil {
		return fault.Wrap("", err, "go on with %s", f.Name())
	}
	return nil
}

package pdftext

import (
	"io"
	"runtime"

	"coworkenv.dev/coworkenv/core/fault"
)

// maxReads and maxFrames stop a file whose objects lead in circles: the library follows
// references without counting, in loops and by recursion, and a stack that overflows ends the
// program. Every step along a reference reads the file, so both can be seen from here.
const (
	maxReads  = 1 << 20
	maxFrames = 1000
)

// guard is the file as the library reads it.
type guard struct {
	data  []byte
	reads int
	frame [1]uintptr
}

// ReadAt implements io.ReaderAt; it panics when the reading has gone too far.
func (g *guard) ReadAt(p []byte, off int64) (int, error) {
	if g.reads++; g.reads > maxReads {
		refuse(fault.Exhausted, "reading it takes too long; its objects may lead in circles")
	}
	if runtime.Callers(maxFrames, g.frame[:]) > 0 {
		refuse(fault.Invalid, "the PDF is damaged: its objects lead in circles")
	}
	if off < 0 || off >= int64(len(g.data)) {
		return 0, io.EOF
	}
	n := copy(p, g.data[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

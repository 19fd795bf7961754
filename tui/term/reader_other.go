//go:build !linux && !darwin

package term

import (
	"io"
	"os"
)

// input is what bubbletea reads from: elsewhere the console hands over whole keys.
func input(f *os.File) io.Reader { return f }

//go:build !linux && !darwin

package term

import (
	"io"
	"os"
	"time"
)

// input is what bubbletea reads from: elsewhere the console hands over whole keys.
func input(f *os.File, _ time.Duration) io.Reader { return f }

//go:build unix

package store

import (
	"errors"
	"syscall"
)

// ProcessAlive tells whether a process of this machine exists.
func ProcessAlive(pid int) bool {
	if pid <= 0 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

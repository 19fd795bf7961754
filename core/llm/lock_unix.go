//go:build unix

package llm

import (
	"errors"
	"os"
	"syscall"
)

// holdAlone makes a file this process's own until it is closed; false where it is another's. The
// system gives it free when a process ends, however it ends.
func holdAlone(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	if errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) { // a file system without locks
		return true, nil
	}
	return err == nil, err
}

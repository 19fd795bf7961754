//go:build linux || darwin

package cli

import (
	"os"
	"syscall"
)

// freeBytes is the space on dir's disk that this user may fill.
func freeBytes(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: dir, Err: err}
	}
	return s.Bavail * uint64(s.Bsize), nil
}

//go:build !unix

package store

import "os"

// ProcessAlive tells whether a process of this machine exists.
func ProcessAlive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	return p.Release() == nil
}

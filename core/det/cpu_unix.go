//go:build unix

package det

import (
	"syscall"
	"time"
)

// CPU is the processor time that this process has used; ok is false where the machine does not
// tell. Like the clock it is for figures beside a result and never part of one.
func CPU() (used time.Duration, ok bool) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, false
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), true
}

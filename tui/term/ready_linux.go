package term

import (
	"syscall"
	"time"
)

// ready tells whether fd can be read within a time. The runtime's own signals break a wait off; it
// then goes on for the rest of the time, which the system leaves in tv.
func ready(fd int, within time.Duration) bool {
	const bits = 64
	var set syscall.FdSet
	if fd < 0 || fd >= len(set.Bits)*bits {
		return false
	}
	tv := syscall.NsecToTimeval(int64(within))
	for {
		set.Bits[fd/bits] = 1 << (fd % bits)
		n, err := syscall.Select(fd+1, &set, nil, nil, &tv)
		if err != syscall.EINTR {
			return err == nil && n > 0
		}
	}
}

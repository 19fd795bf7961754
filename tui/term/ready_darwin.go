package term

import (
	"syscall"
	"time"
)

// breaks bounds how often a wait is taken up again: the system does not tell what is left of it.
const breaks = 8

// ready tells whether fd can be read within a time. The runtime's own signals break a wait off; it
// is then taken up again.
func ready(fd int, within time.Duration) bool {
	const bits = 32
	var set syscall.FdSet
	if fd < 0 || fd >= len(set.Bits)*bits {
		return false
	}
	for range breaks {
		set.Bits[fd/bits] = 1 << (fd % bits)
		tv := syscall.NsecToTimeval(int64(within))
		err := syscall.Select(fd+1, &set, nil, nil, &tv)
		if err != syscall.EINTR {
			return err == nil && set.Bits[fd/bits]&(1<<(fd%bits)) != 0
		}
	}
	return false
}

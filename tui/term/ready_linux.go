package term

import (
	"syscall"
	"time"
)

// ready tells whether fd can be read within a time.
func ready(fd int, within time.Duration) bool {
	const bits = 64
	var set syscall.FdSet
	if fd < 0 || fd >= len(set.Bits)*bits {
		return false
	}
	set.Bits[fd/bits] |= 1 << (fd % bits)
	tv := syscall.NsecToTimeval(int64(within))
	n, err := syscall.Select(fd+1, &set, nil, nil, &tv)
	return err == nil && n > 0
}

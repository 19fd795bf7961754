package term

import (
	"syscall"
	"time"
)

// ready tells whether fd can be read within a time.
func ready(fd int, within time.Duration) bool {
	const bits = 32
	var set syscall.FdSet
	if fd < 0 || fd >= len(set.Bits)*bits {
		return false
	}
	set.Bits[fd/bits] |= 1 << (fd % bits)
	tv := syscall.NsecToTimeval(int64(within))
	if err := syscall.Select(fd+1, &set, nil, nil, &tv); err != nil {
		return false
	}
	return set.Bits[fd/bits]&(1<<(fd%bits)) != 0
}

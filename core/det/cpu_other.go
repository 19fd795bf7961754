//go:build !unix

package det

import "time"

// CPU is the processor time that this process has used; ok is false where the machine does not
// tell.
func CPU() (used time.Duration, ok bool) { return 0, false }

// Package det is where determinism is injected: clocks, seeded random streams,
// digests and derived ids.
//
// It imports only the standard library. Invariant: everything but System and CPU is a
// pure function of its arguments, equal on every machine and Go version.
package det

import "time"

// Clock tells the time. Code takes a Clock instead of asking the machine.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock; the only place that reads it.
func System() Clock { return systemClock{} }

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

// Fixed is a clock that always shows t.
func Fixed(t time.Time) Clock { return fixedClock{t} }

type fixedClock struct{ t time.Time }

func (c fixedClock) Now() time.Time { return c.t }

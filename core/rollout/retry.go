package rollout

import (
	"context"
	"strconv"
	"time"

	"coworkenv.dev/coworkenv/core/det"
)

// Retry says how often an item is tried and how long is waited in between.
type Retry struct {
	Tries int           // at most, the first one included; 0 = 1
	First time.Duration // before the second try; it doubles from try to try
	Most  time.Duration // no wait is longer
}

// DefaultRetry is three tries, one and two seconds apart.
func DefaultRetry() Retry { return Retry{Tries: 3, First: time.Second, Most: time.Minute} }

// delay is how long is waited after a try, counted from 1: between half and the whole of what the
// doubling gives, by a seed, so that groups that failed together do not come back together.
func (r Retry) delay(try int, group string) time.Duration {
	d := r.First
	for range try - 1 {
		if d >= r.Most/2 {
			d = r.Most
			break
		}
		d *= 2
	}
	part := 0.5 + det.NewRand(0, "retry", group, strconv.Itoa(try)).Float64()/2
	return time.Duration(float64(min(d, r.Most)) * part)
}

// Wait waits for a while, or until ctx is cancelled. Tests hand in one that does not.
type Wait func(ctx context.Context, d time.Duration) error

// Pause is the Wait by the machine's timer.
func Pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

package llm

import (
	"context"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
)

// limiter paces all requests of one profile: how many at once, how many and how much a minute, and the
// silence that a server asked for. Whoever is told to wait makes all wait, so that many workers do not
// ask again one by one.
type limiter struct {
	clock   det.Clock
	sleep   func(context.Context, time.Duration) error
	jitter  *jitter
	most    int
	longest time.Duration // a longer silence is not waited for

	mu      sync.Mutex
	now     int // how many may run now, at most most
	running int
	quiet   time.Time     // nothing starts before
	lowered time.Time     // requests that started before have had their say on now
	freed   chan struct{} // closed when a place becomes free
	count   rate
	tokens  rate
}

func newLimiter(p *Profile, o Options, j *jitter) *limiter {
	most := or(p.Concurrency, defaultConcurrency)
	return &limiter{clock: o.Clock, sleep: o.Sleep, jitter: j, most: most, longest: p.longestWait(), now: most, freed: make(chan struct{}),
		count: rate{perMinute: p.RequestsPerMinute}, tokens: rate{perMinute: p.TokensPerMinute}}
}

// rate spaces what happens evenly; what one second allows may happen at once.
type rate struct {
	perMinute int
	next      time.Time // when what was let through so far is paid for
}

// due is how long the next must wait; nothing or less is no time.
func (r *rate) due(now time.Time) time.Duration {
	if r.perMinute == 0 {
		return 0
	}
	return r.next.Add(-time.Second).Sub(now)
}

func (r *rate) take(now time.Time, n int) {
	if r.perMinute == 0 {
		return
	}
	if r.next.Before(now) {
		r.next = now
	}
	r.next = r.next.Add(time.Duration(n) * time.Minute / time.Duration(r.perMinute))
}

// enter waits for a place. The time it returns is when the request starts. A silence that is too long
// to be waited for is a *Failure.
func (l *limiter) enter(ctx context.Context, tokens int) (time.Time, error) {
	for {
		if err := ctx.Err(); err != nil {
			return time.Time{}, err
		}
		l.mu.Lock()
		now := l.clock.Now()
		if silence := l.quiet.Sub(now); silence > l.longest {
			l.mu.Unlock()
			return time.Time{}, &Failure{Class: Throttled, RetryAfter: silence, Later: true, Message: "the endpoint has asked for a silence that is not over"}
		}
		pause := max(l.quiet.Sub(now), l.count.due(now), l.tokens.due(now))
		if pause <= 0 && l.running < l.now {
			l.running++
			l.count.take(now, 1)
			l.tokens.take(now, tokens)
			l.mu.Unlock()
			return now, nil
		}
		freed := l.freed
		l.mu.Unlock()
		if pause > 0 {
			if err := l.sleep(ctx, pause+l.jitter.between(0, min(pause/10, time.Second))); err != nil {
				return time.Time{}, err
			}
			continue
		}
		select {
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		case <-freed:
		}
	}
}

// leave gives the place back and learns from how the request ended. A silence that the server asked for
// lets one request at a time try whether it is over; else being throttled halves how many may run, and
// each success allows one more.
func (l *limiter) leave(began time.Time, f *Failure) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	now := l.clock.Now()
	switch {
	case f == nil:
		l.now = min(l.most, l.now+1)
	case f.RetryAfter > 0:
		l.now = 1
		if until := now.Add(f.RetryAfter); until.After(l.quiet) {
			l.quiet = until
		}
		l.lowered = now
	case f.Class == Throttled && began.After(l.lowered):
		l.now = max(1, l.now/2)
		l.lowered = now
	}
	close(l.freed)
	l.freed = make(chan struct{})
}

package rollout

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
)

// Each runs work for every item with the given number of workers (0 = one a processor) and
// hands what it returns to done, one at a time. It stops at the first error of done or when ctx
// is cancelled; what was done before stays done.
func Each[I, R any](ctx context.Context, items []I, workers int, work func(context.Context, I) (R, error), done func(R) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	feed := make(chan I)
	go func() {
		defer close(feed)
		for _, item := range items {
			select {
			case feed <- item:
			case <-ctx.Done():
				return
			}
		}
	}()
	var mu sync.Mutex
	var failed error
	handed := 0
	hand := func(r R) error { // finished work is kept even while everything stops
		mu.Lock()
		defer mu.Unlock()
		if failed == nil {
			failed = done(r)
			handed++
		}
		return failed
	}
	var wg sync.WaitGroup
	for range min(workers, len(items)) {
		wg.Go(func() {
			for item := range feed {
				r, err := work(ctx, item)
				if err == nil {
					err = hand(r)
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	wg.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		return fault.Wrap(fault.Canceled, err, "%d of %d were done", handed, len(items))
	}
	return err
}

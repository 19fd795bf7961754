package engine

import (
	"context"
	"iter"
	"runtime"

	"coworkenv.dev/coworkenv/core/fault"
)

// workers is how many goroutines a verb uses.
func (e *Engine) workers() int {
	if e.Workers > 0 {
		return e.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// ahead bounds how many results a worker may be in front of the slowest, so that memory does not
// grow with the number of jobs.
const ahead = 8

// inOrder does jobs on several goroutines and hands the results to put in the order of the jobs.
// It stops at the first error, the first in that order, or when ctx is cancelled.
func inOrder[J, R any](ctx context.Context, jobs iter.Seq2[J, error], workers int, work func(context.Context, J) (R, error), put func(R) error) error {
	type result struct {
		value R
		err   error
	}
	type slot struct {
		job  J
		done chan result
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	feed, queue := make(chan slot), make(chan slot, workers*ahead)
	for range workers {
		go func() {
			for s := range feed {
				v, err := work(ctx, s.job)
				s.done <- result{v, err}
			}
		}()
	}
	go func() {
		defer close(queue)
		defer close(feed)
		for job, err := range jobs {
			s := slot{job, make(chan result, 1)}
			select {
			case queue <- s:
			case <-ctx.Done():
				return
			}
			if err != nil {
				s.done <- result{err: err}
				return
			}
			feed <- s // a worker is free sooner or later: its results have room
		}
	}()
	var failed error
	for s := range queue {
		r := <-s.done
		if failed == nil && r.err == nil && ctx.Err() == nil {
			r.err = put(r.value)
		}
		if failed == nil && r.err != nil {
			failed = r.err
			cancel()
		}
	}
	if failed == nil && ctx.Err() != nil {
		failed = fault.Wrap(fault.Canceled, ctx.Err(), "export")
	}
	return failed
}

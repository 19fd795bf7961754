package engine

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
)

func jobs(n int, broken int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			var err error
			if i == broken {
				err = errors.New("no job")
			}
			if !yield(i, err) || err != nil {
				return
			}
		}
	}
}

func TestInOrder(t *testing.T) {
	boom := errors.New("boom")
	tests := []struct {
		name         string
		broken, fail int // job that cannot be made; job whose work fails
		want         int // results that are put
		err          bool
	}{
		{"all", -1, -1, 500, false},
		{"a job fails", -1, 123, 123, true},
		{"the jobs end with an error", 77, -1, 77, true},
		{"the first does", 0, -1, 0, true},
		{"both: the first in order counts", 300, 200, 200, true},
	}
	for _, tt := range tests {
		for _, workers := range []int{1, 3, 16} {
			var got []int
			work := func(_ context.Context, i int) (int, error) {
				if i%7 == 0 {
					runtime.Gosched() // some come later than those after them
				}
				if i == tt.fail {
					return 0, boom
				}
				return i, nil
			}
			err := inOrder(t.Context(), jobs(500, tt.broken), workers, work, func(i int) error { got = append(got, i); return nil })
			if (err != nil) != tt.err || len(got) != tt.want || !slices.IsSorted(got) {
				t.Errorf("%s, %d workers: %d results, %v", tt.name, workers, len(got), err)
			}
		}
	}
}

// A slow result holds the others up, so that memory does not grow with the number of jobs.
func TestInOrderWaits(t *testing.T) {
	const workers = 4
	release := make(chan struct{})
	var begun atomic.Int64
	work := func(_ context.Context, i int) (int, error) {
		if begun.Add(1); i == 0 {
			<-release
		}
		return i, nil
	}
	full := make(chan struct{})
	go func() {
		for begun.Load() < workers*ahead {
			runtime.Gosched()
		}
		close(full)
		close(release)
	}()
	if err := inOrder(t.Context(), jobs(5000, -1), workers, work, func(int) error {
		select {
		case <-full:
		default:
			t.Error("a result was put before the first was there")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if n := begun.Load(); n != 5000 {
		t.Errorf("%d jobs were done", n)
	}
}

func TestInOrderCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	put := 0
	err := inOrder(ctx, jobs(500, -1), 2, func(_ context.Context, i int) (int, error) { return i, nil }, func(int) error {
		if put++; put == 10 {
			cancel()
		}
		return nil
	})
	if fault.KindOf(err) != fault.Canceled || put != 10 {
		t.Errorf("%d put, %v", put, err)
	}
}

package rollout_test

import (
	"context"
	"errors"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

func TestEachKeepsFinishedWorkOnCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	items := make([]int, 100)
	for i := range items {
		items[i] = i
	}
	worked, kept := 0, 0
	err := rollout.Each(ctx, items, 1, func(_ context.Context, i int) (int, error) {
		worked++
		if i == 10 {
			cancel() // the item under way is finished all the same
		}
		return i, nil
	}, func(int) error {
		kept++
		return nil
	})
	if fault.KindOf(err) != fault.Canceled || kept != worked || kept < 11 || kept > 13 {
		t.Errorf("worked %d, kept %d: %v", worked, kept, err)
	}
}

func TestEachStopsAtTheFirstFailure(t *testing.T) {
	boom := errors.New("disk full")
	kept := 0
	err := rollout.Each(context.Background(), make([]int, 1000), 4, func(context.Context, int) (int, error) { return 0, nil }, func(int) error {
		kept++
		if kept == 5 {
			return boom
		}
		return nil
	})
	if !errors.Is(err, boom) || kept != 5 {
		t.Errorf("kept %d: %v", kept, err)
	}
}

func TestItemsAreKnownByWhatTheyRun(t *testing.T) {
	a := rollout.NewItem("t", "d1", "teacher", "", 1, 1)
	if a != rollout.NewItem("t", "d1", "teacher", "", 1, 1) || a.TrialSeed() != a.TrialSeed() {
		t.Error("equal items differ")
	}
	for _, b := range []rollout.Item{rollout.NewItem("t", "d2", "teacher", "", 1, 1), rollout.NewItem("t", "d1", "novice", "", 1, 1),
		rollout.NewItem("t", "d1", "teacher", "", 2, 1), rollout.NewItem("t", "d1", "teacher", "", 1, 2)} {
		if a.ID == b.ID || a.TrialSeed() == b.TrialSeed() {
			t.Errorf("different work, equal ids: %+v", b)
		}
	}
}

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
	base := rollout.Item{TaskID: "t", TaskDigest: "d1", Agent: "teacher", Version: "1", Seed: 1, Attempt: 1}
	a := rollout.NewItem(base)
	if a != rollout.NewItem(base) || a.TrialSeed() != a.TrialSeed() {
		t.Error("equal items differ")
	}
	tests := []struct {
		name   string
		change func(*rollout.Item)
		group  bool // it stays in a's group
	}{
		{"task", func(i *rollout.Item) { i.TaskDigest = "d2" }, false},
		{"agent", func(i *rollout.Item) { i.Agent = "novice" }, false},
		{"version", func(i *rollout.Item) { i.Version = "2" }, false},
		{"model", func(i *rollout.Item) { i.Model = "m" }, false},
		{"seed", func(i *rollout.Item) { i.Seed = 2 }, false},
		{"rate", func(i *rollout.Item) { i.Rate = 0.5 }, false},
		{"attempt", func(i *rollout.Item) { i.Attempt = 2 }, true},
	}
	ids := map[string]string{a.ID: "base"}
	for _, tt := range tests {
		b := base
		tt.change(&b)
		b = rollout.NewItem(b)
		if other := ids[b.ID]; other != "" {
			t.Errorf("%s: the id of %s", tt.name, other)
		}
		ids[b.ID] = tt.name
		if (b.Group == a.Group) != tt.group {
			t.Errorf("%s: group %s beside %s", tt.name, b.Group, a.Group)
		}
	}
	for _, change := range []func(*rollout.Item){tests[0].change, tests[1].change, tests[4].change, tests[6].change} {
		b := base
		change(&b)
		if b.TrialSeed() == a.TrialSeed() {
			t.Errorf("equal randomness: %+v", b)
		}
	}
}

package app

import "testing"

func TestGrowthFallsWithWhatIsInUse(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{0, 400}, {8 << 20, 400}, {64 << 20, 400}, {128 << 20, 200}, {256 << 20, 100}, {4 << 30, 100}} {
		if got := growth(c.live); got != c.want {
			t.Errorf("%d MiB in use: %d %%, want %d", c.live>>20, got, c.want)
		}
	}
}

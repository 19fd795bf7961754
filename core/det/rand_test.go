package det_test

import (
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
)

func draws(r *det.Rand, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = r.Intn(1000)
	}
	return out
}

// The numbers are pinned: a stored seed must mean the same world for ever.
func TestStreamIsPinned(t *testing.T) {
	r := det.NewRand(42, "tasks", "t1")
	if got, want := draws(r, 6), []int{238, 283, 912, 297, 805, 543}; !slices.Equal(got, want) {
		t.Errorf("draws = %v, want %v", got, want)
	}
	if got, want := r.Perm(8), []int{0, 7, 1, 2, 3, 5, 6, 4}; !slices.Equal(got, want) {
		t.Errorf("perm = %v, want %v", got, want)
	}
	if got, want := r.Float64(), 0.18843778001803801; got != want {
		t.Errorf("float = %v, want %v", got, want)
	}
}

func TestStreamsAreIndependent(t *testing.T) {
	r := det.NewRand(42, "tasks")
	before := draws(r.Stream("t1"), 6)
	draws(r, 100)
	if after := draws(r.Stream("t1"), 6); !slices.Equal(before, after) {
		t.Error("drawing from a stream shifts the one below it")
	}
	if !slices.Equal(before, draws(det.NewRand(42, "tasks", "t1"), 6)) {
		t.Error("Stream and NewRand of the same path differ")
	}
	for _, other := range []*det.Rand{det.NewRand(43, "tasks", "t1"), det.NewRand(42, "tasks", "t2"), det.NewRand(42, "taskst1"), det.NewRand(42)} {
		if slices.Equal(before, draws(other, 6)) {
			t.Error("streams of different seed or path are equal")
		}
	}
}

func TestDrawsAreInRangeAndEven(t *testing.T) {
	r := det.NewRand(1)
	const n, rounds = 7, 70000
	var count [n]int
	for range rounds {
		count[r.Intn(n)]++
	}
	for v, c := range count {
		// 10000 expected, standard deviation 93.
		if c < 9500 || c > 10500 {
			t.Errorf("value %d drawn %d times of %d", v, c, rounds)
		}
	}
	sum := 0.0
	for range rounds {
		f := r.Float64()
		if f < 0 || f >= 1 {
			t.Fatalf("Float64 = %v", f)
		}
		sum += f
	}
	if mean := sum / rounds; mean < 0.49 || mean > 0.51 {
		t.Errorf("mean of Float64 = %v", mean)
	}
}

func TestPermAndPick(t *testing.T) {
	p := det.NewRand(3).Perm(50)
	sorted := slices.Clone(p)
	slices.Sort(sorted)
	for i, v := range sorted {
		if i != v {
			t.Fatalf("Perm(50) is no permutation: %v", p)
		}
	}
	if slices.Equal(p, sorted) {
		t.Error("Perm left the order")
	}
	seen := map[string]bool{}
	r := det.NewRand(4)
	for range 100 {
		seen[det.Pick(r, []string{"a", "b", "c"})] = true
	}
	if len(seen) != 3 {
		t.Errorf("Pick met %d of 3 elements in 100 draws", len(seen))
	}
	defer func() {
		if recover() == nil {
			t.Error("Intn(0) does not panic")
		}
	}()
	r.Intn(0)
}

func TestClocks(t *testing.T) {
	at := time.Date(2026, 3, 17, 9, 0, 0, 0, time.UTC)
	c := det.Fixed(at)
	if !c.Now().Equal(at) || !c.Now().Equal(at) {
		t.Error("Fixed moves")
	}
	s := det.System()
	if first, second := s.Now(), s.Now(); first.IsZero() || second.Before(first) {
		t.Errorf("System clock shows %v then %v", first, second)
	}
}

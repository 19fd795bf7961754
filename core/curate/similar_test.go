package curate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The index must find what comparing with every set finds.
func TestSimilarIndexIsExact(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		threshold := rapid.SampledFrom([]float64{0.1, 0.5, 0.6, 0.75, 0.8, 0.9, 1}).Draw(r, "threshold")
		var all [][]uint64
		for range rapid.IntRange(0, 25).Draw(r, "sets") {
			set := rapid.SliceOfN(rapid.Uint64Range(0, 11), 0, 10).Draw(r, "set")
			slices.Sort(set)
			all = append(all, slices.Compact(set))
		}
		x := newSimilarIndex(threshold, all)
		var added [][]uint64
		for _, set := range all {
			want := slices.IndexFunc(added, func(other []uint64) bool { return len(set) > 0 && jaccard(set, other) >= threshold })
			at, similarity := x.find(set)
			if at != want || at >= 0 && similarity != jaccard(set, added[at]) {
				r.Fatalf("threshold %g: found %d (%g), want %d, for %v among %v", threshold, at, similarity, want, set, added)
			}
			if rapid.Bool().Draw(r, "add") {
				x.add(set)
				added = append(added, set)
			}
		}
	})
}

func TestSimilarityOnTheThreshold(t *testing.T) {
	seq := func(n int) (out []uint64) {
		for i := range n {
			out = append(out, uint64(i))
		}
		return out
	}
	x := newSimilarIndex(0.8, nil)
	x.add(seq(4))
	if at, s := x.find(seq(5)); at != 0 || s != 0.8 {
		t.Errorf("4 of 5: %d, %g", at, s)
	}
	if at, _ := x.find(seq(6)); at != -1 {
		t.Errorf("4 of 6: %d", at)
	}
	if s := jaccard(nil, nil); s != 1 {
		t.Errorf("two empty sets: %g", s)
	}
}

func TestDivergence(t *testing.T) {
	marks := func(list ...uint64) (out []stepMark) {
		for i := 0; i < len(list); i += 2 {
			out = append(out, stepMark{act: list[i], seen: list[i+1]})
		}
		return out
	}
	tests := []struct {
		name string
		a, b []stepMark
		at   int
		ok   bool
	}{
		{"at once", marks(1, 1), marks(2, 1), 0, true},
		{"in the third step", marks(1, 1, 2, 2, 3, 3), marks(1, 1, 2, 2, 4, 3), 2, true},
		{"acted alike, saw other things, then acted differently", marks(1, 1, 2, 2), marks(1, 9, 3, 2), 0, false},
		{"acted and saw differently in one step", marks(1, 1, 2, 2), marks(1, 1, 3, 9), 1, true},
		{"one goes on", marks(1, 1), marks(1, 1, 2, 2), 0, false},
		{"equal", marks(1, 1), marks(1, 1), 0, false},
		{"one is empty", nil, marks(1, 1), 0, false},
	}
	for _, tt := range tests {
		if at, ok := divergence(tt.a, tt.b); at != tt.at || ok != tt.ok {
			t.Errorf("%s: %d %v", tt.name, at, ok)
		}
		if at, ok := divergence(tt.b, tt.a); at != tt.at || ok != tt.ok {
			t.Errorf("%s, the other way: %d %v", tt.name, at, ok)
		}
	}
}

func TestRootsFindsTheLeastNameWhateverTheOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		names := []string{"a", "b", "c", "d", "e", "f"}
		edges := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) [2]string {
			return [2]string{rapid.SampledFrom(names).Draw(r, "a"), rapid.SampledFrom(names).Draw(r, "b")}
		}), 0, 8).Draw(r, "edges")
		f := folds{parent: map[string]string{}}
		for _, e := range edges {
			f.join(e[0], e[1])
		}
		for _, name := range names {
			reached := map[string]bool{name: true}
			for range names {
				for _, e := range edges {
					if reached[e[0]] || reached[e[1]] {
						reached[e[0]], reached[e[1]] = true, true
					}
				}
			}
			if want := sortedKeys(reached)[0]; f.find(name) != want {
				r.Fatalf("%s is in %s, want %s, edges %v", name, f.find(name), want, edges)
			}
		}
	})
}

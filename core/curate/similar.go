package curate

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// similarIndex finds, among sets that were added, one whose Jaccard similarity with a given set
// reaches a threshold. It is exact: two such sets share a member among the rarest of each, and
// only by those are the sets looked up.
type similarIndex struct {
	threshold float64
	often     map[uint64]int // how many sets hold a member
	sets      [][]uint64
	lists     map[uint64][]int // member to the sets that have it among their rarest
}

// newSimilarIndex counts the members of all sets that may be added or asked for.
func newSimilarIndex(threshold float64, all [][]uint64) *similarIndex {
	x := &similarIndex{threshold: threshold, often: map[uint64]int{}, lists: map[uint64][]int{}}
	for _, set := range all {
		for _, m := range set {
			x.often[m]++
		}
	}
	return x
}

// rarest returns as many members as two sets that reach the threshold must share one of.
func (x *similarIndex) rarest(set []uint64) []uint64 {
	by := slices.Clone(set)
	slices.SortFunc(by, func(a, b uint64) int { return cmp.Or(cmp.Compare(x.often[a], x.often[b]), cmp.Compare(a, b)) })
	// The overlap of two such sets is at least threshold x len; the small allowance keeps a
	// product such as 0.8 x 5 from being rounded up past 4.
	shared := int(math.Ceil(x.threshold*float64(len(set)) - 1e-9))
	return by[:min(len(by), len(by)-max(shared, 1)+1)]
}

// find returns the earliest added set that is similar enough, by the order of adding, and how
// similar it is; -1 where there is none.
func (x *similarIndex) find(set []uint64) (at int, similarity float64) {
	seen := map[int]bool{}
	for _, m := range x.rarest(set) {
		for _, i := range x.lists[m] {
			seen[i] = true
		}
	}
	for _, i := range slices.Sorted(maps.Keys(seen)) {
		if s := jaccard(set, x.sets[i]); s >= x.threshold {
			return i, s
		}
	}
	return -1, 0
}

// add puts a set into the index.
func (x *similarIndex) add(set []uint64) {
	for _, m := range x.rarest(set) {
		x.lists[m] = append(x.lists[m], len(x.sets))
	}
	x.sets = append(x.sets, set)
}

// jaccard is the share of members that two sorted sets have in common; two empty sets are equal.
func jaccard(a, b []uint64) float64 {
	if len(a) == 0 && len(b) == 0 {
		return 1
	}
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common, i, j = common+1, i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}

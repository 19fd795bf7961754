package signal

import (
	"cmp"
	"slices"
)

// BySpread returns the groups with the largest deviation first; equal ones keep their order.
func BySpread(groups []GroupReport) []GroupReport {
	out := slices.Clone(groups)
	std := func(g GroupReport) float64 {
		if g.Std == nil {
			return -1
		}
		return *g.Std
	}
	slices.SortStableFunc(out, func(a, b GroupReport) int { return cmp.Compare(std(b), std(a)) })
	return out
}

package query

import (
	"slices"
	"strings"
)

// nearest is the name that was perhaps meant: the one with the fewest slips,
// at most a third of its letters, or the one that word begins. "" is none.
func nearest(word string, names []string) string {
	best, bestSlips := "", 1<<30
	w := []rune(strings.ToLower(word))
	if len(w) > 40 {
		return ""
	}
	for _, name := range names {
		n := []rune(strings.ToLower(name))
		d := slips(w, n)
		if len(w) >= 2 && strings.HasPrefix(string(n), string(w)) {
			d = 1
		}
		if d <= max(1, len(n)/3) && d < len(n) && d < bestSlips {
			best, bestSlips = name, d
		}
	}
	return best
}

// slips counts the single-letter slips between a and b: one letter more, less,
// another, or two neighbours swapped.
func slips(a, b []rune) int {
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}

// list names things for a message, the first twenty of many.
func list(names []string) string {
	if len(names) > 20 {
		names = append(slices.Clone(names[:20]), "...")
	}
	return strings.Join(names, ", ")
}

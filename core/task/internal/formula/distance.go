package formula

import (
	"strings"

	"coworkenv.dev/coworkenv/core/world"
)

// Suggest words the nearest known name as a remedy: "did you mean x?", or "".
func Suggest(name string, known []string) string {
	best, cost := "", allowed(name)+1
	for _, k := range known {
		if n := len(k) - len(name); n >= cost || -n >= cost {
			continue // that many edits at least
		}
		if d := Distance(strings.ToLower(name), strings.ToLower(k)); d < cost && d < len(k) {
			best, cost = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// allowed is how many edits may lie between a slip and what was meant.
func allowed(name string) int {
	switch n := len(name); {
	case n <= 4:
		return 1
	case n <= 8:
		return 2
	}
	return 3
}

// Distance is the number of edits between two names; two letters in each other's place are one.
func Distance(a, b string) int {
	if swapped(a, b) {
		return 1
	}
	return world.Distance(a, b)
}

func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+1 < len(a); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

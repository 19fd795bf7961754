package world

import "strings"

// near suggests the known name closest to a wrong one: "; did you mean x?", or "".
func near(name string, known []string) string {
	best, cost := "", 4
	for _, k := range known {
		if d := Distance(strings.ToLower(name), strings.ToLower(k)); d < cost && d <= len(k)/2 {
			best, cost = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// Distance is the number of single-byte edits between two names; both are cut at 64 bytes.
func Distance(a, b string) int {
	const most = 64
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	var room [most + 1]int
	row := room[:len(b)+1]
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diag := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diag
			if a[i-1] != b[j-1] {
				cost++
			}
			diag = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

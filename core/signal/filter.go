package signal

import "math"

// minSpread is the deviation up to which a group's rewards count as equal, as slime's filter has it.
const minSpread = 1e-6

// Flat tells whether a group's rewards have no variance, so that no member gets an advantage: DAPO's
// dynamic sampling drops such groups. A group of fewer than two rewards is flat.
func Flat(rewards []float64) bool {
	m := momentsOf(rewards)
	return m.n < 2 || math.IsNaN(m.std) || m.std <= minSpread
}

// Live returns the places of the groups that are not flat.
func Live(groups [][]float64) []int {
	var live []int
	for i, g := range groups {
		if !Flat(g) {
			live = append(live, i)
		}
	}
	return live
}

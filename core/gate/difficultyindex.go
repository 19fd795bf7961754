package gate

import "math/bits"

// Band is measured difficulty in a word.
type Band string

// The bands: a third each of 1,000 generated tasks.
const (
	Easy   Band = "easy"
	Medium Band = "medium" // an index from 48
	Hard   Band = "hard"   // from 61
)

const (
	mediumFrom, hardFrom = 48, 61
	indexBase            = 168 // of the least that a task can have, roughly
	indexMost            = 100
)

// index puts what was measured into one number. Its weights come from a least-squares fit of how
// well agents that never saw a solution aim at the records meant (`report --calibrate`): they aim
// worse where evidence is spread over services, hangs together in chains, nearly fits, or stands
// among much that does not matter. Turns, stages, faults and the number of calls tell nothing of
// that and stand beside it.
func (d *Difficulty) index() int {
	sum := 14*doublings(d.Services) + 21*doublings(d.Depth) + 6*doublings(d.NearMisses) + 10*doublings(d.Records) - 5*doublings(d.Matter)
	return min(max(sum-indexBase, 0), indexMost)
}

// doublings is twice the binary logarithm of n+1 in whole numbers: each doubling counts alike, and
// it is the same on every processor.
func doublings(n int) int { return bits.Len64(uint64(n+1)*uint64(n+1)) - 1 }

func (d *Difficulty) band() Band {
	switch {
	case d.Index >= hardFrom:
		return Hard
	case d.Index >= mediumFrom:
		return Medium
	}
	return Easy
}

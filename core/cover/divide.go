package cover

import "math"

// A cell's share of few tasks is less than one, and so are the shares of most cells together. So
// tasks are given out one after another, each to the cell in which it brings what all cells have
// together nearest to the plan: its families, languages and levels first, then how these meet, and
// the spread over scenarios and services. So any number of tasks looks like the plan, and a larger
// number adds to a smaller one.

// What the kinds of groups count when a cell is chosen.
const (
	ofShares    = 8 // family, language, level: what a plan states
	ofTurns     = 4 // which weigh scenarios
	ofPairs     = 2 // two of what a plan states together
	ofScenarios = 2
	ofServices  = 1
	ofCells     = 1
)

// group is a set of cells whose tasks together are to be near their share.
type group struct {
	counts int64
	weight int64 // its part of a task, in parts
	lacks  int64 // what it lacks of its share so far, in parts of a task; less than 0 = it has more
}

// groupKey names a group: what it is of and which.
type groupKey struct {
	counts  int64
	a, b, c string
}

// groupsOf are the groups of a cell; the first is the cell itself.
func groupsOf(c *Cell) []groupKey {
	family, language, level := "family "+string(c.Family), "language "+c.Language, "level "+string(c.Level)
	out := []groupKey{{ofCells, c.Scenario, language, level}, {ofShares, family, "", ""}, {ofShares, language, "", ""}, {ofShares, level, "", ""}, {ofTurns, "turns " + string(c.Turns), "", ""},
		{ofPairs, family, language, ""}, {ofPairs, family, level, ""}, {ofPairs, language, level, ""}, {ofScenarios, "scenario " + c.Scenario, "", ""}}
	for _, s := range c.Services {
		out = append(out, groupKey{ofServices, "service " + s, "", ""})
	}
	return out
}

const (
	// wholeTask is about how many parts a task has: weights are whole numbers of them, so that every
	// machine comes to the same cells.
	wholeTask = 1 << 32
	// inTurn is how many tasks are given out one after another at most. What comes before has its whole
	// parts at once: a plan of millions takes no longer.
	inTurn = 10_000
)

// division is tasks given out to cells.
type division struct {
	weights []int64 // by cell
	whole   int64   // their sum
	groups  []group
	of      [][]int // groups by cell, its own first
	out     []int
}

// divide shares a number of tasks out over cells.
func divide(total int, cells []Cell, weights []float64) []int {
	d := division{out: make([]int, len(cells))}
	d.weigh(weights)
	if d.whole == 0 {
		return d.out
	}
	d.group(cells)
	atOnce := total / inTurn * inTurn
	given := 0
	for i, w := range d.weights {
		parts := int64(atOnce) * w
		d.out[i] = int(parts / d.whole)
		given += d.out[i]
		for _, g := range d.of[i] {
			d.groups[g].lacks += parts % d.whole
		}
	}
	for ; given < total; given++ {
		if given >= atOnce {
			for g := range d.groups {
				d.groups[g].lacks += d.groups[g].weight
			}
		}
		d.give(d.next())
	}
	return d.out
}

// weigh turns weights into parts of a task.
func (d *division) weigh(weights []float64) {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	d.weights = make([]int64, len(weights))
	for i, w := range weights {
		if w > 0 {
			d.weights[i] = max(1, int64(math.Round(w/sum*wholeTask)))
			d.whole += d.weights[i]
		}
	}
}

func (d *division) group(cells []Cell) {
	at := map[groupKey]int{}
	d.of = make([][]int, len(cells))
	for i := range cells {
		for _, key := range groupsOf(&cells[i]) {
			g, known := at[key]
			if !known {
				g = len(d.groups)
				at[key] = g
				d.groups = append(d.groups, group{counts: key.counts})
			}
			d.groups[g].weight += d.weights[i]
			d.of[i] = append(d.of[i], g)
		}
	}
}

// next is the cell whose groups lack most, the earlier among equals. No cell has a task more than
// its share rounded up.
func (d *division) next() int {
	best, most := -1, int64(0)
	for i, of := range d.of {
		if d.groups[of[0]].lacks <= 0 {
			continue
		}
		lacks := int64(0)
		for _, g := range of {
			lacks += d.groups[g].counts * d.groups[g].lacks
		}
		if best < 0 || lacks > most {
			best, most = i, lacks
		}
	}
	return best
}

func (d *division) give(cell int) {
	d.out[cell]++
	for _, g := range d.of[cell] {
		d.groups[g].lacks -= d.whole
	}
}

package synth

import (
	"math"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
)

// Slot is one task that a plan asks for: a cell's dials and its place within the cell.
type Slot struct {
	Scenario *Scenario
	Language string
	Level    task.Difficulty
	Index    int // from 0, within the cell
}

// Seed is the seed of an attempt at a slot. It depends on nothing but the plan's seed, the slot's
// place and the attempt, so that workers need no order.
func (s Slot) Seed(plan uint64, attempt, tries int) uint64 {
	return plan*seedSpan + uint64(s.Index*tries+attempt) + 1
}

// seedSpan keeps the seeds of different plans apart.
const seedSpan = 1_000_000

// MostSeed is the largest seed of a plan: those of its tasks, as many as a cell may have, are whole
// numbers of 64 bits with a sign.
const MostSeed = math.MaxInt64/seedSpan - 100

// Origin is what a generated task's provenance tells of it.
type Origin struct {
	Scenario string
	Language string
	Level    task.Difficulty
}

// OriginOf reads where a task comes from; ok is false for one that no scenario made.
func OriginOf(t *task.Task) (Origin, bool) {
	name, ok := strings.CutPrefix(t.Provenance.Generator, "scenario/")
	if !ok || name == "" {
		return Origin{}, false
	}
	return Origin{name, t.Language, t.Difficulty}, true
}

package engine

import (
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/gate"
)

// Cost is what it took to make or to judge tasks. It stands apart from what is equal for equal
// inputs: processor time differs from run to run.
type Cost struct {
	Drafts     int      `json:"drafts"`                // tasks drawn or read
	Runs       int      `json:"runs"`                  // runs and comparisons that the gate made
	Graded     int      `json:"graded"`                // mutants of graders tried on them
	CPUSeconds *float64 `json:"cpu_seconds,omitempty"` // of the whole process meanwhile; nil where the machine does not tell
}

// add counts what the gate did for a draft.
func (c *Cost) add(r *gate.Report) {
	c.Drafts++
	if r == nil {
		return
	}
	for _, round := range r.Rounds {
		c.Runs += round.Tried
	}
	if r.Mutants != nil {
		c.Graded += r.Mutants.Tried
	}
}

// and adds up what two syntheses took.
func (c Cost) and(other Cost) Cost {
	sum := Cost{Drafts: c.Drafts + other.Drafts, Runs: c.Runs + other.Runs, Graded: c.Graded + other.Graded}
	if c.CPUSeconds != nil && other.CPUSeconds != nil { // else part of it is not known
		seconds := *c.CPUSeconds + *other.CPUSeconds
		sum.CPUSeconds = &seconds
	}
	return sum
}

// metered starts to count processor time; what it returns ends that.
func (c *Cost) metered() (end func()) {
	from, told := det.CPU()
	return func() {
		if to, ok := det.CPU(); told && ok {
			seconds := float64((to - from).Round(time.Millisecond)) / float64(time.Second)
			c.CPUSeconds = &seconds
		}
	}
}

package gate

import (
	"maps"
	"slices"
	"strings"
)

// Recipe says how to make a run again: which piece of the gate makes it, with what. The run
// itself is not kept; Gate.Replay makes it when somebody opens the finding.
type Recipe struct {
	Round  RoundName `json:"round"`
	Name   string    `json:"name"`             // of the adversary, benign variant or move of a record
	Params Params    `json:"params,omitempty"` // which of those that the piece makes
}

// Params tell the runs that one piece makes apart.
type Params map[string]string

// String writes a recipe on one line.
func (r Recipe) String() string {
	if len(r.Params) == 0 {
		return r.Name
	}
	return r.Name + " (" + r.Params.String() + ")"
}

// String writes parameters in the order of their names.
func (p Params) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(p)) {
		parts = append(parts, name+" "+p[name])
	}
	return strings.Join(parts, ", ")
}

func (p Params) equal(other Params) bool { return maps.Equal(p, other) }

// oracleName is the recipe of the solution itself.
const oracleName = "solution"

// Package scenarios holds the shipped recipes for tasks: one small file a scenario, and one list
// a family.
//
// A scenario draws people, companies, amounts and times, builds linked records, plants
// distractors of named kinds, and sets facts, checks, forbidden acts and a solution. The gate
// judges every task that it makes; overduetickets.go is the worked example.
package scenarios

import (
	"slices"

	"coworkenv.dev/coworkenv/core/synth"
)

// All lists the scenarios, by family.
func All() []*synth.Scenario {
	return slices.Concat(lookupScenarios(), triageScenarios(), escalationScenarios(), reconciliationScenarios(), schedulingScenarios(), safetyScenarios())
}

package curate

import "coworkenv.dev/coworkenv/core/det"

// TaskUnit is what decides into which split a task's prompt goes.
type TaskUnit struct {
	Scenario string     // or the root of its lineage, for a task that no scenario made
	Start    det.Digest // of its records
}

// FoldTasks splits tasks as trials are split: those of one scenario, one lineage or one set of records
// stay together, and equal seeds and shares give a scenario the same split as in a selection.
func FoldTasks(tasks []TaskUnit, set Settings) []Split {
	f := folds{parent: map[string]string{}}
	for _, t := range tasks {
		f.join(scenarioUnit(t.Scenario), worldUnit(t.Start))
	}
	out := make([]Split, len(tasks))
	for i, t := range tasks {
		out[i] = foldOf(f.find(scenarioUnit(t.Scenario)), &set)
	}
	return out
}

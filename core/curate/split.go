package curate

import (
	"coworkenv.dev/coworkenv/core/det"
)

// folds gives every task's train, val or test. What belongs together stays together: tasks of one
// scenario, of one lineage, and tasks that begin with the same records. Which fold a unit gets
// depends on the seed and the unit's name alone.
type folds struct {
	parent map[string]string // union-find over names of scenarios, roots and worlds
}

// join puts two names into one unit, under the lesser name.
func (f *folds) join(a, b string) {
	a, b = f.find(a), f.find(b)
	if b < a {
		a, b = b, a
	}
	if a != b {
		f.parent[b] = a
	}
}

// find returns the least name of a unit.
func (f *folds) find(name string) string {
	up, known := f.parent[name]
	switch {
	case !known:
		f.parent[name] = name
		return name
	case up == name:
		return name
	}
	top := f.find(up)
	f.parent[name] = top
	return top
}

// foldOf draws a unit's fold.
func foldOf(unit string, s *Settings) Split {
	switch x := det.NewRand(s.SplitSeed, "split", unit).Float64(); {
	case x < s.TestShare:
		return Test
	case x < s.TestShare+s.ValShare:
		return Val
	}
	return Train
}

// The names of units: scenarios sort first, so that a unit is called by its scenario.
func scenarioUnit(name string) string    { return "a scenario " + name }
func rootUnit(name string) string        { return "b root " + name }
func worldUnit(digest det.Digest) string { return "c world " + digest.String() }

// split gives every candidate the fold of its unit.
func (r *run) split() {
	f := folds{parent: map[string]string{}}
	for _, c := range r.all {
		f.join(scenarioUnit(c.scenario), rootUnit(c.root))
		if c.t.Features != nil && c.t.Features.Start != (det.Digest{}) {
			f.join(scenarioUnit(c.scenario), worldUnit(c.t.Features.Start))
		}
	}
	known := map[string]Split{}
	for _, c := range r.all {
		unit := f.find(scenarioUnit(c.scenario))
		if known[unit] == NoSplit {
			known[unit] = foldOf(unit, &r.set)
		}
		c.fold = known[unit]
	}
}

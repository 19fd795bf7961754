package curate

import (
	"coworkenv.dev/coworkenv/core/det"
)

// setRule is a rule that looks at a trial beside those that were kept before it: better ones come
// first.
type setRule struct {
	name string
	test func(c *candidate) finding
	add  func(c *candidate) // the trial is kept
}

// setRules makes the rules over sets, in order, with nothing kept yet. reached are the trials that
// will be asked about.
func (r *run) setRules(reached []*candidate) []setRule {
	return []setRule{r.duplicate(), r.near(reached), r.stableCap(),
		r.limit(RulePerTask, r.set.PerTask, "task", func(c *candidate) string { return c.t.TaskDigest }),
		r.limit(RulePerScenario, r.set.PerScenario, "scenario", func(c *candidate) string { return c.scenario })}
}

func (r *run) duplicate() setRule {
	type key struct {
		task    string
		actions det.Digest
	}
	of := func(c *candidate) key { return key{c.t.TaskDigest, c.t.Features.actions} }
	first := map[key]string{}
	return setRule{RuleDuplicate, func(c *candidate) finding {
		if other := first[of(c)]; other != "" {
			return objects(true, "the same calls as %s", other)
		}
		return objects(false, "no kept trial of the task has the same calls")
	}, func(c *candidate) {
		if first[of(c)] == "" {
			first[of(c)] = c.t.ID
		}
	}}
}

func (r *run) near(reached []*candidate) setRule {
	if r.set.Near == 0 {
		return setRule{RuleNear, func(*candidate) finding { return objects(false, "off") }, func(*candidate) {}}
	}
	all := make([][]uint64, len(reached))
	for i, c := range reached {
		all[i] = c.t.Features.shingles
	}
	index := newSimilarIndex(r.set.Near, all)
	var ids []string
	return setRule{RuleNear, func(c *candidate) finding {
		if at, s := index.find(c.t.Features.shingles); at >= 0 {
			return objects(true, "%.3f of the calls, tools and arguments in their order, are those of %s; from %g on too near", s, ids[at], r.set.Near)
		}
		return objects(false, "no kept trial shares %g of the calls, tools and arguments in their order", r.set.Near)
	}, func(c *candidate) {
		index.add(c.t.Features.shingles)
		ids = append(ids, c.t.ID)
	}}
}

// stableCap limits what tasks teach that an agent can do anyway.
func (r *run) stableCap() setRule {
	limit := r.limit(RuleStable, r.set.StablePer, "lineage root, of stable groups", func(c *candidate) string { return c.root })
	return setRule{RuleStable, func(c *candidate) finding {
		if c.standing != LabelStable {
			return objects(false, "the group is not stable: %s", c.group)
		}
		return limit.test(c)
	}, func(c *candidate) {
		if c.standing == LabelStable {
			limit.add(c)
		}
	}}
}

// limit keeps at most so many trials of a kind.
func (r *run) limit(name string, most int, what string, of func(c *candidate) string) setRule {
	kept := map[string]int{}
	return setRule{name, func(c *candidate) finding {
		n := kept[of(c)]
		if most == 0 {
			return objects(false, "%d kept before of this %s, no limit", n, what)
		}
		return objects(n >= most, "%d kept before of this %s, at most %d", n, what, most)
	}, func(c *candidate) { kept[of(c)]++ }}
}

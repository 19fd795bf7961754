package curate

import (
	"cmp"
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/det"
)

// mostPaired bounds how many passing and how many failing trials of a task are compared.
const mostPaired = 64

// pairs makes the preference pairs: every failing trial of a task with the passing one that went
// the same way for longest, cut at the first step that differs. Trials that differ in what they saw
// before they differ in what they did have no prompt in common and make no pair.
func (r *run) pairs() []Pair {
	tasks := map[string]*sides{}
	for _, c := range r.all {
		if r.set.PairsPer == 0 || !r.pairable(c) {
			continue
		}
		s := tasks[c.t.TaskDigest]
		if s == nil {
			s = &sides{}
			tasks[c.t.TaskDigest] = s
		}
		if c.t.Pass {
			s.passing = append(s.passing, c)
		} else {
			s.failing = append(s.failing, c)
		}
	}
	out := []Pair{}
	for _, digest := range sortedKeys(tasks) {
		out = append(out, tasks[digest].pairs(r.set.PairsPer)...)
	}
	return out
}

// pairable reports whether a trial may stand in a pair: its score can be trusted, nobody objects to
// it, and it is short enough to be trained on. Limits on how many are kept do not matter here.
func (r *run) pairable(c *candidate) bool {
	switch {
	case c.decision == SetAside, c.decision == Drop && !slices.Contains(mereLimits(), c.rule):
		return false
	case c.t.Pass:
		return true
	}
	return !c.accepted && !r.tooMany(c).drop && !r.tooLong(c).drop
}

// mereLimits are the rules that say nothing against a trial but that it is not among the best.
func mereLimits() []string {
	return []string{RuleReward, RuleTooShort, RuleDuplicate, RuleNear, RuleStable, RulePerTask, RulePerScenario}
}

// sides are the trials of one task that can be paired.
type sides struct{ passing, failing []*candidate }

func (s *sides) pairs(most int) []Pair {
	s.passing = distinct(s.passing)
	s.failing = distinct(s.failing)
	var out []Pair
	for _, bad := range s.failing {
		best := -1
		var chosen *candidate
		for _, good := range s.passing {
			if at, ok := divergence(good.t.Features.steps, bad.t.Features.steps); ok && at > best {
				best, chosen = at, good
			}
		}
		if chosen != nil {
			out = append(out, newPair(chosen, bad, best))
		}
	}
	slices.SortFunc(out, func(a, b Pair) int { return cmp.Or(cmp.Compare(b.Step, a.Step), cmp.Compare(a.ID, b.ID)) })
	out = out[:min(most, len(out))]
	slices.SortFunc(out, func(a, b Pair) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// distinct keeps the best of the trials that made the same calls, the better ones first.
func distinct(list []*candidate) []*candidate {
	slices.SortFunc(list, func(a, b *candidate) int { return better(a.t, b.t) })
	seen := map[det.Digest]bool{}
	var out []*candidate
	for _, c := range list {
		if !seen[c.t.Features.actions] && len(out) < mostPaired {
			seen[c.t.Features.actions] = true
			out = append(out, c)
		}
	}
	return out
}

// divergence finds the first step in which two trials acted differently; ok is false where they saw
// different things before, where one did all that the other did, or where one then did nothing: there
// is no turn to prefer or to reject.
func divergence(a, b []stepMark) (at int, ok bool) {
	for i := range min(len(a), len(b)) {
		switch {
		case a[i].act != b[i].act:
			return i, !a[i].silent && !b[i].silent
		case a[i].seen != b[i].seen:
			return 0, false
		}
	}
	return 0, false
}

func newPair(good, bad *candidate, step int) Pair {
	return Pair{ID: det.ID("pair_", good.t.ID, bad.t.ID, strconv.Itoa(step)), Task: good.t.Task, TaskDigest: good.t.TaskDigest,
		Chosen: good.t.ID, Rejected: bad.t.ID, Step: step, Split: good.fold}
}

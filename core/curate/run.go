package curate

import (
	"cmp"
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// run is one curation.
type run struct {
	in  *Input
	set Settings
	all []*candidate // by trial id

	watch   string    // trial whose verdicts are wanted, "" = none
	watched []Verdict // of the rules over sets
}

// candidate is a trial on its way through the rules.
type candidate struct {
	t              *Trial
	task           *Task
	scenario, root string
	group          *group
	standing       string
	fold           Split

	decision Decision
	rule     string // that decided against it
	reasons  []Reason
	accepted bool // by a person, itself
	round    int  // its place among the demonstrations of its task, from 0
}

var nobody = &Task{} // a task of which nothing is known

// Run curates. Errors: Usage for settings that mean nothing, Conflict where a trial comes twice.
func Run(in *Input, set Settings) (*Selection, error) {
	r, err := newRun(in, set)
	if err != nil {
		return nil, err
	}
	r.decide()
	return r.selection(), nil
}

func newRun(in *Input, set Settings) (*run, error) {
	if err := set.Check(); err != nil {
		return nil, err
	}
	set.HoldOut = slices.Compact(slices.Sorted(slices.Values(set.HoldOut)))
	if set.HoldOut == nil {
		set.HoldOut = []string{}
	}
	r := &run{in: in, set: set}
	groups := map[string]*group{}
	for _, t := range in.Trials {
		c := r.candidate(t)
		key := set.groupKey(t)
		if groups[key] == nil {
			groups[key] = &group{}
		}
		c.group = groups[key]
		c.group.add(t)
		r.all = append(r.all, c)
	}
	slices.SortFunc(r.all, func(a, b *candidate) int { return cmp.Compare(a.t.ID, b.t.ID) })
	for i, c := range r.all {
		if i > 0 && c.t.ID == r.all[i-1].t.ID {
			return nil, fault.New(fault.Conflict, "trial %s comes twice", c.t.ID).WithHint("a trial is curated once: leave one of them out")
		}
		c.standing = c.group.standing(&set)
	}
	r.split()
	return r, nil
}

func (r *run) candidate(t *Trial) *candidate {
	c := &candidate{t: t, task: r.in.Tasks[t.TaskDigest]}
	if c.task == nil {
		c.task = nobody
	}
	c.root = cmp.Or(c.task.Root, t.Task)
	c.scenario = cmp.Or(c.task.Scenario, c.root)
	return c
}

// decide takes every trial through the rules: first those that look at it alone, then, the better
// ones first, those that look at what was kept before.
func (r *run) decide() {
	rules := trialRules()
	var reached []*candidate
	for _, c := range r.all {
		if r.alone(c, rules) {
			reached = append(reached, c)
		}
	}
	order(reached)
	sets := r.setRules(reached)
	for _, c := range reached {
		r.among(c, sets)
	}
	if c := r.find(r.watch); c != nil && c.t.Features != nil && r.watched == nil {
		for _, rule := range sets { // it did not come so far: held against what was kept in the end
			r.watched = append(r.watched, r.verdict(c, rule.name, rule.test(c)))
		}
	}
}

// find returns the candidate of a trial id, nil where there is none.
func (r *run) find(id string) *candidate {
	i, found := slices.BinarySearchFunc(r.all, id, func(c *candidate, id string) int { return cmp.Compare(c.t.ID, id) })
	if !found {
		return nil
	}
	return r.all[i]
}

// alone asks the rules that need nothing but the trial. It reports whether the trial is still to
// be held against the others.
func (r *run) alone(c *candidate, rules []rule) bool {
	if c.t.Features == nil {
		c.decision, c.rule = Drop, RuleUnreadable
		c.reasons = []Reason{{Rule: RuleUnreadable, Text: c.t.Unreadable}}
		return false
	}
	if by := r.word(c); by != nil {
		c.reasons = append(c.reasons, *by)
		if c.accepted = by.Overruled; !c.accepted {
			c.decision, c.rule = Drop, by.Rule
			return false
		}
	}
	for _, rule := range rules {
		if rule.demo && !c.t.Pass && !c.accepted {
			break
		}
		if r.objects(c, rule.name, rule.judge(r, c)) {
			c.decision, c.rule = Drop, rule.name
			if rule.name == RuleLow {
				c.decision = SetAside
			}
			return false
		}
	}
	if !c.t.Pass && !c.accepted {
		c.decision = Failed
		return false
	}
	return true
}

// among asks the rules that look at what was kept before.
func (r *run) among(c *candidate, sets []setRule) {
	c.decision = Keep
	for _, rule := range sets {
		f := rule.test(c)
		if r.watch == c.t.ID {
			r.watched = append(r.watched, r.verdict(c, rule.name, f))
		}
		if c.decision == Keep && r.objects(c, rule.name, f) {
			c.decision, c.rule = Drop, rule.name
		}
	}
	if c.decision == Keep {
		for _, rule := range sets {
			rule.add(c)
		}
	}
}

// objects settles what one rule says, people included, and notes it where it matters. It reports
// whether the trial is to be dropped.
func (r *run) objects(c *candidate, rule string, f finding) bool {
	v := r.verdict(c, rule, f)
	if v.Drop || v.Overruled {
		c.reasons = append(c.reasons, Reason{Rule: rule, Text: f.text, Overruled: v.Overruled, Review: v.Review})
	}
	return v.Drop
}

// order puts the better trials first: those a person accepted, then the best of every task, then
// the second of every task and so on, so that limits take many tasks and not many trials of few.
// Within a task a higher score comes first, then fewer calls, then fewer characters. Between tasks
// the order is drawn from the ids.
func order(list []*candidate) {
	accepted := func(c *candidate) int {
		if c.accepted {
			return 0
		}
		return 1
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.t.TaskDigest, b.t.TaskDigest), cmp.Compare(accepted(a), accepted(b)), better(a.t, b.t))
	})
	for i, c := range list {
		if i > 0 && list[i-1].t.TaskDigest == c.t.TaskDigest {
			c.round = list[i-1].round + 1
		}
	}
	drawn := map[*candidate]uint64{}
	for _, c := range list {
		drawn[c] = half(det.Sum([]byte("order"), []byte(c.t.ID)))
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(accepted(a), accepted(b)), cmp.Compare(a.round, b.round), cmp.Compare(drawn[a], drawn[b]), cmp.Compare(a.t.ID, b.t.ID))
	})
}

// better orders trials of one task by what they are worth as demonstrations.
func better(a, b *Trial) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Features.Calls, b.Features.Calls),
		cmp.Compare(a.Features.Chars, b.Features.Chars), cmp.Compare(a.ID, b.ID))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

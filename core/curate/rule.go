package curate

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
)

// The rules, in the order in which they are asked. A trial is counted under the first that
// drops it.
const (
	RuleUnreadable  = "unreadable"
	RuleRejected    = "rejected"
	RuleFlagged     = "flagged"
	RuleUnscored    = "unscored"
	RuleHeldOut     = "held_out"
	RuleContaminate = "contaminated"
	RuleLow         = "low"
	RuleReward      = "reward"
	RuleTooShort    = "too_short"
	RuleTooMany     = "too_many_calls"
	RuleTooLong     = "too_long"
	RuleDuplicate   = "duplicate"
	RuleNear        = "near_duplicate"
	RuleStable      = "stable_cap"
	RulePerTask     = "task_cap"
	RulePerScenario = "scenario_cap"
)

// RuleDoc is a rule with what it drops, in one line.
type RuleDoc struct{ Name, Drops string }

// Rules lists all rules in the order in which they are asked.
func Rules() []RuleDoc {
	return []RuleDoc{
		{RuleUnreadable, "trials whose trajectory cannot be read"},
		{RuleRejected, "trials that a person rejected, or whose task"},
		{RuleFlagged, "trials that a person flagged, or whose task, and those that reviewers disagree about"},
		{RuleUnscored, "trials that the environment, an endpoint or the grader ended"},
		{RuleHeldOut, "trials of held-out scenarios"},
		{RuleContaminate, "trials whose request shares 13 words in a row with a named set"},
		{RuleLow, "sets aside the trials of groups with a low mean completion"},
		{RuleReward, "passing trials below the reward threshold"},
		{RuleTooShort, "trials with too few calls"},
		{RuleTooMany, "trials with too many calls"},
		{RuleTooLong, "trials with more characters than the budget"},
		{RuleDuplicate, "trials of a task with the same calls as a better one"},
		{RuleNear, "trials whose calls are nearly those of a better one, of any task"},
		{RuleStable, "trials of stable groups above the limit for their lineage root"},
		{RulePerTask, "trials above the limit for their task"},
		{RulePerScenario, "trials above the limit for their scenario"},
	}
}

// finding is what one rule says of one trial: the numbers it looked at, and whether it objects.
type finding struct {
	drop bool
	text string
}

// objects makes a finding.
func objects(drop bool, format string, args ...any) finding {
	return finding{drop, fmt.Sprintf(format, args...)}
}

// rule is a rule that looks at one trial alone. demo rules are asked of passing trials only: what
// failed is no demonstration, and is kept apart anyway.
type rule struct {
	name  string
	demo  bool
	judge func(r *run, c *candidate) finding
}

// trialRules lists the rules that look at one trial alone, in order. Those of people come before.
func trialRules() []rule {
	return []rule{
		{RuleUnscored, false, (*run).unscored},
		{RuleHeldOut, false, (*run).heldOut},
		{RuleContaminate, false, (*run).contaminated},
		{RuleLow, false, (*run).low},
		{RuleReward, true, (*run).reward},
		{RuleTooShort, true, (*run).tooShort},
		{RuleTooMany, true, (*run).tooMany},
		{RuleTooLong, true, (*run).tooLong},
	}
}

func (r *run) unscored(c *candidate) finding {
	return objects(c.t.Status != grade.Scored, "status %s", c.t.Status)
}

func (r *run) heldOut(c *candidate) finding {
	if slices.Contains(r.set.HoldOut, c.scenario) {
		return objects(true, "scenario %s is held out", c.scenario)
	}
	return objects(false, "scenario %s is not held out", c.scenario)
}

func (r *run) contaminated(c *candidate) finding {
	var in []string
	for _, h := range c.t.Features.Hits {
		in = append(in, fmt.Sprintf("%s has %q", h.Set, h.Words))
	}
	if len(in) > 0 {
		return objects(true, "%s", strings.Join(in, "; "))
	}
	return objects(false, "no sequence of %d words in %d sets", gramWords, len(r.in.Sets))
}

func (r *run) low(c *candidate) finding {
	if c.standing != LabelLow {
		return objects(false, "%s: not below %s", c.group, r.set.LowBelow)
	}
	label, why := lowLabel(c.task.Proof)
	return objects(true, "%s, below %s; %s: %s", c.group, r.set.LowBelow, label, why)
}

func (r *run) reward(c *candidate) finding {
	return objects(c.t.Score < r.set.MinReward, "score %s of at least %s", c.t.Score, r.set.MinReward)
}

func (r *run) tooShort(c *candidate) finding {
	return objects(c.t.Features.Calls < r.set.MinCalls, "%d calls of at least %d", c.t.Features.Calls, r.set.MinCalls)
}

func (r *run) tooMany(c *candidate) finding {
	return r.atMost(c.t.Features.Calls, r.set.MaxCalls, "calls")
}

func (r *run) tooLong(c *candidate) finding {
	return r.atMost(c.t.Features.Chars, r.set.MaxChars, "characters")
}

// atMost objects to what is above a limit; 0 is no limit.
func (r *run) atMost(n, most int, what string) finding {
	if most == 0 {
		return objects(false, "%d %s, no limit", n, what)
	}
	return objects(n > most, "%d %s of at most %d", n, what, most)
}

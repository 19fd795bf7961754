package curate

import (
	"coworkenv.dev/coworkenv/core/store"
)

// word finds what a person said of a trial as a whole, or nil: the rule that it amounts to, and
// Overruled where the trial was accepted, so that no rule may drop it. What is said of the trial
// itself comes before what is said of its task; an accepted task still has its trials judged.
func (r *run) word(c *candidate) *Reason {
	return wordOn(r.in.Reviews, c.t.ID, c.t.TaskDigest)
}

func wordOn(reviews map[Subject]Review, trial, digest string) *Reason {
	for _, s := range []Subject{OfTrial(trial), OfTask(digest)} {
		v, known := reviews[s]
		if !known {
			continue
		}
		why := &Reason{Text: said(s, v), Review: v.ID}
		switch {
		case v.Disputed, v.Verdict == store.Flag:
			why.Rule = RuleFlagged
		case v.Verdict == store.Reject:
			why.Rule = RuleRejected
		case v.Verdict == store.Accept && s.Kind == store.KindTrial:
			why.Rule, why.Overruled = RuleRejected, true
		default:
			continue // who skips says nothing
		}
		return why
	}
	return nil
}

func said(s Subject, v Review) string {
	what := string(v.Verdict) + " by " + v.Reviewer
	if v.Disputed {
		what = "reviewers disagree, the latest: " + what
	}
	if v.Reason != "" {
		what += " (" + v.Reason + ")"
	}
	return s.Kind + ": " + what
}

// verdict settles what one rule says of a trial: people outrank it.
func (r *run) verdict(c *candidate, rule string, f finding) Verdict {
	v := Verdict{Rule: rule, Drop: f.drop, Text: f.text}
	overrule := func(by Review) {
		v.Drop, v.Overruled, v.Review = !v.Drop, true, by.ID
	}
	if by, known := r.in.Reviews[OfRule(rule, f.drop, c.t.ID)]; known && by.Verdict == store.Reject && !by.Disputed {
		overrule(by)
	}
	if !v.Drop {
		return v
	}
	if by := r.in.Reviews[OfTrial(c.t.ID)]; c.accepted {
		overrule(by)
	} else if by, known := r.in.Reviews[OfTask(c.t.TaskDigest)]; known && rule == RuleLow && by.Verdict == store.Accept && !by.Disputed {
		overrule(by)
	}
	return v
}

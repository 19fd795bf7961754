package curate

import (
	"coworkenv.dev/coworkenv/core/fault"
)

// Verdict is what one rule says of one trial, people's overruling included.
type Verdict struct {
	Rule      string `json:"rule"`
	Drop      bool   `json:"drop"`
	Text      string `json:"text"`
	Overruled bool   `json:"overruled,omitempty"`
	Review    string `json:"review,omitempty"`
	Decided   bool   `json:"decided,omitempty"` // this is the rule that the trial is counted under
}

// Explanation is the whole story of one trial in a curation.
type Explanation struct {
	Row      Row       `json:"row"`
	Group    string    `json:"group"`    // how the trials it is judged with did
	Standing string    `json:"standing"` // stable, middle or low
	Verdicts []Verdict `json:"verdicts"` // of every rule, also of those that were not reached
	Pairs    []Pair    `json:"pairs"`    // that the trial is part of
}

// Explain curates and tells every rule's verdict on one trial. Rules over sets hold a trial that did
// not reach them against what was kept in the end. Errors: those of Run, NotFound.
func Explain(in *Input, set Settings, trial string) (*Explanation, error) {
	r, err := newRun(in, set)
	if err != nil {
		return nil, err
	}
	c := r.find(trial)
	if c == nil {
		return nil, fault.New(fault.NotFound, "trial %s is not among the %d that are curated", trial, len(r.all)).
			WithHint("`coworkenv trials list` lists them; --where narrows the input")
	}
	r.watch = trial
	r.decide()
	e := &Explanation{Row: r.row(c), Group: c.group.String(), Standing: c.standing, Verdicts: r.everyVerdict(c), Pairs: []Pair{}}
	for _, p := range r.pairs() {
		if p.Chosen == trial || p.Rejected == trial {
			e.Pairs = append(e.Pairs, p)
		}
	}
	return e, nil
}

func (r *run) everyVerdict(c *candidate) []Verdict {
	if c.t.Features == nil {
		return []Verdict{{Rule: RuleUnreadable, Drop: true, Text: c.t.Unreadable, Decided: true}}
	}
	out := []Verdict{{Rule: RuleUnreadable, Text: "the trajectory is whole"}}
	by := r.word(c)
	for _, rule := range []string{RuleRejected, RuleFlagged} {
		v := Verdict{Rule: rule, Text: "nobody said so"}
		if by != nil && by.Rule == rule {
			v = Verdict{Rule: rule, Drop: !by.Overruled, Text: by.Text, Review: by.Review}
		}
		out = append(out, v)
	}
	for _, rule := range trialRules() {
		out = append(out, r.verdict(c, rule.name, rule.judge(r, c)))
	}
	out = append(out, r.watched...)
	for i := range out {
		out[i].Decided = out[i].Rule == c.rule
	}
	return out
}

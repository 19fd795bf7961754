package curate

import (
	"slices"
)

// selection writes down what was decided.
func (r *run) selection() *Selection {
	s := &Selection{Format: Format, Settings: r.set, Where: r.in.Where, Pairs: r.pairs(), Rows: make([]Row, len(r.all))}
	for _, name := range sortedKeys(r.in.Sets) {
		s.Sets = append(s.Sets, r.in.Sets[name].describe(name))
	}
	for i, c := range r.all {
		s.Rows[i] = r.row(c)
	}
	s.Counts = count(s)
	s.ID = s.id()
	return s
}

func (r *run) row(c *candidate) Row {
	row := Row{Trial: c.t.ID, Task: c.t.Task, TaskDigest: c.t.TaskDigest, Certificate: c.task.Certificate, Scenario: c.scenario, Root: c.root,
		Agent: c.t.Agent, Model: c.t.Model, Decision: c.decision, Rule: c.rule, Fold: c.fold, Labels: r.labels(c), Reasons: c.reasons}
	if row.Reasons == nil {
		row.Reasons = []Reason{}
	}
	if c.t.Features != nil {
		row.Cuts = c.t.Features.Cuts
	}
	switch c.decision {
	case Keep:
		row.Split = c.fold
	case Failed:
		row.Split = FailedSplit
	}
	return row
}

func (r *run) labels(c *candidate) []string {
	out := []string{}
	add := func(label string, ok bool) {
		if ok && label != "" {
			out = append(out, label)
		}
	}
	add(c.standing, true)
	if c.standing == LabelLow {
		label, _ := lowLabel(c.task.Proof)
		add(label, true)
	}
	if f := c.t.Features; f != nil {
		add(LabelRecovered, c.t.Pass && f.Mended)
		add(LabelNoAction, f.Calls == 0)
		add(LabelCut, len(f.Cuts) > 0)
	}
	add(LabelAccepted, c.accepted)
	add(LabelDisputed, r.in.Reviews[OfTrial(c.t.ID)].Disputed || r.in.Reviews[OfTask(c.t.TaskDigest)].Disputed)
	slices.Sort(out)
	return out
}

// count adds up the rows.
func count(s *Selection) Counts {
	c := Counts{Input: len(s.Rows), Labels: map[string]int{}, Pairs: len(s.Pairs)}
	dropped := map[string]int{}
	for i := range s.Rows {
		row := &s.Rows[i]
		for _, l := range row.Labels {
			c.Labels[l]++
		}
		switch {
		case row.Rule != "":
			dropped[row.Rule]++
		case row.Split == FailedSplit:
			c.Failed++
		case row.Split == Train:
			c.Train++
		case row.Split == Val:
			c.Val++
		case row.Split == Test:
			c.Test++
		}
	}
	for _, rule := range Rules() {
		c.Rules = append(c.Rules, RuleCount{rule.Name, dropped[rule.Name]})
	}
	return c
}

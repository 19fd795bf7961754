package signal

import (
	"math"
	"slices"
)

// StepCredit is what one step of one trial is worth under each estimator; the first three give
// every step of a trial the same.
type StepCredit struct {
	Step   int     `json:"step"`
	Tool   string  `json:"tool,omitempty"`
	Reward float64 `json:"reward"`
	GRPO   float64 `json:"grpo"`
	DrGRPO float64 `json:"dr_grpo"`
	GDPO   float64 `json:"gdpo"`
	GiGPO  Credit  `json:"gigpo"`
	Shared int     `json:"shared"` // steps of the group from the same anchor, itself included
}

// TrialCredit is one member's steps.
type TrialCredit struct {
	Trial  string       `json:"trial"`
	Reward *float64     `json:"reward"` // nil: missing
	Steps  []StepCredit `json:"steps"`
}

// Credit returns what each step of a group is worth: GRPO and GDPO as TRL has them, GDPO with equal weights and over this
// group as its batch, GiGPO as verl-agent has it, by the given anchor.
func (g *Group) Credit(by Anchor) []TrialCredit {
	grpo := GRPOs()[0].Advantages([][]float64{g.Rewards()})[0]
	dr := DrGRPO().Advantages([][]float64{g.Rewards()})[0]
	gdpo := GDPOs()[0].Advantages(g.batch())[0]
	rollouts := g.Rollouts(by)
	steps := GiGPOs()[2].Credits(rollouts)
	sizes := map[Row]int{}
	for _, rows := range Clusters(rollouts, 0) {
		for _, r := range rows {
			sizes[r] = len(rows)
		}
	}
	out := make([]TrialCredit, len(g.Members))
	for i, m := range g.Members {
		out[i] = TrialCredit{Trial: m.Trial, Reward: defined(m.Reward), Steps: []StepCredit{}}
		for t := range rollouts[i] {
			out[i].Steps = append(out[i].Steps, StepCredit{Step: t, Tool: m.Steps[t].Tool, Reward: m.Steps[t].Reward,
				GRPO: grpo[i], DrGRPO: dr[i], GDPO: gdpo[i], GiGPO: steps[i][t], Shared: sizes[Row{i, t}]})
		}
	}
	return out
}

// batch is the group as GDPO's batch of one group. A component counts only where it is defined.
func (g *Group) batch() Batch {
	b := Batch{Components: [][][]float64{make([][]float64, len(g.Members))}, Weights: make([]float64, len(g.Components))}
	for k := range b.Weights {
		b.Weights[k] = 1
	}
	for i, m := range g.Members {
		b.Components[0][i] = m.Components
		if m.Reward != m.Reward { // what an aborted trial had earned says nothing
			b.Components[0][i] = slices.Repeat([]float64{math.NaN()}, len(g.Components))
		}
	}
	return b
}

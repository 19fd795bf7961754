package signal

import "math"

// Advantages are what the members of one group are worth under each estimator, by the name of the
// variant, in the members' order. That of a member whose reward is missing means nothing.
type Advantages struct {
	GRPO map[string][]float64 // by implementation, Dr.GRPO among them
	GDPO map[string][]float64
}

// AdvantagesOf returns the advantages of several groups, which are GDPO's batch.
func AdvantagesOf(groups []*Group) []Advantages {
	out := make([]Advantages, len(groups))
	rewards := make([][]float64, len(groups))
	var b Batch
	for i, g := range groups {
		out[i] = Advantages{GRPO: map[string][]float64{}, GDPO: map[string][]float64{}}
		rewards[i] = g.Rewards()
		own := g.batch()
		b.Components, b.Weights = append(b.Components, own.Components[0]), own.Weights
	}
	for _, v := range GRPOs() {
		for i, a := range v.Advantages(rewards) {
			out[i].GRPO[v.Name] = a
		}
	}
	for _, v := range GDPOs() {
		if v.Second == WhitenTokens {
			continue // needs the trainer's token counts
		}
		for i, a := range v.Advantages(b) {
			out[i].GDPO[v.Name] = a
		}
	}
	return out
}

// Defined returns nil for NaN, which JSON has no word for.
func Defined(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

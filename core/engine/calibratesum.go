package engine

import (
	"cmp"
	"math"
	"slices"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/gate"
)

// sum derives agents and bands from the points.
func (c *Calibration) sum() {
	slices.SortFunc(c.Points, func(a, b Calibrated) int { return cmp.Compare(a.Task, b.Task) })
	index := make([]float64, len(c.Points))
	for i, p := range c.Points {
		index[i] = float64(p.Difficulty.Index)
	}
	for _, m := range agent.Naive() {
		a := AgentReach{Agent: m.Name}
		aims := make([]float64, len(c.Points))
		for i, p := range c.Points {
			aims[i] = p.Aim[m.Name]
			a.Completion += p.Completion[m.Name] / float64(len(c.Points))
			a.Aim += p.Aim[m.Name] / float64(len(c.Points))
		}
		a.Rank = spearman(index, aims)
		c.Agents = append(c.Agents, a)
	}
	for _, band := range []gate.Band{gate.Easy, gate.Medium, gate.Hard} {
		c.Bands = append(c.Bands, c.band(band))
	}
}

func (c *Calibration) band(band gate.Band) BandReach {
	b := BandReach{Band: band}
	naive := float64(len(agent.Naive()))
	for _, p := range c.Points {
		if p.Difficulty.Band != band {
			continue
		}
		b.Tasks++
		b.Sanity += p.Completion[SanityAgent]
		for _, m := range agent.Naive() {
			b.Aim += p.Aim[m.Name] / naive
			b.Completion += p.Completion[m.Name] / naive
		}
	}
	if n := float64(b.Tasks); n > 0 {
		b.Aim, b.Completion, b.Sanity = b.Aim/n, b.Completion/n, b.Sanity/n
	}
	return b
}

// spearman is the rank correlation of two series, ties at their middle rank; nil where one of them
// does not vary.
func spearman(x, y []float64) *float64 {
	a, b := ranks(x), ranks(y)
	mean := float64(len(x)+1) / 2
	var top, left, right float64
	for i := range a {
		top += (a[i] - mean) * (b[i] - mean)
		left += (a[i] - mean) * (a[i] - mean)
		right += (b[i] - mean) * (b[i] - mean)
	}
	if left == 0 || right == 0 {
		return nil
	}
	r := top / math.Sqrt(left*right)
	return &r
}

func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	out := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			out[k] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}

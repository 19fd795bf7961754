package signal_test

import (
	"math"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/eval"
)

// policy chooses an arm by what it is shown: a softmax over one row of preferences a situation.
type policy struct {
	prefs [][]float64
	rate  float64
}

func newPolicy(situations, arms int, rate float64) *policy {
	p := &policy{rate: rate}
	for range situations {
		p.prefs = append(p.prefs, make([]float64, arms))
	}
	return p
}

// chances are the arms' probabilities in a situation.
func (p *policy) chances(situation int) []float64 {
	row := p.prefs[situation]
	out := make([]float64, len(row))
	most, sum := math.Inf(-1), 0.0
	for _, v := range row {
		most = math.Max(most, v)
	}
	for i, v := range row {
		out[i] = math.Exp(v - most)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

func (p *policy) draw(situation int, rand *det.Rand) int {
	x := rand.Float64()
	chances := p.chances(situation)
	for i, c := range chances {
		if x -= c; x < 0 {
			return i
		}
	}
	return len(chances) - 1
}

// choice is one decision with what it was worth.
type choice struct {
	situation, arm int
	advantage      float64
}

// learn takes one step of the policy gradient, averaged over the choices: on the policy that made
// them the clipped surrogate's gradient is just this.
func (p *policy) learn(choices []choice) {
	step := make([][]float64, len(p.prefs))
	for i := range step {
		step[i] = make([]float64, len(p.prefs[i]))
	}
	for _, c := range choices {
		for a, chance := range p.chances(c.situation) {
			gradient := -chance
			if a == c.arm {
				gradient++
			}
			step[c.situation][a] += c.advantage * gradient / float64(len(choices))
		}
	}
	for i := range step {
		for a, d := range step[i] {
			p.prefs[i][a] += p.rate * d
		}
	}
}

// tFive is Student's 97.5 % point by degrees of freedom, up to that of five seeds.
var tFive = []float64{math.NaN(), 12.706, 4.303, 3.182, 2.776}

// across puts the curves of several seeds together: mean and 95 % interval at each point.
func across(name string, x []float64, runs [][]float64) eval.Curve {
	c := eval.Curve{Name: name}
	for i := range x {
		mean, square := 0.0, 0.0
		for _, r := range runs {
			mean += r[i] / float64(len(runs))
		}
		for _, r := range runs {
			square += (r[i] - mean) * (r[i] - mean)
		}
		half := 0.0
		if n := len(runs); n > 1 {
			half = tFive[n-1] * math.Sqrt(square/float64(n-1)/float64(n))
		}
		c.Points = append(c.Points, eval.CurvePoint{X: x[i], Mean: mean, Low: math.Max(0, mean-half), High: math.Min(1, mean+half)})
	}
	return c
}

func last(c eval.Curve) eval.CurvePoint { return c.Points[len(c.Points)-1] }

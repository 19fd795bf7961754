package signal

import "math"

// Whitening says how GDPO's second stage normalises over the batch.
type Whitening string

// The second stages.
const (
	WhitenSamples Whitening = "samples"      // (x - mean) / (std + eps) over samples
	WhitenBare    Whitening = "samples_bare" // no eps; only centred where std is 0
	WhitenTokens  Whitening = "tokens"       // each sample weighs as many times as it has trainable tokens
	tokenEps                = 1e-8           // below the root of the token variance
)

// GDPO is group reward-decoupled normalisation (arXiv 2601.05242): each component is normalised
// within its group, the weighted sum over the batch.
type GDPO struct {
	Name   string
	Eps    float64 // of the first stage, and of WhitenSamples
	Second Whitening
}

// GDPOs lists the variants by implementation: TRL, NeMo-RL, and the authors' fork of verl.
func GDPOs() []GDPO {
	return []GDPO{
		{Name: "trl", Eps: 1e-4, Second: WhitenSamples},
		{Name: "nemo-rl", Eps: 1e-6, Second: WhitenBare},
		{Name: "verl", Eps: 1e-6, Second: WhitenTokens},
	}
}

// Batch is what GDPO works on: components[g][i][k] is component k of member i in group g, NaN
// where it is undefined; weights[k] its weight; tokens[g][i] the member's trainable tokens,
// which only WhitenTokens reads (nil: one each).
type Batch struct {
	Components [][][]float64
	Weights    []float64
	Tokens     [][]int
}

// Sums returns the first stage: the weighted sum of the normalised components of each member. An
// undefined component adds 0; a member without any defined one is missing and has NaN.
func (v GDPO) Sums(b Batch) [][]float64 {
	out := make([][]float64, len(b.Components))
	for g, members := range b.Components {
		out[g] = make([]float64, len(members))
		for i := range members {
			if momentsOf(members[i]).n == 0 {
				out[g][i] = math.NaN()
			}
		}
		for k, weight := range b.Weights {
			column := make([]float64, len(members))
			for i := range members {
				column[i] = members[i][k]
			}
			for i, z := range v.normalise(column) {
				out[g][i] += weight * z
			}
		}
	}
	return out
}

func (v GDPO) normalise(column []float64) []float64 {
	m := momentsOf(column)
	out := make([]float64, len(column))
	for i, r := range column {
		if !math.IsNaN(r) && m.n > 1 {
			out[i] = (r - m.mean) / (m.std + v.Eps)
		}
	}
	return out
}

// Advantages returns one value a member, in the shape of the batch.
func (v GDPO) Advantages(b Batch) [][]float64 {
	sums := v.Sums(b)
	flat := flatten(sums)
	if v.Second == WhitenTokens {
		return like(whitenTokens(flat, flatten(b.Tokens)), sums)
	}
	m := momentsOf(flat)
	eps := v.Eps
	if v.Second == WhitenBare {
		eps = 0
	}
	out := make([]float64, len(flat))
	for i, s := range flat {
		switch {
		case math.IsNaN(s):
		case m.std > 0:
			out[i] = (s - m.mean) / (m.std + eps)
		default:
			out[i] = s - m.mean
		}
	}
	return like(out, sums)
}

// whitenTokens whitens over trainable tokens with the variance's Bessel correction.
func whitenTokens(values []float64, tokens []int) []float64 {
	weight := func(i int) float64 {
		switch {
		case math.IsNaN(values[i]):
			return 0
		case len(tokens) == 0:
			return 1
		}
		return float64(tokens[i])
	}
	n, sum, square := 0.0, 0.0, 0.0
	for i, v := range values {
		if w := weight(i); w > 0 {
			n += w
			sum += v * w
		}
	}
	out := make([]float64, len(values))
	if n < 2 {
		return out
	}
	mean := sum / n
	for i, v := range values {
		if w := weight(i); w > 0 {
			square += (v - mean) * (v - mean) * w
		}
	}
	for i, v := range values {
		if !math.IsNaN(v) {
			out[i] = (v - mean) / math.Sqrt(square/(n-1)+tokenEps)
		}
	}
	return out
}

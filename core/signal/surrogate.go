package signal

import "math"

// Clip holds the widths of the clipped surrogate.
type Clip struct {
	Low, High float64 // the ratio is kept within 1-Low and 1+High
	Dual      float64 // c > 1: the loss of a negative advantage is at most -c A; 0 = off
}

// Surrogate returns the loss of each trainable token, -min(rho A, clip(rho) A), with rho the
// ratio of the new policy to the one that acted. The slices are as long as one another.
func (c Clip) Surrogate(logp, old []float64, advantage float64) []float64 {
	out := make([]float64, len(logp))
	for t := range logp {
		rho := math.Exp(logp[t] - old[t])
		clipped := min(max(rho, 1-c.Low), 1+c.High)
		out[t] = -min(rho*advantage, clipped*advantage)
		if c.Dual > 0 && advantage < 0 {
			out[t] = min(out[t], -c.Dual*advantage)
		}
	}
	return out
}

// KL names an estimator of the divergence from the reference policy, with d = logp - ref.
type KL string

// The estimators (Schulman): K3 is not negative and unbiased for samples of the policy.
// LowVarKL is K3 with verl's clamps: the log ratio to 20, the result to 10.
const (
	K1       KL = "k1"         // d
	K2       KL = "k2"         // d^2 / 2
	K3       KL = "k3"         // exp(-d) + d - 1
	LowVarKL KL = "low_var_kl" // K3, clamped
)

const (
	clampRatio  = 20
	clampResult = 10
)

// Estimate returns the estimate of each token.
func (k KL) Estimate(logp, ref []float64) []float64 {
	out := make([]float64, len(logp))
	for t := range logp {
		d := logp[t] - ref[t]
		switch k {
		case K1:
			out[t] = d
		case K2:
			out[t] = d * d / 2
		case LowVarKL:
			d = min(max(d, -clampRatio), clampRatio)
			out[t] = min(max(math.Exp(-d)+d-1, -clampResult), clampResult)
		default:
			out[t] = math.Exp(-d) + d - 1
		}
	}
	return out
}

// Aggregation says how token losses become the loss of a batch.
type Aggregation string

// The aggregations, each with its trainers' names for it.
const (
	SeqMeanTokenMean Aggregation = "seq-mean-token-mean" // TRL grpo
	TokenMean        Aggregation = "token-mean"          // TRL dapo, verl's default
	SeqMeanTokenSum  Aggregation = "seq-mean-token-sum"
	ConstantLength   Aggregation = "dr_grpo" // by a constant length: no bias towards short or long
)

// Loss folds the token losses of each sequence. longest is the constant of ConstantLength.
// Sequences without trainable tokens count for nothing but in ConstantLength's number of
// sequences; no sequence at all gives 0.
func (a Aggregation) Loss(sequences [][]float64, longest int) float64 {
	total, tokens, live := 0.0, 0, 0
	for _, losses := range sequences {
		if len(losses) == 0 {
			continue
		}
		sum := 0.0
		for _, l := range losses {
			sum += l
		}
		if a == SeqMeanTokenMean {
			sum /= float64(len(losses))
		}
		total += sum
		tokens += len(losses)
		live++
	}
	by := float64(live)
	switch a {
	case TokenMean:
		by = float64(tokens)
	case ConstantLength:
		by = float64(len(sequences) * longest)
	}
	if by == 0 {
		return 0
	}
	return total / by
}

package signal

// Shape returns potential-based step rewards (Ng, Harada and Russell 1999) with gamma 1: what
// each step adds to the potential, which is the full score as if the run ended there.
// potentials[0] is that of the start, so n steps have n+1; the rewards sum to the last minus the
// first, and no terminal reward is to be added.
func Shape(potentials []float64) []float64 {
	if len(potentials) < 2 {
		return nil
	}
	out := make([]float64, len(potentials)-1)
	for t := range out {
		out[t] = potentials[t+1] - potentials[t]
	}
	return out
}

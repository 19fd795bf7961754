package engine

import "math"

// spotQuantile is the 97.5 % quantile of the normal distribution: both tails leave 5 %.
const spotQuantile = 1.959963984540054

// Wilson is the Wilson score interval of 95 % for a share, from k hits in n draws: unlike the
// interval of the normal approximation it stays within 0 and 1 and says something where k is 0.
// Of nothing drawn nothing is known: 0 to 1.
func Wilson(k, n int) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	draws, z2 := float64(n), spotQuantile*spotQuantile
	p := float64(k) / draws
	middle := p + z2/(2*draws)
	spread := spotQuantile * math.Sqrt(p*(1-p)/draws+z2/(4*draws*draws))
	whole := 1 + z2/draws
	low, high = (middle-spread)/whole, (middle+spread)/whole
	if k == 0 {
		low = 0 // what rounding leaves
	}
	if k == n {
		high = 1
	}
	return max(low, 0), min(high, 1)
}

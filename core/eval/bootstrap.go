package eval

import (
	"math"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
)

// Interval is a confidence interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// bootstrap draws tasks with replacement and returns, for each column of values by task, an
// interval of its mean: percentiles of the resampled means, widened for few tasks as Student's t
// is wider than the normal curve. A column has none with fewer than two defined values, or where
// all are alike: then nothing says how far the next task would lie off.
func bootstrap(r *det.Rand, columns [][]float64, o *Options) []*Interval {
	out := make([]*Interval, len(columns))
	if len(columns) == 0 || len(columns[0]) == 0 {
		return out
	}
	n := len(columns[0])
	means := make([][]float64, len(columns))
	draw := make([]int, n)
	for range o.Resamples {
		for i := range draw {
			draw[i] = r.Intn(n)
		}
		for c, column := range columns {
			sum, defined := 0.0, 0
			for _, i := range draw {
				if v := column[i]; v == v { // not NaN
					sum += v
					defined++
				}
			}
			if defined > 0 {
				means[c] = append(means[c], sum/float64(defined))
			}
		}
	}
	for c, column := range columns {
		if n, spread := spreadOf(column); n >= 2 && spread {
			slices.Sort(means[c])
			tail := tailFor(n, o.Level)
			out[c] = &Interval{quantile(means[c], tail), quantile(means[c], 1-tail)}
		}
	}
	return out
}

// spreadOf counts the defined values and tells whether they differ.
func spreadOf(column []float64) (n int, spread bool) {
	first := math.NaN()
	for _, v := range column {
		if math.IsNaN(v) {
			continue
		}
		if n == 0 {
			first = v
		}
		n++
		spread = spread || v != first
	}
	return n, spread
}

// tailFor is the share of resampled means to leave out at each end: less than half of 1 - level, by
// the factor by which n values understate their own spread and by Student's t for n - 1.
func tailFor(n int, level float64) float64 {
	z := math.Sqrt2 * math.Erfinv(level)
	v := float64(n - 1)
	// Student's quantile as a series around the normal one.
	z3, z5 := z*z*z, z*z*z*z*z
	t := z + (z3+z)/(4*v) + (5*z5+16*z3+3*z)/(96*v*v)
	wide := t * math.Sqrt(float64(n)/v)
	return math.Erfc(wide/math.Sqrt2) / 2
}

// quantile interpolates between the values of a sorted list.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(math.Floor(at))
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

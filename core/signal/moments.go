package signal

import "math"

// moments are the mean and the sample standard deviation (ddof 1) of the values that are there:
// NaN is a missing one. std is NaN for fewer than two values.
type moments struct {
	n         int
	mean, std float64
}

func momentsOf(values []float64) moments {
	var m moments
	sum := 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			m.n++
			sum += v
		}
	}
	if m.n == 0 {
		return moments{mean: math.NaN(), std: math.NaN()}
	}
	m.mean = sum / float64(m.n)
	if same, equal := allEqual(values); equal { // rounding must not make a deviation
		m.mean = same
		if m.n == 1 {
			m.std = math.NaN()
		}
		return m
	}
	square := 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			square += (v - m.mean) * (v - m.mean)
		}
	}
	m.std = math.Sqrt(square / float64(m.n-1))
	return m
}

// allEqual tells whether the values that are there are all the same, and which.
func allEqual(values []float64) (float64, bool) {
	same := math.NaN()
	for _, v := range values {
		switch {
		case math.IsNaN(v):
		case math.IsNaN(same):
			same = v
		case v != same:
			return 0, false
		}
	}
	return same, true
}

// without returns the moments of all values but the i-th.
func without(values []float64, i int) moments {
	rest := make([]float64, 0, len(values))
	rest = append(rest, values[:i]...)
	return momentsOf(append(rest, values[i+1:]...))
}

// flatten puts the members of all groups into one slice, in order.
func flatten[T any](groups [][]T) []T {
	var all []T
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

// like cuts a flat slice into groups of the same sizes as those of shape.
func like[T any](flat []float64, shape [][]T) [][]float64 {
	out := make([][]float64, len(shape))
	for i, g := range shape {
		out[i], flat = flat[:len(g):len(g)], flat[len(g):]
	}
	return out
}

package engine

import (
	"math"
	"testing"
)

func TestSpearman(t *testing.T) {
	for name, c := range map[string]struct {
		x, y []float64
		want *float64
	}{
		"same order":     {[]float64{1, 2, 3, 40}, []float64{0.1, 0.2, 0.3, 0.4}, new(1.0)},
		"opposite order": {[]float64{1, 2, 3}, []float64{9, 5, 1}, new(-1.0)},
		"ties":           {[]float64{1, 2, 2, 3}, []float64{1, 3, 2, 4}, new(0.948683298050514)}, // by hand: 4.5 / sqrt(4.5 * 5)
		"no variance":    {[]float64{1, 1, 1}, []float64{1, 2, 3}, nil},
		"one task":       {[]float64{1}, []float64{0.5}, nil},
		"none":           {nil, nil, nil},
	} {
		got := spearman(c.x, c.y)
		if (got == nil) != (c.want == nil) || got != nil && math.Abs(*got-*c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

package eval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
)

// The most that a file of curves may hold: it is drawn on one screen.
const (
	mostCurves = 16
	mostPoints = 100_000 // of one curve
)

// ReadCurves reads curves and refuses what cannot be drawn: another format, numbers that are none,
// points whose X goes back.
func ReadCurves(data []byte) (*Curves, error) {
	var c Curves
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read curves").WithHint("give a file like docs/learning/learning.json, of format %s", CurvesFormat)
	}
	if c.Format != CurvesFormat {
		return nil, fault.New(fault.Unsupported, "the curves have the format %q", c.Format).WithHint("this build reads %s", CurvesFormat)
	}
	if len(c.Series) > mostCurves {
		return nil, fault.New(fault.Invalid, "%d curves are too many to tell apart", len(c.Series)).WithHint("give at most %d", mostCurves)
	}
	for i := range c.Series {
		if why := c.Series[i].amiss(); why != "" {
			return nil, fault.New(fault.Invalid, "curve %d (%s) %s", i+1, c.Series[i].Name, why)
		}
	}
	return &c, nil
}

func (s *Curve) amiss() string {
	if len(s.Points) > mostPoints {
		return fmt.Sprintf("has more than %d points", mostPoints)
	}
	for i, p := range s.Points {
		for _, v := range []float64{p.X, p.Mean, p.Low, p.High} {
			if math.Abs(v) > 1e15 { // JSON knows neither NaN nor infinity
				return fmt.Sprintf("has a number beyond all measure at point %d", i+1)
			}
		}
		if i > 0 && p.X <= s.Points[i-1].X {
			return fmt.Sprintf("goes back at point %d", i+1)
		}
		if p.Low > p.High {
			return fmt.Sprintf("has an interval that ends before it begins at point %d", i+1)
		}
	}
	return ""
}

// At is the point of a curve at x, between its neighbours where it has none there; false outside.
func (s *Curve) At(x float64) (CurvePoint, bool) {
	i, exact := slices.BinarySearchFunc(s.Points, x, func(p CurvePoint, x float64) int { return cmp.Compare(p.X, x) })
	if exact {
		return s.Points[i], true
	}
	if i == 0 || i == len(s.Points) || math.IsNaN(x) {
		return CurvePoint{}, false
	}
	q, p := s.Points[i-1], s.Points[i]
	part := (x - q.X) / (p.X - q.X)
	between := func(a, b float64) float64 { return a + float64(part*(b-a)) }
	return CurvePoint{x, between(q.Mean, p.Mean), between(q.Low, p.Low), between(q.High, p.High)}, true
}

// Bounds are the least and the greatest figure, at least 0 to 1: most are shares.
func (c *Curves) Bounds() (low, high float64) {
	low, high = 0, 1
	for _, s := range c.Series {
		for _, p := range s.Points {
			low, high = min(low, p.Low, p.Mean), max(high, p.High, p.Mean)
		}
	}
	return low, high
}

// Range is the first and last X of all curves; ok is false where there is no point.
func (c *Curves) Range() (low, high float64, ok bool) {
	for _, s := range c.Series {
		if len(s.Points) == 0 {
			continue
		}
		first, last := s.Points[0].X, s.Points[len(s.Points)-1].X
		if !ok {
			low, high, ok = first, last, true
			continue
		}
		low, high = min(low, first), max(high, last)
	}
	return low, high, ok
}

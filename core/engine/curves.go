package engine

import (
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
)

// mostCurveBytes bounds a file of curves.
const mostCurveBytes = 64 << 20

// Curves reads figures over the course of a training from a file.
func (e *Engine) Curves(file string) (*eval.Curves, error) {
	data, whole, err := readUpTo(file, mostCurveBytes)
	if err != nil {
		return nil, fault.Wrap("", err, "read curves")
	}
	if !whole {
		return nil, fault.New(fault.Invalid, "%s is larger than %d MiB", file, mostCurveBytes>>20)
	}
	c, err := eval.ReadCurves(data)
	if err != nil {
		return nil, fault.Wrap("", err, "read %s", file)
	}
	return c, nil
}

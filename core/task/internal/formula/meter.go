package formula

import (
	"errors"
	"fmt"
)

// Bounds of a result. Members may be shared, so a small program can make a value that has more
// members, written out, than any machine can hold.
const (
	maxSize  = 1_000_000 // values, and 32 bytes of text
	maxDepth = 100
)

const maxScalar = 200 // bytes of a text that a number, a time or a length of time is read from

// Meter bounds the work of one or several runs; it is used by one goroutine.
type Meter struct {
	left     int
	patterns map[string]*pattern // those that runs made
}

// NewMeter allows a number of steps.
func NewMeter(steps int) *Meter { return &Meter{left: steps} }

var (
	errSteps  = errors.New("the expression takes too many steps")
	errMemory = errors.New("the expression makes too many values")
	errLarge  = errors.New("the result is too large")
	errDeep   = errors.New("the result is nested too deeply")
)

// Remedy is what to do about an error of a run that met a bound; "" for any other.
func Remedy(err error) string {
	switch {
	case errors.Is(err, errSteps), errors.Is(err, errMemory):
		return fmt.Sprintf("about %d million steps and %d values are allowed: go over fewer members, and look one record up with the(...) or lookup(...) and not with a loop in a loop", RunSteps/1_000_000, maxItems)
	case errors.Is(err, errLarge), errors.Is(err, errDeep):
		return "give less of each record"
	}
	return ""
}

func (m *Meter) spend(n int) error {
	if n > m.left {
		m.left = 0
		return errSteps
	}
	m.left -= n
	return nil
}

// text pays for looking at n bytes of text once.
func (m *Meter) text(n int) error { return m.spend(1 + n/32) }

// written pays for writing a value of n bytes, member by member.
func (m *Meter) written(n int) error { return m.spend(1 + n/4) }

// scalar pays for reading a number, a time or a length of time from a text, and refuses one that
// is too long to be any.
func (m *Meter) scalar(s string) error {
	if len(s) > maxScalar {
		return fmt.Errorf("a text of %d bytes is too long for a number or a time; at most %d are read", len(s), maxScalar)
	}
	return m.spend(1 + len(s)/2)
}

// Settle pays for a result and refuses one that is too large or too deep.
func (m *Meter) Settle(v any) error {
	size := 0
	if err := measure(v, 0, &size); err != nil {
		return err
	}
	return m.spend(size / 2)
}

func measure(v any, depth int, size *int) error {
	*size++
	switch v := v.(type) {
	case string:
		*size += len(v) / 32
	case []any:
		if depth >= maxDepth {
			return errDeep
		}
		for _, item := range v {
			if err := measure(item, depth+1, size); err != nil {
				return err
			}
		}
	case map[string]any:
		if depth >= maxDepth {
			return errDeep
		}
		for _, item := range v {
			if err := measure(item, depth+1, size); err != nil {
				return err
			}
		}
	}
	if *size > maxSize {
		return errLarge
	}
	return nil
}

package eval

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

// Options say what is measured.
type Options struct {
	By        []string     `json:"by"`        // dimensions, of Dimensions
	K         []int        `json:"k"`         // of pass@k and pass^k
	Threshold grade.Micros `json:"threshold"` // completion from which a safe trial passes
	Level     float64      `json:"level"`     // of the intervals, e.g. 0.95
	Resamples int          `json:"resamples"` // of the bootstrap
	Seed      uint64       `json:"seed"`      // of the bootstrap
}

// Defaults are the options without flags.
func Defaults() Options {
	return Options{By: []string{"family"}, K: []int{1, 3}, Threshold: grade.PassLine, Level: 0.95, Resamples: 2000, Seed: 1}
}

// Bounds of options: above them a report takes minutes and says no more.
const (
	mostK         = 1000
	mostResamples = 100_000
	leastSamples  = 100
)

// Check refuses options that mean nothing, and brings the rest into order.
func (o *Options) Check() error {
	usage := func(format string, args ...any) *fault.Error {
		return fault.New(fault.Usage, format, args...).WithHint("`coworkenv eval --help` says what each option takes")
	}
	for _, name := range o.By {
		if !slices.Contains(Dimensions(), name) {
			return usage("metrics cannot be broken down by %q", name).WithHint("choose of %s", strings.Join(Dimensions(), ", "))
		}
	}
	o.By = slices.DeleteFunc(Dimensions(), func(name string) bool { return !slices.Contains(o.By, name) })
	o.K = slices.Compact(slices.Sorted(slices.Values(o.K)))
	switch {
	case len(o.K) == 0 || o.K[0] < 1 || o.K[len(o.K)-1] > mostK:
		return usage("k is a number of trials from 1 to %d", mostK)
	case o.Threshold < 0 || o.Threshold > grade.One:
		return usage("the threshold %s is outside of 0 to 1", o.Threshold)
	case !(o.Level >= 0.5 && o.Level < 1):
		return usage("the level %g is outside of 0.5 to 1", o.Level)
	case o.Resamples < leastSamples || o.Resamples > mostResamples:
		return usage("the bootstrap takes %d to %d resamples, not %d", leastSamples, mostResamples, o.Resamples)
	}
	return nil
}

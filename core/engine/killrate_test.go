package engine

import (
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
)

// An operator that had nothing to weaken has no rate and is none of those that were tried.
func TestKillRateOfOperatorsWithoutMutants(t *testing.T) {
	report := func(ops map[string]gate.Operator) []*gate.Report {
		return []*gate.Report{{Mutants: &gate.Mutants{Tried: 4, Operators: ops}}}
	}
	m := KillRate(report(map[string]gate.Operator{"dropped": {Killed: 3, Survived: 1}, "widened": {Apart: 2}, "emptied": {}}))
	if m.Applied() != 1 || m.Rate == nil || *m.Rate != 0.75 {
		t.Errorf("%d operators, rate %v", m.Applied(), m.Rate)
	}
	for _, o := range m.Operators {
		if (o.Rate != nil) != (o.Operator == "dropped") {
			t.Errorf("%s has the rate %v", o.Operator, o.Rate)
		}
	}
	if m := KillRate(report(map[string]gate.Operator{"emptied": {}})); m.Rate != nil {
		t.Errorf("a rate of nothing: %v", *m.Rate)
	}
}

func TestMedian(t *testing.T) {
	for want, numbers := range map[float64][]int{0: nil, 7: {7}, 3: {9, 3, 1}, 3.5: {4, 1, 3, 9}, 4: {6, 2}} {
		if got := median(numbers); got != want {
			t.Errorf("median of %v: %v, want %v", numbers, got, want)
		}
	}
}

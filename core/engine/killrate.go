package engine

import (
	"cmp"
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/gate"
)

// MutantRate tells how the mutants of many graders fared. Those that only right runs tell apart
// are no weakenings, and those are none of which a program proved that no run can tell them; all
// other equivalents are counted as survivors, so that the rate can only be too low.
type MutantRate struct {
	Killed    int            `json:"killed"`
	Weakening int            `json:"weakening"` // killed and survived: what killed is counted against
	Apart     int            `json:"apart"`
	Rate      *float64       `json:"rate"` // nil where there were none
	Operators []OperatorRate `json:"operators"`
	Proved    int            `json:"proved"` // no run can tell them: each has a proof
	Proofs    []Proof        `json:"proofs"` // what was proved how often
	Survivors []TaskSurvivor `json:"survivors"`
}

// Proof counts the mutants of one operator for which one reason was found.
type Proof struct {
	Operator string `json:"operator"`
	Why      string `json:"why"`
	Mutants  int    `json:"mutants"`
}

// OperatorRate is the same for the mutants that one operator makes.
type OperatorRate struct {
	Operator  string   `json:"operator"`
	Killed    int      `json:"killed"`
	Weakening int      `json:"weakening"`
	Apart     int      `json:"apart"`
	Proved    int      `json:"proved"`
	Rate      *float64 `json:"rate"` // nil where it made no weakening
}

// TaskSurvivor is a mutant that no executed run tells from the grader of its task.
type TaskSurvivor struct {
	Task string `json:"task"`
	gate.Survivor
}

// KillRate adds up the mutants of reports; nil where none was tried.
func KillRate(reports []*gate.Report) *MutantRate {
	out := MutantRate{Operators: []OperatorRate{}, Proofs: []Proof{}, Survivors: []TaskSurvivor{}}
	sums, proofs := map[string]gate.Operator{}, map[Proof]int{}
	tried := 0
	for _, r := range reports {
		if r.Mutants == nil {
			continue
		}
		tried += r.Mutants.Tried
		for name, o := range r.Mutants.Operators {
			s := sums[name]
			s.Killed, s.Apart, s.Proved, s.Survived = s.Killed+o.Killed, s.Apart+o.Apart, s.Proved+o.Proved, s.Survived+o.Survived
			sums[name] = s
		}
		for _, p := range r.Mutants.Proved {
			proofs[Proof{Operator: p.Name, Why: p.Why}]++
		}
		for _, s := range r.Mutants.Survived {
			out.Survivors = append(out.Survivors, TaskSurvivor{r.TaskID, s})
		}
	}
	if tried == 0 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		s := sums[name]
		out.Operators = append(out.Operators, OperatorRate{name, s.Killed, s.Killed + s.Survived, s.Apart, s.Proved, share(s.Killed, s.Killed+s.Survived)})
		out.Killed, out.Weakening, out.Apart, out.Proved = out.Killed+s.Killed, out.Weakening+s.Killed+s.Survived, out.Apart+s.Apart, out.Proved+s.Proved
	}
	for p, n := range proofs {
		out.Proofs = append(out.Proofs, Proof{p.Operator, p.Why, n})
	}
	slices.SortFunc(out.Proofs, func(a, b Proof) int { return cmp.Or(cmp.Compare(a.Operator, b.Operator), cmp.Compare(a.Why, b.Why)) })
	out.Rate = share(out.Killed, out.Weakening)
	return &out
}

// Applied counts the operators that made a weakening.
func (m *MutantRate) Applied() int {
	n := 0
	for _, o := range m.Operators {
		if o.Weakening > 0 {
			n++
		}
	}
	return n
}

// share is a part of a whole; nil where there is no whole.
func share(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	s := float64(part) / float64(whole)
	return &s
}

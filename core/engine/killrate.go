package engine

import (
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/gate"
)

// MutantRate tells how the mutants of many graders fared. Those that only right runs tell apart
// are no weakenings; equivalents are not taken out, so that the rate can only be too low.
type MutantRate struct {
	Killed    int            `json:"killed"`
	Weakening int            `json:"weakening"` // killed and survived: what killed is counted against
	Apart     int            `json:"apart"`
	Rate      float64        `json:"rate"` // 1 where there were none
	Operators []OperatorRate `json:"operators"`
	Survivors []TaskSurvivor `json:"survivors"`
}

// OperatorRate is the same for the mutants that one operator makes.
type OperatorRate struct {
	Operator  string  `json:"operator"`
	Killed    int     `json:"killed"`
	Weakening int     `json:"weakening"`
	Apart     int     `json:"apart"`
	Rate      float64 `json:"rate"`
}

// TaskSurvivor is a mutant that no executed run tells from the grader of its task.
type TaskSurvivor struct {
	Task string `json:"task"`
	gate.Survivor
}

// KillRate adds up the mutants of reports; nil where none was tried.
func KillRate(reports []*gate.Report) *MutantRate {
	out := MutantRate{Operators: []OperatorRate{}, Survivors: []TaskSurvivor{}}
	sums := map[string]gate.Operator{}
	tried := 0
	for _, r := range reports {
		if r.Mutants == nil {
			continue
		}
		tried += r.Mutants.Tried
		for name, o := range r.Mutants.Operators {
			s := sums[name]
			s.Tried, s.Killed, s.Apart, s.Survived = s.Tried+o.Tried, s.Killed+o.Killed, s.Apart+o.Apart, s.Survived+o.Survived
			sums[name] = s
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
		out.Operators = append(out.Operators, OperatorRate{name, s.Killed, s.Killed + s.Survived, s.Apart, share(s.Killed, s.Killed+s.Survived)})
		out.Killed, out.Weakening, out.Apart = out.Killed+s.Killed, out.Weakening+s.Killed+s.Survived, out.Apart+s.Apart
	}
	out.Rate = share(out.Killed, out.Weakening)
	return &out
}

// share is a part of a whole, 1 where there is no whole.
func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

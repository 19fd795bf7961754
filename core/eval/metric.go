package eval

import (
	"fmt"
	"math"

	"coworkenv.dev/coworkenv/core/grade"
)

// Metric is the mean of one measure over tasks. Tasks weigh the same, whatever their trials.
type Metric struct {
	Name     string    `json:"name"`               // score, completion, safety, robustness, pass@K, pass^K
	Value    *float64  `json:"value"`              // nil = no task defines it
	Interval *Interval `json:"interval,omitempty"` // nil = fewer than two tasks, or all alike
	Tasks    int       `json:"tasks"`              // that define it
	LeftOut  int       `json:"left_out"`           // that do not: no scored trial, fewer than k, nothing tested
}

// measure computes a metric for the trials of one task; ok is false where they do not define it.
type measure struct {
	name string
	of   func(s *tally) (v float64, ok bool)
}

// measures lists what is measured, in the order of the report.
func measures(o *Options) []measure {
	out := []measure{
		{"score", func(s *tally) (float64, bool) { return s.mean(s.score), s.scored > 0 }},
		{"completion", func(s *tally) (float64, bool) { return s.mean(s.completion), s.scored > 0 }},
		{"safety", func(s *tally) (float64, bool) { return float64(s.safe) / float64(s.scored), s.scored > 0 }},
		{"robustness", func(s *tally) (float64, bool) {
			return s.robustness.Float() / float64(s.tested), s.tested > 0
		}},
	}
	for _, k := range o.K {
		out = append(out, measure{fmt.Sprintf("pass@%d", k), func(s *tally) (float64, bool) { return grade.PassAtK(s.scored, s.passed, k) }})
	}
	for _, k := range o.K {
		out = append(out, measure{fmt.Sprintf("pass^%d", k), func(s *tally) (float64, bool) { return grade.PassHatK(s.scored, s.passed, k) }})
	}
	return out
}

// tally sums up the trials of one agent on one task.
type tally struct {
	scored, passed, safe, tested  int
	score, completion, robustness grade.Micros
	excluded                      map[string]int // by class
}

func (s *tally) add(t *Trial, threshold grade.Micros) {
	if t.Status != grade.Scored {
		if s.excluded == nil {
			s.excluded = map[string]int{}
		}
		s.excluded[string(t.Status)]++
		return
	}
	s.scored++
	s.score += t.Score
	s.completion += t.Completion
	s.safe += t.Safety
	if t.Passes(threshold) {
		s.passed++
	}
	if t.Robustness != nil {
		s.tested++
		s.robustness += *t.Robustness
	}
}

func (s *tally) mean(sum grade.Micros) float64 { return sum.Float() / float64(s.scored) }

// column is one measure over a list of tasks; NaN where a task does not define it.
func column(m measure, tallies []*tally) []float64 {
	out := make([]float64, len(tallies))
	for i, s := range tallies {
		v, ok := m.of(s)
		if !ok {
			v = math.NaN()
		}
		out[i] = v
	}
	return out
}

// meanOf is the mean of the defined values and how many those are.
func meanOf(column []float64) (mean float64, defined int) {
	sum := 0.0
	for _, v := range column {
		if !math.IsNaN(v) {
			sum += v
			defined++
		}
	}
	return sum / float64(defined), defined
}

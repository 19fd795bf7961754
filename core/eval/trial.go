// Package eval measures agents from their trials: scores, pass@k and pass^k by what the tasks are,
// intervals over tasks, and the comparison of two agents on the tasks that both did.
//
// Invariant: nothing is imputed. A trial without a score is excluded and counted by its class, a
// planned trial that does not exist is counted as missing, and a metric that cannot be computed for
// a task is left out of the mean and counted, never taken for 0 or 1.
package eval

import (
	"coworkenv.dev/coworkenv/core/grade"
)

// Trial is what the metrics need to know of one trial.
type Trial struct {
	Task       string // digest of its task
	Agent      string
	Model      string
	Status     grade.Status  // Missing for a planned trial that does not exist
	Completion grade.Micros  // this and all below: of scored trials only
	Safety     int           // 0 or 1
	Score      grade.Micros  // safety x completion
	Robustness *grade.Micros // nil where nothing tested it
}

// Missing is the class of planned trials that do not exist.
const Missing grade.Status = "missing"

// Passes reports whether a scored trial passes: it is safe and its completion reaches the
// threshold.
func (t *Trial) Passes(threshold grade.Micros) bool {
	return t.Safety == 1 && t.Completion >= threshold
}

// Task is what the metrics are broken down by. Empty fields are shown as unknown.
type Task struct {
	ID           string
	Family       string
	Services     []string
	Capabilities []string
	Difficulty   string
	Language     string
	Turns        string // single, multi or staged
}

// unknown stands for what is not known of a task whose content is gone.
const unknown = "unknown"

// dimension is one way to break metrics down; a task may have several values.
type dimension struct {
	name string
	of   func(t *Task) []string
}

func dimensions() []dimension {
	one := func(get func(t *Task) string) func(t *Task) []string {
		return func(t *Task) []string { return []string{get(t)} }
	}
	return []dimension{
		{"family", one(func(t *Task) string { return t.Family })},
		{"service", func(t *Task) []string { return t.Services }},
		{"capability", func(t *Task) []string { return t.Capabilities }},
		{"difficulty", one(func(t *Task) string { return t.Difficulty })},
		{"language", one(func(t *Task) string { return t.Language })},
		{"turns", one(func(t *Task) string { return t.Turns })},
	}
}

// Dimensions lists what metrics can be broken down by.
func Dimensions() []string {
	var out []string
	for _, d := range dimensions() {
		out = append(out, d.name)
	}
	return out
}

// values of a dimension for a task that may not be known.
func (d dimension) values(t *Task) []string {
	if t == nil {
		return []string{unknown}
	}
	var out []string
	for _, v := range d.of(t) {
		if v != "" {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return []string{unknown}
	}
	return out
}

package graders

import (
	"errors"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
)

// late is the verdict where a value that depends on the agent's records could not be had: it
// fails where the record was not made, else it cannot be decided.
func late(v grade.Verdict, err error) grade.Verdict {
	if errors.Is(err, grade.ErrNothingMade) {
		v.Because(grade.Reason{Text: err.Error()})
		return v
	}
	v.Err = err
	return v
}

// ascending sorts entries and drops repeats.
func ascending(seqs []int) []int {
	slices.Sort(seqs)
	return slices.Compact(seqs)
}

// fitsValues reports whether values that are to be stored match.
func fitsValues(values []grade.FieldValue, fields []grade.FieldMatch) bool {
	for _, f := range fields {
		i := slices.IndexFunc(values, func(v grade.FieldValue) bool { return v.Name == f.Name })
		if i < 0 || values[i].Value == nil {
			if !f.Matcher.Match(nil, false) {
				return false
			}
			continue
		}
		if !f.Matcher.Match(values[i].Value, true) {
			return false
		}
	}
	return true
}

// same compares two JSON values.
func same(a, b any) bool { return value.Equal(a, b) }

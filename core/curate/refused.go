package curate

// Refused lists the trials that the selection keeps, in whichever split, and that people reject, flag
// or disagree about by now: a selection stays as it was made.
func (s *Selection) Refused(reviews map[Subject]Review) []string {
	var out []string
	for i := range s.Rows {
		row := &s.Rows[i]
		if row.Decision == Drop || row.Decision == SetAside {
			continue
		}
		if RefusedBy(reviews, row.Trial, row.TaskDigest) {
			out = append(out, row.Trial)
		}
	}
	return out
}

// RefusedBy reports whether people reject, flag or disagree about a trial, or, where they say nothing
// of it, about its task.
func RefusedBy(reviews map[Subject]Review, trial, digest string) bool {
	by := wordOn(reviews, trial, digest)
	return by != nil && !by.Overruled
}

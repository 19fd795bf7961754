package cover

// NoShare is why a cell is empty that nothing else keeps from being filled: a larger plan fills it.
const NoShare = noShare

// PlanLanguages are the languages that plans are laid out over.
func PlanLanguages() []string { return planLanguages[:] }

// PlanLevels are the difficulties that plans are laid out over.
func PlanLevels() []string {
	var out []string
	for _, l := range planLevels {
		out = append(out, string(l))
	}
	return out
}

// Gap is how many verified tasks a sum lacks.
func (s Sum) Gap() int { return max(s.Target-s.Verified, 0) }

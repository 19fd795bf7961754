package gate

import (
	"maps"
	"testing"
)

// A mutant that is judged by itself has the verdict that the whole grader gives it.
func TestMutantsByThemselvesAreJudgedAsInTheWhole(t *testing.T) {
	alone := 0
	labs(t, func(t *testing.T, l *lab) {
		for _, round := range []round{{RoundAdversary, adversaryRound}, {RoundBenign, benignRound}} {
			if err := round.run(t.Context(), l.s); err != nil {
				t.Fatal(err)
			}
		}
		own, whole := l.s.mutants(), l.s.mutants()
		whole.full = true
		for _, m := range []*mutants{own, whole} {
			if err := m.all(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for i := range l.bound.Task.Checks {
			if own.byItself(i, &l.bound.Task.Checks[i]) {
				alone++
			}
		}
		if got, want := own.result.Operators, whole.result.Operators; !maps.Equal(got, want) {
			t.Errorf("by themselves %v\nin the whole  %v", got, want)
		}
	})
	if alone < 40 {
		t.Errorf("only %d checks are judged by themselves", alone)
	}
}

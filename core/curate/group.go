package curate

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/grade"
)

// group is how the trials that are judged together did. Trials without a score do not count.
type group struct {
	scored, passed int
	sum            grade.Micros // of completion
}

func (g *group) add(t *Trial) {
	if t.Status != grade.Scored {
		return
	}
	g.scored++
	g.sum += t.Completion
	if t.Pass {
		g.passed++
	}
}

// mean is the group's mean completion, rounded to millionths for showing only.
func (g *group) mean() grade.Micros {
	if g.scored == 0 {
		return 0
	}
	return (g.sum + grade.Micros(g.scored)/2) / grade.Micros(g.scored)
}

func (g *group) String() string {
	return fmt.Sprintf("mean completion %s, %d of %d trials passed", g.mean(), g.passed, g.scored)
}

// standing is the label of a group: stable, low or middle; "" where no trial has a score. The
// comparison is exact.
func (g *group) standing(s *Settings) string {
	n := grade.Micros(g.scored)
	switch {
	case n == 0:
		return ""
	case g.passed == g.scored && g.sum >= s.StableFrom*n:
		return LabelStable
	case g.sum < s.LowBelow*n:
		return LabelLow
	}
	return LabelMiddle
}

// groupKey says with which others a trial is judged.
func (s *Settings) groupKey(t *Trial) string {
	switch {
	case s.GroupBy == ByTask:
		return t.TaskDigest
	case s.GroupBy == ByPlan && t.Plan != "":
		return t.Plan
	}
	return t.TaskDigest + "\x00" + t.Agent + "\x00" + t.Model
}

// lowLabel says of a task whose group is low what is known about it.
func lowLabel(p Proof) (label, why string) {
	switch p {
	case Solved:
		return LabelSuspect, "the oracle solves the task: look at the request, the tools or the agent"
	case Unsolved:
		return LabelBroken, "the oracle does not solve the task either: repair or retire it"
	}
	return LabelUnproven, "nothing says whether the task can be solved: take it through the gate"
}

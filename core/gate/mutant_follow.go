package gate

import (
	"coworkenv.dev/coworkenv/core/grade"
)

// supposition is what a mutant of one check changes in a score that is known: the check's own
// verdict, or that one check needs another.
type supposition struct {
	check  int // the check with another verdict, -1 = none
	now    *grade.CheckResult
	needer int // the check that no longer needs another, -1 = none
	need   int
}

// standing is a check on its way to its earnings.
type standing struct {
	own     *grade.CheckResult // its verdict without its needs
	decided bool
	holds   bool
	lacks   bool // a need is not met
	earned  grade.Micros
}

// follows is the score that a run has under a supposition, worked out from the verdicts of its
// checks by the rules of grading: a need holds, or is partial and some of it was done, and began
// before the check that needs it.
func (m *mutants) follows(r *run, x supposition) grade.Micros {
	list := make([]standing, len(r.score.Checks))
	for i := range list {
		list[i].own = &r.score.Checks[i]
	}
	if x.check >= 0 {
		list[x.check].own = x.now
	}
	var sum grade.Micros
	for i := range list {
		m.decide(list, i, x)
		sum += list[i].earned
	}
	return sum
}

func (m *mutants) decide(list []standing, i int, x supposition) {
	s, spec := &list[i], &m.l.bound.Task.Checks[i]
	if s.decided {
		return
	}
	s.decided = true // needs never go in a circle
	for _, id := range spec.Needs {
		k := m.l.checkIndex(id)
		if i == x.needer && k == x.need {
			continue
		}
		m.decide(list, k, x)
		need, began := &list[k], s.own.First
		enough := need.holds || m.l.bound.Task.Checks[k].Partial && !need.lacks && need.own.Got > 0
		s.lacks = s.lacks || !enough || began > 0 && need.own.First >= began
	}
	if s.lacks {
		return
	}
	s.holds = s.own.Status == grade.Scored && s.own.Got == s.own.Of
	switch weight := grade.Micros(spec.Weight); {
	case s.holds:
		s.earned = weight
	case spec.Partial && s.own.Of > 0:
		s.earned = grade.Micros(int64(weight) * int64(s.own.Got) / int64(s.own.Of))
	}
}

package gate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// mutant is one way in which a grader can be weaker than it should be.
type mutant struct {
	Piece
	derive func(m *mutants) []mutation
}

// mutation is one mutant of the grader of one task.
type mutation struct {
	params Params
	path   string
	// score is what a run earns under the mutant; ok is false where the mutant cannot matter.
	score func(r *run) (s grade.Micros, ok bool)
	// first are the runs that are likeliest to tell it from the true grader; nil = all.
	first []*run
}

// Mutants is how the mutants of a task's grader fared.
type Mutants struct {
	Tried    int        `json:"tried"`
	Killed   int        `json:"killed"` // an executed run earns more under the mutant
	Apart    int        `json:"apart"`  // only right runs tell it, by earning less: it is no weakening
	Survived []Survivor `json:"survived,omitempty"`
}

// Survivor is a mutant that no executed run tells from the true grader.
type Survivor struct {
	Name   string `json:"name"`
	Params Params `json:"params,omitempty"`
	Path   string `json:"path"`
}

// Rate is the share of weakening mutants that were killed, 1 where there were none.
func (m *Mutants) Rate() float64 {
	n := m.Killed + len(m.Survived)
	if n == 0 {
		return 1
	}
	return float64(m.Killed) / float64(n)
}

// mutantList lists the operators.
func mutantList() []mutant {
	one := func(name, does, why string, most int, derive func(m *mutants) []mutation) mutant {
		return mutant{Piece{Name: name, Round: RoundGrader, Class: "mutant", Does: does, Why: why, Bound: boundKilled, Most: most}, derive}
	}
	return []mutant{
		one("matcher_any", "takes any value for a field", "a field that may be anything is not checked", 40, (*mutants).anyValues),
		one("matcher_contains", "takes a text that holds the expected one", "TK-10 is in TK-100", 40, (*mutants).containments),
		one("tolerance_widened", "takes a number, an amount or a time close to the expected one", "a cent off is off", 40, (*mutants).tolerances),
		one("any_for_all", "takes one member of a list for the whole list", "some of it is not all of it", 40, (*mutants).anyForAll),
		one("first_item_only", "looks at the first item of a list only", "the others would be free", 20, (*mutants).firstItems),
		one("parameter_dropped", "drops an optional parameter of a check: only, count, fields", "each must matter", 20, (*mutants).parameters),
		one("collection_other", "looks into another collection of the same service", "a draft is not a mail that was sent", 20, (*mutants).collections),
		one("stage_dropped", "judges a check at the end instead of its stage", "what was right on Monday may be undone on Tuesday", 20, (*mutants).stages),
		one("need_dropped", "drops one of the checks that a check needs", "the guess would pay", 20, (*mutants).needs),
		one("check_removed", "gives a check's weight away", "each check must cost somebody something", 40, (*mutants).checks),
		one("prohibition_removed", "forgets a prohibition", "each prohibition must stop somebody", 40, (*mutants).prohibitions),
		one("condition_changed", "derives the truth without a condition, or with one turned round or shifted", "the wrong run would be the right one", 60, (*mutants).conditions),
	}
}

// mutants makes and judges the mutants of one task's grader.
type mutants struct {
	s      *subject
	l      *lab
	paths  []matched
	result Mutants
}

// mutate runs the mutants over the runs that were made already.
func (s *subject) mutate(ctx context.Context) (*Mutants, error) {
	m := &mutants{s: s, l: s.lab}
	for _, op := range mutantList() {
		list := op.derive(m)
		for _, x := range list[:min(len(list), op.Most)] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			m.judge(op.Name, x)
		}
	}
	return &m.result, nil
}

// verdict of a mutant.
type verdict uint8

const (
	survived verdict = iota
	killed
	apart
)

func (m *mutants) judge(name string, x mutation) {
	m.result.Tried++
	switch m.tell(x) {
	case killed:
		m.result.Killed++
	case apart:
		m.result.Apart++
	default:
		m.result.Survived = append(m.result.Survived, Survivor{name, x.params, x.path})
		m.s.find(Info, MutantSurvived, x.path, fmt.Sprintf("no run tells the grader from one that %s (%s)", doesOf(name), x.params), nil)
	}
}

func doesOf(name string) string {
	p, _ := Explain(name)
	return p.Does
}

// tell looks for a run that earns more under the mutant; failing that, for one that earns less.
func (m *mutants) tell(x mutation) verdict {
	runs := x.first
	if runs == nil {
		runs = m.l.runs
	}
	for _, r := range runs {
		if s, ok := x.score(r); ok && s > r.score.Score {
			return killed
		}
	}
	for _, r := range m.l.runs {
		if r.kind == adversaryRun {
			continue
		}
		if s, ok := x.score(r); ok && s < r.score.Score {
			return apart
		}
		if r.kind == oracleRun && x.first == nil {
			break // a right run in another manner shows no more than the solution
		}
	}
	return survived
}

// failing lists the runs in which a check alone decides: it does not hold although its needs
// are met, and nothing forbidden was done. Those that come nearest to 1 stand first.
func (m *mutants) failing(check int) []*run {
	out := []*run{}
	for _, r := range m.l.runs {
		if c := &r.score.Checks[check]; r.score.Safety == 1 && c.Earned < c.Weight && len(c.Needs) == 0 {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b *run) int { return cmp.Compare(b.score.Score, a.score.Score) })
	const most = 60
	return out[:min(len(out), most)]
}

// compile makes the grader of a task whose checks were changed; nil where it cannot be made.
func (m *mutants) compile(change func(t *task.Task), rewrite func(path string, x grade.Matcher) grade.Matcher) *grade.Plan {
	own, t := *m.l.bound, *m.l.bound.Task
	t.Checks = slices.Clone(t.Checks)
	change(&t)
	own.Task = &t
	plan, problems := grade.CompileRewriting(&own, m.s.gate.Checks, rewrite)
	if problems.Err() != nil {
		return nil
	}
	return plan
}

// whole scores runs by the mutant as a whole.
func whole(plan *grade.Plan) func(r *run) (grade.Micros, bool) {
	return func(r *run) (grade.Micros, bool) {
		s, err := plan.Grade(r.episode.Run())
		if err != nil || s.Status != grade.Scored {
			return 0, false
		}
		return s.Score, true
	}
}

// alone scores runs by a mutant of one check: the rest of the score is as it was.
func alone(plan *grade.Plan, check int) func(r *run) (grade.Micros, bool) {
	return func(r *run) (grade.Micros, bool) {
		c := &r.score.Checks[check]
		if r.score.Safety == 0 || len(c.Needs) > 0 {
			return 0, false
		}
		s, err := plan.Grade(r.episode.Run())
		if err != nil || s.Status != grade.Scored {
			return 0, false
		}
		earned := s.Checks[0].Earned
		return r.score.Score - c.Earned + min(earned, c.Weight), true
	}
}

// mutated makes the mutant of one check, by itself where nothing else depends on it.
func (m *mutants) mutated(check int, change func(c *task.CheckSpec), rewrite func(path string, x grade.Matcher) grade.Matcher) (score func(r *run) (grade.Micros, bool), ok bool) {
	spec := m.l.bound.Task.Checks[check]
	if spec.Weight > 0 && !m.entangled(check) {
		plan := m.compile(func(t *task.Task) {
			c := spec
			change(&c)
			c.Needs = nil
			t.Checks, t.Forbid = []task.CheckSpec{c}, nil
		}, rewrite)
		return alone(plan, check), plan != nil
	}
	plan := m.compile(func(t *task.Task) { change(&t.Checks[check]) }, rewrite)
	return whole(plan), plan != nil
}

// entangled reports whether other checks depend on this one, or it on others.
func (m *mutants) entangled(check int) bool {
	id := m.l.bound.Task.Checks[check].ID
	for i, c := range m.l.bound.Task.Checks {
		if i != check && slices.Contains(c.Needs, id) {
			return true
		}
	}
	return !m.l.demanding()[check].plain
}

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
	by     []string // adversaries of which runs tell it most often
}

// mutation is one mutant of the grader of one task.
type mutation struct {
	params Params
	path   string
	// score is what a run earns under the mutant; ok is false where the mutant cannot matter.
	score func(r *run) (s grade.Micros, ok bool)
	// first are the runs that are likeliest to tell it from the true grader; nil = all.
	first []*run
	proof proof // why it can be no weaker; nil = none is known
}

// Mutants is how the mutants of a task's grader fared.
type Mutants struct {
	Tried    int        `json:"tried"`
	Killed   int        `json:"killed"`           // an executed run earns more under the mutant
	Apart    int        `json:"apart"`            // only right runs tell it, by earning less: it is no weakening
	Proved   []Survivor `json:"proved,omitempty"` // no run can tell it: Why is the proof
	Survived []Survivor `json:"survived,omitempty"`

	Operators map[string]Operator `json:"operators,omitempty"` // the same counts by operator
}

// Operator counts the mutants that one operator made.
type Operator struct {
	Tried    int `json:"tried"`
	Killed   int `json:"killed"`
	Apart    int `json:"apart"`
	Proved   int `json:"proved"`
	Survived int `json:"survived"`
}

// Survivor is a mutant that no executed run tells from the true grader.
type Survivor struct {
	Name   string `json:"name"`
	Params Params `json:"params,omitempty"`
	Path   string `json:"path"`
	Why    string `json:"why"` // as far as a program can tell
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
	one := func(name, does, why string, most int, derive func(m *mutants) []mutation, by ...string) mutant {
		return mutant{Piece{Name: name, Round: RoundGrader, Class: mutantClass, Does: does, Why: why, Bound: boundKilled, Most: most}, derive, by}
	}
	return []mutant{
		one("matcher_any", "takes any value for a field", "a field that may be anything is not checked", 40, (*mutants).anyValues, "value_off", "neighbour_value", "condition_inverted", "decided_otherwise", "record_mistaken", "done_and_undone", "write_left_out", "constant"),
		one("matcher_contains", "takes a text that holds the expected one", "TK-10 is in TK-100", 40, (*mutants).containments, "value_off"),
		one("tolerance_widened", "takes a number, an amount or a time close to the expected one", "a cent off is off", 40, (*mutants).tolerances, "value_off"),
		one("any_for_all", "takes one member of a list for the whole list", "some of it is not all of it", 40, (*mutants).anyForAll, "value_off"),
		one("first_item_only", "looks at the first item of a list only", "the others would be free", 20, (*mutants).firstItems, "first_only_read", "member_left_out", "write_left_out"),
		one("parameter_dropped", "drops an optional parameter of a check: only, count, fields", "each must matter", 20, (*mutants).parameters, "extra_record", "evidence_avoided", "glanced_at"),
		one("collection_other", "looks into another collection of the same service", "a draft is not a mail that was sent", 20, (*mutants).collections),
		one("stage_dropped", "judges a check at the end instead of its stage", "what was right on Monday may be undone on Tuesday", 20, (*mutants).stages, "read_too_late", "evidence_avoided", "stage_missed"),
		one("need_dropped", "drops one of the checks that a check needs", "the guess would pay", 20, (*mutants).needs, "evidence_avoided", "unread_acts", "member_left_out", "value_off"),
		one("check_removed", "gives a check's weight away", "each check must cost somebody something", 40, (*mutants).checks),
		one("prohibition_removed", "forgets a prohibition", "each prohibition must stop somebody", 40, (*mutants).prohibitions, "forbidden_act", "forbidden_call", "forbidden_under_fault", "forbidden_read"),
		one("condition_changed", "derives the truth without a condition, or with one turned round or shifted", "the wrong run would be the right one", 60, (*mutants).conditions),
	}
}

// mutants makes and judges the mutants of one task's grader.
type mutants struct {
	s      *subject
	l      *lab
	paths  []matched
	weak   map[string]*fieldMutant
	faults [][]*run         // by check: the runs in which it alone decides; nil = not looked for yet
	ids    map[string][]any // by collection; nil = there is no end of them
	full   bool             // no check is judged by itself
	result Mutants
}

// mutate runs the mutants over the runs that were made already.
func (s *subject) mutate(ctx context.Context) (*Mutants, error) {
	m := s.mutants()
	if err := m.all(ctx); err != nil {
		return nil, err
	}
	m.notice()
	result := m.result // a copy: a report that is kept must not keep every run
	return &result, nil
}

func (s *subject) mutants() *mutants {
	return &mutants{s: s, l: s.lab, faults: make([][]*run, len(s.lab.bound.Task.Checks)), weak: map[string]*fieldMutant{}, ids: map[string][]any{}, result: Mutants{Operators: map[string]Operator{}}}
}

// all makes and judges the mutants of every operator.
func (m *mutants) all(ctx context.Context) error {
	for _, op := range mutantList() {
		list := op.derive(m)
		for _, x := range list[:min(len(list), op.Most)] {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := m.judge(&op, x); err != nil {
				return err
			}
		}
	}
	return nil
}

// verdict of a mutant.
type verdict uint8

const (
	survived verdict = iota
	killed
	apart
	proved
)

func (m *mutants) judge(op *mutant, x mutation) error {
	m.result.Tried++
	before := m.result.Operators[op.Name]
	of := before
	of.Tried++
	defer func() { m.result.Operators[op.Name] = of; m.fate(op.Name, x.params, before, of) }()
	is, why, err := m.tell(op, x)
	if err != nil {
		return err
	}
	switch is {
	case killed:
		m.result.Killed++
		of.Killed++
	case apart:
		m.result.Apart++
		of.Apart++
	case proved:
		of.Proved++
		m.result.Proved = append(m.result.Proved, Survivor{op.Name, x.params, x.path, why})
	case survived:
		of.Survived++
		m.result.Survived = append(m.result.Survived, Survivor{op.Name, x.params, x.path, m.reason(x)})
		m.s.find(Info, MutantSurvived, x.path, fmt.Sprintf("no run tells the grader from one that %s (%s)", op.Does, x.params), nil)
	}
	return nil
}

// reason says what kept a mutant from being told.
func (m *mutants) reason(x mutation) string {
	if x.first != nil && len(x.first) == 0 {
		return "in no run is the check alone at fault"
	}
	return "no run makes the one mistake that it would pay for"
}

// tell looks for a run that earns more under the mutant; failing that, for one that earns less.
// The runs that are likeliest to do so are asked first, and the others only where it is not proved
// that none can.
func (m *mutants) tell(op *mutant, x mutation) (is verdict, why string, err error) {
	if m.pays(op, x, true) {
		return killed, "", nil
	}
	less := m.lowers(x, m.l.oracle) // so that nothing need be proved
	if x.proof != nil && !less {
		if why, err = x.proof(); err != nil {
			return survived, "", err
		}
	}
	switch {
	case why == "" && m.pays(op, x, false):
		return killed, "", nil
	case less || m.costs(x):
		return apart, "", nil
	case why != "":
		return proved, why, nil
	}
	return survived, "", nil
}

// pays reports whether a run earns more under the mutant: one of the likely ones, or of the others.
func (m *mutants) pays(op *mutant, x mutation, likely bool) bool {
	runs := x.first
	if runs == nil {
		runs = m.l.runs
	}
	return slices.ContainsFunc(runs, func(r *run) bool {
		if slices.Contains(op.by, r.recipe.Name) != likely {
			return false
		}
		s, ok := x.score(r)
		return ok && s > r.score.Score
	})
}

// costs reports whether a right run in another manner earns less under the mutant of a check; of
// other mutants such a run shows no more than the solution.
func (m *mutants) costs(x mutation) bool {
	return x.first != nil && slices.ContainsFunc(m.l.runs, func(r *run) bool { return r.kind == benignRun && m.lowers(x, r) })
}

// lowers reports whether a run earns less under the mutant.
func (m *mutants) lowers(x mutation, r *run) bool {
	s, ok := x.score(r)
	return ok && s < r.score.Score
}

// failing lists the runs in which a check alone decides: it does not hold although its needs
// are met, or holds too late for what needs it, and nothing forbidden was done. Those that come nearest to 1 stand first: they are the
// likeliest to tell.
func (m *mutants) failing(check int) []*run {
	if m.faults[check] != nil {
		return m.faults[check]
	}
	out := []*run{}
	for _, r := range m.l.runs {
		if c := &r.score.Checks[check]; r.score.Safety == 1 && (!c.Holds || m.l.late(r, check)) && len(c.Needs) == 0 {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b *run) int { return cmp.Compare(b.score.Score, a.score.Score) })
	m.faults[check] = out
	return out
}

// compile makes the grader of a task of which one check was changed; nil where it cannot be made.
func (m *mutants) compile(check string, change func(t *task.Task), rewrite func(path string, x grade.Matcher) grade.Matcher) *grade.Plan {
	own, t := *m.l.bound, *m.l.bound.Task
	t.Checks = slices.Clone(t.Checks)
	change(&t)
	own.Task = &t
	plan, _ := m.s.ready.Plan.Derive(m.s.gate.Checks, grade.Derivation{Bound: &own, Check: check, Rewrite: rewrite})
	return plan
}

// whole scores runs by the mutant as a whole.
func whole(plan *grade.Plan) func(r *run) (grade.Micros, bool) {
	return func(r *run) (score grade.Micros, ok bool) {
		err := plan.Glance(r.episode.Run(), func(s *grade.Score) { score, ok = s.Score, s.Status == grade.Scored })
		return score, ok && err == nil
	}
}

// alone scores runs by a mutant of one check: its verdict is taken from a small plan, and what
// follows from it is worked out from the true score.
func (m *mutants) alone(plan *grade.Plan, check int) func(r *run) (grade.Micros, bool) {
	return func(r *run) (grade.Micros, bool) {
		if r.score.Safety == 0 || len(r.score.Checks[check].Needs) > 0 {
			return 0, false
		}
		now, err := plan.Peek(r.episode.Run(), 0)
		switch {
		case err != nil || now.Status != grade.Scored:
			return 0, false
		case sameVerdict(&now, &r.score.Checks[check]):
			return r.score.Score, true
		}
		otherwise := now // the only one that is kept
		return m.follows(r, supposition{check: check, now: &otherwise, needer: -1}), true
	}
}

// sameVerdict reports whether a check's own verdicts are the same.
func sameVerdict(a, b *grade.CheckResult) bool {
	return a.Status == b.Status && a.Got == b.Got && a.Of == b.Of && a.First == b.First
}

// mutated makes the mutant of one check, by itself where it does not depend on others.
func (m *mutants) mutated(check int, change func(c *task.CheckSpec), rewrite func(path string, x grade.Matcher) grade.Matcher) (score func(r *run) (grade.Micros, bool), plan *grade.Plan) {
	spec := m.l.bound.Task.Checks[check]
	change(&spec)
	spec.Needs = nil
	list := []task.CheckSpec{spec}
	if spec.Weight == 0 { // evidence does not load by itself
		user, found := m.user(spec.ID)
		if !found {
			return nil, nil
		}
		list = append(list, user)
	}
	was := &m.l.bound.Task.Checks[check]
	if !m.byItself(check, was) || !m.byItself(check, &spec) {
		plan = m.compile(spec.ID, func(t *task.Task) { change(&t.Checks[check]) }, rewrite)
		return whole(plan), plan
	}
	plan = m.compile(spec.ID, func(t *task.Task) { t.Checks, t.Forbid = list, nil }, rewrite)
	return m.alone(plan, check), plan
}

// user is a check that needs evidence, made to need nothing else.
func (m *mutants) user(id string) (task.CheckSpec, bool) {
	for i, c := range m.l.bound.Task.Checks {
		if c.Weight > 0 && slices.Contains(c.Needs, id) && m.s.demanding()[i].plain {
			c.Needs = []string{id}
			return c, true
		}
	}
	return task.CheckSpec{}, false
}

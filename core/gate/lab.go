package gate

import (
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// lab is where scripts are run: the solution laid out as a script, the moments of its run from
// which others branch off, and what was run already. A branch shares no state with the run it
// branches from; where nothing is common it is a fresh episode.
type lab struct {
	s          *subject
	bound      *task.Bound
	solution   *agent.Solution
	needs      []itemNeeds // by item of the solution
	base       *script
	marks      []*performance // before each move of base
	stages     []stageSpan    // of base
	oracle     *run
	closing    string
	offers     offers
	loose      *episode.Prepared       // the task without limits on turns and calls
	begun      map[string]*performance // in it, by the keys of the moves that were made
	everyWrite *move                   // of the sprees; nil = not made up yet

	runs     []*run
	memo     map[string]*run
	recall   *world.Memo // of calls; what shows determinism has none
	trials   map[trial]*world.Entry
	broken   [][]string // prohibitions, by mark; nil = not found out yet
	glimpses map[glimpsed][]*showingCall
	variants map[string]*variant
	graded   []gradedArg
	feeds    [][]int   // items that make the evidence of each check; nil = not found out yet
	sights   [][]sight // of the checks of evidence, by check
	acts     []attempt // of the forbidden acts, once they were searched for
	columns  *columns
	quotes   map[string]bool // what the told words put in quotes, squashed; nil = not looked for yet

	candidates map[string]*candidates
	factInfos  []task.FactInfo
	nears      map[grade.Matcher][]any
	spelt      map[grade.Matcher][]any
}

// itemNeeds is what the expressions of an item name.
type itemNeeds struct{ names map[string]bool }

// stageSpan is the part of the base script that runs in one stage.
type stageSpan struct {
	name     string
	from, to int // moves [from, to)
}

// run is an executed script with its score.
type run struct {
	recipe  Recipe
	script  *script
	episode *episode.Episode
	seqs    []made // of the solution's run; seqsOf finds those of another
	score   *grade.Score
	kind    runKind
}

// runKind says what a run was made for.
type runKind uint8

const (
	oracleRun runKind = iota + 1
	adversaryRun
	benignRun
)

// newLab lays the solution out and carries it out.
func newLab(s *subject) (*lab, error) {
	b := s.ready.Bound
	sol, problems := agent.NewSolution(b, b.Task.Solution)
	if problems.Err() != nil {
		return nil, unworkable{problems}
	}
	l := &lab{s: s, bound: b, solution: sol, base: &script{}, closing: agent.Closing(b.Task), offers: offersOf(b.Image),
		memo: map[string]*run{}, recall: world.NewMemo(), trials: map[trial]*world.Entry{}, glimpses: map[glimpsed][]*showingCall{}, begun: map[string]*performance{}, variants: map[string]*variant{}, candidates: map[string]*candidates{}, nears: map[grade.Matcher][]any{}, spelt: map[grade.Matcher][]any{}}
	if err := l.layOut(); err != nil {
		return nil, err
	}
	l.loose = l.unlimited()
	return l, nil
}

// unworkable is a solution of which something cannot be made ready.
type unworkable struct{ task.Problems }

func (u unworkable) Error() string { return u.Err().Error() }

func (u unworkable) Unwrap() error { return u.Err() }

// layOut builds the base script while it runs, since some calls need what replies give.
func (l *lab) layOut() error {
	p, err := l.begin(l.s.ready)
	if err != nil {
		return err
	}
	for i := range l.solution.Len() {
		m, ok, err := l.moveOf(i, l.solution, p.vars)
		if err != nil {
			return endedBefore(p, err)
		}
		l.needs = append(l.needs, itemNeeds{l.namesOf(i)})
		if !ok {
			continue
		}
		l.marks = append(l.marks, p.fork())
		l.enter(p.e.Stage(), len(l.base.moves))
		l.base.moves = append(l.base.moves, m)
		if err := p.do(m); err != nil {
			return err
		}
	}
	l.marks = append(l.marks, p.fork())
	if err := p.close(l.closing); err != nil {
		return err
	}
	score, err := p.e.Grade()
	if err != nil {
		return err
	}
	l.oracle = &run{recipe: Recipe{RoundOracle, oracleName, nil}, script: l.base, episode: p.e, seqs: p.seqs, score: score, kind: oracleRun}
	l.memo[l.base.key()] = l.oracle
	l.runs = append(l.runs, l.oracle)
	return nil
}

// endedBefore says of an item that cannot be evaluated that the run had come to a bound before it.
func endedBefore(p *performance, err error) error {
	end, over := p.e.Done()
	remedy := remedyOf(end)
	if !over || remedy == "" {
		return err
	}
	return fault.Wrap(fault.KindOf(err), err, "the run had ended by then (%s: %s)", end.Reason, end.Detail).WithHint("%s", remedy)
}

// enter notes in which stage a move of the base script begins.
func (l *lab) enter(stage string, at int) {
	n := len(l.stages)
	if n == 0 || l.stages[n-1].name != stage {
		l.stages = append(l.stages, stageSpan{name: stage, from: at})
		n++
	}
	l.stages[n-1].to = at + 1
}

// moveOf makes the move of one item, aimed by the facts that sol sees; ok is false where the
// item does nothing.
func (l *lab) moveOf(i int, sol *agent.Solution, vars map[string]any) (m *move, ok bool, err error) {
	spec, _, late := l.solution.Item(i)
	switch {
	case spec.Say != "":
		m = sayMove(spec.Say)
		m.item = i
		return m, true, nil
	case spec.Stage != "":
		return nil, false, nil
	}
	var like []call
	if at := l.moveAt(i); at >= 0 {
		like = l.base.moves[at].calls
	}
	calls, err := callsOf(sol, i, vars, like)
	if err != nil {
		return nil, false, err
	}
	m = callMove(calls...)
	m.item = i
	if late {
		m.late = func(p *performance) ([]call, error) { return callsOf(sol, i, p.vars, nil) }
	}
	return m, len(calls) > 0 || late, nil
}

// callsOf makes the calls of an item. What one of like calls has the arguments of is not written
// again.
func callsOf(sol *agent.Solution, i int, vars map[string]any, like []call) ([]call, error) {
	list, err := sol.Calls(i, vars)
	if err != nil {
		return nil, err
	}
	calls := make([]call, len(list))
	for n := range list {
		p := &list[n]
		calls[n] = call{item: p.Act, nth: n, tool: p.Tool, args: p.Args, as: p.As, expect: p.Expect}
		if k := slices.IndexFunc(like, func(c call) bool { return c.args == p.Args }); k >= 0 {
			calls[n].raw = like[k].raw
		} else {
			calls[n].raw = written(p.Args)
		}
	}
	return calls, nil
}

// namesOf lists the facts and collections that an item depends on.
func (l *lab) namesOf(i int) map[string]bool {
	names := map[string]bool{}
	for _, e := range l.solution.Exprs(i) {
		for _, n := range e.Names() {
			names[n] = true
		}
		for _, n := range e.Facts() {
			names[n] = true
		}
	}
	return names
}

// unlimited is the task without limits, for agents that do far more than one should.
func (l *lab) unlimited() *episode.Prepared {
	return l.altered(func(t *task.Task) {
		const most = 100_000
		t.Limits.MaxTurns, t.Limits.MaxCalls = most, most
	})
}

// altered is the prepared task with settings of its episodes changed; the grading is the same.
func (l *lab) altered(change func(t *task.Task)) *episode.Prepared {
	own, t := *l.bound, *l.bound.Task
	change(&t)
	own.Task = &t
	return &episode.Prepared{Bound: &own, Plan: l.s.ready.Plan, Digest: l.s.ready.Digest}
}

// perform carries out a script: from where it parts from the solution, or from the start in
// another environment.
func (l *lab) perform(sc *script, ready *episode.Prepared) (*performance, error) {
	from, p := 0, (*performance)(nil)
	if ready == nil || ready == l.s.ready {
		from = l.common(sc)
		p = l.marks[from].fork()
	} else {
		var err error
		if p, from, err = l.beginIn(ready, sc); err != nil {
			return nil, err
		}
	}
	p.quiet = true
	for i := from; i < len(sc.moves); i++ {
		if err := p.do(sc.moves[i]); err != nil {
			return nil, err
		}
	}
	return p, p.close(l.closing)
}

// run carries out and grades a script, once however often it is asked for.
func (l *lab) run(ctx context.Context, kind runKind, recipe Recipe, sc *script, ready *episode.Prepared) (*run, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.Wrap(fault.Canceled, err, "gate %s", l.s.report.TaskID)
	}
	key := ""
	if ready == nil || ready == l.s.ready {
		key = sc.key()
		if known := l.memo[key]; known != nil {
			return known, nil
		}
	}
	p, err := l.perform(sc, ready)
	if err != nil {
		return nil, err
	}
	return l.keep(kind, recipe, sc, key, p)
}

// keep grades what was carried out and keeps it, for other scripts of the key where it has one.
func (l *lab) keep(kind runKind, recipe Recipe, sc *script, key string, p *performance) (*run, error) {
	score, err := p.e.Tally()
	if err != nil {
		return nil, err
	}
	r := &run{recipe: recipe, script: sc, episode: p.e, score: score, kind: kind}
	if key != "" {
		l.memo[key] = r
	}
	l.runs = append(l.runs, r)
	return r, nil
}

// spanOf is the part of the base script that runs in a stage; the last part where it never ran.
func (l *lab) spanOf(stage string) stageSpan {
	for _, s := range l.stages {
		if s.name == stage {
			return s
		}
	}
	if n := len(l.stages); n > 0 {
		return l.stages[n-1]
	}
	return stageSpan{}
}

// lastTurn is the place in the base script before the message that ends a stage, where what is
// added still happens within it.
func (l *lab) lastTurn(stage string) int {
	span := l.spanOf(stage)
	at := span.to
	for at > span.from && len(l.base.moves[at-1].calls) == 0 && !strings.ContainsAny(l.base.moves[at-1].say, "?？") {
		at--
	}
	return at
}

// near are the nearest wrong values of a matcher, made once.
func (l *lab) near(m grade.Matcher) []any {
	list, known := l.nears[m]
	if !known {
		list = m.Near()
		l.nears[m] = list
	}
	return list
}

// spellings are the other spellings of a matcher's value, made once.
func (l *lab) spellings(m grade.Matcher) []any {
	list, known := l.spelt[m]
	if !known {
		list = m.Spellings()
		l.spelt[m] = list
	}
	return list
}

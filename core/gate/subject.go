package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// subject is one task on its way through the rounds.
type subject struct {
	gate   *Gate
	opts   Options
	task   *task.Task
	ready  *episode.Prepared
	loaded task.Problems
	report *Report

	round  RoundName // that runs
	counts map[string]int
	result *RoundResult
	alikes map[string]int // findings of one kind at one place: index of the first

	seed     *world.State
	lab      *lab // once the solution ran
	evidence *evidence
	breached *breached
	demands  []demand // what the checks ask for, once it was compiled
	rows     map[string]*task.Rows
	edges    []Edge // of the conditions whose near misses were moved
	more     map[int]int
}

type evidence struct {
	of  *grade.Rehearsed
	err error
}

type breached struct {
	acts []grade.Breach
	err  error
}

func newSubject(g *Gate, t *task.Task, loaded task.Problems, opts Options) *subject {
	s := &subject{gate: g, opts: opts, task: t, loaded: loaded, alikes: map[string]int{}, rows: map[string]*task.Rows{}, more: map[int]int{},
		report: &Report{Findings: []Finding{}, Timings: map[string]int64{}, Floors: map[string]grade.Micros{}}}
	if t == nil {
		return s
	}
	s.report.TaskID = t.ID
	s.report.Family, s.report.Target = string(t.Family), string(t.Difficulty)
	if s.ready = opts.Ready; s.ready == nil {
		s.ready, s.loaded = episode.Lint(t, loaded, g.Catalog, g.Checks)
	}
	if s.ready != nil {
		s.report.Digest = s.ready.Digest
	} else {
		s.report.Digest = task.Digest(t)
	}
	return s
}

// rowsOfFact evaluates the conditions of a fact once. It has none where it is a single value, or errs,
// which is a problem of the load.
func (s *subject) rowsOfFact(fact string) *task.Rows {
	r, known := s.rows[fact]
	if !known {
		r, _ = s.ready.Bound.Conditions(fact, "")
		s.rows[fact] = r
	}
	return r
}

// rehearsed are the acts that satisfy every check and a run of them, made once.
func (s *subject) rehearsed() (*grade.Rehearsed, error) {
	if s.evidence == nil {
		x, err := s.ready.Plan.Rehearse()
		s.evidence = &evidence{x, err}
	}
	return s.evidence.of, s.evidence.err
}

// evidenceOf are the acts that satisfy every check.
func (s *subject) evidenceOf() ([]grade.Needed, error) {
	x, err := s.rehearsed()
	if err != nil {
		return nil, err
	}
	return x.Acts, nil
}

// breachesOf are the acts that break each prohibition, made once.
func (s *subject) breachesOf() ([]grade.Breach, error) {
	if s.breached == nil {
		s.breached = &breached{}
		if x, err := s.rehearsed(); err != nil {
			s.breached.err = err
		} else {
			s.breached.acts, s.breached.err = x.Violations()
		}
	}
	return s.breached.acts, s.breached.err
}

// skips says why a round is passed over, or "".
func (s *subject) skips(name RoundName) string {
	if !s.wanted(name) {
		return notAsked
	}
	if name == RoundSpec {
		return ""
	}
	if s.ready == nil {
		return "the task does not load"
	}
	switch name {
	case RoundAdversary, RoundBenign:
		switch {
		case s.lab == nil:
			return "there is no solution to derive runs from"
		case s.lab.oracle.score.Score != grade.One:
			return "the solution does not score 1, so that runs derived from it show nothing"
		}
	case RoundDeterminism:
		if s.lab == nil {
			return "there is no solution to run twice"
		}
	}
	return ""
}

// wanted reports whether a round was asked for, by itself or because another one rests on it.
func (s *subject) wanted(name RoundName) bool {
	if len(s.opts.Rounds) == 0 || slices.Contains(s.opts.Rounds, name) {
		return true
	}
	return name == RoundOracle && slices.ContainsFunc(s.opts.Rounds, func(r RoundName) bool {
		return r == RoundAdversary || r == RoundBenign || r == RoundDeterminism
	})
}

// ran reports whether a round was run.
func (s *subject) ran(name RoundName) bool {
	r, ok := s.report.Round(name)
	return ok && r.Status != Skipped
}

// loadFailedIn reports whether a problem of the load belongs to a round.
func (s *subject) loadFailedIn(name RoundName) bool {
	return name != RoundSpec && slices.ContainsFunc(s.report.Findings, func(f Finding) bool {
		return f.Round == name && f.Severity == Error && aboutTruth(task.Code(f.Code))
	})
}

// find adds a finding of the running round.
func (s *subject) find(sev Severity, code Code, path, message string, evidence *Evidence) {
	f := Finding{Code: code, Round: s.round, Severity: sev, Path: path, Message: message, Hint: hint(code), Evidence: evidence}
	if s.task != nil {
		f.Line, f.Column = s.task.File.Place(path, 0)
		if s.task.File != nil {
			f.File = s.task.File.Name
		}
	}
	s.report.Findings = append(s.report.Findings, f)
}

// tried counts one try of a piece in the running round.
func (s *subject) tried(piece string, stopped bool) {
	s.tallyOne(piece, stopped)
	s.tell(Event{Kind: Tried, Round: s.round, Piece: piece, Stopped: stopped})
}

func (s *subject) tallyOne(piece string, stopped bool) {
	n := 0
	if stopped {
		n = 1
	}
	s.tally(piece, 1, n)
}

// tally counts tries of a piece, and how many of them stopped something.
func (s *subject) tally(piece string, tried, stopped int) {
	t := s.result.Pieces[piece]
	s.result.Tried += tried
	t.Tried += tried
	s.result.Stopped += stopped
	t.Stopped += stopped
	s.result.Pieces[piece] = t
}

// applies notes a piece, so that one of which nothing applied is told from one that is unknown.
func (s *subject) applies(piece string) { s.result.Pieces[piece] = Tally{} }

// findOnce adds a finding, or counts it where the same piece has found the like at that place.
func (s *subject) findOnce(sev Severity, code Code, path, piece, message string, evidence *Evidence) {
	key := fmt.Sprint(code, " ", path, " ", piece)
	if at, known := s.alikes[key]; known {
		s.more[at]++
		return
	}
	s.alikes[key] = len(s.report.Findings)
	s.find(sev, code, path, message, evidence)
}

// fold writes how many findings are like one that stands for them.
func (s *subject) fold() {
	for at, n := range s.more {
		s.report.Findings[at].Message += fmt.Sprintf(" (and %d more like it)", n)
	}
	clear(s.more)
}

func hint(code Code) string {
	for _, d := range Codes() {
		if d.Code == code {
			return d.Do
		}
	}
	return ""
}

// shows describes a run for a finding.
func (s *subject) shows(r *run, try string, seqs ...int) *Evidence {
	e := &Evidence{Try: try, Seqs: seqs}
	if r == nil {
		return e
	}
	e.Score, e.Safety = r.score.Score.String(), &r.score.Safety
	recipe := r.recipe
	e.Recipe = &recipe
	if s.opts.Runs {
		e.Trajectory = r.episode.Trajectory()
	}
	return e
}

// ended closes a run that an agent left open.
func ended(e *episode.Episode) {
	e.Close(trace.End{Kind: trace.Terminated, Reason: trace.Closed})
}

// floor notes what a trivial agent scores.
func (s *subject) floor(name string, r *run) {
	switch name {
	case "nothing", "trivial_words", "reads_and_prints", "writes_everything", "asks_only":
		s.report.Floors[name] = max(s.report.Floors[name], r.score.Score)
	}
}

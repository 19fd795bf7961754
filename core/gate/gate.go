package gate

import (
	"context"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// Gate runs rounds against tasks. It is safe for use by many goroutines.
type Gate struct {
	Catalog *world.Catalog
	Checks  *grade.Registry
	Clock   det.Clock // for timings only; they are not part of a certificate
}

// Options choose what to run.
type Options struct {
	Rounds []RoundName // empty = all
	Runs   bool        // keep the trajectories of the runs that findings rest on
}

// Status is the state of a round or a task.
type Status string

// The statuses. A task is verified only when every round passed.
const (
	Passed      Status = "passed"
	Failed      Status = "failed"
	Skipped     Status = "skipped"
	Verified    Status = "verified"
	Imported    Status = "imported"     // it came without a solution
	Unrunnable  Status = "not_runnable" // it needs what this build cannot run
	Incomplete  Status = "incomplete"   // not every round was asked for
	Interrupted Status = "interrupted"
)

// RoundResult is one round's outcome.
type RoundResult struct {
	Name   RoundName      `json:"name"`
	Status Status         `json:"status"`
	Reason string         `json:"reason,omitempty"` // why it was skipped
	Counts map[string]int `json:"counts,omitempty"` // what was tried, by kind
}

// Report is the gate's word on one task.
type Report struct {
	TaskID      string           `json:"task"`
	Digest      string           `json:"digest,omitempty"`
	Status      Status           `json:"status"`
	Rounds      []RoundResult    `json:"rounds"`
	Findings    []Finding        `json:"findings"`
	Difficulty  *Difficulty      `json:"difficulty,omitempty"`
	Certificate *Certificate     `json:"certificate,omitempty"`
	Timings     map[string]int64 `json:"timings_ns,omitempty"` // by round; apart from the certificate
}

// Errors counts the findings that keep the task from a certificate.
func (r *Report) Errors() int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == Error {
			n++
		}
	}
	return n
}

// subject is one task on its way through the rounds.
type subject struct {
	gate   *Gate
	opts   Options
	task   *task.Task
	ready  *episode.Prepared
	loaded task.Problems
	report *Report
	counts map[string]int
	round  RoundName
	oracle *played // the executed solution, once it ran
}

// played is an executed run with its score.
type played struct {
	episode *episode.Episode
	score   *grade.Score
}

type round struct {
	name RoundName
	run  func(ctx context.Context, s *subject) error
}

func rounds() []round {
	return []round{
		{RoundSpec, specRound},
		{RoundLeak, leakRound},
		{RoundGrader, graderRound},
		{RoundOracle, oracleRound},
		{RoundCheap, cheapRound},
	}
}

// Rounds lists the rounds in order.
func Rounds() []RoundName {
	var out []RoundName
	for _, r := range rounds() {
		out = append(out, r.name)
	}
	return out
}

// Run takes a loaded task, with the problems that loading it found, through the rounds. t may be
// nil where it could not be loaded at all. It returns an error only when ctx was cancelled or the
// gate itself failed.
func (g *Gate) Run(ctx context.Context, t *task.Task, loaded task.Problems, opts Options) (*Report, error) {
	s := &subject{gate: g, opts: opts, task: t, loaded: loaded,
		report: &Report{Findings: []Finding{}, Timings: map[string]int64{}}}
	if t != nil {
		s.report.TaskID, s.report.Digest = t.ID, task.Digest(t)
		if loaded.Err() == nil {
			ready, more := episode.Prepare(t, g.Catalog, g.Checks)
			s.ready, s.loaded = ready, append(loaded, more...)
		}
	}
	for _, r := range rounds() {
		if err := s.take(ctx, r); err != nil {
			return s.report, err
		}
	}
	s.conclude()
	return s.report, nil
}

func (s *subject) take(ctx context.Context, r round) error {
	result := RoundResult{Name: r.name, Status: Passed}
	if reason := s.skips(r.name); reason != "" {
		result.Status, result.Reason = Skipped, reason
		s.report.Rounds = append(s.report.Rounds, result)
		return nil
	}
	if err := ctx.Err(); err != nil {
		s.report.Status = Interrupted
		return fault.Wrap(fault.Canceled, err, "gate %s", s.report.TaskID)
	}
	s.round, s.counts = r.name, map[string]int{}
	before := s.report.Errors()
	began := s.gate.Clock.Now()
	if err := r.run(ctx, s); err != nil {
		return err
	}
	s.report.Timings[string(r.name)] = s.gate.Clock.Now().Sub(began).Nanoseconds()
	if s.report.Errors() > before {
		result.Status = Failed
	}
	result.Counts = s.counts
	s.report.Rounds = append(s.report.Rounds, result)
	return nil
}

// skips says why a round is passed over, or "".
func (s *subject) skips(name RoundName) string {
	if len(s.opts.Rounds) > 0 && !contains(s.opts.Rounds, name) {
		return "not asked for"
	}
	if name == RoundSpec {
		return ""
	}
	if s.ready == nil {
		return "the task does not load"
	}
	if s.has(NotRunnable) {
		return "the task is not runnable yet"
	}
	return ""
}

func contains(list []RoundName, name RoundName) bool {
	for _, n := range list {
		if n == name {
			return true
		}
	}
	return false
}

func (s *subject) has(code Code) bool {
	for _, f := range s.report.Findings {
		if f.Code == code {
			return true
		}
	}
	return false
}

// find adds a finding of the running round.
func (s *subject) find(sev Severity, code Code, path, message string, evidence *Evidence) {
	f := Finding{Code: code, Round: s.round, Severity: sev, Path: path, Message: message, Hint: hint(code), Evidence: evidence}
	if s.task != nil {
		f.Line, f.Column = s.task.File.Place(path, 0)
	}
	s.report.Findings = append(s.report.Findings, f)
}

func hint(code Code) string {
	for _, d := range Codes() {
		if d.Code == code {
			return d.Do
		}
	}
	return ""
}

// evidence describes a run for a finding.
func (s *subject) evidence(try string, p *played, seqs ...int) *Evidence {
	e := &Evidence{Try: try, Seqs: seqs}
	if p == nil {
		return e
	}
	if p.score != nil {
		e.Score, e.Safety = p.score.Score.String(), &p.score.Safety
	}
	if s.opts.Runs {
		e.Trajectory = p.episode.Trajectory()
	}
	return e
}

func (s *subject) conclude() {
	r := s.report
	switch {
	case s.has(NotRunnable):
		r.Status = Unrunnable
	case r.Errors() > 0:
		r.Status = Failed
	case len(s.opts.Rounds) > 0 && len(s.opts.Rounds) < len(rounds()):
		r.Status = Incomplete
	case s.oracle == nil:
		r.Status = Imported
	default:
		r.Status = Verified
	}
	if s.oracle != nil {
		d := s.measure()
		r.Difficulty = &d
	}
	if r.Status == Verified {
		c := s.certify()
		r.Certificate = &c
	}
}

// ended closes a run that an agent left open.
func ended(e *episode.Episode) {
	e.Close(trace.End{Kind: trace.Terminated, Reason: trace.Closed})
}

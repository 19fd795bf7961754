package gate

import (
	"context"
	"sync"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Gate runs rounds against tasks. It is safe for use by many goroutines.
type Gate struct {
	Catalog *world.Catalog
	Checks  *grade.Registry
	Clock   det.Clock // for timings only; they are not part of a certificate
	// Capabilities are the ids that tasks should name; empty = whatever they name is right.
	Capabilities []string

	described sync.Map // squashed descriptions by *world.Tool
}

// Options choose what to run.
type Options struct {
	Rounds []RoundName // empty = all; what a round rests on is run with it
	Runs   bool        // keep the trajectories of the runs that findings rest on
	// Ready is the task where it was prepared already and loaded are all its problems; nil = it is
	// prepared here.
	Ready *episode.Prepared
	// Tell is told what happens while it happens, on Run's own goroutine; nil = nobody watches.
	Tell func(Event)
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
		{RoundAdversary, adversaryRound},
		{RoundBenign, benignRound},
		{RoundTruth, truthRound},
		{RoundDeterminism, determinismRound},
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
	s, err := g.take(ctx, t, loaded, opts)
	return s.report, err
}

func (g *Gate) take(ctx context.Context, t *task.Task, loaded task.Problems, opts Options) (*subject, error) {
	s := newSubject(g, t, loaded, opts)
	for _, r := range rounds() {
		if err := s.take(ctx, r); err != nil {
			return s, err
		}
	}
	if err := s.weaken(ctx); err != nil {
		return s, err
	}
	s.conclude()
	s.report.solution = s.print()
	return s, nil
}

func (s *subject) take(ctx context.Context, r round) error {
	result := &RoundResult{Name: r.name, Status: Passed, Pieces: map[string]Tally{}}
	before, from := s.report.Errors(), len(s.report.Findings)
	if reason := s.skips(r.name); reason != "" {
		result.Status, result.Reason = Skipped, reason
		if s.loadFailedIn(r.name) {
			result.Status = Failed
		}
		s.report.Rounds = append(s.report.Rounds, *result)
		s.over(result, from)
		return nil
	}
	if err := ctx.Err(); err != nil {
		s.report.Status = Interrupted
		return fault.Wrap(fault.Canceled, err, "gate %s", s.report.TaskID)
	}
	s.round, s.counts, s.result = r.name, map[string]int{}, result
	s.tell(Event{Kind: Began, Round: r.name})
	began := s.gate.Clock.Now()
	if err := r.run(ctx, s); err != nil {
		if fault.KindOf(err) == fault.Canceled {
			s.report.Status = Interrupted
		}
		return err
	}
	s.report.Timings[string(r.name)] = s.gate.Clock.Now().Sub(began).Nanoseconds()
	s.fold()
	if s.report.Errors() > before || s.loadFailedIn(r.name) {
		result.Status = Failed
	}
	result.Counts = s.counts
	s.report.Rounds = append(s.report.Rounds, *result)
	s.over(result, from)
	return nil
}

// weaken runs the mutants of the grader over the runs that were made.
func (s *subject) weaken(ctx context.Context) error {
	if s.lab == nil || !s.ran(RoundAdversary) || !s.ran(RoundBenign) || s.lab.oracle.score.Score != grade.One {
		return nil
	}
	s.round = RoundGrader
	s.tell(Event{Kind: Began, Round: RoundMutants})
	began := s.gate.Clock.Now()
	m, err := s.mutate(ctx)
	if err != nil {
		return err
	}
	s.report.Mutants = m
	s.report.Timings["mutants"] = s.gate.Clock.Now().Sub(began).Nanoseconds()
	return nil
}

func (s *subject) conclude() {
	r := s.report
	switch {
	case r.Errors() > 0:
		r.Status = Failed
	case len(s.opts.Rounds) > 0 && len(s.opts.Rounds) < len(rounds()):
		r.Status = Incomplete
	case s.lab == nil:
		r.Status = Imported
	default:
		r.Status = Verified
	}
	if s.task != nil {
		r.Skeleton = s.skeleton()
	}
	if s.lab != nil {
		d := s.measure()
		r.Difficulty = &d
	}
	if r.Status == Verified {
		c := s.certify()
		r.Certificate = &c
	}
}

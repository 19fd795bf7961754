package gate

import (
	"maps"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
)

// Event is told while a task is on its way through the gate, to who watches it: a round begins,
// something was tried, a round is over. The report says the same at the end, and nothing in it
// depends on whether somebody watches.
type Event struct {
	Kind  EventKind
	Round RoundName

	// Of something that was tried:
	Piece   string
	Params  Params
	Try     string        // in words; "" = Piece says it
	Score   *grade.Micros // nil = nothing was run
	Safety  int           // of the run
	Stopped bool          // as in RoundResult
	Fate    Fate          // of a mutant

	// Of a round that is over:
	Result   *RoundResult
	Findings []Finding // of the round
}

// EventKind tells the events apart.
type EventKind uint8

// The events.
const (
	Began EventKind = iota + 1
	Tried
	Ended
)

// Fate is what came of a mutant.
type Fate string

// The fates.
const (
	FateKilled   Fate = "killed"
	FateApart    Fate = "apart"
	FateProved   Fate = "proved"
	FateSurvived Fate = "survived"
)

// RoundMutants is the round of a mutant's events: the mutants are run when all rounds are over.
const RoundMutants RoundName = "mutants"

// tell hands an event to who watches.
func (s *subject) tell(e Event) {
	if s.opts.Tell != nil {
		s.opts.Tell(e)
	}
}

// triedRun is tried for a run with a score.
func (s *subject) triedRun(piece string, params Params, try string, r *run, stopped bool) {
	s.tallyOne(piece, stopped)
	if s.opts.Tell != nil {
		score := r.score.Score
		s.tell(Event{Kind: Tried, Round: s.round, Piece: piece, Params: params, Try: try, Score: &score, Safety: r.score.Safety, Stopped: stopped})
	}
}

// over tells that a round is over, with the findings from an index on.
func (s *subject) over(r *RoundResult, from int) {
	if s.opts.Tell == nil {
		return
	}
	own := *r
	own.Counts, own.Pieces = maps.Clone(r.Counts), maps.Clone(r.Pieces)
	s.tell(Event{Kind: Ended, Round: r.Name, Result: &own, Findings: slices.Clone(s.report.Findings[from:])})
}

// fate tells what came of a mutant, by what its operator counted before and after.
func (m *mutants) fate(op string, params Params, before, after Operator) {
	fate := FateSurvived
	switch {
	case after.Killed > before.Killed:
		fate = FateKilled
	case after.Apart > before.Apart:
		fate = FateApart
	case after.Proved > before.Proved:
		fate = FateProved
	}
	m.s.tell(Event{Kind: Tried, Round: RoundMutants, Piece: op, Params: params, Stopped: fate != FateSurvived, Fate: fate})
}

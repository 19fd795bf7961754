package gate

import (
	"bytes"
	"context"
	"fmt"
	"reflect"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/world"
)

// determinismRound shows that the same acts give the same result.
func determinismRound(ctx context.Context, s *subject) error {
	if err := s.runsEqual(ctx); err != nil {
		return err
	}
	s.resetLeavesNothing()
	return s.sideBySide()
}

// runsEqual carries the solution out again, by the agent that rollouts use.
func (s *subject) runsEqual(ctx context.Context) error {
	a, err := agent.Oracle().Make(s.ready.Bound, 0)
	if err != nil {
		return err
	}
	e, err := episode.New(s.ready, episode.Options{})
	if err != nil {
		return err
	}
	if err := agent.Play(ctx, e, a, s.gate.Clock); err != nil {
		return err
	}
	ended(e)
	s.alike("two runs of the solution", NotDeterministic, e)
	return nil
}

// alike holds an episode beside the solution's run.
func (s *subject) alike(what string, code Code, e *episode.Episode) {
	diff := difference(s.lab.oracle.episode, e)
	if diff == "" && !s.lab.oracle.scoresAs(e) {
		diff = "the score"
	}
	s.tried(string(code), diff != "")
	if diff != "" {
		s.find(Error, code, "solution", what+" differ: "+diff, nil)
	}
}

// difference says where two episodes part; "" where audit and records are equal.
func difference(a, b *episode.Episode) string {
	x, y := a.World().Entries(), b.World().Entries()
	for i := range min(len(x), len(y)) {
		if why := entryDifference(x[i], y[i]); why != "" {
			return fmt.Sprintf("entry %d (%s): %s", i+1, x[i].Tool, why)
		}
	}
	if len(x) != len(y) {
		return fmt.Sprintf("%d entries against %d", len(x), len(y))
	}
	if a.World().Digest() != b.World().Digest() {
		return "the records at the end"
	}
	return ""
}

// scoresAs reports whether another episode scores as the run does, with the same reasons.
func (r *run) scoresAs(e *episode.Episode) bool {
	score, err := e.Grade()
	return err == nil && reflect.DeepEqual(score, r.score)
}

func entryDifference(a, b *world.Entry) string {
	switch {
	case a.Tool != b.Tool || a.Actor != b.Actor || a.Stage != b.Stage:
		return "another act"
	case !bytes.Equal(a.Raw, b.Raw):
		return "the arguments"
	case a.Outcome != b.Outcome || a.Status != b.Status:
		return "the outcome"
	case !bytes.Equal(a.Body, b.Body):
		return "the reply"
	case a.Before() != b.Before() || a.After() != b.After():
		return "the records"
	case len(a.Shown) != len(b.Shown) || len(a.Changes) != len(b.Changes):
		return "what was shown or changed"
	}
	return ""
}

// resetLeavesNothing resets the world of a finished run and acts in it again.
func (s *subject) resetLeavesNothing() {
	p := s.lab.marks[len(s.lab.marks)-1].fork()
	w := p.e.World()
	entries := w.Entries()
	w.Reset()
	why := ""
	switch {
	case w.Digest() != w.Seed().Digest():
		why = "the digest of the records"
	case len(w.Seed().Diff(w.State())) > 0:
		why = "records"
	case len(w.Entries()) > 0:
		why = "entries of the audit log"
	default:
		why = actsAgain(w, entries)
	}
	s.tried(string(StateSurvivesReset), why != "")
	if why != "" {
		s.find(Error, StateSurvivesReset, "solution", "after a reset there remain "+why, nil)
	}
}

// actsAgain repeats the acts of the first stage in a world that was reset.
func actsAgain(w *world.World, entries []*world.Entry) string {
	for i, e := range entries {
		if e.Actor != world.Agent {
			break // what the world changes is the episode's to apply
		}
		if i == 0 {
			w.Enter(e.Stage, e.Now)
		}
		if now := w.Call(e.Actor, e.Tool, e.Raw); !bytes.Equal(now.Body, e.Body) || now.After() != e.After() {
			return fmt.Sprintf("traces that change the reply %d", i+1)
		}
	}
	return ""
}

// sideBySide runs the solution while a spree goes on in an episode beside it.
func (s *subject) sideBySide() error {
	own, err := newPerformance(s.ready)
	if err != nil {
		return err
	}
	other, err := newPerformance(s.lab.loose)
	if err != nil {
		return err
	}
	spree := s.lab.spree()
	for i := range s.lab.base.moves {
		if len(spree.calls) > 0 && i < 2 {
			if err := other.do(spree); err != nil {
				return err
			}
		}
		if err := own.do(s.lab.base.moves[i]); err != nil {
			return err
		}
	}
	if err := own.close(s.lab.closing); err != nil {
		return err
	}
	s.alike("a run of the solution alone and one beside another episode", EpisodesTouch, own.e)
	return nil
}

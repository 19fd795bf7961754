package gate

import (
	"context"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Replayed is a run made again from its recipe.
type Replayed struct {
	Trajectory *trace.Trajectory `json:"trajectory"`
	Score      *grade.Score      `json:"score"`
}

// Replay makes the run of a recipe again, in an episode of its own from the start. It is an
// error where the task does not load, has no solution that runs are derived from, or no longer
// gives the piece the run that the recipe names.
func (g *Gate) Replay(ctx context.Context, t *task.Task, recipe Recipe) (*Replayed, error) {
	s := newSubject(g, t, nil, Options{})
	if s.ready == nil {
		return nil, fault.New(fault.Invalid, "replay %s: the task does not load", recipe).WithHint("run the gate's spec round on it")
	}
	s.round, s.counts, s.result = recipe.Round, map[string]int{}, &RoundResult{Pieces: map[string]Tally{}}
	if recipe.Round == RoundTruth {
		return s.replayMoved(ctx, recipe)
	}
	l, err := newLab(s)
	if err != nil {
		return nil, fault.Wrap(fault.KindOf(err), err, "replay %s", recipe)
	}
	s.lab = l
	sc, ready, err := l.find(recipe)
	if err != nil {
		return nil, err
	}
	if ready == nil {
		ready = s.ready
	}
	p, err := newPerformance(ready)
	if err != nil {
		return nil, err
	}
	for i := range sc.moves {
		if err := p.do(sc.moves[i]); err != nil {
			return nil, err
		}
	}
	if err := p.close(l.closing); err != nil {
		return nil, err
	}
	return s.replayed(p.e, recipe)
}

func (s *subject) replayed(e *episode.Episode, recipe Recipe) (*Replayed, error) {
	score, err := e.Grade()
	if err != nil {
		return nil, err
	}
	t := e.Trajectory()
	t.Agent = trace.AgentRef{Name: string(recipe.Round) + ":" + recipe.String()}
	return &Replayed{t, score}, nil
}

// find derives the script of a recipe.
func (l *lab) find(recipe Recipe) (*script, *episode.Prepared, error) {
	switch recipe.Round {
	case RoundOracle:
		return l.base, nil, nil
	case RoundAdversary:
		for _, a := range adversaries() {
			if a.Name != recipe.Name {
				continue
			}
			attempts, err := a.derive(l)
			if err != nil {
				return nil, nil, err
			}
			for i := range attempts {
				if attempts[i].params.equal(recipe.Params) {
					return attempts[i].script, attempts[i].ready, nil
				}
			}
		}
	case RoundBenign:
		for _, v := range benigns() {
			if v.Name != recipe.Name {
				continue
			}
			manners, err := v.derive(l)
			if err != nil {
				return nil, nil, err
			}
			for i := range manners {
				if manners[i].params.equal(recipe.Params) {
					return manners[i].script, manners[i].ready, nil
				}
			}
		}
	}
	return nil, nil, fault.New(fault.NotFound, "replay %s: the %s round makes no such run of this task", recipe, recipe.Round).
		WithHint("run the gate again: the task or the gate has changed since")
}

// replayMoved runs the solution in the world in which a near miss was moved.
func (s *subject) replayMoved(ctx context.Context, recipe Recipe) (*Replayed, error) {
	p := recipe.Params
	v, err := value.Parse([]byte(p["value"]))
	if err != nil {
		v = p["value"]
	}
	b, err := s.ready.Bound.Vary(task.Variation{World: true, Changes: []task.RecordChange{{Collection: p["collection"], ID: p["record"],
		Set: []value.Member{{Name: p["field"], Value: v}}}}})
	if err != nil {
		return nil, fault.Wrap(fault.KindOf(err), err, "replay %s", recipe)
	}
	plan, problems := grade.Compile(b, s.gate.Checks)
	if err := problems.Err(); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "replay %s", recipe)
	}
	e, err := episode.New(&episode.Prepared{Bound: b, Plan: plan, Digest: s.ready.Digest}, episode.Options{})
	if err != nil {
		return nil, err
	}
	a, err := agent.Oracle().Make(b, 0)
	if err != nil {
		return nil, err
	}
	if err := agent.Play(ctx, e, a, s.gate.Clock); err != nil {
		return nil, err
	}
	ended(e)
	return s.replayed(e, recipe)
}

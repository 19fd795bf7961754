package agent

import (
	"context"
	"math"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// Teacher carries out the solution with seeded slips, for a real spread of trajectories without
// a model. Skill is the share of trials without a slip.
func Teacher(name string, skill float64) Maker {
	return Maker{Name: name, Version: "1", Doc: "the solution with seeded slips: a step dropped, a distractor taken, a forbidden call, a malformed call, giving up",
		Make: func(b *task.Bound, seed uint64) (Agent, error) {
			s, problems := NewSolution(b, b.Task.Solution)
			if err := problems.Err(); err != nil {
				return nil, err
			}
			if len(s.acts) == 0 {
				return nil, fault.New(fault.Unsupported, "task %s has no solution for the teacher to follow", b.Task.ID)
			}
			base := &runner{solution: s, closing: closing(b.Task)}
			return &teacher{runner: base, rand: det.NewRand(seed, "teacher", name, b.Task.ID), chance: perStep(skill, len(s.acts))}, nil
		}}
}

// perStep is the chance of a slip at each of n steps that leaves the share skill without any.
func perStep(skill float64, n int) float64 {
	return 1 - math.Pow(skill, 1/float64(n))
}

type teacher struct {
	*runner
	rand   *det.Rand
	chance float64
	over   bool
}

// slip is one way of going wrong.
type slip func(t *teacher, a episode.Action) episode.Action

// slips are drawn with equal chance.
func slips() []slip {
	return []slip{(*teacher).drop, (*teacher).takeDistractor, (*teacher).breakRule, (*teacher).malform, (*teacher).giveUp}
}

// Next carries out the next item, perhaps badly.
func (t *teacher) Next(ctx context.Context, o episode.Opening, last *episode.Result) (episode.Action, error) {
	if t.over {
		return episode.Action{}, nil
	}
	a, err := t.runner.Next(ctx, o, last)
	for fault.KindOf(err) == fault.Invalid && err != nil {
		a, err = t.runner.Next(ctx, o, nil) // an item that needs what a slip lost is skipped
	}
	if err != nil || len(a.Calls) == 0 || t.rand.Float64() >= t.chance {
		return a, err
	}
	all := slips()
	a = all[t.rand.Intn(len(all))](t, a)
	if len(a.Calls) == 0 && a.Text == "" && !t.over {
		return t.Next(ctx, o, nil) // everything of this step was dropped
	}
	return a, nil
}

// drop leaves one call out.
func (t *teacher) drop(a episode.Action) episode.Action {
	i := t.rand.Intn(len(t.pending))
	kept := append([]Planned{}, t.pending[:i]...)
	t.pending = append(kept, t.pending[i+1:]...)
	return batch(t.pending)
}

// malform sends one call's arguments cut off; the call is repeated rightly after the refusal.
func (t *teacher) malform(a episode.Action) episode.Action {
	i := t.rand.Intn(len(a.Calls))
	if raw := a.Calls[i].Args; len(raw) > 2 {
		a.Calls[i].Args = raw[:len(raw)-1-t.rand.Intn(len(raw)/2)]
		t.repeat = append(t.repeat, t.pending[i])
	}
	return a
}

// giveUp ends the trial here.
func (t *teacher) giveUp(episode.Action) episode.Action {
	t.over, t.pending = true, nil
	return episode.Action{}
}

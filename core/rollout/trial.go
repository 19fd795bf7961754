package rollout

import (
	"context"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// Trial is a finished item.
type Trial struct {
	ID         string
	Item       Item
	Status     grade.Status
	Trajectory *trace.Trajectory
	Score      *grade.Score // nil unless Status is scored
}

// Settings apply to every trial of a rollout.
type Settings struct {
	Clock det.Clock
	Rate  world.FaultRate
}

// Run plays and grades one item. It returns an error only when ctx was cancelled: whatever else
// goes wrong is a status of the trial.
func Run(ctx context.Context, p *episode.Prepared, maker agent.Maker, item Item, set Settings) (*Trial, error) {
	began := set.Clock.Now()
	t := &Trial{ID: det.ID("tri_", item.ID), Item: item}
	e, err := episode.New(p, episode.Options{Seed: item.TrialSeed(), Rate: set.Rate})
	if err == nil {
		err = play(ctx, e, maker, item, set.Clock)
	}
	if fault.KindOf(err) == fault.Canceled {
		return nil, err
	}
	if e == nil {
		t.Status = grade.EnvError
		t.Trajectory = &trace.Trajectory{Format: trace.Format, End: trace.End{Kind: trace.Truncated, Reason: trace.EnvError, Detail: err.Error()}}
	} else {
		t.Trajectory = e.Trajectory()
		t.grade(e, err)
	}
	t.label(p, maker, item, set.Rate.PerCall)
	t.Trajectory.Began, t.Trajectory.Duration = began, set.Clock.Now().Sub(began).Nanoseconds()
	return t, nil
}

func play(ctx context.Context, e *episode.Episode, maker agent.Maker, item Item, clock det.Clock) error {
	a, err := maker.Make(e.Prepared().Bound, item.TrialSeed())
	if err != nil {
		return err
	}
	return agent.Play(ctx, e, a, clock)
}

// grade scores what was earned, unless the environment or an endpoint ended the trial.
func (t *Trial) grade(e *episode.Episode, err error) {
	end, _ := e.Done()
	switch {
	case err != nil || end.Reason == trace.EnvError:
		t.Status = grade.EnvError
		if err != nil {
			t.Trajectory.End = trace.End{Kind: trace.Truncated, Reason: trace.EnvError, Detail: err.Error()}
		}
		return
	case end.Reason == trace.EndpointDown:
		t.Status = grade.EndpointError
		return
	}
	score, err := e.Grade()
	if err != nil {
		t.Status = grade.GraderError
		t.Trajectory.End.Detail = err.Error()
		return
	}
	t.Status, t.Score = score.Status, score
}

func (t *Trial) label(p *episode.Prepared, maker agent.Maker, item Item, rate float64) {
	tr := t.Trajectory
	tr.Trial, tr.Item, tr.Group = t.ID, item.ID, item.Group
	tr.Task = trace.TaskRef{ID: p.Bound.Task.ID, Digest: p.Digest}
	tr.Agent = trace.AgentRef{Name: maker.Name, Version: maker.Version, Model: item.Model}
	tr.Seed, tr.Attempt, tr.Rate = item.Seed, item.Attempt, rate
}

package rollout

import (
	"context"
	"errors"
	"fmt"
	"time"

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
	ID         string            `json:"id"`
	Item       Item              `json:"item"`
	Status     grade.Status      `json:"status"`
	Trajectory *trace.Trajectory `json:"trajectory"`
	Score      *grade.Score      `json:"score,omitempty"`   // nil unless Status is scored, or a check could not be decided
	Failure    *Failure          `json:"failure,omitempty"` // nil = it came to its end
	Earlier    []Failure         `json:"earlier,omitempty"` // of tries before this one that came to nothing
}

// Settings apply to every trial of a rollout.
type Settings struct {
	Clock det.Clock
	Rate  world.FaultRate
	// User makes who plays the users of tasks that have one; nil = the tasks' scripts.
	User func(ctx context.Context, p *episode.Prepared, item Item) episode.Player
	// Colleagues makes the actors beside the agent; nil = there are none.
	Colleagues func(ctx context.Context, p *episode.Prepared, item Item) []episode.Colleague
}

func (s *Settings) colleagues(ctx context.Context, p *episode.Prepared, item Item) []episode.Colleague {
	if s.Colleagues == nil {
		return nil
	}
	return s.Colleagues(ctx, p, item)
}

// player is who plays the user of an item's task.
func (s *Settings) player(ctx context.Context, p *episode.Prepared, item Item) episode.Player {
	if s.User == nil || p.Bound.Task.User == nil {
		return nil
	}
	return s.User(ctx, p, item)
}

// Run plays and grades one item. It returns an error only when ctx was cancelled or the agent says
// that the whole run has to stop (agent.Halt): whatever else
// goes wrong, a panic included, is a failure of the trial.
func Run(ctx context.Context, p *episode.Prepared, maker agent.Maker, item Item, set Settings) (*Trial, error) {
	began := set.Clock.Now()
	t := newTrial(item)
	var e *episode.Episode
	late := false
	err := guarded("the environment", func() (err error) {
		if e, err = episode.New(p, set.Options(ctx, p, item)); err == nil {
			late, err = play(ctx, e, maker, item, set.Clock)
		}
		return err
	})
	if fault.KindOf(err) == fault.Canceled || agent.Halts(err) {
		return nil, err
	}
	if e != nil {
		err = errors.Join(err, guarded("the record", func() error { t.Trajectory = e.Trajectory(); return nil }))
	}
	if late {
		t.Trajectory.End = trace.End{Kind: trace.Truncated, Reason: trace.TimedOut}
	}
	t.judge(e, err)
	t.label(p.Bound.Task.ID, maker.Version, set.Rate.PerCall)
	t.Trajectory.Began, t.Trajectory.Duration = began, set.Clock.Now().Sub(began).Nanoseconds()
	return t, nil
}

// Unplayed is the trial of an item that never came to be played, such as one whose workers died.
func Unplayed(item Item, why error, clock det.Clock) *Trial {
	t := newTrial(item)
	t.judge(nil, why)
	t.label(item.TaskID, item.Version, item.Rate)
	t.Trajectory.Began = clock.Now()
	return t
}

func newTrial(item Item) *Trial {
	return &Trial{ID: det.ID("tri_", item.ID), Item: item, Trajectory: &trace.Trajectory{Format: trace.Format}}
}

// play reports whether the agent outstayed its time within a turn.
func play(ctx context.Context, e *episode.Episode, maker agent.Maker, item Item, clock det.Clock) (late bool, err error) {
	a, err := maker.Make(e.Prepared().Bound, item.TrialSeed())
	if err != nil {
		return false, err
	}
	m := &minded{agent: a, limit: time.Duration(e.Prepared().Bound.Task.Limits.Seconds) * time.Second}
	defer m.release()
	err = agent.Play(ctx, e, m, clock)
	return m.late, err
}

// judge finds out whose failure it was, if it was one, and else what was earned.
func (t *Trial) judge(e *episode.Episode, err error) {
	end := t.Trajectory.End
	switch {
	case err != nil:
		t.fail(environment(err))
		t.Trajectory.End = trace.End{Kind: trace.Truncated, Reason: trace.EnvError, Detail: err.Error()}
		return
	case end.Reason == trace.EnvError:
		t.fail(&Failure{Class: OfEnvironment, Detail: end.Detail})
		return
	case end.Reason == trace.EndpointDown:
		t.fail(&Failure{Class: OfEndpoint, Detail: end.Detail})
		return
	case end.Reason == "":
		t.judge(e, fault.New(fault.Internal, "the episode stopped without a reason"))
		return
	}
	t.grade(e)
}

func (t *Trial) fail(f *Failure) { t.Failure, t.Status = f, f.Class.status() }

func (t *Trial) grade(e *episode.Episode) {
	err := guarded("the grader", func() (err error) {
		t.Score, err = e.Grade()
		return err
	})
	switch {
	case err != nil:
		t.Score = nil
		t.Trajectory.End.Detail = err.Error()
		t.fail(&Failure{Class: OfGrader, Detail: err.Error()})
		return
	case t.Score.Status != grade.Scored:
		t.fail(&Failure{Class: OfGrader, Detail: undecided(t.Score)})
		t.Status = t.Score.Status
		return
	}
	t.Status = grade.Scored
	if FailedByAgent(t.Trajectory) {
		Settle(t.Score, t.Trajectory)
		t.Failure = &Failure{Class: OfAgent, Detail: t.Trajectory.End.Reason}
	}
}

// undecided names the first check that could not be decided.
func undecided(s *grade.Score) string {
	for i := range s.Checks {
		c := &s.Checks[i]
		if c.Status != grade.GraderError {
			continue
		}
		if len(c.Why) > 0 {
			return c.ID + ": " + c.Why[0].Text
		}
		return c.ID + " cannot be decided"
	}
	return "a check cannot be decided"
}

func (t *Trial) label(task, version string, rate float64) {
	tr, item := t.Trajectory, t.Item
	tr.Trial, tr.Item, tr.Group = t.ID, item.ID, item.Group
	tr.Task = trace.TaskRef{ID: task, Digest: item.TaskDigest}
	tr.Agent = trace.AgentRef{Name: item.Agent, Version: version, Model: item.Model}
	tr.Seed, tr.Attempt, tr.Rate = item.Seed, item.Attempt, rate
}

// guarded turns a panic into an error, so that one trial cannot end them all.
func guarded(who string, do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fault.New(fault.Internal, "%s panicked: %s", who, fmt.Sprint(r))
		}
	}()
	return do()
}

// Package agent is who acts in an episode: oracle, null, scripts and the scripted teacher with
// seeded slips. Whoever it is, it acts through the one episode machine.
//
// Invariant: an agent sees only what the machine hands out; the oracle and the teacher are made
// from the task's solution beforehand.
package agent

import (
	"context"
	"errors"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// Agent chooses the next action.
type Agent interface {
	// Next returns the action for what was seen last; last is nil at the start.
	Next(ctx context.Context, opening episode.Opening, last *episode.Result) (episode.Action, error)
}

// Maker makes the agent for one trial of a task. The seed is the trial's.
type Maker struct {
	Name    string
	Version string
	Model   string // profile of the model that it acts by, "" = none
	Doc     string
	Make    func(b *task.Bound, seed uint64) (Agent, error)
}

// Func is an agent made of a function.
type Func func(ctx context.Context, opening episode.Opening, last *episode.Result) (episode.Action, error)

// Next calls the function.
func (f Func) Next(ctx context.Context, o episode.Opening, last *episode.Result) (episode.Action, error) {
	return f(ctx, o, last)
}

// Play runs an agent in an episode to its end. Agent failures and time-outs end the episode;
// they are not errors. It returns an error only when the environment fails, ctx is cancelled, or the
// whole run has to stop (Halt).
func Play(ctx context.Context, e *episode.Episode, a Agent, clock det.Clock) error {
	opening := e.Opening()
	var deadline time.Time
	if s := e.Prepared().Bound.Task.Limits.Seconds; s > 0 {
		deadline = clock.Now().Add(time.Duration(s) * time.Second)
	}
	var last *episode.Result
	for {
		if _, done := e.Done(); done {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return fault.Wrap(fault.Canceled, err, "play %s", e.Prepared().Bound.Task.ID)
		}
		if !deadline.IsZero() && clock.Now().After(deadline) {
			e.Close(trace.End{Kind: trace.Truncated, Reason: trace.TimedOut})
			return nil
		}
		action, err := a.Next(ctx, opening, last)
		if err != nil {
			return agentFailed(e, err)
		}
		if last, err = e.Step(action); err != nil {
			return err
		}
	}
}

func agentFailed(e *episode.Episode, err error) error {
	if errors.Is(err, context.Canceled) {
		return fault.Wrap(fault.Canceled, err, "play %s", e.Prepared().Bound.Task.ID)
	}
	if Halts(err) {
		return err
	}
	var stop *Stop
	if errors.As(err, &stop) {
		e.Close(stop.End)
		return nil
	}
	reason := trace.Crashed
	if fault.KindOf(err) == fault.Unavailable {
		reason = trace.EndpointDown
	}
	e.Close(trace.End{Kind: trace.Truncated, Reason: reason, Detail: err.Error()})
	return nil
}

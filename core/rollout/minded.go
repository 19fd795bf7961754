package rollout

import (
	"context"
	"errors"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
)

// minded is an agent that is watched over: a turn in which it does not come back before the task's
// time is over is cut off, and a panic of it is its own crash.
type minded struct {
	agent agent.Agent
	limit time.Duration // of the whole trial; 0 = none
	late  bool

	deadline context.Context
	cancel   context.CancelFunc
}

// Next asks the agent. The time runs from the first turn.
func (m *minded) Next(ctx context.Context, o episode.Opening, last *episode.Result) (a episode.Action, err error) {
	if m.limit > 0 && m.deadline == nil {
		m.deadline, m.cancel = context.WithTimeout(ctx, m.limit)
	}
	if m.deadline != nil {
		ctx = m.deadline
	}
	err = guarded("the agent", func() (err error) {
		a, err = m.agent.Next(ctx, o, last)
		return err
	})
	m.late = err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded)
	return a, err
}

func (m *minded) release() {
	if m.cancel != nil {
		m.cancel()
	}
}

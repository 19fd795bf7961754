package engine

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// Divergence is the first place where a replay differs from what is stored.
type Divergence struct {
	Step   int    `json:"step"`
	Call   int    `json:"call"` // -1 = the step itself
	What   string `json:"what"` // observation, outcome, user, state, steps
	Stored string `json:"stored"`
	Now    string `json:"now"`
}

// Replayed is a trial done over again.
type Replayed struct {
	Trajectory *trace.Trajectory
	Score      *grade.Score
	Divergence *Divergence // nil = the same to the letter
}

// Replay does a stored trajectory over again on the task as it is now and grades it with the
// present grader.
func (e *Engine) Replay(ctx context.Context, p *episode.Prepared, stored *trace.Trajectory) (*Replayed, error) {
	item := rollout.Item{TaskDigest: stored.Task.Digest, Agent: stored.Agent.Name, Seed: stored.Seed, Attempt: stored.Attempt}
	ep, err := episode.New(p, replayOptions(item, stored))
	if err != nil {
		return nil, err
	}
	if err := replaySteps(ctx, ep, stored, nil); err != nil {
		return nil, err
	}
	score, err := ep.Grade()
	if err != nil {
		return nil, err
	}
	rollout.Settle(score, stored)
	now := ep.Trajectory()
	return &Replayed{Trajectory: now, Score: score, Divergence: diverge(stored, now)}, nil
}

// replayOptions are those of the stored episode. A user that a model played speaks as it did: no
// model is asked again.
func replayOptions(item rollout.Item, stored *trace.Trajectory) episode.Options {
	return episode.Options{Seed: item.TrialSeed(), Rate: world.FaultRate{PerCall: stored.Rate}, CallByCall: stored.Singly, User: episode.Recorded(stored), Colleagues: episode.RecordedColleagues(stored)}
}

// replaySteps carries the stored steps out, calling after (where there is one) after each, and
// then ends the episode as the stored one ended.
func replaySteps(ctx context.Context, ep *episode.Episode, stored *trace.Trajectory, after func() error) error {
	a := agent.Replay(stored)
	opening := ep.Opening()
	for range stored.Steps {
		if _, done := ep.Done(); done {
			break
		}
		action, err := a.Next(ctx, opening, nil)
		if err != nil {
			return err
		}
		if _, err := ep.Step(action); err != nil {
			return fault.Wrap(fault.KindOf(err), err, "replay %s", stored.Trial)
		}
		if after == nil {
			continue
		}
		if err := after(); err != nil {
			return err
		}
	}
	ep.Close(stored.End)
	return nil
}

// diverge finds the first difference.
func diverge(stored, now *trace.Trajectory) *Divergence {
	for i := range stored.Steps {
		if i >= len(now.Steps) {
			return &Divergence{i, -1, "steps", fmt.Sprint(len(stored.Steps)), fmt.Sprint(len(now.Steps))}
		}
		if d := divergeStep(&stored.Steps[i], &now.Steps[i]); d != nil {
			return d
		}
	}
	if stored.Final != now.Final {
		return &Divergence{len(stored.Steps), -1, "state", stored.Final.String(), now.Final.String()}
	}
	return nil
}

func divergeStep(stored, now *trace.Step) *Divergence {
	for j := range stored.Calls {
		a, b := &stored.Calls[j], &now.Calls[j]
		switch {
		case a.Outcome != b.Outcome:
			return &Divergence{stored.Index, j, "outcome", a.Outcome.String(), b.Outcome.String()}
		case a.Observation != b.Observation:
			return &Divergence{stored.Index, j, "observation", a.Observation, b.Observation}
		}
	}
	if said(stored.User) != said(now.User) {
		return &Divergence{stored.Index, -1, "user", said(stored.User), said(now.User)}
	}
	if stored.After != now.After {
		return &Divergence{stored.Index, -1, "state", stored.After.String(), now.After.String()}
	}
	return nil
}

func said(u *trace.UserTurn) string {
	if u == nil {
		return ""
	}
	return u.Text
}

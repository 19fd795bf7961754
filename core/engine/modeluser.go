package engine

import (
	"context"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/rollout"
)

// castUser makes ready who plays the users of tasks.
func (a *Actors) castUser() error {
	if a.user == "" {
		return nil
	}
	c, err := a.models.Cast(llm.User, a.user)
	if err != nil {
		return err
	}
	version, err := modelVersion(c.Profile(), 0)
	if err != nil {
		return err
	}
	a.voice, a.voiceVersion = c, "+user:"+a.user+"@"+version
	return nil
}

// opposite gives an agent's version what decides its trials beside the agent: who plays the users.
// Trials with another user are other trials.
func (e *Engine) opposite(m agent.Maker) agent.Maker {
	if e.Actors != nil {
		m.Version += e.Actors.voiceVersion
	}
	return m
}

// player makes who plays the user in one trial; nil where the task's script does.
func (e *Engine) player() func(context.Context, *episode.Prepared, rollout.Item) episode.Player {
	if e.Actors == nil || e.Actors.voice == nil {
		return nil
	}
	a := e.Actors
	return func(ctx context.Context, _ *episode.Prepared, it rollout.Item) episode.Player {
		return agent.PlayedUser(ctx, a.voice, a.user, it.TrialSeed())
	}
}

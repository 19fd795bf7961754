package agent

import (
	"context"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/trace"
)

// Replay makes an agent that does what a stored trajectory did, byte for byte.
func Replay(t *trace.Trajectory) Agent {
	next := 0
	return Func(func(context.Context, episode.Opening, *episode.Result) (episode.Action, error) {
		if next >= len(t.Steps) {
			return episode.Action{Refused: true}, nil // the stored run was cut off here
		}
		a := actionOf(&t.Steps[next], t)
		next++
		return a, nil
	})
}

// actionOf turns a stored step back into the action that it was.
func actionOf(s *trace.Step, t *trace.Trajectory) episode.Action {
	a := episode.Action{Key: s.Key, Text: s.Text, Reasoning: s.Reasoning, Model: s.Model, Usage: s.Usage, Finish: s.Finish,
		TokenIDs: s.TokenIDs, Logprobs: s.Logprobs, Latency: s.Latency, Shortened: s.Shortened}
	for _, c := range s.Calls {
		a.Calls = append(a.Calls, episode.Call{ID: c.ID, Tool: c.Tool, Args: []byte(c.Args), Sent: c.Sent})
	}
	last := s.Index == len(t.Steps)-1
	a.Refused = last && t.End.Reason == trace.GaveUp && len(s.Calls) == 0
	a.Cut = last && t.End.Reason == trace.MaxTokens && len(s.Calls) == 0
	return a
}

package serve

import (
	"bytes"
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// Turn is what a step came to, whichever protocol asked for it.
type Turn struct {
	*episode.Result
	Before trace.Anchors // of the situation that the step was taken from
	Reward *float64      // nil: missing, since the environment failed; the sample is to be dropped
	Score  *grade.Score  // once the episode has ended; nil before, and where it is missing
	taken  episode.Action
}

// rewarder turns scores into step rewards. Sparse: the last step has the score, the others 0.
// Dense: each step has what it added to the full score so far (potential-based shaping with
// gamma 1), so that the rewards sum to the score and no terminal one is added.
type rewarder struct {
	dense     bool
	potential grade.Micros
	score     *grade.Score // of the ended episode
	missing   bool
}

func (r *rewarder) begin(e *episode.Episode, dense bool) error {
	r.dense = dense
	if !dense {
		return nil
	}
	score, err := e.Grade()
	if err != nil {
		return err
	}
	r.potential = score.Score
	return nil
}

// step returns the reward of the step just taken, nil where it is missing.
func (r *rewarder) step(e *episode.Episode) (*float64, error) {
	end, done := e.Done()
	switch {
	case done && missing(end):
		r.missing = true
		return nil, nil
	case !done && !r.dense:
		zero := 0.0
		return &zero, nil
	}
	score, err := e.Grade()
	if err != nil || score.Status != grade.Scored {
		r.missing = done
		return nil, err
	}
	if done {
		r.score = score
	}
	earned := score.Score
	if r.dense {
		earned -= r.potential
		r.potential = score.Score
	}
	f := earned.Float()
	return &f, nil
}

// missing tells whether an end is no fault of the agent, so that no reward is due.
func missing(end trace.End) bool {
	return end.Reason == trace.EnvError || end.Reason == trace.EndpointDown
}

// Step takes one assistant message of an episode.
func (s *Sessions) Step(id string, a episode.Action) (t *Turn, err error) {
	err = s.Do(id, func(session *Session) error {
		t, err = session.Step(a)
		return err
	})
	return t, err
}

// Step takes one assistant message; it is to be called inside Do.
func (s *Session) Step(a episode.Action) (*Turn, error) {
	if s.knows(a.Key) {
		t := s.turns[a.Key]
		if !sameAct(t.taken, a) {
			return nil, fault.New(fault.Conflict, "the key %q was used for another step", clipped(a.Key)).WithHint("a key stands for one step; give each its own")
		}
		return t, nil
	}
	result, err := s.episode.Step(a)
	if result == nil {
		return nil, err
	}
	t := &Turn{Result: result, Before: s.episode.Before(), taken: a}
	if t.Reward, err = s.reward.step(s.episode); err != nil {
		return nil, err
	}
	t.Score = s.reward.score
	if a.Key != "" {
		if s.turns == nil {
			s.turns = map[string]*Turn{}
		}
		s.turns[a.Key] = t
	}
	return t, nil
}

// sameAct tells whether two steps would do the same; what a model thought or cost beside is of no
// account.
func sameAct(a, b episode.Action) bool {
	return a.Text == b.Text && a.Refused == b.Refused && slices.EqualFunc(a.Calls, b.Calls, func(x, y episode.Call) bool {
		return x.ID == y.ID && x.Tool == y.Tool && bytes.Equal(x.Args, y.Args)
	})
}

// mostShown bounds what a client wrote in what it is told of it.
const mostShown = 80

func clipped(s string) string { return s[:min(len(s), mostShown)] }

// knows tells whether a step with that idempotency key has been taken.
func (s *Session) knows(key string) bool { return key != "" && s.turns[key] != nil }

// Score is the episode's score: the final one, or as it stands. Nil: missing.
func (s *Session) Score() (*grade.Score, error) {
	if s.reward.score != nil || s.reward.missing {
		return s.reward.score, nil
	}
	end, done := s.episode.Done()
	if done && missing(end) {
		return nil, nil
	}
	score, err := s.episode.Grade()
	if err != nil || score.Status != grade.Scored {
		return nil, err
	}
	return score, nil
}

package gate

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/agent"
)

// cheapRound shows that doing nothing does not pay.
func cheapRound(ctx context.Context, s *subject) error {
	p, err := s.play(ctx, agent.Null())
	if err != nil || p == nil {
		return err
	}
	s.counts["null"]++
	if p.score.Score != 0 {
		for _, c := range p.score.Checks {
			if c.Earned > 0 {
				s.find(Error, NullAboveZero, "checks", fmt.Sprintf("an agent that does nothing earns %s with %s", c.Earned, c.ID), s.evidence("nothing", p))
			}
		}
	}
	return nil
}

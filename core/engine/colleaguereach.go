package engine

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
)

// Reach says that a colleague can change records that the grading of a task looks at. The task's
// certificate was handed out without colleagues, so that it says nothing of what then comes of a score.
type Reach struct {
	Task        string   `json:"task"`
	Colleague   string   `json:"colleague"`
	Collections []string `json:"collections"`
}

// ColleagueReach lists which colleagues of this process reach the graded records of which tasks. It
// follows from grants and from what tools declare to change, whatever a colleague then does.
func (e *Engine) ColleagueReach(tasks []*Loaded) ([]Reach, error) {
	if e.Actors == nil || len(e.Actors.staff) == 0 {
		return nil, nil
	}
	var out []Reach
	for _, l := range tasks {
		ready, err := l.Runnable()
		if err != nil {
			return nil, err
		}
		for _, s := range e.Actors.staff {
			if hit := s.reach(ready); len(hit) > 0 {
				out = append(out, Reach{l.ID(), s.Name, hit})
			}
		}
	}
	return out, nil
}

// reach lists the graded collections that a colleague can change: by a tool that its grants allow, or by
// the mails that arrive in its inbox's collection.
func (s *staffer) reach(p *episode.Prepared) []string {
	var hit []string
	add := func(full string) {
		if !slices.Contains(hit, full) {
			hit = append(hit, full)
		}
	}
	graded := p.Plan.Watched()
	for _, o := range p.Bound.Image.Offered() {
		if s.Grants == nil || !s.Grants.Allows(o.Service.Name, o.Tool.Act) {
			continue
		}
		for _, effect := range o.Tool.Effects {
			full := effect.Collection
			if !strings.Contains(full, ".") {
				full = o.Service.Name + "." + full
			}
			if slices.Contains(graded, full) {
				add(full)
			}
		}
	}
	if s.Inbox != nil && slices.Contains(graded, s.Inbox.Collection) {
		add(s.Inbox.Collection)
	}
	slices.Sort(hit)
	return hit
}

package gate

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// benign is one other manner of doing the right thing.
type benign struct {
	Piece
	derive func(l *lab) ([]manner, error)
}

// manner is one run that a benign variant makes.
type manner struct {
	params Params
	script *script
	ready  *episode.Prepared // another environment; nil = the task's own
	path   string
	says   string
	slip   bool         // a slip put right: where the task forbids it, that is a warning
	ahead  *performance // of the script, where it was carried out to see what comes of it
	done   *run         // the run, where it was made already
}

// benigns lists every benign variant.
func benigns() []benign {
	var out []benign
	for _, part := range [][]benign{readBenigns(), orderBenigns(), retryBenigns(), spellingBenigns(), shapeBenigns(), talkBenigns(), slipBenigns()} {
		out = append(out, part...)
	}
	return out
}

func harmless(name, does, why string, most int, derive func(l *lab) ([]manner, error)) benign {
	return benign{Piece{Name: name, Round: RoundBenign, Does: does, Why: why, Bound: boundOne, Most: most}, derive}
}

// benignRound shows that right behaviour in another manner still scores 1.
func benignRound(ctx context.Context, s *subject) error {
	for _, v := range benigns() {
		s.applies(v.Name)
		manners, err := v.derive(s.lab)
		if err != nil {
			return err
		}
		if len(manners) > v.Most {
			s.counts["beyond_bound"] += len(manners) - v.Most
			manners = manners[:v.Most]
		}
		for i := range manners {
			if err := s.allow(ctx, &v, &manners[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// allow makes one run of a benign variant and judges it.
func (s *subject) allow(ctx context.Context, v *benign, m *manner) error {
	r := m.done
	if r == nil {
		var err error
		if r, err = s.lab.run(ctx, benignRun, Recipe{RoundBenign, v.Name, m.params}, m.script, m.ready); err != nil {
			return err
		}
	}
	if limited(r) {
		s.counts["beyond_limits"]++ // the task's own limits on turns and calls
		return nil
	}
	s.triedRun(v.Name, m.params, m.says, r, r.score.Score != grade.One)
	if r.score.Score == grade.One {
		return nil
	}
	code, severity := RightRefused, Error
	switch {
	case r.score.Status != grade.Scored:
		code = GraderError
	case m.slip && r.score.Safety == 0:
		code, severity = SlipForbidden, Warning
	}
	s.findOnce(severity, code, s.refusing(r, m.path), v.Name, m.says+": "+s.lost(r), s.shows(r, m.says))
	return nil
}

// limited reports whether the task's limits ended a run.
func limited(r *run) bool {
	end, _ := r.episode.Done()
	return end.Reason == trace.MaxCalls || end.Reason == trace.MaxTurns || end.Reason == trace.MaxRounds
}

// refusing is the path of what refused a run.
func (s *subject) refusing(r *run, path string) string {
	if path != "" {
		return path
	}
	for i := range r.score.Checks {
		if c := &r.score.Checks[i]; !c.Holds && c.Weight > 0 {
			return s.task.Checks[i].Path
		}
	}
	for _, v := range r.score.Forbidden {
		return s.forbidPath(v.ID)
	}
	return "checks"
}

// explained is the score of a run with reasons, which the lab does not ask for.
func explained(r *run) *grade.Score {
	if s, err := r.episode.Grade(); err == nil {
		return s
	}
	return r.score
}

// lost says what a run lost and why.
func (s *subject) lost(r *run) string {
	for _, v := range r.score.Forbidden {
		return fmt.Sprintf("scores %s, since it breaks %s: %s", r.score.Score, v.ID, v.Why)
	}
	for _, c := range explained(r).Checks {
		if !c.Holds {
			why := "it does not hold"
			if len(c.Needs) > 0 {
				why = "its needs are not met"
			}
			if len(c.Why) > 0 {
				why = c.Why[0].Text
			}
			return fmt.Sprintf("scores %s, since %s: %s", r.score.Score, c.ID, why)
		}
	}
	return "scores " + r.score.Score.String()
}

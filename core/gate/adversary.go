package gate

import (
	"context"
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
)

// adversary is one kind of cheap, forbidden or nearly right behaviour.
type adversary struct {
	Piece
	derive func(l *lab) ([]attempt, error)
}

// attempt is one run that an adversary makes.
type attempt struct {
	params Params
	script *script
	ready  *episode.Prepared // another environment; nil = the task's own
	costs  []int             // near right: the checks that must not earn their weight
	path   string            // of the field that a finding is about; "" = the first of costs
	says   string            // what was done, in words
	// proves reports whether the run shows anything: an act that the service refused does not.
	// nil = it does.
	proves func(r *run) bool
	// lost lists further checks that must not earn their weight, where only the run tells.
	lost   func(r *run) []int
	passes bool // wrong only where the run passes
	// code and severity of a finding, where they are not those of the class.
	code     Code
	severity Severity
}

// adversaryRound shows that cheap or wrong behaviour does not pay.
func adversaryRound(ctx context.Context, s *subject) error {
	for _, a := range adversaries() {
		s.applies(a.Name)
		attempts, err := a.derive(s.lab)
		if err != nil {
			return err
		}
		if len(attempts) > a.Most {
			s.counts["beyond_bound"] += len(attempts) - a.Most
			attempts = attempts[:a.Most]
		}
		for i := range attempts {
			if err := s.try(ctx, &a, &attempts[i]); err != nil {
				return err
			}
		}
	}
	s.unaskedFor()
	return nil
}

// try makes one run of an adversary and judges it.
func (s *subject) try(ctx context.Context, a *adversary, at *attempt) error {
	r, err := s.lab.run(ctx, adversaryRun, Recipe{RoundAdversary, a.Name, at.params}, at.script, at.ready)
	if err != nil {
		return err
	}
	s.floor(a.Name, r)
	if at.proves != nil && !at.proves(r) {
		s.counts["refused"]++
		return nil
	}
	code, message, path := a.judge(s, at, r)
	s.triedRun(a.Name, at.params, at.says, r, code == "")
	s.counts[string(a.Class)]++
	if code == "" {
		s.counts[string(a.Class)+"_stopped"]++
		return nil
	}
	severity := Error
	if at.severity != "" && code != GraderError {
		severity = at.severity
	}
	s.findOnce(severity, code, path, a.Name, message, s.shows(r, at.says))
	return nil
}

// judge says why a run should have earned less; the code is "" where it was stopped.
func (a *adversary) judge(s *subject, at *attempt, r *run) (code Code, message, path string) {
	if r.score.Status != grade.Scored {
		return GraderError, fmt.Sprintf("%s: a check cannot be decided", at.says), "checks"
	}
	path = at.path
	switch a.Class {
	case Cheap:
		if r.score.Score == 0 {
			return "", "", ""
		}
		code, path, message = CheapAboveZero, s.earning(r), fmt.Sprintf("%s: earns %s with %s", at.says, r.score.Score, s.earners(r))
	case Forbidden:
		if r.score.Safety == 0 {
			return "", "", ""
		}
		code, message = ForbiddenRouteSafe, at.says+": safety stays 1"
	case NearRight:
		if code, message, path = s.nearRight(at, r); code == "" {
			return "", "", ""
		}
	}
	if at.code != "" {
		code = at.code
	}
	return code, message, path
}

// nearRight holds a wrong run against the checks that its mistake concerns.
func (s *subject) nearRight(at *attempt, r *run) (code Code, message, path string) {
	path = at.path
	if path == "" && len(at.costs) > 0 {
		path = s.task.Checks[at.costs[0]].Path
	}
	if at.passes {
		if r.score.Pass {
			return ConstantPasses, fmt.Sprintf("%s: passes with %s", at.says, r.score.Score), path
		}
		return "", "", ""
	}
	if r.score.Score == grade.One {
		return NearRightIsOne, at.says + ": scores 1", path
	}
	if r.score.Safety == 0 {
		return "", "", ""
	}
	costs := at.costs
	if at.lost != nil {
		costs = append(slices.Clip(costs), at.lost(r)...)
	}
	for _, i := range costs {
		c := &r.score.Checks[i]
		if c.Earned > 0 && (c.Earned == c.Weight || !s.task.Checks[i].Partial) {
			return NearRightKeepsWeight, fmt.Sprintf("%s: %s still earns its weight (score %s)", at.says, c.ID, r.score.Score), s.task.Checks[i].Path
		}
	}
	return "", "", ""
}

// earning is the path of the first check that a run earned something with.
func (s *subject) earning(r *run) string {
	for i := range r.score.Checks {
		if r.score.Checks[i].Earned > 0 {
			return s.task.Checks[i].Path
		}
	}
	return "checks"
}

// earners names the checks that a run earned something with.
func (s *subject) earners(r *run) string {
	out := ""
	for _, c := range r.score.Checks {
		if c.Earned == 0 {
			continue
		}
		if out != "" {
			out += ", "
		}
		out += c.ID
	}
	return out
}

package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// graderRound shows what the grader itself does with evidence made by inverting its matchers.
func graderRound(_ context.Context, s *subject) error {
	evidence, err := s.rehearsed()
	if err != nil {
		s.unbuilt(err)
		return nil
	}
	s.counts["acts"] = len(evidence.Acts)
	s.tried("satisfying_evidence", evidence.Score.Score != grade.One)
	if err := s.satisfied(evidence); err != nil {
		s.unbuilt(err)
		return nil
	}
	if err := s.untouched(); err != nil {
		return err
	}
	s.leaveOneOut(evidence.Acts)
	s.breaches(evidence)
	return nil
}

// unbuilt says for which check no evidence could be made, and why.
func (s *subject) unbuilt(err error) {
	path := "checks"
	var of *grade.Unbuilt
	if errors.As(err, &of) {
		path = s.checkPath(of.Check)
	}
	s.find(Error, EvidenceNotBuilt, path, err.Error(), nil)
	s.advise(fault.HintOf(err))
}

func scored(try string, score *grade.Score) *Evidence {
	return &Evidence{Try: try, Score: score.Score.String(), Safety: &score.Safety}
}

// satisfied finds what evidence made for the checks does not satisfy, or breaks.
func (s *subject) satisfied(evidence *grade.Rehearsed) error {
	if evidence.Score.Score == grade.One && !slices.ContainsFunc(evidence.Score.Checks, func(c grade.CheckResult) bool { return !c.Holds }) {
		return nil // then nothing was broken either
	}
	score, err := evidence.Grade()
	if err != nil {
		return err
	}
	for _, c := range score.Checks {
		if c.Holds {
			continue
		}
		why := "it does not hold"
		if len(c.Why) > 0 {
			why = c.Why[0].Text
		}
		s.find(Error, SyntheticBelowOne, s.checkPath(c.ID), fmt.Sprintf("%s on evidence made for it: %s", c.ID, why), scored("satisfying evidence", score))
	}
	for _, v := range score.Forbidden {
		s.find(Error, SyntheticBelowOne, "forbid", fmt.Sprintf("evidence that satisfies the checks breaks %s: %s", v.ID, v.Why), scored("satisfying evidence", score))
	}
	return nil
}

func (s *subject) checkPath(id string) string {
	for _, c := range s.task.Checks {
		if c.ID == id {
			return c.Path
		}
	}
	return "checks"
}

// untouched: neither the empty record nor the untouched start may earn anything.
func (s *subject) untouched() error {
	score, err := s.ready.Plan.TallyFacts(nil, nil)
	if err != nil {
		return err
	}
	s.tried("empty_record", score.Score != 0)
	for _, c := range score.Checks {
		if c.Earned > 0 {
			s.find(Error, EmptyAboveZero, s.checkPath(c.ID), fmt.Sprintf("%s earns %s without any act", c.ID, c.Earned), scored("nothing", score))
		}
	}
	return nil
}

// leaveOneOut: without a check's evidence its weight is lost, and that of checks that need it.
func (s *subject) leaveOneOut(evidence []grade.Needed) {
	for i := range s.task.Checks {
		c := &s.task.Checks[i]
		rest := make([]grade.Needed, 0, len(evidence))
		for _, n := range evidence {
			if n.Check != c.ID {
				rest = append(rest, n)
			}
		}
		if len(rest) == len(evidence) {
			s.counts["met_by_others"]++ // what other checks need meets this one as well
			continue
		}
		score, err := s.ready.Plan.TallyFacts(rest, nil)
		if err != nil {
			s.find(Error, WeightNotLost, c.Path, "without its evidence "+c.ID+" cannot be graded: "+err.Error(), nil)
			continue
		}
		most := grade.One - s.leans(c.ID)
		s.tried("evidence_left_out", score.Completion > most)
		if score.Completion > most {
			s.find(Error, WeightNotLost, c.Path, fmt.Sprintf("without the evidence of %s the score is %s, and should be at most %s", c.ID, score.Completion, most),
				scored("evidence without "+c.ID, score))
		}
	}
}

// leans is the weight of a check and of all that need it.
func (s *subject) leans(id string) grade.Micros {
	lost := map[string]bool{id: true}
	for again := true; again; {
		again = false
		for _, c := range s.task.Checks {
			if !lost[c.ID] && needsAny(c, lost) {
				lost[c.ID], again = true, true
			}
		}
	}
	var sum grade.Micros
	for _, c := range s.task.Checks {
		if lost[c.ID] {
			sum += grade.Micros(c.Weight)
		}
	}
	return sum
}

func needsAny(c task.CheckSpec, ids map[string]bool) bool {
	for _, n := range c.Needs {
		if ids[n] {
			return true
		}
	}
	return false
}

// breaches: one forbidden act beside all the right ones makes safety 0.
func (s *subject) breaches(evidence *grade.Rehearsed) {
	breaches, err := s.breachesOf()
	if err != nil {
		s.find(Error, ProhibitionUntried, "forbid", err.Error(), nil)
		return
	}
	tried := map[string]int{}
	for _, b := range breaches {
		score, err := evidence.TallyWith(b)
		if err != nil {
			s.find(Warning, ProhibitionUntried, s.forbidPath(b.Prohibition), "an act that should break "+b.Prohibition+" could not be made: "+err.Error(), nil)
			continue
		}
		tried[b.Prohibition]++
		s.tried("forbidden_added", score.Safety != 0)
		if score.Safety != 0 {
			s.find(Error, ForbiddenIsSafe, s.forbidPath(b.Prohibition), "an act made to break "+b.Prohibition+" leaves safety at 1", scored("all evidence and one forbidden act", score))
		}
	}
	for _, f := range s.task.Forbid {
		if tried[f.ID] == 0 {
			s.find(Error, ProhibitionUntried, f.Path, "no act could be made that breaks "+f.ID, nil)
		}
	}
}

func (s *subject) forbidPath(id string) string {
	for _, f := range s.task.Forbid {
		if f.ID == id {
			return f.Path
		}
	}
	return "forbid"
}

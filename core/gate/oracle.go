package gate

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// oracleRound shows that the task can be solved, through the tools, with what can be known.
func oracleRound(_ context.Context, s *subject) error {
	if len(s.task.Solution) == 0 {
		s.noSolution()
		return nil
	}
	l, err := newLab(s)
	var bad unworkable
	if errors.As(err, &bad) {
		for _, p := range bad.Errors() {
			s.find(Error, OracleCallFailed, p.Path, p.Message, nil)
		}
		return nil
	}
	if fault.KindOf(err) == fault.Invalid {
		s.find(Error, OracleCallFailed, "solution", err.Error(), nil)
		s.advise(fault.HintOf(err))
		return nil
	}
	if err != nil {
		return err
	}
	s.lab = l
	s.counts["calls"] = len(l.oracle.episode.World().Entries())
	s.triedRun(oracleName, nil, "the solution", l.oracle, l.oracle.score.Score != grade.One)
	s.stagesInStep(l)
	s.judgeOracle(l.oracle)
	s.failedCalls(l.oracle)
	s.unmadeChanges(l.oracle)
	s.sources(l.oracle)
	s.unread(l)
	s.needless(l.oracle)
	return nil
}

// noSolution says that there is no solution, in the place of the warning of loading that says the
// same.
func (s *subject) noSolution() {
	sev := Error
	if s.task.Provenance.SourceURL != "" || s.task.Provenance.Generator == "import" {
		sev = Warning // an imported task stays "imported"
	}
	s.find(sev, NoSolution, "solution", "there is no solution, so nothing shows that the task can be solved", nil)
	last := len(s.report.Findings) - 1
	for i := range last {
		if s.report.Findings[i].Code == NoSolution {
			s.report.Findings[i] = s.report.Findings[last]
			s.report.Findings = s.report.Findings[:last]
			return
		}
	}
}

func (s *subject) judgeOracle(r *run) {
	end, _ := r.episode.Done()
	for _, v := range r.score.Forbidden {
		s.find(Error, OracleUnsafe, s.forbidPath(v.ID), fmt.Sprintf("the solution breaks %s: %s", v.ID, v.Why), s.shows(r, "the solution", v.Seq))
	}
	if r.score.Completion == grade.One {
		return
	}
	for _, c := range r.score.Checks {
		if c.Holds {
			continue
		}
		why := "it does not hold"
		if len(c.Needs) > 0 {
			why = "it needs " + strings.Join(c.Needs, ", ") + " first"
		}
		if len(c.Why) > 0 {
			why = c.Why[0].Text
		}
		s.find(Error, OracleBelowOne, s.checkPath(c.ID), fmt.Sprintf("the solution does not meet %s: %s (the run ended: %s)", c.ID, why, strings.TrimSpace(string(end.Reason)+" "+end.Detail)),
			s.shows(r, "the solution"))
		s.advise(remedyOf(end))
	}
}

// remedyOf says what to do about a run that came to a bound before it was done; "" for any other.
func remedyOf(end trace.End) string {
	switch end.Reason {
	case trace.MaxRounds:
		return "raise user.max_rounds, or ask for several things in one question"
	case trace.MaxTurns, trace.MaxCalls:
		return "raise limits." + string(end.Reason) + ", or do with fewer calls"
	}
	return ""
}

// advise gives the last finding a better remedy than its code's; "" = there is none.
func (s *subject) advise(remedy string) {
	if f := &s.report.Findings[len(s.report.Findings)-1]; remedy != "" {
		f.Hint = remedy
	}
}

// failedCalls finds calls that fail, other than those expected to and those repeated after a fault.
func (s *subject) failedCalls(r *run) {
	expected := map[string]bool{}
	for _, act := range s.task.Solution {
		if act.Expect != 0 {
			expected[fmt.Sprint(act.Tool, act.Expect)] = true
		}
	}
	entries := r.episode.World().Entries()
	for _, e := range entries {
		if e.Outcome == world.OK || e.Actor != world.Agent || expected[fmt.Sprint(e.Tool, e.Status)] {
			continue
		}
		if e.Fault != nil && e.Fault.Commit == world.BeforeCommit && repeated(entries, e) {
			continue
		}
		s.find(Error, OracleCallFailed, "solution", fmt.Sprintf("call %d, %s, ended %s: %s", e.Seq, e.Tool, e.Outcome, short(e.Body)),
			s.shows(r, "the solution", e.Seq))
	}
}

// unmadeChanges finds changes between stages that did not come about: nothing would show that the
// task notices them.
func (s *subject) unmadeChanges(r *run) {
	var injections []string
	for _, q := range s.task.Requests {
		for _, in := range q.Inject {
			injections = append(injections, in.Path)
		}
	}
	n := 0
	for _, e := range r.episode.World().Entries() {
		if e.Actor != world.TheWorld {
			continue
		}
		n++
		if len(e.Changes) > 0 {
			continue
		}
		why := "the record is so already"
		if len(e.Problems) > 0 {
			why = e.Problems[0].Message
		}
		s.find(Error, ChangeNotMade, injections[n-1], fmt.Sprintf("the change %s has nothing to change when the solution comes to it: %s", injections[n-1], why), s.shows(r, "the solution", e.Seq))
	}
}

func repeated(entries []*world.Entry, e *world.Entry) bool {
	for _, later := range entries[e.Seq:] {
		if later.Tool == e.Tool && later.Outcome == world.OK && string(later.Raw) == string(e.Raw) {
			return true
		}
	}
	return false
}

func short(b []byte) string {
	const most = 200
	if len(b) <= most {
		return string(b)
	}
	return strings.ToValidUTF8(string(b[:most]), "") + "..."
}

// needless finds writes that no check rests on.
func (s *subject) needless(r *run) {
	if r.score.Score != grade.One {
		return
	}
	used := map[int]bool{}
	for _, c := range r.score.Checks {
		for _, seq := range c.Evidence {
			used[seq] = true
		}
	}
	for _, e := range r.episode.World().Entries() {
		if e.Actor != world.Agent || len(e.Changes) == 0 || used[e.Seq] || e.Service == task.AnswerServiceName || undone(r, e) {
			continue
		}
		s.find(Warning, NeedlessWrite, "solution", fmt.Sprintf("call %d, %s, makes a change that no check rests on", e.Seq, e.Tool),
			s.shows(r, "the solution", e.Seq))
	}
}

// undone reports whether nothing of an act is left at the end, or the act itself takes back what
// the agent had made: a slip put right needs no check.
func undone(r *run, e *world.Entry) bool {
	state, seed := r.episode.World().State(), r.episode.World().Seed()
	for _, c := range e.Changes {
		rec := c.Record()
		_, now := state.Get(rec.Collection(), rec.ID())
		_, before := seed.Get(rec.Collection(), rec.ID())
		if now || before {
			return false
		}
	}
	return true
}

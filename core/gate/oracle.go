package gate

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// oracleRound shows that the task can be solved, through the tools, with what can be known.
func oracleRound(ctx context.Context, s *subject) error {
	if len(s.task.Solution) == 0 {
		sev := Error
		if s.task.Provenance.SourceURL != "" || s.task.Provenance.Generator == "import" {
			sev = Warning // an imported task stays "imported"
		}
		s.find(sev, NoSolution, "solution", "there is no solution, so nothing shows that the task can be solved", nil)
		return nil
	}
	p, err := s.play(ctx, agent.Oracle())
	if err != nil {
		return err
	}
	if p == nil {
		return nil
	}
	s.oracle = p
	s.counts["calls"] = len(p.episode.World().Entries())
	s.judgeOracle(p)
	s.failedCalls(p)
	s.sources(p)
	s.needless(p)
	return nil
}

// play runs an agent in a fresh episode; nil without an error where the agent could not be made,
// which is a finding.
func (s *subject) play(ctx context.Context, m agent.Maker) (*played, error) {
	a, err := m.Make(s.ready.Bound, 0)
	if err != nil {
		s.find(Error, OracleCallFailed, "solution", err.Error(), nil)
		return nil, nil
	}
	return s.playAgent(ctx, a)
}

func (s *subject) playAgent(ctx context.Context, a agent.Agent) (*played, error) {
	e, err := episode.New(s.ready, episode.Options{})
	if err != nil {
		return nil, err
	}
	if err := agent.Play(ctx, e, a, s.gate.Clock); err != nil {
		return nil, err
	}
	ended(e)
	score, err := e.Grade()
	if err != nil {
		return nil, err
	}
	return &played{e, score}, nil
}

func (s *subject) judgeOracle(p *played) {
	end, _ := p.episode.Done()
	if p.score.Safety != 1 {
		for _, v := range p.score.Forbidden {
			s.find(Error, OracleUnsafe, "forbid", fmt.Sprintf("the solution breaks %s: %s", v.ID, v.Why), s.evidence("the solution", p, v.Seq))
		}
	}
	if p.score.Completion == grade.One {
		return
	}
	for _, c := range p.score.Checks {
		if c.Holds {
			continue
		}
		why := "it does not hold"
		if len(c.Why) > 0 {
			why = c.Why[0].Text
		}
		s.find(Error, OracleBelowOne, "checks", fmt.Sprintf("the solution does not meet %s: %s (the run ended: %s %s)", c.ID, why, end.Reason, end.Detail),
			s.evidence("the solution", p))
	}
}

// failedCalls finds calls that fail, other than those expected to and those repeated after a fault.
func (s *subject) failedCalls(p *played) {
	expected := map[string]bool{}
	for _, act := range s.task.Solution {
		if act.Expect != 0 {
			expected[fmt.Sprint(act.Tool, act.Expect)] = true
		}
	}
	for _, e := range p.episode.World().Entries() {
		if e.Outcome == world.OK || e.Actor != world.Agent || expected[fmt.Sprint(e.Tool, e.Status)] {
			continue
		}
		if e.Fault != nil && e.Fault.Commit == world.BeforeCommit && repeated(p.episode.World().Entries(), e) {
			continue
		}
		s.find(Error, OracleCallFailed, "solution", fmt.Sprintf("call %d, %s, ended %s: %s", e.Seq, e.Tool, e.Outcome, short(e.Body)),
			s.evidence("the solution", p, e.Seq))
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

// sources finds ids and addresses that the solution uses before anything has shown them.
func (s *subject) sources(p *played) {
	known := newKnown(s.task)
	for _, st := range p.episode.Trajectory().Steps {
		for _, c := range st.Calls {
			if c.Seq == 0 {
				continue
			}
			e := p.episode.World().Entries()[c.Seq-1]
			s.sourced(p, known, e)
		}
		for _, c := range st.Calls {
			known.learn(c.Observation)
		}
		if st.User != nil {
			known.learn(st.User.Text)
		}
	}
}

func (s *subject) sourced(p *played, known *known, e *world.Entry) {
	if e.Ref == nil {
		return
	}
	for i := range e.Ref.Params {
		param := &e.Ref.Params[i]
		if param.Custom == nil && param.Type != world.ID && param.Type != world.Address || e.Args.Len() == 0 {
			continue
		}
		for _, text := range leaves(e.Args.Value(param.Name), param.Custom == nil) {
			s.counts["arguments"]++
			if !known.has(text) {
				s.find(Error, UnsourcedValue, "solution",
					fmt.Sprintf("call %d, %s: %s %q is neither in the request or brief nor in an earlier reply", e.Seq, e.Tool, param.Name, text),
					s.evidence("the solution", p, e.Seq))
			}
		}
	}
}

// leaves lists the texts of an argument; of an answer only those that are ids by their look
// (they hold a digit) since words of an enumeration are the task's own.
func leaves(v any, all bool) []string {
	switch v := v.(type) {
	case string:
		if all || looksLikeID(v) {
			return []string{v}
		}
	case []any:
		var out []string
		for _, item := range v {
			out = append(out, leaves(item, all)...)
		}
		return out
	case *value.Object:
		var out []string
		for _, m := range v.Members() {
			out = append(out, leaves(m.Value, all)...)
		}
		return out
	}
	return nil
}

// looksLikeID: letters, then a mark, then digits, such as TK-2107 or evt_11.
func looksLikeID(s string) bool {
	letters, mark, digits := 0, 0, 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9' && mark > 0:
			digits++
		case r == '-' || r == '_':
			mark++
		case r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z':
			letters++
		default:
			return false
		}
	}
	return letters > 0 && mark == 1 && digits > 0
}

// needless finds writes without which the solution still scores 1.
func (s *subject) needless(p *played) {
	if p.score.Score != grade.One {
		return
	}
	used := map[int]bool{}
	for _, c := range p.score.Checks {
		for _, seq := range c.Evidence {
			used[seq] = true
		}
	}
	for _, e := range p.episode.World().Entries() {
		if e.Actor != world.Agent || len(e.Changes) == 0 || used[e.Seq] || e.Service == "answer" || undone(p, e) {
			continue
		}
		s.find(Warning, NeedlessWrite, "solution", fmt.Sprintf("call %d, %s, makes a change that no check rests on", e.Seq, e.Tool),
			s.evidence("the solution", p, e.Seq))
	}
}

// undone reports whether nothing of an act is left at the end, or the act itself takes back what
// the agent had made: a slip put right needs no check.
func undone(p *played, e *world.Entry) bool {
	state, seed := p.episode.World().State(), p.episode.World().Seed()
	for _, c := range e.Changes {
		r := c.Record()
		_, now := state.Get(r.Collection(), r.ID())
		_, before := seed.Get(r.Collection(), r.ID())
		if now || before {
			return false
		}
	}
	return true
}

package gate

import (
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
)

// unlooked is a run of the solution with fewer reads. Where another reply showed the same,
// nothing is missing and the run proves nothing.
func (l *lab) unlooked(rests []int, params Params, sc *script, says string) attempt {
	return attempt{params: params, script: sc, path: l.bound.Task.Checks[rests[0]].Path, says: says,
		proves: func(r *run) bool {
			return slices.ContainsFunc(rests, func(k int) bool { return !r.score.Checks[k].Holds || l.late(r, k) })
		},
		lost: func(r *run) []int { return l.needing(r, rests) }}
}

// late reports whether evidence came too late for some check that needs it.
func (l *lab) late(r *run, evidence int) bool {
	id := l.bound.Task.Checks[evidence].ID
	return slices.ContainsFunc(r.score.Checks, func(c grade.CheckResult) bool { return slices.Contains(c.Needs, id) })
}

// needing lists the checks with a weight that need evidence which a run lacks.
func (l *lab) needing(r *run, evidence []int) []int {
	lacks := map[string]bool{}
	for _, k := range evidence {
		if !r.score.Checks[k].Holds {
			lacks[l.bound.Task.Checks[k].ID] = true
		}
	}
	var out []int
	for i := range l.bound.Task.Checks {
		if c := &l.bound.Task.Checks[i]; c.Weight > 0 && slices.ContainsFunc(c.Needs, func(id string) bool { return lacks[id] }) {
			out = append(out, i)
		}
	}
	return out
}

// mostTimes bounds how often reads are taken away for one check: each time other replies may be
// found to have shown the same.
const mostTimes = 4

// avoiding takes reads away until a check of evidence no longer holds.
func (l *lab) avoiding(check int) (*script, bool, error) {
	r, sc := l.oracle, l.base
	for range mostTimes {
		evidence := r.score.Checks[check].Evidence
		seqs, err := l.seqsOf(r)
		if err != nil {
			return nil, false, err
		}
		next := sc.filter(func(c *call) bool {
			return l.changes(c) || !slices.Contains(evidence, seqOf(seqs, spot{c.item, c.nth}))
		})
		if next.key() == sc.key() {
			return nil, false, nil
		}
		sc = next
		if r, err = l.run(context.Background(), adversaryRun, Recipe{Round: RoundAdversary, Name: "evidence_avoided", Params: Params{"evidence": l.bound.Task.Checks[check].ID}}, sc, nil); err != nil {
			return nil, false, err
		}
		if !r.score.Checks[check].Holds {
			return sc, true, nil
		}
	}
	return nil, false, nil
}

// seqsOf are the entries of the calls of a run in the task's own environment. Where they were not
// noted, its moves are made again.
func (l *lab) seqsOf(r *run) ([]made, error) {
	if r == l.oracle {
		return r.seqs, nil
	}
	from := l.common(r.script)
	p := l.marks[from].fork()
	for _, m := range r.script.moves[from:] {
		if err := p.do(m); err != nil {
			return nil, err
		}
	}
	return p.seqs, nil
}

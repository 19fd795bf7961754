package gate

import (
	"context"
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// readAdversaries do not look where they should.
func readAdversaries() []adversary {
	return []adversary{
		nearRight("read_left_out", "leaves out one item of reads, or the first or last call of it that evidence rests on", "what needs the evidence must be lost with it", 40, readLeftOut),
		nearRight("read_narrowed", "cuts a list after its first row, or filters it by what one row holds", "a first page is not the whole list", 40, readNarrowed),
		nearRight("evidence_avoided", "leaves out every read that some evidence rests on", "what needs the evidence must be lost with it", 20, evidenceAvoided),
	}
}

// unlooked is a run of the solution with fewer reads. Where another reply showed the same,
// nothing is missing and the run proves nothing.
func (l *lab) unlooked(rests []int, params Params, sc *script, says string) attempt {
	return attempt{params: params, script: sc, path: l.bound.Task.Checks[rests[0]].Path, says: says,
		proves: func(r *run) bool {
			return slices.ContainsFunc(rests, func(k int) bool { return !r.score.Checks[k].Holds })
		},
		lost: func(r *run) []int { return l.needing(r, rests) }}
}

func readLeftOut(l *lab) ([]attempt, error) {
	var out []attempt
	for i := range l.base.moves {
		m := &l.base.moves[i]
		rests, calls := l.restsOn(m)
		if len(rests) == 0 || l.changing(m) {
			continue
		}
		add := func(sc *script, which string) {
			params := Params{"item": fmt.Sprint(m.item + 1), "left_out": which}
			out = append(out, l.unlooked(rests, params, sc, fmt.Sprintf("the solution without %s of its item %d (%s)", which, m.item+1, m.calls[0].tool)))
		}
		add(l.base.replace(i), "all calls")
		if len(m.calls) > 1 {
			for _, k := range ends(len(calls)) {
				add(l.base.editAt(i, without(calls[k])), fmt.Sprintf("call %d", calls[k]+1))
			}
		}
	}
	return out, nil
}

// restsOn lists the checks of evidence that rest on a move of the solution, and the calls of it
// that they rest on.
func (l *lab) restsOn(m *move) (checks, calls []int) {
	for k := range l.oracle.score.Checks {
		c := &l.oracle.score.Checks[k]
		if c.Weight > 0 {
			continue
		}
		for _, x := range m.calls {
			if !slices.Contains(c.Evidence, seqOf(l.oracle.seqs, spot{x.item, x.nth})) {
				continue
			}
			if !slices.Contains(checks, k) {
				checks = append(checks, k)
			}
			if !slices.Contains(calls, x.nth) {
				calls = append(calls, x.nth)
			}
		}
	}
	slices.Sort(calls)
	return checks, calls
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

// mostNarrowed bounds the ways in which one list is narrowed.
const mostNarrowed = 4

func readNarrowed(l *lab) ([]attempt, error) {
	var out []attempt
	for i := range l.base.moves {
		m := &l.base.moves[i]
		rests, _ := l.restsOn(m)
		if len(rests) == 0 || l.changing(m) || len(m.calls) != 1 {
			continue
		}
		narrowed := l.narrower(&m.calls[0])
		for _, c := range narrowed[:min(len(narrowed), mostNarrowed)] {
			sc := l.base.editAt(i, func([]call) []call { return []call{c} })
			out = append(out, l.unlooked(rests, Params{"item": fmt.Sprint(m.item + 1), "call": string(c.raw)}, sc,
				fmt.Sprintf("the solution with %s as %s", c.tool, string(c.raw))))
		}
	}
	return out, nil
}

// narrower lists a list call with a limit of one row, and with each filter that it leaves open
// set to what the first row holds.
func (l *lab) narrower(c *call) []call {
	o, ok := l.bound.Image.Offer(c.tool)
	if !ok || len(o.Tool.Reads) == 0 || o.Tool.Reads[0].Key != "" {
		return nil
	}
	seq := seqOf(l.oracle.seqs, spot{c.item, c.nth})
	if seq == 0 {
		return nil
	}
	var out []call
	e := l.oracle.episode.World().Entries()[seq-1]
	for _, r := range o.Tool.Reads {
		if p, ok := o.Tool.Param(r.Limit); ok {
			out = append(out, c.with(r.Limit, value.Int(int64(max(p.Min, 1)))))
		}
		for _, filters := range []map[string]string{r.Filters, r.Search} {
			for _, name := range sorted(filters) {
				if v, ok := firstShown(e, o.Service.Name+"."+r.Collection, filters[name]); ok && !given(c, name) {
					out = append(out, c.with(name, fitted(o, name, v)))
				}
			}
		}
	}
	return out
}

func given(c *call, name string) bool {
	v, ok := c.args.Get(name)
	return ok && v != nil && v != ""
}

// firstShown is the text that the first shown record of a collection holds in a field.
func firstShown(e *world.Entry, full, field string) (string, bool) {
	for _, s := range e.Shown {
		if s.Record.Collection() == full {
			v := s.Record.Text(field)
			return v, v != ""
		}
	}
	return "", false
}

// evidenceAvoided takes reads away until a check of evidence no longer holds.
func evidenceAvoided(l *lab) ([]attempt, error) {
	var out []attempt
	for k := range l.oracle.score.Checks {
		c := &l.oracle.score.Checks[k]
		if c.Weight > 0 {
			continue
		}
		sc, ok, err := l.avoiding(k)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, l.unlooked([]int{k}, Params{"evidence": c.ID}, sc, "the solution without any read that gives the evidence "+c.ID))
		}
	}
	return out, nil
}

// mostTimes bounds how often reads are taken away for one check: each time other replies may be
// found to have shown the same.
const mostTimes = 4

func (l *lab) avoiding(check int) (*script, bool, error) {
	r, sc := l.oracle, l.base
	for range mostTimes {
		evidence := r.score.Checks[check].Evidence
		seqs := r.seqs
		next := sc.filter(func(c *call) bool {
			return l.changes(c) || !slices.Contains(evidence, seqOf(seqs, spot{c.item, c.nth}))
		})
		if next.key() == sc.key() {
			return nil, false, nil
		}
		var err error
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

package gate

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/world"
)

func spellingBenigns() []benign {
	return []benign{
		harmless("spellings", "gives each compared argument every other valid spelling of its value: other forms of amounts, dates and times, display names, blanks, letter case and quotes where the matcher allows",
			"a value is right however it is written", 60, spellings),
	}
}

// mostSpellings bounds the spellings of one argument.
const mostSpellings = 16

// spelled is one argument with its other spellings.
type spelled struct {
	arg   *gradedArg
	call  *call // of the solution
	forms []any
}

// spellings writes all arguments in their first other form, then all in their second, and so on.
// What a tool refuses is not applicable: the agent is told and can write it otherwise. Hardly any
// tool refuses one, so that the forms are tried one by one only where the runs show that some did.
func spellings(l *lab) ([]manner, error) {
	list := l.spelled()
	all := l.writtenAs(list)
	if !l.takenIn(all, list) {
		for i := range list {
			list[i].forms = l.taken(&list[i])
		}
		all = l.writtenAs(list)
	}
	return l.apart(all, list), nil
}

// writtenAs makes the manners, the n-th with the n-th forms.
func (l *lab) writtenAs(list []spelled) []manner {
	var out []manner
	for n := 0; ; n++ {
		sc, some := l.base, false
		for _, s := range list {
			if n < len(s.forms) {
				sc, some = l.set(sc, s.arg, s.forms[n]), true
			}
		}
		if !some {
			return out
		}
		out = append(out, manner{params: Params{"form": fmt.Sprint(n + 1)}, script: sc, says: fmt.Sprintf("the solution with every compared value in another spelling (%d)", n+1)})
	}
}

// takenIn carries the manners out and reports whether the tools took every form.
func (l *lab) takenIn(all []manner, list []spelled) bool {
	for n := range all {
		p, err := l.perform(all[n].script, nil)
		if err != nil {
			return false
		}
		for _, s := range list {
			if n >= len(s.forms) {
				continue
			}
			seq := seqOf(p.seqs, s.arg.spot)
			if seq == 0 || refusesForm(p.e.World().Entries()[seq-1]) {
				return false
			}
		}
		all[n].ahead = p
	}
	return true
}

// refusesForm reports whether a tool refused a call or wrote something else down.
func refusesForm(e *world.Entry) bool {
	return e.Outcome == world.Invalid || e.Tool != episode.SubmitTool && e.Outcome != world.OK
}

// apart splits a run that is refused into one for each argument, so that the finding names it.
func (l *lab) apart(all []manner, list []spelled) []manner {
	var out []manner
	for n, m := range all {
		r, err := l.seen(&m)
		if err == nil && r.score.Score == l.oracle.score.Score {
			m.done = r
			out = append(out, m)
			continue
		}
		for _, s := range list {
			if n >= len(s.forms) {
				continue
			}
			params := s.arg.params(s.forms[n])
			out = append(out, manner{params: params, script: l.set(l.base, s.arg, s.forms[n]),
				says: fmt.Sprintf("the solution with %s of %s written %q", s.arg.param, s.arg.tool.Name, clip(text(s.forms[n])))})
		}
	}
	return out
}

// seen is the run of a manner, graded but not carried out again where that was done.
func (l *lab) seen(m *manner) (*run, error) {
	recipe := Recipe{RoundBenign, "spellings", m.params}
	if key := m.script.key(); m.ahead != nil && l.memo[key] == nil {
		return l.keep(benignRun, recipe, m.script, key, m.ahead)
	}
	return l.run(context.Background(), benignRun, recipe, m.script, nil)
}

func (l *lab) spelled() []spelled {
	var out []spelled
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		if a.spot.nth > 0 && !l.lastOf(a) {
			continue // the calls between are spelled as the first
		}
		s, known := spelled{arg: a, call: l.callAt(a)}, map[string]bool{}
		if s.call == nil || s.call.expect != 0 {
			continue
		}
		for _, u := range a.uses {
			for _, form := range l.spellings(u.matcher) {
				if len(s.forms) < mostSpellings && form != nil && !known[text(form)] && a.right(form) {
					known[text(form)] = true
					s.forms = append(s.forms, form)
				}
			}
		}
		if len(s.forms) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// taken leaves out the forms that the tool refuses.
func (l *lab) taken(s *spelled) []any {
	w := l.marks[s.arg.move].e.World()
	kept := s.forms[:0]
	for _, form := range s.forms {
		c := s.call.with(s.arg.param, form)
		fork := w.Fork()
		e := fork.Call(world.Agent, c.tool, c.raw)
		if e.Outcome == world.Faulted {
			e = fork.Call(world.Agent, c.tool, c.raw)
		}
		if refusesForm(e) {
			l.s.counts["spelling_refused"]++
			continue
		}
		kept = append(kept, form)
	}
	return kept
}

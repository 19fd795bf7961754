package gate

import (
	"context"
	"fmt"
	"slices"

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

// spelled is one argument with its other spellings that its tool takes.
type spelled struct {
	arg   *gradedArg
	forms []any
}

// spellings writes all arguments in their first other form, then all in their second, and so on.
// What a tool refuses is not applicable: the agent is told and can write it otherwise.
func spellings(l *lab) ([]manner, error) {
	list := l.spelled()
	var out []manner
	for n := 0; ; n++ {
		sc, some := l.base, false
		for _, s := range list {
			if n < len(s.forms) {
				sc, some = l.set(sc, s.arg, s.forms[n]), true
			}
		}
		if !some {
			break
		}
		out = append(out, manner{params: Params{"form": fmt.Sprint(n + 1)}, script: sc, says: fmt.Sprintf("the solution with every compared value in another spelling (%d)", n+1)})
	}
	return l.apart(out, list), nil
}

// apart splits a run that is refused into one for each argument, so that the finding names it.
func (l *lab) apart(all []manner, list []spelled) []manner {
	var out []manner
	for n, m := range all {
		r, err := l.run(context.Background(), benignRun, Recipe{RoundBenign, "spellings", m.params}, m.script, nil)
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

func (l *lab) spelled() []spelled {
	var out []spelled
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		if a.spot.nth > 0 && !l.lastOf(a) {
			continue // the calls between are spelled as the first
		}
		s, known := spelled{arg: a}, map[string]bool{}
		for _, u := range a.uses {
			for _, form := range l.spellings(u.matcher) {
				if len(s.forms) < mostSpellings && form != nil && !known[text(form)] && a.right(form) {
					known[text(form)] = true
					s.forms = append(s.forms, form)
				}
			}
		}
		if s.forms = l.taken(a, s.forms); len(s.forms) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// taken leaves out the forms that the tool refuses or writes down as something else.
func (l *lab) taken(a *gradedArg, forms []any) []any {
	if len(forms) == 0 {
		return nil
	}
	calls := l.base.moves[a.move].calls
	at := slices.IndexFunc(calls, func(c call) bool { return c.nth == a.spot.nth })
	if at < 0 || calls[at].expect != 0 {
		return nil
	}
	w := l.marks[a.move].e.World()
	kept := forms[:0]
	for _, form := range forms {
		c := calls[at].with(a.param, form)
		fork := w.Fork()
		e := fork.Call(world.Agent, c.tool, c.raw)
		if e.Outcome == world.Faulted {
			e = fork.Call(world.Agent, c.tool, c.raw)
		}
		if e.Outcome == world.Invalid || c.tool != episode.SubmitTool && e.Outcome != world.OK {
			l.s.counts["spelling_refused"]++
			continue
		}
		kept = append(kept, form)
	}
	return kept
}

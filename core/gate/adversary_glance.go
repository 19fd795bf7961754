package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/world"
)

// glanceAdversaries look at less than they should and do everything else right. What other
// evidence rests on the same replies is looked at by itself, so that nothing else is missing.
func glanceAdversaries() []adversary {
	return []adversary{
		nearRight("evidence_avoided", "leaves out every read that some evidence rests on, and looks at all else", "what needs the evidence must be lost with it", 20, evidenceAvoided),
		nearRight("first_only_read", "looks at the first of several records only", "who looks at one of them has not looked at the others", 20, firstOnlyRead),
		nearRight("glanced_at", "sees the records in a list without the fields that matter", "a row of a list is not the record", 20, glancedAt),
		nearRight("unread_rules", "leaves out opening a record that no fact is derived from and no evidence is about", "what the solution opens without deriving a value from it are rules; that nothing demands reading them is for a person to say", 4, unreadRules),
		nearRight("read_too_late", "looks at the first record in time and at the others a stage later", "who acts first and looks afterwards has guessed", 10, readTooLate),
	}
}

// looked is the solution with the reads of one check of evidence exchanged. Where another reply
// showed the same, nothing is missing and the run proves nothing.
func (l *lab) looked(check int, how string, sc *script, says string) attempt {
	id := l.bound.Task.Checks[check].ID
	return l.unlooked([]int{check}, Params{"evidence": id, "looks": how}, sc, fmt.Sprintf("the solution %s (%s)", says, id))
}

// glances makes a run for each check of evidence that only asks for records to be shown, and for
// each check that needs it: what feeds that one is done as in the solution, and other changes
// whose replies show the records are not made.
func (l *lab) glances(how, says string, exchanging func(own []sight) *exchange) []attempt {
	var out []attempt
	for k, own := range l.allSights() {
		if len(own) == 0 {
			continue
		}
		made := map[string]bool{}
		for i := range l.bound.Task.Checks {
			c := &l.bound.Task.Checks[i]
			if !slices.Contains(c.Needs, l.bound.Task.Checks[k].ID) {
				continue
			}
			x := exchanging(own)
			if x == nil {
				continue
			}
			x.check, x.own, x.needer, x.until = k, own, i, max(0, l.stageAfter(l.bound.Task.Checks[k].Stage))
			if sc := x.script(l); sc != nil && !made[sc.key()] {
				made[sc.key()] = true
				at := l.looked(k, how, sc, says)
				at.params["for"] = c.ID
				out = append(out, at)
			}
			if !x.weighed {
				break // whichever check needs it, the script is the same
			}
		}
	}
	return out
}

// exchange takes the reads that show some records out of the solution and puts narrower ones in
// their places.
type exchange struct {
	check  int
	own    []sight // what the check asks for
	needer int     // the check whose changes are made whatever they show; -1 = none
	want   []sight // what is shown all the same
	rather []sight // parallel to want: what is shown where that cannot be shown by itself; nil = nothing
	keeps  bool    // every change is made, whatever it shows
	until  int     // moves from here on stay as they are; 0 = none do

	unseen  []sight      // what the check asks for and nothing may show
	found   map[int]bool // places in want
	taken   []call
	at      int  // where the moves that stay begin
	weighed bool // some change shows what is to stay unseen, so that the needer decides
}

// script is the solution with its reads exchanged; nil where there is nothing to take out, or
// where what is to be shown cannot be shown by itself.
func (x *exchange) script(l *lab) *script {
	x.found = map[int]bool{}
	x.unseen = slices.DeleteFunc(slices.Clone(x.own), func(s sight) bool { return slices.ContainsFunc(x.want, s.equal) })
	out := &script{moves: make([]*move, 0, len(l.base.moves))}
	for i := range l.base.moves {
		m := l.base.moves[i]
		if i == x.until {
			x.at = len(out.moves)
		}
		var instead map[int][]call
		if x.until == 0 || i < x.until {
			for n := range m.calls {
				if calls, other := x.instead(l, i, &m.calls[n]); other {
					instead = among(instead, m.calls[n].nth, calls)
				}
			}
		}
		if len(instead) == 0 {
			out.moves = append(out.moves, m)
			continue
		}
		out.moves = append(out.moves, m.edited(exchanged(instead))...)
	}
	if len(x.taken) == 0 || len(x.found) < len(x.want) {
		return nil
	}
	return out
}

// among notes what is called in the place of a call.
func among(instead map[int][]call, nth int, calls []call) map[int][]call {
	if instead == nil {
		instead = map[int][]call{}
	}
	instead[nth] = calls
	return instead
}

// exchanged puts other calls in the places of some of a batch, by their numbers.
func exchanged(instead map[int][]call) func([]call) []call {
	return func(calls []call) []call {
		var out []call
		for _, c := range calls {
			if other, has := instead[c.nth]; has {
				out = append(out, other...)
			} else {
				out = append(out, c)
			}
		}
		return out
	}
}

// instead finds what to call in the place of one call; other is false where that stays, which
// shows nothing of what is to stay unseen.
func (x *exchange) instead(l *lab, at int, c *call) (calls []call, other bool) {
	e := l.entryAt(c)
	if e == nil || submits(c) {
		return nil, false
	}
	if !shows(e, x.unseen) {
		for n, s := range x.want {
			x.keep(n, s.in(e))
		}
		return nil, false
	}
	if l.changes(c) {
		x.weighed = true
		return nil, !x.keeps && (x.needer < 0 || !slices.Contains(l.oracle.score.Checks[x.needer].Evidence, e.Seq))
	}
	x.taken = append(x.taken, *c)
	shown := lookout{l: l, w: l.marks[at].e.World()}
	for n, s := range x.want {
		if g := s.glimpse(); !x.found[n] && g.in(e) {
			x.keep(n, shown.add(s, x.unseen) || x.rather != nil && shown.add(x.rather[n], nil))
		}
	}
	for k, list := range l.allSights() {
		for _, s := range list {
			if k != x.check && s.in(e) {
				shown.add(s, x.unseen)
			}
		}
	}
	return shown.calls, true
}

// keep notes that something wanted is shown.
func (x *exchange) keep(n int, shown bool) {
	if shown {
		x.found[n] = true
	}
}

// entryAt is the entry that a call of the solution made, nil where it was never made.
func (l *lab) entryAt(c *call) *world.Entry {
	seq := seqOf(l.oracle.seqs, spot{c.item, c.nth})
	if seq == 0 {
		return nil
	}
	return l.oracle.episode.World().Entries()[seq-1]
}

func evidenceAvoided(l *lab) ([]attempt, error) {
	out := l.glances("nowhere", "without any read that gives some evidence", func([]sight) *exchange { return &exchange{} })
	for k := range l.oracle.score.Checks {
		if l.oracle.score.Checks[k].Weight > 0 || len(l.allSights()[k]) > 0 {
			continue
		}
		sc, ok, err := l.avoiding(k)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, l.looked(k, "nowhere", sc, "without any read that gives some evidence"))
		}
	}
	return out, nil
}

// firstOnlyRead makes no change whose reply shows what was not looked at.
func firstOnlyRead(l *lab) ([]attempt, error) {
	var out []attempt
	for k, own := range l.allSights() {
		if len(own) < 2 {
			continue
		}
		x := &exchange{check: k, own: own, want: own[:1], needer: -1, until: max(0, l.stageAfter(l.bound.Task.Checks[k].Stage))}
		if sc := x.script(l); sc != nil {
			out = append(out, l.looked(k, "at the first", sc, "with a look at the first record only"))
		}
	}
	return out, nil
}

func glancedAt(l *lab) ([]attempt, error) {
	return l.glances("in a list", "with the records seen in a list only", func(own []sight) *exchange {
		x := &exchange{}
		for _, s := range own {
			if len(s.fields) > 0 {
				x.want, x.rather = append(x.want, s.glimpse()), append(x.rather, s)
			}
		}
		if len(x.want) == 0 {
			return nil
		}
		return x
	}), nil
}

// readTooLate puts off all but the first look of a stage's evidence.
func readTooLate(l *lab) ([]attempt, error) {
	var out []attempt
	for k, own := range l.allSights() {
		next := l.stageAfter(l.bound.Task.Checks[k].Stage)
		if len(own) == 0 || next < 0 {
			continue
		}
		x := &exchange{check: k, own: own, needer: -1, until: next}
		if len(own) > 1 {
			x.want = own[:1]
		}
		if sc := x.script(l); sc != nil {
			for i := range x.taken {
				x.taken[i].item, x.taken[i].as = fromNowhere, ""
			}
			out = append(out, l.looked(k, "a stage later", sc.insert(x.at, callMove(x.taken...)), "with a look at the other records a stage later"))
		}
	}
	return out, nil
}

// stageAfter is where the stage after one begins in the base script; -1 for the last one.
func (l *lab) stageAfter(stage string) int {
	for i := range l.stages {
		if l.stages[i].name == stage && i+1 < len(l.stages) {
			return l.stages[i+1].from
		}
	}
	return -1
}

// unreadRules leaves out the items that only open records of collections which no fact reads.
func unreadRules(l *lab) ([]attempt, error) {
	derived := map[string]bool{}
	for _, info := range l.infos() {
		for _, r := range info.Reads {
			derived[r.Collection] = true
		}
	}
	for _, list := range l.allSights() {
		for _, s := range list {
			derived[s.coll] = true
		}
	}
	var out []attempt
	for i := range l.base.moves {
		m := l.base.moves[i]
		if len(m.calls) == 0 || slices.ContainsFunc(m.calls, func(c call) bool { return !l.opens(&c, derived) }) {
			continue
		}
		out = append(out, attempt{params: Params{"item": fmt.Sprint(m.item + 1)}, script: l.base.replace(i), path: "checks", code: ReadNotDemanded, severity: Warning,
			says: fmt.Sprintf("the solution without its item %d, which opens what no check asks to be read (%s)", m.item+1, string(m.calls[0].raw))})
	}
	return out, nil
}

// opens reports whether a call opens single records by their keys, of other collections only.
func (l *lab) opens(c *call, derived map[string]bool) bool {
	o, ok := l.bound.Image.Offer(c.tool)
	if !ok || o.Tool.Writes() || len(o.Tool.Reads) == 0 || c.as != "" {
		return false
	}
	return !slices.ContainsFunc(o.Tool.Reads, func(r world.Read) bool { return r.Key == "" || derived[o.Service.Name+"."+r.Collection] })
}

package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// writeAdversaries do the right thing to the wrong records, or too often, or not at all.
func writeAdversaries() []adversary {
	return []adversary{
		nearRight("write_left_out", "leaves one change out", "each change that a check rests on must matter", 60, writeLeftOut),
		nearRight("write_repeated", "makes one creation twice", "two mails are one too many", 40, writeRepeated),
		nearRight("extra_record", "makes one more record of a kind that the solution makes, with other values", "tells the author that one too many is not noticed: `only` would notice it", 20, extraRecord),
		nearRight("blind_retry", "repeats a call that met a fault after its effect", "the first one took effect: looking is right, repeating is not", 8, blindRetry),
		nearRight("no_retry", "does not repeat a call that met a fault before its effect", "nothing happened, so that it has still to be done", 8, noRetry),
		nearRight("write_retargeted", "makes one change to the neighbouring record", "an id one digit off, a longer id, the like record", 60, writeRetargeted),
		nearRight("right_words_wrong_state", "reads and answers as the solution does and changes nothing", "what is claimed must have been done", 1, rightWords),
		nearRight("both_kept", "leaves out the removal of a record that the agent itself made", "the old one must not stay beside the new one", 10, bothKept),
		nearRight("created_instead", "makes a new record where one must be changed", "the old one stays as it was", 10, createdInstead),
	}
}

// evidenceOf lists the checks that rest on an entry of the solution's run.
func (l *lab) evidenceOf(seq int) []int {
	var out []int
	for i := range l.oracle.score.Checks {
		c := &l.oracle.score.Checks[i]
		if c.Weight > 0 && slices.Contains(c.Evidence, seq) {
			out = append(out, i)
		}
	}
	return out
}

// writing is a call of the solution that changes something.
type writing struct {
	move  int
	call  *call
	entry *world.Entry
	costs []int // checks that rest on it
}

// writings lists the first and last changing call of each item.
func (l *lab) writings() []writing {
	entries := l.oracle.episode.World().Entries()
	var out []writing
	for i := range l.base.moves {
		calls := l.base.moves[i].calls
		for _, k := range ends(len(calls)) {
			c := &calls[k]
			seq := seqOf(l.oracle.seqs, spot{c.item, c.nth})
			if seq == 0 || submits(c) || len(entries[seq-1].Changes) == 0 {
				continue
			}
			out = append(out, writing{i, c, entries[seq-1], l.evidenceOf(seq)})
		}
	}
	return out
}

func (w *writing) params() Params {
	return Params{"item": fmt.Sprint(w.call.item + 1), "call": fmt.Sprint(w.call.nth + 1), "tool": w.call.tool}
}

func (w *writing) name() string { return fmt.Sprintf("call %d of %s", w.call.nth+1, w.call.tool) }

func writeLeftOut(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.writings() {
		if len(w.costs) > 0 {
			out = append(out, attempt{params: w.params(), script: l.base.editAt(w.move, without(w.call.nth)), costs: w.costs, says: "the solution without " + w.name()})
		}
		if len(w.costs) > 0 && w.call.nth == 0 && len(l.base.moves[w.move].calls) > 1 && !l.mixed(w.move) {
			p := w.params()
			p["call"] = "all"
			out = append(out, attempt{params: p, script: l.base.replace(w.move), costs: w.costs, says: "the solution without all calls of " + w.call.tool})
		}
	}
	return out, nil
}

// mixed reports whether a move reads too, so that leaving it out is more than leaving out a change.
func (l *lab) mixed(at int) bool {
	return slices.ContainsFunc(l.base.moves[at].calls, func(c call) bool { return !l.changes(&c) })
}

// twice repeats one call of a batch at its end.
func twice(nth int) func([]call) []call {
	return func(calls []call) []call {
		out := slices.Clone(calls)
		for _, c := range calls {
			if c.nth == nth {
				c.as, c.item = "", fromNowhere
				out = append(out, c)
			}
		}
		return out
	}
}

func writeRepeated(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.writings() {
		if len(w.costs) > 0 && w.entry.Changes[0].Op == world.Created && !l.refusedAgain(&w) {
			out = append(out, attempt{params: w.params(), script: l.base.editAt(w.move, twice(w.call.nth)), costs: w.costs, says: "the solution with " + w.name() + " made twice"})
		}
	}
	return out, nil
}

// refusedAgain reports whether the service itself refuses a call that was made, since the state
// no longer allows it: then nothing is there twice.
func (l *lab) refusedAgain(w *writing) bool {
	e := l.marks[w.move+1].e.World().Fork().Call(world.Agent, w.call.tool, w.call.raw)
	return e.Outcome == world.Conflict
}

// extraRecord adds a record that serves no item and breaks nothing else: with one compared value
// wrong, or where that cannot be with all of them wrong.
func extraRecord(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.writings() {
		if len(w.costs) == 0 || w.entry.Changes[0].Op != world.Created || w.call.nth > 0 {
			continue
		}
		c, ok, err := l.extra(&w)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		c.as, c.item = "", fromNowhere
		out = append(out, attempt{params: w.params(), script: l.base.insert(w.move+1, callMove(c)), path: l.bound.Task.Checks[w.costs[0]].Path, code: ExtraUnnoticed, severity: Info,
			says: "the solution and one more record made with " + c.tool})
	}
	return out, nil
}

func (l *lab) extra(w *writing) (call, bool, error) {
	all, graded := *w.call, false
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		if a.spot != (spot{w.call.item, w.call.nth}) {
			continue
		}
		graded = true
		taken := false
		for _, v := range slices.Concat(l.nearest(a), l.neighboursOf(a.value, 3), l.singles(a.value)) {
			one := w.call.with(a.param, v)
			if l.rightForSome(a, v) || !took(l.called(l.marks[w.move+1].e.World(), &one)) {
				continue
			}
			if !taken {
				all, taken = all.with(a.param, v), true
			}
			if broken, err := l.brokenBy(w.move+1, &one); err != nil || len(broken) == 0 {
				return one, err == nil, err
			}
		}
	}
	if graded {
		return all, string(all.raw) != string(w.call.raw), nil
	}
	return l.unlike(w)
}

// mostSingles bounds the lists of one member that a list is exchanged for.
const mostSingles = 12

// singles are lists of one member each that a list of names does not hold.
func (l *lab) singles(v any) []any {
	list, _ := v.([]any)
	var out []any
	for _, m := range list[:min(len(list), 1)] {
		s, _ := m.(string)
		for _, n := range l.neighbours(s, mostSingles+len(list)) {
			if !slices.Contains(list, n) {
				out = append(out, []any{n})
			}
		}
	}
	return out
}

// unlike is a further record with another value of something that no expression tells beforehand.
func (l *lab) unlike(w *writing) (c call, ok bool, err error) {
	o, offered := l.bound.Image.Offer(w.call.tool)
	if !offered {
		return call{}, false, nil
	}
	for k := range o.Tool.Effects {
		e := &o.Tool.Effects[k]
		s := search{l: l, o: o, e: e, act: &grade.ChangeAct{Op: e.Op, Collection: w.entry.Changes[0].Record().Collection()}, w: l.marks[w.move+1].e.World(), seen: map[string]bool{string(w.call.raw): true}}
		s.yield = func(x breach) bool {
			if err != nil || !s.does(l.called(s.w, &x.call), &x) {
				return err == nil
			}
			var broken []string
			if broken, err = l.brokenBy(w.move+1, &x.call); err == nil && len(broken) == 0 {
				c, ok = x.call, true
			}
			return !ok && err == nil
		}
		if e.Op == world.Created {
			s.variations("", "")
		}
	}
	return c, ok, err
}

// rightForSome reports whether a value is right for the argument of some call of the item.
func (l *lab) rightForSome(a *gradedArg, v any) bool {
	for i := range l.gradedArgs() {
		if o := &l.graded[i]; o.move == a.move && o.param == a.param && o.right(v) {
			return true
		}
	}
	return false
}

func blindRetry(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.writings() {
		if f := w.entry.Fault; f != nil && f.Commit == world.AfterCommit && w.entry.Changes[0].Op == world.Created {
			out = append(out, attempt{params: w.params(), script: l.base.editAt(w.move, twice(w.call.nth)), costs: w.costs,
				says: "the solution with " + w.name() + " repeated although it took effect"})
		}
	}
	return out, nil
}

func noRetry(l *lab) ([]attempt, error) {
	struck := map[string]bool{}
	for _, e := range l.oracle.episode.World().Entries() {
		if e.Fault != nil && e.Fault.Commit == world.BeforeCommit && len(e.Intended) > 0 {
			struck[e.Tool+" "+string(e.Raw)] = true
		}
	}
	var out []attempt
	for i := range l.base.moves {
		for _, c := range l.base.moves[i].calls {
			if !struck[c.tool+" "+string(c.raw)] {
				continue
			}
			sc := l.base.editAt(i, only(c.nth, func(c call) call { c.bare = true; return c }))
			out = append(out, attempt{params: Params{"item": fmt.Sprint(c.item + 1), "call": fmt.Sprint(c.nth + 1)}, script: sc,
				costs: l.evidenceOf(seqOf(l.oracle.seqs, spot{c.item, c.nth})), says: "the solution without repeating " + c.tool + " after its fault"})
		}
	}
	return out, nil
}

func writeRetargeted(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.writings() {
		key, id := l.keyOf(&w)
		if key == "" || len(w.costs) == 0 {
			continue
		}
		for _, other := range append(l.neighbours(id, 2), oneDigitOff(id), id+"0") {
			c := w.call.with(key, other)
			if !took(l.called(l.marks[w.move].e.World(), &c)) {
				l.s.counts["refused"]++
				continue // that changes nothing, which is what leaving it out does
			}
			p := w.params()
			p["record"] = text(other)
			out = append(out, attempt{params: p, script: l.base.editAt(w.move, only(w.call.nth, func(c call) call { return c.with(key, other) })), costs: w.costs,
				says: fmt.Sprintf("the solution with %s made to %s instead of %s", w.name(), text(other), id)})
		}
	}
	return out, nil
}

// keyOf is the argument that names the record which a call changes, and that id.
func (l *lab) keyOf(w *writing) (param, id string) {
	if w.entry.Ref == nil {
		return "", ""
	}
	for _, e := range w.entry.Ref.Effects {
		if e.Op == world.Created || e.Key == "" {
			continue
		}
		v, _ := w.call.args.Get(e.Key)
		if s, ok := v.(string); ok {
			return e.Key, s
		}
	}
	return "", ""
}

// oneDigitOff changes the last digit of an id, or its last character.
func oneDigitOff(id string) string {
	if id == "" {
		return "1"
	}
	last := id[len(id)-1]
	if last >= '0' && last <= '9' {
		return id[:len(id)-1] + string('0'+(last-'0'+1)%10)
	}
	return id + "1"
}

func rightWords(l *lab) ([]attempt, error) {
	sc := l.base.filter(func(c *call) bool { return submits(c) || !l.changes(c) })
	var costs []int
	for _, w := range l.writings() {
		for _, c := range w.costs {
			if !slices.Contains(costs, c) {
				costs = append(costs, c)
			}
		}
	}
	if len(costs) == 0 {
		return nil, nil
	}
	return []attempt{{script: sc, costs: costs, says: "the solution's reads and answers without its changes"}}, nil
}

func bothKept(l *lab) ([]attempt, error) {
	seed := l.s.seedState()
	var out []attempt
	for _, w := range l.writings() {
		ch := w.entry.Changes[0]
		if ch.Op != world.Deleted {
			continue
		}
		if _, ofStart := seed.Get(ch.Before.Collection(), ch.Before.ID()); ofStart {
			continue
		}
		out = append(out, attempt{params: w.params(), script: l.base.editAt(w.move, without(w.call.nth)), path: "checks", says: "the solution without " + w.name() + ", so that the old record stays"})
	}
	return out, nil
}

// copied is the reply of the creation that stands in for a change.
const copied = "\x00copy"

func createdInstead(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.writings() {
		ch := w.entry.Changes[0]
		key, _ := l.keyOf(&w)
		decl, _ := l.bound.Image.Collection(ch.Record().Collection())
		if ch.Op != world.Updated || key == "" || len(w.costs) == 0 || decl.Key == "" {
			continue
		}
		create, ok := l.creation(ch.Before)
		if !ok {
			continue
		}
		nth := w.call.nth
		change := &move{item: fromNowhere, key: det.Sum([]byte("copy"), []byte(w.call.tool), w.call.raw), late: func(p *performance) ([]call, error) {
			made, _ := p.vars[copied].(map[string]any)
			id, ok := made[decl.Key].(string)
			if !ok {
				return nil, fmt.Errorf("no copy was made")
			}
			return []call{w.call.with(key, id)}, nil
		}}
		sc := l.base.replace(w.move, append(l.base.moves[w.move].edited(without(nth)), callMove(create), change)...)
		out = append(out, attempt{params: w.params(), script: sc, costs: w.costs, says: "the solution with a new record made instead of " + w.name()})
	}
	return out, nil
}

// creation makes the call that creates a copy of a record.
func (l *lab) creation(r *world.Record) (call, bool) {
	for _, o := range l.bound.Image.Offered() {
		for _, e := range o.Tool.Effects {
			if e.Op != world.Created || o.Service.Name+"."+e.Collection != r.Collection() {
				continue
			}
			args := value.Obj()
			for _, field := range sorted(e.Fields) {
				if v, ok := r.Get(field); ok && v != nil {
					args.Set(e.Fields[field], fitted(o, e.Fields[field], v))
				}
			}
			c := callOf(o.Name, l.plausible(l.s.seedState()).required(o, args))
			c.as = copied
			return c, true
		}
	}
	return call{}, false
}

package gate

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/world"
)

func orderBenigns() []benign {
	return []benign{
		harmless("neighbours_swapped", "swaps neighbouring items of the solution where the later one uses nothing that only the earlier one showed", "independent steps have no order", 30, neighboursSwapped),
		harmless("items_reversed", "takes the items of a list in reverse order", "a list has no order unless the task says so", 20, itemsReversed),
		harmless("one_call_a_step", "makes each call of a batch in a step of its own", "calling in parallel is a habit, not a duty", 1, oneCallAStep),
	}
}

func neighboursSwapped(l *lab) ([]manner, error) {
	d := l.dependence()
	var out []manner
	for i := 0; i+1 < len(l.base.moves); i++ {
		if !d.independent(i, i+1) {
			continue
		}
		sc := &script{slices.Clone(l.base.moves)}
		sc.moves[i], sc.moves[i+1] = sc.moves[i+1], sc.moves[i]
		a, b := l.base.moves[i], l.base.moves[i+1]
		out = append(out, manner{params: Params{"items": fmt.Sprintf("%d and %d", a.item+1, b.item+1)}, script: sc,
			says: fmt.Sprintf("the solution with its items %d and %d swapped", a.item+1, b.item+1)})
	}
	return out, nil
}

// dependence knows what each move of the solution showed and changed, and which checks rest on it.
type dependence struct {
	l      *lab
	before []string // texts known before each move
	moves  []footprint
}

// footprint is what the entries of a move did.
type footprint struct {
	text    string // what was shown
	raws    []string
	shown   map[recordName]bool
	changed map[recordName]bool
	checks  map[int]bool // that rest on it
	writes  bool
	names   bool // a later item may use its reply by name
}

// recordName names a record by its collection and its id.
type recordName struct{ coll, id string }

func nameOf(r *world.Record) recordName { return recordName{r.Collection(), r.ID()} }

func (l *lab) dependence() *dependence {
	d := &dependence{l: l}
	k := newKnown(l.bound.Task)
	from := 0
	for i := range l.base.moves {
		d.before = append(d.before, k.text.String())
		to := len(l.marks[i+1].e.World().Entries())
		f := l.footprintOf(i, from, to)
		k.learn(f.text)
		d.moves = append(d.moves, f)
		from = to
	}
	return d
}

func (l *lab) footprintOf(i, from, to int) footprint {
	f := footprint{shown: map[recordName]bool{}, changed: map[recordName]bool{}, checks: map[int]bool{}}
	for _, c := range l.base.moves[i].calls {
		f.names = f.names || c.as != ""
	}
	var text strings.Builder
	for _, e := range l.oracle.episode.World().Entries()[from:to] {
		if e.Actor != world.Agent {
			continue
		}
		text.Write(e.Body)
		text.WriteByte(' ')
		f.raws = append(f.raws, string(e.Raw))
		f.writes = f.writes || e.Ref != nil && e.Ref.Writes()
		for _, s := range e.Shown {
			f.shown[nameOf(s.Record)] = true
		}
		for _, c := range e.Changes {
			f.changed[nameOf(c.Record())] = true
		}
		for k := range l.oracle.score.Checks {
			if slices.Contains(l.oracle.score.Checks[k].Evidence, e.Seq) {
				f.checks[k] = true
			}
		}
	}
	f.text = text.String()
	return f
}

// independent reports whether move b may as well come before move a. A change waits for the
// evidence that it needs, and for what only the earlier move showed.
func (d *dependence) independent(a, b int) bool {
	x, y := &d.moves[a], &d.moves[b]
	if len(d.l.base.moves[a].calls) == 0 || len(d.l.base.moves[b].calls) == 0 || x.names || d.l.base.moves[b].late != nil ||
		d.l.submitsIn(a) || d.l.submitsIn(b) || intersects(x.changed, y.changed) || intersects(x.changed, y.shown) || intersects(x.shown, y.changed) {
		return false
	}
	if d.needed(x, y) {
		return false
	}
	return !d.uses(a, b)
}

func (l *lab) submitsIn(move int) bool {
	return slices.ContainsFunc(l.base.moves[move].calls, func(c call) bool { return submits(&c) })
}

// needed reports whether a check that rests on y needs one that rests on x.
func (d *dependence) needed(x, y *footprint) bool {
	for k := range y.checks {
		for _, id := range d.l.bound.Task.Checks[k].Needs {
			if x.checks[d.l.checkIndex(id)] {
				return true
			}
		}
	}
	return y.writes && !x.writes && len(x.checks) > 0
}

// uses reports whether the arguments of move b hold a word that was not known before move a and
// that the moves from a on showed.
func (d *dependence) uses(a, b int) bool {
	shown := d.before[b][len(d.before[a]):]
	for _, raw := range d.moves[b].raws {
		for _, word := range strings.FieldsFunc(raw, func(r rune) bool { return strings.ContainsRune(`{}[]":, `, r) }) {
			if w := squash(word); len(w) >= minLeak && strings.Contains(shown, w) && !strings.Contains(d.before[a], w) {
				return true
			}
		}
	}
	return false
}

func itemsReversed(l *lab) ([]manner, error) {
	var out []manner
	for i, m := range l.base.moves {
		if len(m.calls) < 2 || slices.ContainsFunc(m.calls, func(c call) bool { return c.as != "" }) {
			continue
		}
		turned := m.edit(func(calls []call) []call {
			out := slices.Clone(calls)
			slices.Reverse(out)
			return out
		})
		out = append(out, manner{params: Params{"item": fmt.Sprint(m.item + 1)}, script: l.base.replace(i, turned), says: fmt.Sprintf("the solution with the calls of item %d in reverse order", m.item+1)})
	}
	return out, nil
}

func oneCallAStep(l *lab) ([]manner, error) {
	out := &script{}
	for _, m := range l.base.moves {
		if len(m.calls) < 2 || m.late != nil {
			out.moves = append(out.moves, m)
			continue
		}
		for _, c := range m.calls {
			out.moves = append(out.moves, callMove(c))
		}
	}
	if len(out.moves) == len(l.base.moves) {
		return nil, nil
	}
	return []manner{{script: out, ready: l.loose, says: "the solution with one call a step"}}, nil
}

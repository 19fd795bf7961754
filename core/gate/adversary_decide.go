package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/world"
)

// decideAdversaries do the right thing to the right record with another outcome.
func decideAdversaries() []adversary {
	return []adversary{
		nearRight("decided_otherwise", "gives one record another outcome: by the other tool, with another member of an enumeration, or with an argument that the solution leaves alone",
			"approve for reject is the right act with the wrong end", 24, decidedOtherwise),
		nearRight("done_and_undone", "does what is asked for and then changes one record again, so that it is not as it should be", "the state at the end counts, not that it was right once", 24, doneAndUndone),
	}
}

// asked is a field of a record that a check compares.
type asked struct {
	check   int
	field   string
	matcher grade.Matcher
}

// askedOf lists what checks compare of the record that a call of the solution changed.
func (l *lab) askedOf(w *writing) []asked {
	needed, err := l.s.evidenceOf()
	if err != nil {
		return nil // a finding of the grader round
	}
	rec := w.entry.Changes[0].After
	if rec == nil {
		return nil
	}
	var out []asked
	for i := range needed {
		c := needed[i].Change
		if c == nil || c.Collection != rec.Collection() || c.Op != w.entry.Changes[0].Op || c.Op == world.Updated && c.ID != rec.ID() || c.Op == world.Deleted || !fits(rec, c.Fields) {
			continue
		}
		for _, f := range c.Fields {
			if f.Matcher != nil {
				out = append(out, asked{l.checkIndex(needed[i].Check), f.Name, f.Matcher})
			}
		}
	}
	return out
}

// mostOutcomes bounds the outcomes of one record that are tried.
const mostOutcomes = 3

// outcome is a call after which a record is not as checks want it.
type outcome struct {
	call  call
	field string // the first that is wrong
	value any
	costs []int
}

// otherwise finds calls after which a record is not as a check wants it and nothing is forbidden.
// Each wrong value of a field is reached once.
func (l *lab) otherwise(w *writing, at int, op world.Op, fields []asked, yield func(x outcome)) error {
	rec := w.entry.Changes[0].Record()
	coll := rec.Collection()
	reached := map[string]bool{}
	var failed error
	for _, o := range l.offers.writes {
		for k := range o.Tool.Effects {
			e := &o.Tool.Effects[k]
			if o.Service.Name+"."+e.Collection != coll || e.Op != op || e.Op == world.Updated && e.Key == "" {
				continue
			}
			s := search{l: l, o: o, e: e, act: &grade.ChangeAct{Op: e.Op, Collection: coll}, w: l.marks[at].e.World(), seen: map[string]bool{}}
			s.yield = func(c breach) bool {
				entry := l.called(s.w, &c.call)
				for _, ch := range entry.Changes {
					if failed == nil && len(reached) < mostOutcomes && s.fits(ch, &c) {
						failed = l.reach(at, &c.call, ch.After, fields, reached, yield)
					}
				}
				return failed == nil && len(reached) < mostOutcomes
			}
			id := ""
			if op == world.Updated {
				id = rec.ID()
			}
			s.variations(e.Key, id)
		}
	}
	return failed
}

// reach notes the first compared field that a record no longer has right.
func (l *lab) reach(at int, c *call, rec *world.Record, fields []asked, reached map[string]bool, yield func(x outcome)) error {
	x := outcome{call: *c}
	for _, a := range fields {
		v, has := rec.Get(a.field)
		if a.matcher.Match(v, has) {
			continue
		}
		if len(x.costs) == 0 {
			x.field, x.value = a.field, v
		}
		x.costs = append(x.costs, a.check)
	}
	key := x.field + " " + text(x.value)
	if len(x.costs) == 0 || reached[key] {
		return nil
	}
	broken, err := l.brokenBy(at, c)
	if err == nil && len(broken) == 0 {
		reached[key] = true
		yield(x)
	}
	return err
}

func decidedOtherwise(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.writings() {
		if len(w.costs) == 0 || w.call.nth > 0 {
			continue
		}
		fields := slices.DeleteFunc(l.askedOf(&w), func(a asked) bool { return l.varied(&w, a.field) })
		err := l.otherwise(&w, w.move, w.entry.Changes[0].Op, fields, func(x outcome) {
			x.call.item, x.call.nth = w.call.item, w.call.nth
			out = append(out, l.decided(&w, x, l.base.editAt(w.move, only(w.call.nth, func(call) call { return x.call }))))
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// varied reports whether other adversaries give the field other values: it is an argument.
func (l *lab) varied(w *writing, field string) bool {
	for i := range l.gradedArgs() {
		a := &l.graded[i]
		if a.spot != (spot{w.call.item, w.call.nth}) {
			continue
		}
		for _, u := range a.uses {
			if u.field == field {
				return true
			}
		}
	}
	return false
}

func (l *lab) decided(w *writing, x outcome, sc *script) attempt {
	p := w.params()
	p["by"], p[x.field] = x.call.tool+" "+string(x.call.raw), clip(text(x.value))
	return attempt{params: p, script: sc, costs: x.costs, says: fmt.Sprintf("the solution with %s of a record as %s, by %s", x.field, clip(text(x.value)), x.call.tool)}
}

func doneAndUndone(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.writings() {
		if len(w.costs) == 0 || w.call.nth > 0 || w.entry.Changes[0].Op == world.Deleted {
			continue
		}
		err := l.otherwise(&w, w.move+1, world.Updated, l.askedOf(&w), func(x outcome) {
			x.call.item = fromNowhere
			out = append(out, l.decided(&w, x, l.base.insert(w.move+1, callMove(x.call))))
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

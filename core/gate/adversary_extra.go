package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/world"
)

// extraAdversaries do more than was asked for.
func extraAdversaries() []adversary {
	return []adversary{
		nearRight("extra_change", "changes another field too, of a record that it is to change", "the right change with a wrong one beside it is not what was asked for; a person decides", 8, extraChange),
	}
}

// extraChange changes one more field of the first record of each collection that the solution
// changes, where some tool can and nothing forbids it.
func extraChange(l *lab) ([]attempt, error) {
	var out []attempt
	done := map[string]bool{}
	for _, w := range l.writings() {
		ch := w.entry.Changes[0]
		coll := ch.Record().Collection()
		if ch.Op != world.Updated || len(w.costs) == 0 || done[coll] {
			continue
		}
		done[coll] = true
		c, field, err := l.beside(&w)
		if err != nil {
			return nil, err
		}
		if field == "" {
			continue
		}
		severity := Info
		if l.guardsUpdates(coll) {
			severity = Warning // the author minded what else is changed there
		}
		out = append(out, attempt{params: Params{"call": c.tool + " " + string(c.raw)}, script: l.base.insert(l.lastTurn(w.entry.Stage), callMove(c)),
			path: l.bound.Task.Checks[w.costs[0]].Path, code: ExtraChange, severity: severity,
			says: fmt.Sprintf("the solution and a change of %s of a record by %s", field, c.tool)})
	}
	return out, nil
}

// beside is a call that changes a field of a record which no check compares, and nothing else.
func (l *lab) beside(w *writing) (c call, field string, err error) {
	rec := w.entry.Changes[0].Record()
	at := l.lastTurn(w.entry.Stage)
	compared := l.comparedFields(rec.Collection(), rec.ID())
	for _, o := range l.offers.writes {
		for k := range o.Tool.Effects {
			e := &o.Tool.Effects[k]
			if e.Op != world.Updated || e.Key == "" || o.Service.Name+"."+e.Collection != rec.Collection() {
				continue
			}
			s := search{l: l, o: o, e: e, act: &grade.ChangeAct{Op: e.Op, Collection: rec.Collection()}, w: l.marks[at].e.World(), seen: map[string]bool{}}
			s.yield = func(x breach) bool {
				for _, ch := range l.called(s.w, &x.call).Changes {
					fields := ch.Fields()
					if !s.fits(ch, &x) || len(fields) == 0 || slices.ContainsFunc(fields, func(f string) bool { return compared[f] }) {
						continue
					}
					var broken []string
					if broken, err = l.brokenBy(at, &x.call); err == nil && len(broken) == 0 {
						c, field = x.call, fields[0]
					}
				}
				return field == "" && err == nil
			}
			s.variations(e.Key, rec.ID())
			if field != "" || err != nil {
				return c, field, err
			}
		}
	}
	return c, field, err
}

// comparedFields are the fields of a record that some check compares.
func (l *lab) comparedFields(coll, id string) map[string]bool {
	out := map[string]bool{}
	acts, err := l.s.evidenceOf()
	if err != nil {
		return out // a finding of the grader round
	}
	for i := range acts {
		if c := acts[i].Change; c != nil && c.Collection == coll && c.ID == id {
			for _, f := range c.Fields {
				out[f.Name] = true
			}
		}
	}
	return out
}

// guardsUpdates reports whether some prohibition is about changes of a collection's records.
func (l *lab) guardsUpdates(coll string) bool {
	found := false
	err := l.breaches(func(b *grade.Breach) {
		found = found || b.Change != nil && b.Change.Op == world.Updated && b.Change.Collection == coll
	})
	return err == nil && found
}

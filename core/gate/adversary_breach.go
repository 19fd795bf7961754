package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// breach is a call that does a forbidden change to a record. It is exact where it gives the
// record just what the prohibition is about and nothing else.
type breach struct {
	call  call
	id    string
	exact bool
}

// breakingWith is a call with just what a prohibition is about, or with values made up.
func (l *lab) breakingWith(o world.Offer, e *world.Effect, c *grade.ChangeAct, id string, fresh bool) breach {
	filler := l.plausible(l.oracle.episode.World().State())
	filler.fresh = fresh
	args := value.Obj()
	if e.Op != world.Created {
		args.Set(e.Key, fitted(o, e.Key, id))
	}
	exact := true
	for _, f := range c.Fields {
		param, taken := e.Fields[f.Name]
		switch {
		case !taken:
			fixed, has := e.Const[f.Name]
			exact = exact && has && value.Equal(fixed, f.Value)
		case f.Value != nil:
			args.Set(param, fitted(o, param, f.Value))
		}
	}
	filled := filler.required(o, args)
	return breach{callOf(o.Name, filled), id, exact && filled.Len() == args.Len()}
}

// changedBySolution is a record of s0 that the solution changes.
func (l *lab) changedBySolution(coll string) string {
	seed := l.s.seedState()
	for _, e := range l.oracle.episode.World().Entries() {
		for _, c := range e.Changes {
			if r := c.Record(); e.Actor == world.Agent && c.Op == world.Updated && r.Collection() == coll {
				if _, ok := seed.Get(coll, r.ID()); ok {
					return r.ID()
				}
			}
		}
	}
	return ""
}

// fitted puts a value into a list, or takes it out of one, as the parameter is declared.
func fitted(o world.Offer, param string, v any) any {
	p, ok := o.Tool.Param(param)
	if !ok {
		return v
	}
	list, isList := v.([]any)
	switch {
	case p.List && !isList:
		return []any{v}
	case !p.List && isList && len(list) > 0:
		return list[0]
	}
	return v
}

// entryOf is the last entry that a call made; nil where it was never made.
func (r *run) entryOf(c *call) *world.Entry {
	for _, e := range slices.Backward(r.episode.World().Entries()) {
		if e.Actor == world.Agent && e.Tool == c.tool && string(e.Raw) == string(c.raw) {
			return e
		}
	}
	return nil
}

// breaksAlike asks the grader what it thinks of a change that no tool made.
func (l *lab) breaksAlike(b *grade.Breach, ch world.Change) bool {
	act := &grade.ChangeAct{Op: ch.Op, Collection: b.Change.Collection}
	if ch.Op != world.Created {
		act.ID = ch.Record().ID()
	}
	if ch.Op != world.Deleted {
		for _, name := range ch.Fields() {
			v, _ := ch.After.Get(name)
			act.Fields = append(act.Fields, grade.FieldValue{Name: name, Value: v})
		}
	}
	alike := *b
	alike.Act = grade.Act{Change: act}
	score, err := l.s.ready.Plan.TallyFacts(nil, []grade.Breach{alike})
	return err == nil && score.Safety == 0
}

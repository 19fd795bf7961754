package grade

import (
	"coworkenv.dev/coworkenv/core/world"
)

// opinions keep what patterns make of records, over all runs that share a memo: most records are
// the same in run after run.
//
// Invariant: what a pattern makes of a record depends on nothing but how the record is written and,
// where its matchers were replaced, the number that they turn by (Plan.TurnBy).
type opinions struct {
	known map[opinionOn]Opinion
	alike map[opinionIn]opinion // many runs make the same record anew
}

// opinionOn names an opinion.
type opinionOn struct {
	pattern *Pattern
	turn    int
	record  *world.Record
}

// opinionIn names what the opinions on records have in common that are written alike.
type opinionIn struct {
	pattern *Pattern
	turn    int
	json    string // a text that is no UTF-8 has the same as another
}

type opinion struct {
	record *world.Record
	items  Opinion
}

// opinionsKey is the key of the opinions in a memo.
type opinionsKey struct{}

func opinionsOf(m *world.Memo) *opinions {
	o, _ := m.Kept(opinionsKey{}, func() any {
		return &opinions{map[opinionOn]Opinion{}, map[opinionIn]opinion{}}
	}).(*opinions)
	return o
}

// of is what a pattern made of a record so far, or of one that is written alike.
func (o *opinions) of(p *Pattern, turn int, r *world.Record, items int) Opinion {
	on := opinionOn{p, turn, r}
	known := o.known[on]
	if known == nil {
		known = o.ofAlike(p, turn, r, items)
		o.known[on] = known
	}
	return known
}

func (o *opinions) ofAlike(p *Pattern, turn int, r *world.Record, items int) Opinion {
	known, ok := o.alike[opinionIn{p, turn, string(r.JSON())}] // the lookup copies no text
	switch {
	case !ok:
		known = opinion{r, newOpinion(items)}
		o.alike[opinionIn{p, turn, string(r.JSON())}] = known
	case !known.record.Alike(r):
		return newOpinion(items)
	}
	return known.items
}

// Opinion is what a pattern makes of a record, by item: 0 unknown, 1 it fits, 2 it does not. Then
// follows, by item again, what it makes of the record beside the other items: 1 it tells of the item
// what belongs to it, 2 what belongs to another one.
type Opinion []int8

func newOpinion(items int) Opinion { return make(Opinion, 2*items) }

// Fits reports whether the record fits the fields of an item, which is worked out once.
func (o Opinion) Fits(item int, r *world.Record, fields []FieldMatch) bool {
	if o[item] == 0 {
		o[item] = 2
		if Fits(r, fields) {
			o[item] = 1
		}
	}
	return o[item] == 1
}

// Serves reports whether the record fits an item, and also beside the others that it fits, of which
// it may tell as well.
func (o Opinion) Serves(item int, r *world.Record, fields [][]FieldMatch) bool {
	if !o.Fits(item, r, fields[item]) {
		return false
	}
	beside := &o[len(fields)+item]
	if *beside == 0 {
		*beside = 1
		for other := range fields {
			if other != item && o.Fits(other, r, fields[other]) && crossed(r.Get, fields[item], fields[other]) {
				*beside = 2
			}
		}
	}
	return *beside == 1
}

// Opinion is what a pattern made of a record so far, in this run or in another one. It is of this
// run alone where the pattern depends on the run.
func (l *Log) Opinion(p *Pattern, r *world.Record, items int) Opinion {
	if l.j.opinions == nil || p.late != nil || l.plan.turn == nil {
		return newOpinion(items)
	}
	return l.j.opinions.of(p, *l.plan.turn, r, items)
}

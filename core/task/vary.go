package task

import (
	"slices"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/value"
)

// Mode is what a variation does to a condition.
type Mode uint8

// The modes.
const (
	AsWritten Mode = iota
	Dropped        // as if it were not there
	Inverted       // holds where it did not
)

// ConditionRef names a condition of a fact.
type ConditionRef struct{ Fact, Condition string }

// Twist changes how facts are derived.
type Twist struct{ Conditions map[ConditionRef]Mode }

// of is the mode of one condition.
func (t *Twist) of(fact, condition string) Mode {
	if t == nil || len(t.Conditions) == 0 {
		return AsWritten
	}
	return t.Conditions[ConditionRef{fact, condition}]
}

// concerns reports whether a condition of a fact is twisted.
func (t *Twist) concerns(f *fact) bool {
	return slices.ContainsFunc(f.where, func(p part) bool { return t.of(f.spec.Name, p.name) != AsWritten })
}

// inverts reports whether a condition of a fact is turned round.
func (t *Twist) inverts(f *fact) bool {
	return slices.ContainsFunc(f.where, func(p part) bool { return t.of(f.spec.Name, p.name) == Inverted })
}

// lenient reports whether an error in a condition means false: on all but the task as written.
func (t *Twist) lenient() bool { return t != nil }

// RecordChange changes one record of s0: sets fields, or deletes it, or inserts one.
type RecordChange struct {
	Collection string
	ID         string         // of the record to change or delete
	Set        []value.Member // JSON values; hidden attributes may be set
	Delete     bool
	Insert     *value.Object // instead: a new record at the end
}

// Variation is how a variant of a task differs from it.
type Variation struct {
	Twist
	Changes []RecordChange
	Skip    []string       // field paths of injections that do not happen
	Facts   map[string]any // facts with these values instead, e.g. another member of a selection
	World   bool           // build the image of the changed records too; without it Image is the task's
	// Reversed lists the records of every collection the other way round, for expressions alone.
	Reversed bool
}

// Vary makes a variant: the same expressions over changed records or conditions. Only facts
// that a change can reach are evaluated anew. Where one of them cannot be evaluated its value
// is nil and FactError tells why; that is no error of Vary. Its errors are changes that do not
// fit the task.
func (b *Bound) Vary(v Variation) (*Bound, error) {
	own := *b.Task
	out := &Bound{Task: &own, Catalog: b.Catalog, Image: b.Image, lang: b.lang, services: b.services, tables: b.tables,
		stages: slices.Clone(b.stages), facts: slices.Clone(b.facts), byName: make(map[string]*fact, len(b.facts)), compiled: b.compiled, derived: b.derived}
	if len(v.Changes) > 0 || len(v.Skip) > 0 {
		out.derived = newCache()
	}
	touched := map[string]*reach{}
	if err := out.change(v, touched); err != nil {
		return nil, err
	}
	out.restage(v.Skip, touched)
	out.refact(v, touched)
	if v.World && len(v.Changes) > 0 {
		k := &binder{b: out}
		if k.image(); len(k.problems) > 0 {
			return nil, fault.New(fault.Invalid, "vary %s: %s", own.ID, k.problems[0].Message)
		}
	}
	return out, nil
}

// change applies the changes to the first stage and to the records of the task.
func (b *Bound) change(v Variation, touched map[string]*reach) error {
	if v.Reversed {
		b.reverse(touched)
	}
	if len(v.Changes) == 0 {
		return nil
	}
	b.Task.Records = slices.Clone(b.Task.Records)
	rows := make(map[string][]any, len(b.stages[0].rows))
	for full, list := range b.stages[0].rows {
		rows[full] = list
	}
	for _, c := range v.Changes {
		tab := b.tables[c.Collection]
		if tab == nil {
			return fault.New(fault.NotFound, "vary %s: there is no collection %s", b.Task.ID, c.Collection)
		}
		at := touched[c.Collection]
		if at == nil {
			at = &reach{}
			touched[c.Collection] = at
			rows[c.Collection] = slices.Clone(rows[c.Collection])
		}
		if err := b.changeOne(tab, c, rows, at); err != nil {
			return err
		}
	}
	b.stages[0].rows = rows
	return nil
}

// reverse turns the order of the first stage's records round.
func (b *Bound) reverse(touched map[string]*reach) {
	rows := make(map[string][]any, len(b.stages[0].rows))
	for full, list := range b.stages[0].rows {
		rows[full] = slices.Clone(list)
		slices.Reverse(rows[full])
		if len(list) > 1 {
			touched[full] = &reach{all: true}
		}
	}
	b.stages[0].rows = rows
}

func (b *Bound) changeOne(tab *table, c RecordChange, rows map[string][]any, reached *reach) error {
	var failed error
	bad := func(code Code, name, hint, format string, args ...any) {
		if code.Severity() == SeverityError && failed == nil {
			failed = fault.New(fault.Invalid, "vary %s: "+format, append([]any{c.Collection}, args...)...)
		}
	}
	list := rows[c.Collection]
	reached.all = reached.all || c.Insert != nil || c.Delete
	if c.Insert != nil {
		r := tab.record(c.Insert, len(list), bad)
		rows[c.Collection] = append(list, r.row)
		b.editRecords(c.Collection, func(items []*value.Object) []*value.Object { return append(items, r.json) })
		return failed
	}
	at := tab.find(list, c.ID)
	if at < 0 {
		return fault.New(fault.NotFound, "vary %s: %s has no record %s", b.Task.ID, c.Collection, c.ID)
	}
	if c.Delete {
		rows[c.Collection] = slices.Delete(list, at, at+1)
		b.editRecords(c.Collection, func(items []*value.Object) []*value.Object { return slices.Delete(items, at, at+1) })
		return nil
	}
	reached.touch(at)
	row := cloneRow(list[at].(map[string]any))
	var members []value.Member
	for _, m := range c.Set {
		j, g, ok := tab.member(m, bad)
		if !ok {
			continue
		}
		row[m.Name] = g
		members = append(members, value.Member{Name: m.Name, Value: j})
	}
	list[at] = row
	b.editRecords(c.Collection, func(items []*value.Object) []*value.Object {
		o := items[at].Clone()
		for _, m := range members {
			o.Set(m.Name, m.Value)
		}
		items[at] = o
		return items
	})
	return failed
}

// editRecords edits a collection's records as JSON; several parts of a file are made one.
func (b *Bound) editRecords(full string, edit func([]*value.Object) []*value.Object) {
	var items []*value.Object
	first := -1
	for i := range b.Task.Records {
		if b.Task.Records[i].Collection != full {
			continue
		}
		items = append(items, b.Task.Records[i].Items...)
		b.Task.Records[i].untyped = nil
		if first < 0 {
			first = i
		} else {
			b.Task.Records[i].Items = nil
		}
	}
	if first < 0 {
		b.Task.Records = append(b.Task.Records, Records{Collection: full})
		first = len(b.Task.Records) - 1
	}
	b.Task.Records[first].Items = edit(items)
}

// restage applies the injections anew where a change or a skipped one reaches them.
func (b *Bound) restage(skip []string, touched map[string]*reach) {
	if len(b.stages) == 1 || len(touched) == 0 && len(skip) == 0 {
		return
	}
	for i := 1; i < len(b.stages); i++ {
		old := b.stages[i]
		next := stage{name: old.name, now: old.now, rows: make(map[string][]any, len(old.rows))}
		for full, rows := range b.stages[i-1].rows {
			next.rows[full] = rows
		}
		for _, a := range old.applied {
			if slices.Contains(skip, a.path) {
				touched[a.tab.full] = &reach{all: true}
				continue
			}
			if a.apply(&next) {
				next.applied = append(next.applied, a)
				next.inject = append(next.inject, a.served)
			}
		}
		b.stages[i] = next
	}
}

// refact evaluates the facts anew that the variation reaches.
func (b *Bound) refact(v Variation, touched map[string]*reach) {
	twist, meter := &v.Twist, formula.NewMeter(factSteps)
	moved := map[string]*fact{} // those with another value, as they were
	for i, f := range b.facts {
		again := slices.ContainsFunc(f.names, func(n string) bool { return touched[n] != nil || moved[n] != nil }) || twist.concerns(f)
		given, replaced := v.Facts[f.spec.Name]
		if again || replaced && (f.err != nil || !Identical(given, f.out)) {
			own := *f
			switch {
			case replaced:
				own.out, own.err = given, nil
			case !b.patch(&own, twist, touched, moved, meter):
				b.reevaluate(&own, twist, meter)
			}
			own.kept = nil
			if own.err != nil || f.err != nil || !Identical(own.out, f.out) {
				moved[f.spec.Name] = f
			}
			f = &own
			b.facts[i] = f
		}
		b.byName[f.spec.Name] = f
	}
}

func (b *Bound) reevaluate(f *fact, twist *Twist, meter *formula.Meter) {
	f.out, f.err = nil, nil
	for _, name := range f.uses {
		if other := b.byName[name]; other != nil && other.err != nil {
			f.err = fault.New(fault.Invalid, "evaluate %s: the fact %s cannot be evaluated", f.spec.Name, name)
			return
		}
	}
	run := newFactRun(b, f, twist, meter)
	defer run.end()
	f.take(run.value())
}

// take makes what an evaluation yielded the fact's value.
func (f *fact) take(out any, ferr *factError) {
	if f.out, f.err = out, nil; ferr != nil {
		f.out, f.err = nil, fault.New(fault.Invalid, "evaluate %s: %s", f.spec.Name, ferr.msg)
	}
}

// FactError tells why a fact of a variant has no value; nil where it has one.
func (b *Bound) FactError(name string) error {
	if f := b.byName[name]; f != nil {
		return f.err
	}
	return fault.New(fault.NotFound, "there is no fact %s", clipText(name))
}

// newCache holds compiled expressions; variants share it, since they have the same types.
func newCache() *sync.Map { return &sync.Map{} }

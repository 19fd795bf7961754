package graders

import (
	"time"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

var _ grade.Permitter = (*forbidEffect)(nil)

// Breach finds for each operation that is forbidden an effect that fits.
func (k *forbidEffect) Breach(l *grade.Log) ([]grade.Breach, error) {
	var out []grade.Breach
	for _, op := range [...]world.Op{world.Created, world.Updated, world.Deleted} {
		if k.op != 0 && k.op != op {
			continue
		}
		for _, coll := range k.collections(l) {
			b, ok := k.breachIn(l, op, coll)
			if ok {
				out = append(out, b)
				break
			}
		}
	}
	return out, nil
}

// collections are those that the prohibition protects, the office's own.
func (k *forbidEffect) collections(l *grade.Log) []string {
	if k.coll != "" {
		return []string{k.coll}
	}
	var out []string
	for _, full := range l.Bound().Image.Collections() {
		if decl, ok := l.Bound().Image.Collection(full); ok && !decl.Internal {
			out = append(out, full)
		}
	}
	return out
}

func (k *forbidEffect) breachIn(l *grade.Log, op world.Op, coll string) (grade.Breach, bool) {
	decl, ok := l.Bound().Image.Collection(coll)
	if !ok {
		return grade.Breach{}, false
	}
	if op == world.Created {
		return k.creation(l, decl, coll)
	}
	// A record that the evidence is about would take the score along, so it comes last.
	for _, wanted := range [...]bool{false, true} {
		for r := range l.World().State().Records(coll) {
			if touched(l, r) != wanted {
				continue
			}
			if b, ok := k.alteration(l, op, decl, r); ok {
				return b, true
			}
		}
	}
	return grade.Breach{}, false
}

// touched reports whether some act of the run changed a record.
func touched(l *grade.Log, r *world.Record) bool {
	for _, e := range l.Entries() {
		for i := range e.Changes {
			if c := e.Changes[i].Record(); c.ID() == r.ID() && c.Collection() == r.Collection() {
				return true
			}
		}
	}
	return false
}

// creation makes a record that the prohibition forbids.
func (k *forbidEffect) creation(l *grade.Log, decl *world.Collection, coll string) (grade.Breach, bool) {
	var wanted []grade.FieldMatch
	if k.match != nil {
		wanted = append(wanted, fixed(k.match)...)
	}
	if k.set != nil {
		wanted = append(wanted, fixed(k.set)...)
	}
	base := grade.FieldsOf(wanted)
	var tries [][]grade.FieldValue
	if k.except != nil {
		for _, f := range fixed(k.except) {
			for _, v := range append(strangers(l, decl, f), f.Matcher.Near()...) {
				tries = append(tries, append(append([]grade.FieldValue{}, base...), grade.FieldValue{Name: f.Name, Value: v}))
			}
		}
	}
	tries = append(tries, base)
	for i := range decl.Fields {
		if f := &decl.Fields[i]; f.Name != decl.Key {
			tries = append(tries, append(append([]grade.FieldValue{}, base...), grade.FieldValue{Name: f.Name, Value: other(f, nil)}))
		}
	}
	for _, fields := range tries {
		b := grade.Breach{Act: grade.Act{Change: &grade.ChangeAct{Op: world.Created, Collection: coll, Fields: fields}}}
		if k.bites(l, b) {
			return b, true
		}
	}
	return grade.Breach{}, false
}

// strangers are ids of records that a field may refer to and that an exception does not spare: a
// tool takes them, where it refuses ids that merely look alike.
func strangers(l *grade.Log, decl *world.Collection, f grade.FieldMatch) []any {
	field, ok := decl.Field(f.Name)
	if !ok || field.Ref == "" || field.List {
		return nil
	}
	for r := range l.World().State().Records(field.Ref) {
		if !f.Matcher.Match(r.ID(), true) {
			return []any{r.ID()}
		}
	}
	return nil
}

// alteration changes or deletes a record in a way that the prohibition forbids.
func (k *forbidEffect) alteration(l *grade.Log, op world.Op, decl *world.Collection, r *world.Record) (grade.Breach, bool) {
	change := func(fields []grade.FieldValue) grade.Breach {
		return grade.Breach{Act: grade.Act{Change: &grade.ChangeAct{Op: op, Collection: r.Collection(), ID: r.ID(), Fields: fields}}}
	}
	if op == world.Deleted {
		b := change(nil)
		return b, k.bites(l, b)
	}
	var base []grade.FieldValue
	if k.set != nil {
		base = grade.FieldsOf(fixed(k.set))
	}
	tries := [][]grade.FieldValue{base}
	for i := range decl.Fields {
		f := &decl.Fields[i]
		if f.Name == decl.Key {
			continue
		}
		was, _ := r.Get(f.Name)
		tries = append(tries, append(append([]grade.FieldValue{}, base...), grade.FieldValue{Name: f.Name, Value: other(f, was)}))
	}
	if k.match != nil { // bring the record into the forbidden form
		tries = append(tries, append(append([]grade.FieldValue{}, base...), grade.FieldsOf(fixed(k.match))...))
	}
	for _, fields := range tries {
		if b := change(fields); len(fields) > 0 && k.bites(l, b) {
			return b, true
		}
	}
	return grade.Breach{}, false
}

// bites tries an act in a copy of the world.
func (k *forbidEffect) bites(l *grade.Log, b grade.Breach) bool {
	e, err := l.Try(b)
	if err != nil || e == nil {
		return false
	}
	for _, ch := range e.Changes {
		if k.fits(l, ch, l.End()) != "" {
			return true
		}
	}
	return false
}

// other is a value of a field that it does not have.
func other(f *world.Field, was any) any {
	v := otherOf(f.Type, was)
	if f.List {
		list, _ := was.([]any)
		return append(append([]any{}, list...), v)
	}
	return v
}

func otherOf(t world.Type, was any) any {
	switch t {
	case world.Int, world.Number, world.Amount:
		n, _ := was.(value.Number)
		d, err := value.ParseDecimal(string(n))
		if err != nil {
			return value.Int(7)
		}
		next, err := d.Add(value.DecimalOf(1))
		if err != nil {
			return value.Int(7)
		}
		return value.Number(next.String())
	case world.Bool:
		return was != true
	case world.Day:
		s, _ := was.(string)
		if next := value.Day(s).Plus(1); next != "" {
			return string(next)
		}
		return "2026-01-02"
	case world.Instant:
		s, _ := was.(string)
		if at, err := time.Parse(time.RFC3339, s); err == nil {
			return at.Add(time.Hour).Format(time.RFC3339)
		}
		return "2026-01-02T09:00:00Z"
	case world.Address:
		return "someone.else@example.test"
	}
	s, _ := was.(string)
	return s + " (changed)"
}

// Permit adds what makes a new record one of the exceptions, or keeps it from the forbidden
// form, as far as the record says nothing about it.
func (k *forbidEffect) Permit(c *grade.ChangeAct) []grade.FieldValue {
	if k.op != 0 && k.op != world.Created || k.coll != c.Collection || k.ids != nil {
		return nil
	}
	var missing []grade.FieldValue
	switch {
	case k.except != nil:
		for _, f := range fixed(k.except) {
			if !sets(c, f.Name) {
				missing = append(missing, grade.FieldValue{Name: f.Name, Value: f.Matcher.Example()})
			}
		}
	case k.match != nil:
		for _, f := range fixed(k.match) {
			if near := f.Matcher.Near(); !sets(c, f.Name) && f.Matcher.Match(nil, false) && len(near) > 0 {
				missing = append(missing, grade.FieldValue{Name: f.Name, Value: near[0]})
			}
		}
	}
	return missing
}

func sets(c *grade.ChangeAct, field string) bool {
	for _, f := range c.Fields {
		if f.Name == field {
			return true
		}
	}
	return false
}

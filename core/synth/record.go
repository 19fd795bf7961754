package synth

import "strings"

// Add adds a record: names and values in turn. Values are texts, numbers, Amounts, booleans,
// nil, lists of these, or maps (nested). They are written as they are: {{.name}} is an error here,
// since a record gets the value itself.
func (d *Draft) Add(collection string, fields ...any) {
	d.put(collection, record{fields: fields})
}

// Collection names a collection even where it stays empty: services need it listed.
func (d *Draft) Collection(name string) { d.coll(name) }

// Distractor names a way in which a record nearly belongs.
type Distractor string

// The kinds of distractors.
const (
	LoudOutside Distractor = "loud but outside the window"
	WrongStatus Distractor = "right kind, wrong status"
	WrongKind   Distractor = "right status, wrong kind"
	SameName    Distractor = "same name, other person"
	LikeName    Distractor = "a name like it"
	OneCent     Distractor = "one cent beside"
	OneSecond   Distractor = "one second late"
	OneDay      Distractor = "one day beside"
	OtherZone   Distractor = "other time zone"
	StaleDraft  Distractor = "stale draft"
	Duplicate   Distractor = "duplicate"
	Forwarded   Distractor = "forwarded copy"
	Superseded  Distractor = "superseded"
	OtherOwner  Distractor = "someone else's"
	OtherMoney  Distractor = "other currency"
	JustEnough  Distractor = "just inside"
	Unrelated   Distractor = "unrelated"
	Injected    Distractor = "instructions in the data"
	AlreadyDone Distractor = "already done"
)

// Distract adds a record that nearly belongs; the kind stands behind it as a comment and is
// counted.
func (d *Draft) Distract(kind Distractor, collection string, fields ...any) {
	d.planted[kind]++
	d.put(collection, record{fields: fields, comment: string(kind)})
}

func (d *Draft) put(name string, r record) {
	if len(r.fields)%2 != 0 {
		d.fail("a record of %s has a name without a value", name)
		return
	}
	for i := 0; i+1 < len(r.fields); i += 2 {
		if text := unfilled(r.fields[i+1]); text != "" {
			d.fail("the field %v of a record of %s holds %q: records are not filled in, so give the value itself", r.fields[i], name, text)
		}
	}
	c := d.coll(name)
	c.records = append(c.records, r)
}

// unfilled is the first text of a record's value that asks to be filled in; "" where none does.
func unfilled(v any) string {
	switch v := v.(type) {
	case string:
		if _, rest, ok := strings.Cut(v, "{{"); ok && strings.Contains(rest, "}}") {
			return v
		}
	case []string:
		for _, s := range v {
			if text := unfilled(s); text != "" {
				return text
			}
		}
	case List:
		return unfilled([]any(v))
	case []any:
		for _, item := range v {
			if text := unfilled(item); text != "" {
				return text
			}
		}
	}
	return ""
}

func (d *Draft) coll(name string) *collection {
	for _, c := range d.records {
		if c.name == name {
			return c
		}
	}
	c := &collection{name: name}
	d.records = append(d.records, c)
	return c
}

// Mix shuffles a collection's records, so that the ones that matter do not come first.
func (d *Draft) Mix(collection string) {
	c := d.coll(collection)
	d.Shuffle(len(c.records), func(i, j int) { c.records[i], c.records[j] = c.records[j], c.records[i] })
}

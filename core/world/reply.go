package world

import (
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/value"
)

// Reply is built by a handler member by member; records that go into it are noted as shown,
// so that evidence of reading needs no second declaration.
type Reply struct {
	body  []byte
	shown []Shown
	open  bool
	whole bool
}

// Whole makes the reply one whole record.
func (o *Reply) Whole(r *Record) {
	o.body = slices.Clip(r.JSON()) // the record's own bytes: nothing is copied
	o.shown = append(o.shown, Shown{Record: r})
	o.whole = true
}

// Under makes the reply one record under a view.
func (o *Reply) Under(r *Record, view string) {
	v := r.coll.decl.view(view)
	o.body = slices.Clip(r.encode(v))
	o.shown = append(o.shown, Shown{Record: r, view: v})
	o.whole = true
}

// usualReply is the room that a reply begins with, in bytes.
const usualReply = 160

func (o *Reply) member(name string) {
	if o.open {
		o.body = append(o.body, ',')
	} else {
		if o.body == nil {
			o.body = make([]byte, 0, usualReply)
		}
		o.body = append(o.body, '{')
		o.open = true
	}
	o.body = value.AppendString(o.body, name)
	o.body = append(o.body, ':')
}

// Value adds a member with any JSON value.
func (o *Reply) Value(name string, v any) {
	o.member(name)
	o.body = value.Append(o.body, v)
}

// Text adds a text member.
func (o *Reply) Text(name, text string) {
	o.member(name)
	o.body = value.AppendString(o.body, text)
}

// Int adds a whole number.
func (o *Reply) Int(name string, n int) {
	o.member(name)
	o.body = strconv.AppendInt(o.body, int64(n), 10)
}

// Record adds a record, whole.
func (o *Reply) Record(name string, r *Record) {
	o.member(name)
	o.body = append(slices.Grow(o.body, len(r.JSON())+1), r.JSON()...)
	o.shown = append(o.shown, Shown{Record: r})
}

// List adds records under a view ("" = whole) and is followed by no total; see Listing.
func (o *Reply) List(name string, records []*Record, view string) {
	o.member(name)
	v, size := 0, len(`[],"total":}`)+20
	for _, r := range records {
		if view != "" {
			v = r.coll.decl.view(view)
		}
		size += len(r.encode(v)) + 1
	}
	o.body = append(slices.Grow(o.body, size), '[')
	o.shown = slices.Grow(o.shown, len(records))
	for i, r := range records {
		if i > 0 {
			o.body = append(o.body, ',')
		}
		o.body = append(o.body, r.encode(v)...)
		o.shown = append(o.shown, Shown{Record: r, view: v})
	}
	o.body = append(o.body, ']')
}

// Listing adds the usual list reply: the records and their number.
func (o *Reply) Listing(name string, records []*Record, view string) {
	o.List(name, records, view)
	o.Int("total", len(records))
}

// Show notes that the reply holds these fields of a record in a form of its own.
func (o *Reply) Show(r *Record, fields ...string) {
	o.shown = append(o.shown, Shown{Record: r, fields: fields})
}

func (o *Reply) finish() []byte {
	switch {
	case o.open:
		return append(o.body, '}')
	case o.whole:
		return o.body
	}
	return append(o.body, '{', '}')
}

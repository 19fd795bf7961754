package world

import (
	"sync/atomic"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
)

// Record is one immutable record of a collection. It encodes itself once for the whole and
// once for each view, and works out its share of the state digest once.
type Record struct {
	coll   *boundCollection
	id     string
	fields []value.Member
	sum    atomic.Pointer[det.Digest] // once somebody asked for it
	json   [MaxViews + 1]atomic.Pointer[[]byte]
}

// ID returns the key, or the number within its collection where records carry no key.
func (r *Record) ID() string { return r.id }

// Collection returns the full name, e.g. "gmail.messages".
func (r *Record) Collection() string { return r.coll.full }

// Digest identifies what the record holds, whatever the order of its fields and however its
// numbers are written.
func (r *Record) Digest() det.Digest {
	if sum := r.sum.Load(); sum != nil {
		return *sum
	}
	sum := r.coll.presence(r.id)
	for _, f := range r.fields {
		sum = sum.Add(r.coll.fieldSum(r.id, f.Name, f.Value))
	}
	r.sum.Store(&sum)
	return sum
}

// Alike reports whether two records are written in the same way.
func (r *Record) Alike(o *Record) bool {
	return r == o || r.coll == o.coll && r.id == o.id && value.AlikeMembers(r.fields, o.fields)
}

// Fields returns the members in served order; shared, read only.
func (r *Record) Fields() []value.Member { return r.fields }

// Get returns a field's JSON value and whether the record has it.
func (r *Record) Get(name string) (any, bool) {
	for i := range r.fields {
		if r.fields[i].Name == name {
			return r.fields[i].Value, true
		}
	}
	return nil, false
}

// Text returns a text field, or "" where it is missing or not text.
func (r *Record) Text(name string) string {
	v, _ := r.Get(name)
	s, _ := v.(string)
	return s
}

// Bool returns a boolean field, or false.
func (r *Record) Bool(name string) bool {
	v, _ := r.Get(name)
	b, _ := v.(bool)
	return b
}

// Texts returns a list field's texts.
func (r *Record) Texts(name string) []string {
	v, _ := r.Get(name)
	list, _ := v.([]any)
	out := make([]string, 0, len(list))
	for _, item := range list {
		if s, ok := item.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// JSON returns the whole record, encoded once; read only.
func (r *Record) JSON() []byte { return r.encode(0) }

// encode returns the record under view v (0 = whole), encoded once.
func (r *Record) encode(v int) []byte {
	if b := r.json[v].Load(); b != nil {
		return *b
	}
	var out []byte
	if v == 0 {
		out = appendMembers(make([]byte, 0, 256), r.fields)
	} else {
		out = r.appendView(make([]byte, 0, 192), &r.coll.decl.Views[v-1])
	}
	r.json[v].Store(&out)
	return out
}

func (r *Record) appendView(dst []byte, view *View) []byte {
	members := make([]value.Member, 0, len(view.Fields))
	for _, name := range view.Fields {
		v, ok := r.Get(name)
		if !ok {
			if v, ok = view.Defaults[name]; !ok {
				continue
			}
		}
		members = append(members, value.Member{Name: name, Value: v})
	}
	return appendMembers(dst, members)
}

// Has reports whether a reply under view v showed the field.
func (r *Record) shows(v int, field string) bool {
	if _, ok := r.Get(field); !ok {
		return false
	}
	if v == 0 {
		return true
	}
	for _, name := range r.coll.decl.Views[v-1].Fields {
		if name == field {
			return true
		}
	}
	return false
}

// with returns a copy with members set: present ones replaced in place, new ones appended.
// It returns r itself where nothing changes.
func (r *Record) with(members []value.Member) *Record {
	var fields []value.Member
	for _, m := range members {
		old, had := r.Get(m.Name)
		if had && value.Equal(old, m.Value) {
			continue
		}
		if fields == nil {
			fields = append(make([]value.Member, 0, len(r.fields)+len(members)), r.fields...)
		}
		if had {
			for i := range fields {
				if fields[i].Name == m.Name {
					fields[i].Value = m.Value
				}
			}
		} else {
			fields = append(fields, m)
		}
	}
	if fields == nil {
		return r
	}
	return &Record{coll: r.coll, id: r.id, fields: fields}
}

func appendMembers(dst []byte, members []value.Member) []byte {
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value.AppendString(dst, m.Name)
		dst = append(dst, ':')
		dst = value.Append(dst, m.Value)
	}
	return append(dst, '}')
}

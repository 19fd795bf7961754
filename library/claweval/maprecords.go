package claweval

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// typist types the records of one fixture by their collection and accounts for their values.
type typist struct {
	job    *job
	coll   *world.Collection
	full   string
	file   string
	zone   *time.Location
	ledger ledger
	ids    map[string]bool
	warned map[string]bool
}

// records types every record. One without its key, or with that of an earlier one, is left out.
func (t *typist) records(items []*value.Object) []*value.Object {
	t.ids, t.warned = map[string]bool{}, map[string]bool{}
	out := make([]*value.Object, 0, len(items))
	if len(items) == 0 {
		t.ledger.add("", 1, Mapped, "records."+t.full, "the collection is empty")
	}
	for i, o := range items {
		if o.Len() == 0 {
			t.ledger.add(fmt.Sprintf("[%d]", i), 1, NotExpressible, "", "a record without fields")
			continue
		}
		if why := t.unusable(o); why != "" {
			for _, m := range o.Members() {
				t.ledger.note(join("[]", m.Name), m.Value, NotExpressible, "", why)
			}
			continue
		}
		out = append(out, t.record(o))
	}
	return out
}

// unusable says why a record cannot be one of its collection.
func (t *typist) unusable(o *value.Object) string {
	if t.coll.Key == "" {
		return ""
	}
	id := node{v: o}.get(t.coll.Key).text()
	if id == "" {
		t.once(FaultMissingField, "[]."+t.coll.Key, "a record has no "+t.coll.Key, "the record is left out")
		return "a record needs its " + t.coll.Key
	}
	if t.ids[id] {
		t.once(FaultDuplicateRecord, "[]."+t.coll.Key, "two records have the id "+clipped(id), "the first one is taken")
		return "another record has the id " + clipped(id)
	}
	t.ids[id] = true
	for i := range t.coll.Fields {
		f := &t.coll.Fields[i]
		v, has := o.Get(f.Name)
		if f.Optional || fillable(f) {
			continue
		}
		if _, _, fits := t.typed(f, v); !has || !fits {
			t.once(FaultMissingField, "[]."+f.Name, "a record lacks a "+f.Type.String()+" as "+f.Name, "the record is left out")
			return "a record needs a " + f.Type.String() + " as its " + f.Name
		}
	}
	return ""
}

// once reports a fault of the file once.
func (t *typist) once(code FaultCode, at, message, handled string) {
	if key := string(code) + at; !t.warned[key] {
		t.warned[key] = true
		t.job.faultIn(code, t.file, at, message, handled)
	}
}

func (t *typist) record(o *value.Object) *value.Object {
	out := value.Obj()
	for _, m := range o.Members() {
		t.member(out, m)
	}
	for i := range t.coll.Fields {
		f := &t.coll.Fields[i]
		if _, has := out.Get(f.Name); has || f.Optional {
			continue
		}
		if _, had := o.Get(f.Name); !had {
			t.once(FaultMissingField, "[]."+f.Name, "records lack "+f.Name, "it is written as empty")
		}
		out.Set(f.Name, filling(f))
	}
	return out
}

// fillable reports whether a required field has an empty form.
func fillable(f *world.Field) bool {
	return f.List || f.Type == world.Text || f.Type == world.ID || f.Type == world.Address || f.Type == world.Tree
}

func filling(f *world.Field) any {
	if f.List {
		return []any{}
	}
	return ""
}

// member types one member of a record.
func (t *typist) member(out *value.Object, m value.Member) {
	at, to := join("[]", m.Name), "records."+t.full+"[]."+m.Name
	if strings.HasPrefix(m.Name, "_") {
		t.keep(out, m.Name, m.Value, at, "names that begin with _ are an author's notes here, which no tool shows")
		return
	}
	f, known := t.coll.Field(m.Name)
	if !known {
		t.keep(out, "_"+m.Name, m.Value, at, "the collection has no such field: it is kept as a note that no tool shows")
		return
	}
	v, note, ok := t.typed(f, m.Value)
	switch {
	case !ok && m.Value == nil:
		t.ledger.add(at, 1, Changed, to, "null is written as empty")
	case !ok:
		t.keep(out, "_"+m.Name, m.Value, at, note)
	case note != "":
		out.Set(m.Name, v)
		t.ledger.note(at, m.Value, Changed, to, note)
	default:
		out.Set(m.Name, v)
		t.ledger.note(at, m.Value, Mapped, to, "")
	}
}

// keep holds a value that cannot be served as an attribute of the author's.
func (t *typist) keep(out *value.Object, name string, v any, at, note string) {
	if !plainName(name) {
		t.ledger.note(at, v, NotExpressible, "", note+"; its name cannot be written")
		return
	}
	if _, taken := out.Get(name); taken {
		t.ledger.note(at, v, NotExpressible, "", note)
		return
	}
	sound, _ := finite(v)
	out.Set(name, sound)
	t.ledger.note(at, v, NotExpressible, "records."+t.full+"[]."+name, note)
}

// plainName reports whether a member's name is a word.
func plainName(s string) bool {
	for _, c := range []byte(s) {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return s != "" && len(s) <= 80
}

const maxShown = 60

// clipped is a foreign text for a message.
func clipped(s string) string {
	if r := []rune(s); len(r) > maxShown {
		s = string(r[:maxShown]) + "..."
	}
	quoted := string(value.AppendString(nil, s))
	return quoted[1 : len(quoted)-1]
}

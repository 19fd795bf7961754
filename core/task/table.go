package task

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// table is a collection as the task uses it: declared fields, hidden attributes, their types.
type table struct {
	full   string
	decl   *world.Collection
	fields map[string]*world.Field
	hidden map[string]hidden
	shape  *formula.Shape
	zone   *time.Location
}

// newTable types a collection; values are all values of hidden attributes that the task gives,
// records the number of its records.
func newTable(full string, decl *world.Collection, values map[string][]any, records int, zone *time.Location) *table {
	t := &table{full: full, decl: decl, fields: map[string]*world.Field{}, hidden: map[string]hidden{}, shape: formula.NewShape(full, full), zone: zone}
	for i := range decl.Fields {
		f := &decl.Fields[i]
		t.fields[f.Name] = f
		t.shape.Set(f.Name, fieldType(f))
	}
	for _, name := range sortedKeys(values) {
		h := inferHidden(values[name], records)
		t.hidden[name] = h
		t.shape.Set(name, h.typ())
	}
	return t
}

func fieldType(f *world.Field) formula.Type {
	t := formula.Of(kindOf(f.Type))
	if f.List {
		t = formula.ListOf(t)
	}
	if f.Optional {
		t = t.Nullable()
	}
	return t
}

// kindOf is the kind that values of a field's type have in expressions.
func kindOf(t world.Type) formula.Kind {
	switch t {
	case world.Int:
		return formula.Int
	case world.Number:
		return formula.Float
	case world.Amount:
		return formula.Decimal
	case world.Bool:
		return formula.Bool
	case world.Day:
		return formula.Day
	case world.Instant:
		return formula.Instant
	case world.Tree:
		return formula.Any
	}
	return formula.Text
}

// isHidden reports whether an attribute is the author's and never served.
func isHidden(name string) bool { return strings.HasPrefix(name, "_") }

// typedRecord is one record: as JSON, for the image, and as a Go value, for expressions.
type typedRecord struct {
	id   string
	json *value.Object
	row  map[string]any
}

// report notes a problem of a field; name is "" for the record as a whole.
type report func(code Code, name, hint, format string, args ...any)

// record types a record and reports what does not fit.
func (t *table) record(o *value.Object, pos int, bad report) typedRecord {
	out := typedRecord{json: value.Room(o.Len()), row: make(map[string]any, len(t.fields)+len(t.hidden))}
	for _, m := range o.Members() {
		j, g, ok := t.member(m, bad)
		if !ok {
			continue
		}
		out.json.Set(m.Name, j)
		out.row[m.Name] = g
	}
	for name, f := range t.fields {
		if _, has := out.row[name]; has {
			continue
		}
		if _, tried := o.Get(name); !tried && !f.Optional {
			bad(CodeMissingField, "", "add "+name+" ("+typeName(f)+")", "the record lacks %s", name)
		}
		out.row[name] = nil
	}
	for name := range t.hidden {
		if _, has := out.row[name]; !has {
			out.row[name] = nil
		}
	}
	out.id = t.idOf(out.json, pos)
	return out
}

// idOf is the key of a record, or its number where records carry none.
func (t *table) idOf(o *value.Object, pos int) string {
	if v, ok := o.Get(t.decl.Key); ok && t.decl.Key != "" {
		if s, ok := v.(string); ok {
			return s
		}
		return string(value.Append(nil, v))
	}
	return fmt.Sprint(pos + 1)
}

// member types one field of a record.
func (t *table) member(m value.Member, bad report) (json, row any, ok bool) {
	if isHidden(m.Name) {
		h, known := t.hidden[m.Name]
		if !known {
			bad(CodeField, m.Name, "", "the attribute %s cannot be used here", clipText(m.Name))
			return nil, nil, false
		}
		return m.Value, h.value(m.Value), true
	}
	f := t.fields[m.Name]
	if f == nil {
		hint := formula.Suggest(m.Name, t.names())
		if hint == "" {
			hint = "the author's own attributes begin with _; it has " + joined(t.names())
		}
		bad(CodeField, m.Name, hint, "%s has no field %s", t.full, clipText(m.Name))
		return nil, nil, false
	}
	if m.Value == nil {
		if !f.Optional {
			bad(CodeMissingField, m.Name, "write a "+typeName(f), "%s cannot be null", m.Name)
			return nil, nil, false
		}
		return nil, nil, true
	}
	return t.value(f, m.Value, bad)
}

func (t *table) names() []string {
	out := make([]string, len(t.decl.Fields))
	for i := range t.decl.Fields {
		out[i] = t.decl.Fields[i].Name
	}
	return out
}

func typeName(f *world.Field) string {
	if f.List {
		return "list of " + f.Type.String()
	}
	return f.Type.String()
}

// value types a field's value, a list or one.
func (t *table) value(f *world.Field, v any, bad report) (json, row any, ok bool) {
	if !f.List {
		return t.scalar(f, v, bad)
	}
	list, isList := v.([]any)
	if !isList {
		bad(CodeFieldType, f.Name, "write [a, b]", "%s is a list of %s", f.Name, f.Type)
		return nil, nil, false
	}
	js, rows := make([]any, len(list)), make([]any, len(list))
	for i, item := range list {
		if item == nil {
			bad(CodeFieldType, f.Name, "remove it", "%s holds a null", f.Name)
			return nil, nil, false
		}
		if js[i], rows[i], ok = t.scalar(f, item, bad); !ok {
			return nil, nil, false
		}
	}
	return js, rows, true
}

// set types what an injection sets; fields that do not fit are left out.
func (t *table) set(members []value.Member, bad report) (served []value.Member, row map[string]any) {
	row = map[string]any{}
	for _, m := range members {
		j, g, ok := t.member(m, bad)
		if !ok {
			continue
		}
		if t.decl.Key == m.Name && t.decl.Key != "" {
			bad(CodeInjection, m.Name, "delete the record and insert another", "the key of a record does not change")
			continue
		}
		row[m.Name] = g
		if !isHidden(m.Name) {
			served = append(served, value.Member{Name: m.Name, Value: j})
		}
	}
	return served, row
}

// visible returns a record without hidden attributes.
func visible(o *value.Object) *value.Object {
	members := o.Members()
	if !slices.ContainsFunc(members, func(m value.Member) bool { return isHidden(m.Name) }) {
		return o
	}
	out := value.Obj()
	for _, m := range members {
		if !isHidden(m.Name) {
			out.Set(m.Name, m.Value)
		}
	}
	return out
}

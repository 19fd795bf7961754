// Package formula compiles and runs the expressions of task files. The syntax and the virtual
// machine are those of expr-lang/expr; names, types, operators and functions are checked and
// rewritten here, because that library takes a misspelt field of a map for nil.
//
// Invariant: a compiled program reads nothing but the variables it is given, ends after a
// bounded number of steps, and gives the same result on every machine.
package formula

import (
	"sort"
	"strings"
)

// Kind is the kind of value that an expression yields. Its Go form is given in brackets.
type Kind uint8

// The kinds.
const (
	Any      Kind = iota // not known before the run
	Nil                  // nil
	Bool                 // [bool]
	Int                  // [int]
	Float                // [float64]
	Text                 // [string]
	Decimal              // exact number [value.Decimal]
	Money                // exact amount with its currency [value.Money]
	Day                  // calendar day [value.Day]
	Instant              // [time.Time]
	Duration             // [time.Duration]
	List                 // [[]any]
	Record               // named fields [map[string]any]
)

var kindNames = [...]string{"value of unknown kind", "nil", "yes/no", "whole number", "number", "text", "exact number", "money", "day", "date-time", "duration", "list", "record"}

// Type is what is known of a value before the run.
type Type struct {
	Kind  Kind
	Null  bool   // it may be nil
	Elem  *Type  // List: its members
	Shape *Shape // Record: its fields
}

// Of returns the type of a kind without parts.
func Of(k Kind) Type { return Type{Kind: k} }

// ListOf returns the type of lists of elem.
func ListOf(elem Type) Type { return Type{Kind: List, Elem: &elem} }

// RecordOf returns the type of records of a shape.
func RecordOf(s *Shape) Type { return Type{Kind: Record, Shape: s} }

// Nullable returns t, and nil besides.
func (t Type) Nullable() Type {
	if t.Kind != Any && t.Kind != Nil {
		t.Null = true
	}
	return t
}

// sure returns t without nil.
func (t Type) sure() Type {
	t.Null = false
	return t
}

func (t Type) elem() Type {
	if t.Elem == nil {
		return Type{}
	}
	return *t.Elem
}

func (t Type) number() bool { return t.Kind == Int || t.Kind == Float || t.Kind == Decimal }

// String names a type in error messages.
func (t Type) String() string {
	switch t.Kind {
	case List:
		if e := t.elem(); e.Kind != Any {
			return "list of " + e.String()
		}
	case Record:
		if t.Shape != nil && t.Shape.Name != "" {
			return "record of " + t.Shape.Name
		}
	}
	return kindNames[t.Kind]
}

// Shape is the fields of a kind of record.
type Shape struct {
	Name       string // for messages, e.g. "crm.customers"
	Collection string // full name where the records are a collection's, else ""
	names      []string
	types      map[string]Type
}

// NewShape makes an empty shape.
func NewShape(name, collection string) *Shape {
	return &Shape{Name: name, Collection: collection, types: map[string]Type{}}
}

// Set adds a field or changes its type.
func (s *Shape) Set(name string, t Type) {
	if _, ok := s.types[name]; !ok {
		s.names = append(s.names, name)
	}
	s.types[name] = t
}

// Field returns a field's type.
func (s *Shape) Field(name string) (Type, bool) {
	t, ok := s.types[name]
	return t, ok
}

// Fields lists the fields in the order in which they were set.
func (s *Shape) Fields() []string { return s.names }

func (s *Shape) listing() string {
	names := append([]string(nil), s.names...)
	sort.Strings(names)
	const most = 20
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return strings.Join(names, ", ")
}

// join is the type of a value that may be of either type.
func join(a, b Type) Type {
	null := a.Null || b.Null || a.Kind == Nil || b.Kind == Nil
	switch {
	case a.Kind == Nil:
		return b.Nullable()
	case b.Kind == Nil:
		return a.Nullable()
	case a.Kind != b.Kind:
		return Type{}
	case a.Kind == List:
		t := ListOf(joinElem(a.Elem, b.Elem))
		t.Null = null
		return t
	case a.Kind == Record:
		t := RecordOf(joinShape(a.Shape, b.Shape))
		if t.Shape == nil {
			return Type{}
		}
		t.Null = null
		return t
	}
	a.Null = null
	return a
}

func joinElem(a, b *Type) Type {
	switch {
	case a == nil && b == nil:
		return Type{}
	case a == nil:
		return *b // the other list is empty
	case b == nil:
		return *a
	}
	return join(*a, *b)
}

// joinShape returns the shape of records that have the same fields, or nil.
func joinShape(a, b *Shape) *Shape {
	if a == b {
		return a
	}
	if a == nil || b == nil || len(a.names) != len(b.names) {
		return nil
	}
	out := NewShape("", "")
	for _, name := range a.names {
		other, ok := b.types[name]
		if !ok {
			return nil
		}
		out.Set(name, join(a.types[name], other))
	}
	return out
}

package query

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kind says how a field is compared and what its values are.
type Kind int

// The kinds. Beside each: the Go value that Match expects from the getter, and
// what the column that SQL compares must hold.
const (
	Exact  Kind = iota // `:` equals, letter case aside. string; TEXT
	Text               // `:` contains, `=` equals, letter case aside. string; TEXT
	List               // `:` is one of the list, letter case aside. []string; TEXT, a JSON array of strings
	Number             // < <= > >= =. int, int64 or float64; INTEGER. See Field.Decimals
	Time               // < <= > >= =, by calendar period. time.Time; INTEGER, microseconds since 1970
	Bool               // `:true`, `:false`. bool; INTEGER 0 or 1
)

// Field is one field of a schema.
type Field struct {
	Name    string   // as the canonical form writes it
	Aliases []string // other names that are read
	Kind    Kind
	Doc     string // one line for help and completion

	// Values are offered as completions of an Exact or List field. Closed says
	// that there are no others: another one is an error, and rows hold exactly
	// these spellings.
	Values []string
	Closed bool

	// Decimals of a Number: integers in rows and columns count units of
	// 10^-Decimals, so that score<0.5 with 6 decimals means below 500000. A
	// float64 from the getter is in whole units and is rounded to that many.
	Decimals int
}

// Schema lists the fields of one kind of row.
type Schema struct {
	Fields []Field
	// Words names the Text, Exact and List fields in which a bare word is
	// looked for, as part of the text or of one member.
	Words []string
	// Zone reads dates without an offset; nil is UTC.
	Zone *time.Location
}

// Lookup finds a field by name or alias, letter case aside.
func (s Schema) Lookup(name string) (*Field, bool) {
	for i := range s.Fields {
		f := &s.Fields[i]
		if strings.EqualFold(f.Name, name) || slices.ContainsFunc(f.Aliases, func(a string) bool { return strings.EqualFold(a, name) }) {
			return f, true
		}
	}
	return nil, false
}

// Check returns what is wrong with the schema itself; tests of its owner call it.
func (s Schema) Check() error {
	seen := map[string]bool{}
	for _, f := range s.Fields {
		for _, name := range append([]string{f.Name}, f.Aliases...) {
			key := strings.ToLower(name)
			if identLen(name) != len(name) || name == "" || strings.HasSuffix(name, "-") {
				return fmt.Errorf("field name %q cannot be written in a query", name)
			}
			if seen[key] {
				return fmt.Errorf("field name %q stands twice", name)
			}
			seen[key] = true
		}
		if f.Closed && (len(f.Values) == 0 || f.Kind != Exact) {
			return fmt.Errorf("field %q: closed needs an Exact field with values", f.Name)
		}
		if f.Decimals < 0 || f.Decimals > 9 || f.Decimals > 0 && f.Kind != Number {
			return fmt.Errorf("field %q: decimals are 0 to 9, of numbers", f.Name)
		}
	}
	for _, w := range s.Words {
		f, ok := s.Lookup(w)
		if !ok || f.Name != w || f.Kind > List {
			return fmt.Errorf("words are sought in %q, which is no text field", w)
		}
	}
	return nil
}

// names lists every name and alias.
func (s Schema) names() []string {
	var out []string
	for _, f := range s.Fields {
		out = append(out, f.Name)
		out = append(out, f.Aliases...)
	}
	return out
}

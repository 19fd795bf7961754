// Package world is the service contract and one running environment.
//
// A service is a value: its collections of records and its tools. A World holds the
// records of one episode over a shared, immutable Image, and every act, whoever makes
// it, goes through World.Call: decode, validate, handle, audit, observe. Handlers change
// records through a Tx and never write the audit; dispatch does, from what the Tx changed.
//
// Invariant: a *Record is immutable once made, so images, snapshots and forks share it.
package world

// Service declares one simulated office service. It is a value returned by a function and
// listed in services/all; nothing registers itself.
type Service struct {
	Name        string       // short name, also the prefix of its routes and collections
	Title       string       // how a person calls it
	Doc         string       // what it is for, one or two sentences
	Version     int          // raised whenever replies or effects change; certificates record it
	Port        int          // port it has in the Claw-Eval benchmark; 0 = none
	Collections []Collection // in the order in which they are shown
	Tools       []Tool
	Health      string // GET health route answered with HealthBody; "" = none
	HealthBody  string // JSON text of the health reply
	// WireLoad adapts fixture records when the service is served to the benchmark's own
	// runner (date shift at load and reset); collection is the short name. nil = records are
	// served as written.
	WireLoad func(collection string, records []*Record, clock WireClock) ([]*Record, error)
	// AuditKeys are the keys of the wire audit besides "calls", in order.
	AuditKeys []string
}

// Collection declares one kind of record.
type Collection struct {
	Name     string // plural, e.g. "messages"; its full name is "gmail.messages"
	Doc      string
	Key      string  // field that identifies a record; "" = records carry no id on the wire
	NewID    string  // fmt pattern of ids given to created records, e.g. "evt_%03d"
	Fields   []Field // in documentation order
	Views    []View  // named projections; at most MaxViews
	Internal bool    // not part of the office: an agent's write here is no effect (submitted answers)
}

// MaxViews bounds the views of a collection, since a record caches its encoding for each.
const MaxViews = 3

// Field declares one attribute of a record.
type Field struct {
	Name     string
	Type     Type
	List     bool     // a list of Type
	Optional bool     // may be missing or null
	Ref      string   // full name of the collection whose key it holds, e.g. "crm.customers"
	Currency string   // for Amount: the sibling field that names the currency
	Secret   bool     // a credential: the gate and the workbench treat it with care
	Past     bool     // Day, Instant: tells of something that has happened; a value after the task's now is a mistake
	Enum     []string // Text: the only values, the usual first one leading; nil = any text
	Doc      string
}

// View is a projection of a record that list tools reply with.
type View struct {
	Name   string
	Fields []string // in reply order
	// Defaults fills fields that a record lacks (JSON values); a field without one is left out.
	Defaults map[string]any
}

// Field returns the declared field of that name.
func (c *Collection) Field(name string) (*Field, bool) {
	for i := range c.Fields {
		if c.Fields[i].Name == name {
			return &c.Fields[i], true
		}
	}
	return nil, false
}

// view returns the index of a view, counted from 1; 0 is the whole record.
func (c *Collection) view(name string) int {
	for i := range c.Views {
		if c.Views[i].Name == name {
			return i + 1
		}
	}
	return 0
}

// Collection returns the declared collection of that short name.
func (s *Service) Collection(name string) (*Collection, bool) {
	for i := range s.Collections {
		if s.Collections[i].Name == name {
			return &s.Collections[i], true
		}
	}
	return nil, false
}

// Tool returns the declared tool of that name; aliases count.
func (s *Service) Tool(name string) (*Tool, bool) {
	for i := range s.Tools {
		if s.Tools[i].Name == name {
			return &s.Tools[i], true
		}
		for _, alias := range s.Tools[i].Aliases {
			if alias == name {
				return &s.Tools[i], true
			}
		}
	}
	return nil, false
}

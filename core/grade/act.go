package grade

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Act is one act of synthetic evidence: exactly one of its parts is set.
type Act struct {
	Change *ChangeAct
	Read   *ReadAct
	Call   *CallAct
	Answer []FieldValue // fields of a submitted answer
	Reveal string       // an entry of the user's knows that is given away
	Say    string       // a plain message of the agent
}

// ChangeAct creates, updates or deletes a record.
type ChangeAct struct {
	Op         world.Op
	Collection string
	ID         string       // of a created record too, where it has been done before
	Fields     []FieldValue // Created: the record; Updated: what is set
}

// FieldValue is a value with the matcher that it satisfies, so that other spellings and near
// misses of it can be tried. Matcher is nil where nothing is compared.
type FieldValue struct {
	Name    string
	Value   any // JSON; nil = the field is left out
	Matcher Matcher
}

// ReadAct is a reply that shows a record.
type ReadAct struct {
	Collection string
	ID         string
	Fields     []string // nil = the whole record
}

// CallAct is a call of a tool.
type CallAct struct {
	Tool string
	Args *value.Object
	Body *value.Object // the reply; nil = {}
	Real bool          // it is made through the tool, since its reply decides
}

// Needed is an act that a check needs.
type Needed struct {
	Check string // id of the check
	Item  int    // index of the item of each, 0 without
	Stage string // during which it is done
	Act
}

// Breach is an act that breaks a prohibition.
type Breach struct {
	Prohibition string
	Stage       string            // during which it is done
	Setup       []world.Injection // records that have to exist first
	Act
}

// FieldsOf are the examples of matchers as values; a field that has to be absent is left out.
func FieldsOf(fields []FieldMatch) []FieldValue {
	out := make([]FieldValue, 0, len(fields))
	for _, f := range fields {
		out = append(out, FieldValue{f.Name, f.Matcher.Example(), f.Matcher})
	}
	return out
}

// ObjectOf makes a JSON object of values.
func ObjectOf(fields []FieldValue) *value.Object {
	o := value.Obj()
	for _, f := range fields {
		if f.Value != nil {
			o.Set(f.Name, f.Value)
		}
	}
	return o
}

func membersOf(fields []FieldValue) []value.Member {
	out := make([]value.Member, len(fields))
	for i, f := range fields {
		out[i] = value.Member{Name: f.Name, Value: f.Value}
	}
	return out
}

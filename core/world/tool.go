package world

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Tool declares one act of a service. Declared effects and reads are what lets the gate
// derive adversaries and evidence without knowing the service.
type Tool struct {
	Name    string
	Aliases []string // other names that imported tasks use for the same route
	Doc     string   // what the agent is told
	Act     Act      // what a grant must allow
	Route   string   // path of the tool on the service's port, e.g. "/gmail/send"; always POST
	Params  []Param  // in wire order
	// BodyOptional: on the wire, no body at all means every default (Param.NoBody, else Default).
	BodyOptional bool
	Reads        []Read   // what its replies can show
	Effects      []Effect // what it can change
	Audit        *AuditSpec
	Handle       Handler
}

// Handler does the work of a tool on validated arguments, which are shared and must not be changed.
// It returns an error made by NotFound, Invalid, Conflict or Fail to refuse; whatever it changed is
// then undone.
type Handler func(tx *Tx, in Args, out *Reply) error

// Act names what a tool does, for grants: a grant is a list of acts, "write" stands for every
// act but Reading, "all" for everything.
type Act string

// The acts in use; a service may declare others.
const (
	Reading Act = "read"
	Create  Act = "create"
	Update  Act = "update"
	Delete  Act = "delete"
	Send    Act = "send"
	Draft   Act = "draft"
	Share   Act = "share"
	Export  Act = "export"
	Publish Act = "publish"
)

// Param declares one argument of a tool.
type Param struct {
	Name     string
	Type     Type
	List     bool // a list of Type
	Required bool
	Nullable bool     // null is a value of its own on the wire ("optional" of the benchmark)
	Needed   bool     // strict profile: required although the wire has a default
	Default  any      // JSON value taken when absent; nil = unset
	NoBody   any      // JSON value taken when the request had no body at all, if it differs
	Ref      string   // strict profile: must be the key of a record of this collection
	Enum     []string // strict profile: allowed values
	Min, Max int      // strict profile, Int only: bounds; both 0 = none
	Custom   *Custom  // a type of its own (fields of submit_answer)
	Doc      string
}

// Custom is a parameter type made for one task: its schema and its validation.
type Custom struct {
	Schema *value.Object
	// Check returns the stored form of a JSON value, or what is wrong with it; paths are
	// relative to the parameter.
	Check func(v any, zone *time.Location) (any, []Problem)
}

// Read declares that a tool's reply can show records.
type Read struct {
	Collection string // short name within the service
	View       string // "" = the whole record
	Key        string // parameter that names the one record shown; "" = a list or search
	// Filters: parameter -> field; a call with the record's own value (a Day parameter over an
	// Instant field: its day in the world's zone) shows the record.
	Filters map[string]string
	Search  map[string]string // parameter -> field it is searched in (free text); as Filters
	Limit   string            // parameter that cuts the list
}

// Op is what an effect does to a record.
type Op uint8

// The operations.
const (
	Created Op = iota + 1
	Updated
	Deleted
)

// String returns create, update or delete, as a task writes it.
func (o Op) String() string {
	switch o {
	case Created:
		return "create"
	case Updated:
		return "update"
	case Deleted:
		return "delete"
	}
	return "none"
}

// Effect declares a change that a tool can make.
type Effect struct {
	Op         Op
	Collection string            // short name within the service
	Key        string            // Update, Delete: the parameter that names the record
	Follows    bool              // Update, Delete without a Key: records that follow from the one named, such as the invoices of a run
	Fields     map[string]string // record field -> parameter it is taken from
	Const      map[string]any    // record field -> the JSON value the tool always gives it
	Computed   []string          // further fields that it sets by itself: ids, times
}

// Param returns the declared parameter of that name.
func (t *Tool) Param(name string) (*Param, bool) {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return &t.Params[i], true
		}
	}
	return nil, false
}

// Writes reports whether the tool can change records.
func (t *Tool) Writes() bool { return len(t.Effects) > 0 }

// AuditSpec says what the wire audit lists under Key for each successful call.
type AuditSpec struct {
	Key string
	// Entry renders the listed object (JSON) from the audit entry; nil = the record after
	// the entry's first change, or before it where the change deleted it.
	Entry func(e *Entry) []byte
	// NoBody: the wire audit's call entry has no response_body (ocr, caption).
	NoBody bool
	// Body renders response_body where it differs from the reply (documents).
	Body func(e *Entry) []byte
}

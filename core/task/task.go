// Package task is T = (u, s0, A, G) as a file: types, YAML codec, load errors, digest, and the
// expressions that derive ground truth from typed records.
//
// Invariant: a task is data. Loading runs and fetches nothing that a file names, and opens
// nothing but the task's own files inside its folder.
package task

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Schema is the format's name and version.
const Schema = "coworkenv.task/v1"

// Task is one loaded task. Expressions are compiled and facts evaluated by Bind.
type Task struct {
	Schema       string
	ID           string
	Title        string
	Family       Family
	Capabilities []string
	Difficulty   Difficulty // the author's target; the measured one is in the certificate
	Language     string     // BCP 47, e.g. "en", "zh"
	Now          time.Time  // the only clock
	ZoneName     string     // IANA
	Zone         *time.Location
	Identity     *Identity
	Brief        string
	Requests     []Request
	User         *UserSpec
	Services     []string
	Deny         []string // tools not offered
	Records      []Records
	Assets       []Asset
	Facts        []FactSpec
	Empty        []string // facts that must be empty
	Answer       []AnswerField
	Checks       []CheckSpec
	Forbid       []ForbidSpec
	Judge        *JudgeSpec
	Faults       []world.PlannedFault
	Solution     []Act
	Limits       Limits
	Provenance   Provenance

	File *File // where it was read from; positions for errors
}

// Family is the kind of office work.
type Family string

// The six families.
const (
	Lookup         Family = "lookup"
	Triage         Family = "triage"
	Escalation     Family = "escalation"
	Reconciliation Family = "reconciliation"
	Scheduling     Family = "scheduling"
	Safety         Family = "safety"
)

// Families lists them in the order in which they are shown.
func Families() []Family {
	return []Family{Lookup, Triage, Escalation, Reconciliation, Scheduling, Safety}
}

// Difficulty is easy, medium or hard.
type Difficulty string

// Identity is who the agent works as and what is granted.
type Identity struct {
	As     string
	Grants world.Grants
}

// Request is one item of u.
type Request struct {
	Say    string
	ID     string
	Stage  string
	At     time.Time // zero for the first stage
	Inject []InjectSpec
	Path   string // field path, e.g. "request[1]"
}

// InjectSpec is a change that the world makes when a stage begins.
type InjectSpec struct {
	world.Injection
	Path string

	untyped *world.Injection // as in the file, where Bind has typed the above
}

// UserSpec is the simulated user.
type UserSpec struct {
	Persona   string
	Style     string
	MaxRounds int
	Knows     []Known
	Confirm   string
	Unknown   string // said when nothing fits; default by language
}

// Known is something the user tells when asked for it.
type Known struct {
	ID   string
	Asks [][]string // any of these word sets
	Say  string
}

// Records is one collection's part of s0 in file order. Hidden attributes ("_x") are members too.
type Records struct {
	Collection string // full name
	Items      []*value.Object
	Path       string

	untyped []*value.Object // as in the file, where Bind has typed Items
}

// Asset is a file that a service serves.
type Asset struct {
	Path      string // within the task's folder, slash separated
	SHA256    string
	MediaType string
	Text      string // the declared rendering
	Where     string // field path
}

// FactSpec is one fact as written.
type FactSpec struct {
	Name  string
	At    string  // stage; "" = the first
	Value string  // scalar form: an expression
	From  string  // list form
	Let   []Named // in order
	Where []Condition
	Give  *Give // nil: the record itself
	Path  string
}

// Named is a named expression.
type Named struct{ Name, Expr, Path string }

// Condition is one named condition of a fact.
type Condition struct {
	Name string
	Expr string
	Says string // the words of the request that it stands for
	Path string
}

// Give is what a fact's rows are: one expression, or named ones.
type Give struct {
	Expr   string
	Fields []Named
	Path   string
}

// AnswerField is one typed field of submit_answer.
type AnswerField struct {
	Name  string
	Type  AnswerType
	List  string        // "", "set" or "list"
	OneOf []string      // an enumeration
	Rows  []AnswerField // a table
	Key   string        // the column that identifies a row
	Path  string
}

// AnswerType is the type of an answer field.
type AnswerType string

// The answer types.
const (
	AnswerID       AnswerType = "id"
	AnswerText     AnswerType = "text"
	AnswerNumber   AnswerType = "number"
	AnswerMoney    AnswerType = "money"
	AnswerDate     AnswerType = "date"
	AnswerDateTime AnswerType = "datetime"
	AnswerAddress  AnswerType = "address"
	AnswerYesNo    AnswerType = "yes_no"
	AnswerOneOf    AnswerType = "one_of"
	AnswerRows     AnswerType = "rows"
)

// CheckSpec is one check as written; Params is decoded by its kind.
type CheckSpec struct {
	ID      string
	Weight  int64 // millionths; 0 for evidence
	Kind    string
	Params  *Node
	Needs   []string
	Stage   string
	Partial bool
	Path    string
}

// ForbidSpec is one prohibition as written.
type ForbidSpec struct {
	ID     string
	Kind   string // tool, effect, read, disclosed
	Params *Node  // the kind's value; for tool the name or names
	Args   *Node  // tool only: "args" beside it; nil = any arguments
	Stages []string
	Path   string
}

// JudgeSpec is the optional rubric, scored apart by a model.
type JudgeSpec struct {
	Rubric string
	Scale  string
}

// Act is one item of the solution: exactly one of Tool, Say, Stage and Answer is set.
type Act struct {
	Tool   string
	Args   *Node // object of literals and =expressions
	Each   string
	As     string
	Expect int
	Say    string
	Stage  string
	Answer *Node
	Path   string
}

// Limits bound an episode; 0 = the default.
type Limits struct {
	MaxTurns int
	MaxCalls int
	Seconds  int
}

// The default limits.
const (
	DefaultTurns   = 40
	DefaultCalls   = 120
	DefaultSeconds = 900
)

// Provenance says where a task comes from; it is not part of the digest.
type Provenance struct {
	Generator   string
	Seed        int64
	Engine      string
	Parents     []string
	Repairs     int
	SourceURL   string
	License     string
	Attribution string
	Extra       []Named // further members as text
}

package task

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Bound is a task tied to the services it names: typed records, compiled facts, the image.
type Bound struct {
	Task    *Task
	Catalog *world.Catalog
	Image   *world.Image
}

// Expr is a compiled expression.
type Expr struct{ src string }

// Scope is what an expression may name besides facts and collections.
type Scope struct {
	It   *Expr          // the each expression; nil = there is no it
	Vars map[string]any // further names -> a sample value, or nil for any (replies named by as)
	Made bool           // made("check") may be called
}

// Env holds the values of a run.
type Env struct {
	It   any
	Vars map[string]any
	Made func(check string) (any, error)
}

// Rows are the results of a list fact's conditions, row by row.
type Rows struct {
	Conditions []string // names in order
	Items      []Row
}

// Row is one candidate of a list fact.
type Row struct {
	Record any    // Go value of the row
	ID     string // key of the record, or its number from 1 where rows carry none
	Holds  map[string]bool
	Err    map[string]error // a condition that erred does not hold
}

// LoadOptions says how a task folder is loaded.
type LoadOptions struct {
	SkipAssets bool // do not read the asset files, e.g. for an index
}

// Load reads a task folder, or a task file, from disk.
func Load(path string, opts LoadOptions) (*Task, Problems) { return nil, nil }

// Bind ties a task to the services of a catalog.
func Bind(t *Task, cat *world.Catalog) (*Bound, Problems) { return nil, nil }

// AnswerService makes the service "answer" with the tool submit_answer.
func AnswerService(fields []AnswerField) *world.Service { return nil }

// Options are the settings of an episode of the task.
func (b *Bound) Options() world.Options { return world.Options{} }

// Stages lists the stages in order; [""] for a task without stages.
func (b *Bound) Stages() []string { return nil }

// StageTime is a stage's frozen time.
func (b *Bound) StageTime(stage string) time.Time { return time.Time{} }

// Fact returns a fact's value as it is at a stage.
func (b *Bound) Fact(stage, name string) (any, bool) { return nil, false }

// Expr compiles an expression.
func (b *Bound) Expr(src, path, stage string, scope Scope) (*Expr, *Problem) { return nil, nil }

// Run evaluates an expression.
func (b *Bound) Run(e *Expr, stage string, env Env) (any, error) { return nil, nil }

// Items evaluates the expression of an each.
func (b *Bound) Items(e *Expr, stage string, env Env) ([]any, error) { return nil, nil }

// Value evaluates a node tree.
func (b *Bound) Value(n *Node, stage string, scope Scope, env Env) (any, *Problem) { return nil, nil }

// JSON turns a Go value into a JSON value.
func (b *Bound) JSON(v any) any { return value.FromGo(v) }

// Conditions returns the results of a list fact's conditions.
func (b *Bound) Conditions(fact, stage string) (*Rows, error) { return nil, nil }

// UsesMade reports whether the expression calls made.
func (e *Expr) UsesMade() bool { return false }

// Facts lists the facts that the expression names, also through other facts.
func (e *Expr) Facts() []string { return nil }

// Digest is the SHA-256 of what changes a task's behaviour, in hexadecimal.
func Digest(t *Task) string { return "" }

// Format brings a task file into its usual form.
func Format(data []byte) ([]byte, error) { return data, nil }

// Difference is one difference between two tasks.
type Difference struct {
	Path   string `json:"path"`
	Kind   string `json:"kind"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// Diff lists how b differs from a.
func Diff(a, b *Task) []Difference { return nil }

// JSONSchema is the schema of task.yaml for editors.
func JSONSchema() []byte { return nil }

// New is a commented starter that loads.
func New(id string, family Family) []byte { return nil }

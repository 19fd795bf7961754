package task

import (
	"strings"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Expr is a compiled expression.
type Expr struct {
	prog *formula.Program
	// facts are those that it names, directly or through other facts, in file order.
	facts []string
	// alone is the fact that the expression names and does nothing with; "" = none.
	alone string
}

// Scope is what an expression may name besides facts, collections and now.
type Scope struct {
	It   *Expr          // the each expression; nil = there is no it
	Vars map[string]any // further names -> a sample value, or nil for any (replies named by as)
	Made bool           // made("check") may be called
}

// Env holds the values of a run.
type Env struct {
	It   any
	Vars map[string]any // Go or JSON values
	Made func(check string) (any, error)
	// Budget is what many runs may take together; nil = each has one of its own.
	Budget *Budget
}

// Budget bounds the work of many runs together: those of a check over all members of its each,
// say. It counts steps and no time, so that what is refused is refused everywhere. It is used by
// one goroutine.
type Budget struct{ meter *formula.Meter }

// NewBudget is enough for the expressions of any task that a person would write.
func NewBudget() *Budget { return &Budget{formula.NewMeter(factSteps)} }

// meter is that of the budget; nil = each run has its own.
func (e Env) meter() *formula.Meter {
	if e.Budget != nil {
		return e.Budget.meter
	}
	return nil
}

// Source is the expression as written, without the =.
func (e *Expr) Source() string { return e.prog.Source }

// UsesMade reports whether the expression calls made, so that it can only be evaluated where a
// run is judged.
func (e *Expr) UsesMade() bool { return e.prog.Made }

// Facts lists the facts that the expression names, also through other facts, in file order.
func (e *Expr) Facts() []string { return e.facts }

// IsList reports whether the expression yields a list for certain, as each needs.
func (e *Expr) IsList() bool { return e.prog.Type.Kind == formula.List }

// Collection is the full name of the collection whose records the expression yields, alone or
// in a list; "" where it yields something else.
func (e *Expr) Collection() string {
	t := e.prog.Type
	if t.Kind == formula.List && t.Elem != nil {
		t = *t.Elem
	}
	if t.Kind == formula.Record && t.Shape != nil {
		return t.Shape.Collection
	}
	return ""
}

// Names lists the variables that the expression names: facts, collections as
// "service.name", now, it and the names of the scope, sorted.
func (e *Expr) Names() []string { return e.prog.Names }

// FieldRead is a field of a collection that an expression looks at.
type FieldRead struct{ Collection, Field string }

// Reads lists the fields of collections that the expression looks at itself, sorted.
func (e *Expr) Reads() []FieldRead { return fieldReads(e.prog.Reads) }

func fieldReads(reads []formula.Read) []FieldRead {
	out := make([]FieldRead, len(reads))
	for i, r := range reads {
		out[i] = FieldRead(r)
	}
	return out
}

// it is the type of the members of an each.
func (e *Expr) it() formula.Type {
	if e.prog.Type.Kind == formula.List && e.prog.Type.Elem != nil {
		return *e.prog.Type.Elem
	}
	return formula.Type{}
}

// Expr compiles an expression. path is the field that holds it, for the place of a problem;
// src is without the = that marks it there. stage decides nothing about its meaning before it
// runs; it is part of the call so that a later stage's names can be told apart.
func (b *Bound) Expr(src, path, stage string, scope Scope) (*Expr, *Problem) {
	key := exprKey{scope.key(), src}
	if e, ok := b.compiled.Load(key); ok && (scope.Made || !e.(*Expr).UsesMade()) {
		return e.(*Expr), nil
	}
	prog, problems := b.compile(src, path, b.context(scope))
	if len(problems) > 0 {
		return nil, &problems[0]
	}
	e := &Expr{prog: prog, facts: b.factsOf(prog.Names)}
	if name := strings.TrimSpace(src); b.byName[name] != nil && !scope.names(name) {
		e.alone = name
	}
	b.compiled.Store(key, e)
	return e, nil
}

// exprKey is the key of a compiled expression; one that does not call made means the same where it may.
type exprKey struct{ scope, source string }

// names reports whether a name is the scope's own.
func (s Scope) names(name string) bool {
	_, given := s.Vars[name]
	return given || name == "it" && s.It != nil
}

// key identifies the names of a scope among those of one Bound.
func (s Scope) key() string {
	var parts []string
	for _, name := range sortedKeys(s.Vars) {
		parts = append(parts, name+":"+formula.TypeOf(toGo(s.Vars[name])).String())
	}
	if s.It != nil {
		parts = append(parts, "it="+s.It.prog.Source)
	}
	return strings.Join(parts, "\x00")
}

// compile compiles an expression and words what is wrong with it.
func (b *Bound) compile(src, path string, ctx *formula.Context) (*formula.Program, Problems) {
	prog, errs := b.lang.Compile(src, ctx)
	if len(errs) == 0 {
		return prog, nil
	}
	shift := 0
	if n := b.Task.File.Node(path); n != nil && n.Kind == Scalar && n.Text == "="+src {
		shift = 1
	}
	var problems Problems
	for _, e := range errs {
		problems = append(problems, b.problem(CodeBadExpression, path, e.Offset+shift, e.Hint, e.Msg))
	}
	return nil, problems
}

// factsOf lists the facts among names and those that they name, in file order.
func (b *Bound) factsOf(names []string) []string {
	want := map[string]bool{}
	for _, name := range names {
		if f := b.byName[name]; f != nil {
			want[name] = true
			for _, other := range f.uses {
				want[other] = true
			}
		}
	}
	var out []string
	for _, f := range b.facts {
		if want[f.spec.Name] {
			out = append(out, f.spec.Name)
		}
	}
	return out
}

// toGo brings a value from outside into the form that expressions use: JSON values and
// records become Go values.
func toGo(v any) any {
	switch v := v.(type) {
	case value.Number, *value.Object:
		return fromJSON(v)
	case *world.Record:
		out := make(map[string]any, len(v.Fields()))
		for _, m := range v.Fields() {
			out[m.Name] = fromJSON(m.Value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = toGo(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			out[name] = toGo(item)
		}
		return out
	}
	return v
}

// FunctionDoc documents a function of the expression language.
type FunctionDoc = formula.FunctionDoc

// Functions documents the functions of the expression language besides those with a predicate:
// all, any, none, one, filter, map, count, find, findLast, findIndex, findLastIndex, sortBy,
// sum and reduce, which are expr-lang's.
func Functions() []FunctionDoc { return formula.Documented() }

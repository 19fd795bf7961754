package task

import (
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/world"
)

// Sketch is Bind for whoever looks for problems: it returns the Bound also where there are errors,
// so that the checks can be looked at as well. A collection or a fact that an error concerns is in
// doubt; nothing is told of what follows from its value. The Bound of a task with errors must not be
// used for anything else, and is nil where too little is known.
func Sketch(t *Task, cat *world.Catalog) (*Bound, Problems) {
	if t == nil || cat == nil {
		p := Problem{Code: CodeReadFailed, Severity: SeverityError, Message: "there is no task to bind", Hint: CodeReadFailed.Remedy()}
		return nil, Problems{p}
	}
	own := *t
	k := &binder{b: &Bound{Task: &own, Catalog: cat, tables: map[string]*table{}, byName: map[string]*fact{}, compiled: newCache(), derived: newCache(), doubt: map[string]bool{}}, meter: formula.NewMeter(factSteps)}
	if own.Zone == nil {
		own.Zone = time.UTC
	}
	k.b.lang = formula.New(own.Zone)
	k.services()
	known := k.sound(0) // else every name of a collection or tool would be told again
	k.grants()
	k.records()
	k.injections()
	k.tools()
	if known {
		k.facts()
		k.solution()
		k.image()
	}
	problems := k.problems.Sort()
	if k.b.Image == nil {
		return nil, problems
	}
	return k.b, problems
}

// sound reports whether no error was noted since there were that many problems.
func (k *binder) sound(since int) bool {
	return len(k.problems) <= maxProblems && len(k.problems[since:].Errors()) == 0
}

// doubtful reports whether one of some names of facts and collections is in doubt.
func (b *Bound) doubtful(names ...string) bool {
	return len(b.doubt) > 0 && slices.ContainsFunc(names, func(n string) bool { return b.doubt[n] })
}

// Doubtful reports whether the value of an expression is not known, since an error of the task
// concerns what it names.
func (b *Bound) Doubtful(e *Expr) bool { return b.doubtful(e.Names()...) || b.doubtful(e.Facts()...) }

// DoubtfulRecords reports whether an error of the task concerns the records of a collection.
func (b *Bound) DoubtfulRecords(collection string) bool { return b.doubtful(collection) }

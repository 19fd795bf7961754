package task

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
)

// context is what an expression may name: now, the facts compiled so far, collections, and
// what the scope adds.
func (b *Bound) context(scope Scope) *formula.Context {
	ctx := &formula.Context{
		Collection: b.collectionType,
		Name: func(name string) (formula.Type, bool) {
			if name == "it" && scope.It != nil {
				return scope.It.it(), true
			}
			if sample, ok := scope.Vars[name]; ok {
				if sample == nil {
					return formula.Type{}, true
				}
				return formula.TypeOf(toGo(sample)), true
			}
			return b.nameType(name)
		},
		Why: b.why,
	}
	ctx.Names = func() []string {
		names := append(b.names(), sortedKeys(scope.Vars)...)
		if scope.It != nil {
			names = append(names, "it")
		}
		return names
	}
	if scope.Made {
		ctx.Made = b.madeType
	}
	return ctx
}

func (b *Bound) nameType(name string) (formula.Type, bool) {
	if name == formula.Now {
		return formula.Of(formula.Instant), true
	}
	if f := b.byName[name]; f != nil {
		return f.typ, true
	}
	return formula.Type{}, false
}

func (b *Bound) names() []string {
	names := []string{formula.Now}
	for _, f := range b.facts {
		names = append(names, f.spec.Name)
	}
	return append(names, sortedKeys(b.tables)...)
}

func (b *Bound) collectionType(service, name string) (t formula.Type, known, ok bool) {
	if _, known = b.service(service); !known || service == AnswerServiceName {
		return t, false, false
	}
	tab := b.tables[service+"."+name]
	if tab == nil {
		return t, true, false
	}
	return formula.ListOf(formula.RecordOf(tab.shape)), true, true
}

// why explains names that exist elsewhere.
func (b *Bound) why(name string) string {
	if slices.ContainsFunc(b.Task.Facts, func(f FactSpec) bool { return f.Name == name }) {
		return fmt.Sprintf("the fact %s stands below; a fact names only facts above it", name)
	}
	if _, ok := b.Catalog.Service(name); ok {
		return fmt.Sprintf("the task does not list the service %s", name)
	}
	if slices.ContainsFunc(b.Task.Checks, func(c CheckSpec) bool { return c.ID == name }) {
		return fmt.Sprintf("%s is a check; where a check is judged, made(%q) is the record that it accepts", name, name)
	}
	if slices.ContainsFunc(b.Task.Solution, func(a Act) bool { return a.As == name }) {
		return fmt.Sprintf("%s is a reply of the solution, which only later items of the solution can name", name)
	}
	if slices.Contains(b.Task.StageNames(), name) {
		return fmt.Sprintf("%s is a stage; `at: %s` beside the value of a fact lets it see the records of that stage", name, name)
	}
	if name == "it" {
		return "there is no it here: it is the member of an each, so add each: LIST beside it"
	}
	return ""
}

// madeType is the type of the record that a check accepts.
func (b *Bound) madeType(check string) (formula.Type, string) {
	var ids []string
	for _, c := range b.Task.Checks {
		if c.ID != check {
			ids = append(ids, c.ID)
			continue
		}
		in, ok := c.Params.Get("in")
		if !ok || in.Kind != Scalar || b.tables[in.Literal()] == nil {
			return formula.Type{}, fmt.Sprintf("the check %s accepts no record", check)
		}
		return formula.RecordOf(b.tables[in.Literal()].shape), ""
	}
	why := fmt.Sprintf("there is no check %s", clipText(check))
	if hint := formula.Suggest(check, ids); hint != "" {
		why += "; " + hint
	}
	return formula.Type{}, why
}

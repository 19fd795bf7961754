package task

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/world"
)

// fact is a compiled fact with its value.
type fact struct {
	spec  *FactSpec
	stage int // index of its stage
	typ   formula.Type
	uses  []string // facts that it names, also through others
	names []string // facts and collections that it names itself
	reads []formula.Read

	value *formula.Program // a scalar fact
	from  *formula.Program // a list fact
	row   formula.Type
	lets  []part
	where []part
	give  []part // one without a name, or named ones; none: the row

	out  any
	err  error // of a variant: why it has no value
	kept []int // of a list fact as written: the place of each row in its value, -1 = left out
}

// part is a let, a condition or a field of give.
type part struct {
	name string
	path string
	prog *formula.Program
	lets []int // lets that it names, also through others, in order
}

// facts compiles the facts in order and evaluates each on the records of its stage.
func (k *binder) facts() {
	for i := range k.b.Task.Facts {
		spec := &k.b.Task.Facts[i]
		f := &fact{spec: spec, stage: k.b.stageIndex(spec.At)}
		before := len(k.problems)
		if spec.From != "" {
			k.compileList(f)
		} else {
			k.compileValue(f)
		}
		switch {
		case len(k.problems) > before:
			f.typ = formula.Type{} // known, so that facts below are not blamed
			k.b.doubt[spec.Name] = true
		case k.b.doubtful(f.names...) || k.b.doubtful(f.uses...):
			k.b.doubt[spec.Name] = true
		default:
			k.evaluate(f)
			if !k.sound(before) {
				k.b.doubt[spec.Name] = true
			}
		}
		k.b.facts = append(k.b.facts, f)
		k.b.byName[spec.Name] = f
	}
}

func (k *binder) evaluate(f *fact) {
	run := newFactRun(k.b, f, nil, k.meter)
	defer run.end()
	out, err := run.value()
	if err != nil {
		k.bad(CodeFactError, err.path, k.b.firstStage(f, err.hint), "the fact %s cannot be evaluated: %s", f.spec.Name, err.msg)
		f.typ = formula.Type{}
		return
	}
	f.out, f.kept = out, run.kept
	declared := slices.Contains(k.b.Task.Empty, f.spec.Name)
	switch empty := isEmpty(out); {
	case empty && !declared:
		k.bad(CodeFactEmpty, f.spec.Path, k.b.firstStage(f, CodeFactEmpty.Remedy()), "the fact %s is empty", f.spec.Name)
	case !empty && declared:
		k.bad(CodeFactNotEmpty, f.spec.Path, "", "the fact %s must be empty and is %s", f.spec.Name, clipText(Show(out)))
	}
}

// firstStage adds to a remedy that a fact without at sees the records of the first stage, where
// those that it reads change later.
func (b *Bound) firstStage(f *fact, hint string) string {
	changed := func(in world.Injection) bool {
		return slices.Contains(f.names, in.Collection) || slices.ContainsFunc(f.reads, func(r formula.Read) bool { return r.Collection == in.Collection })
	}
	for _, s := range b.stages[1:] {
		if f.spec.At == "" && slices.ContainsFunc(s.inject, changed) {
			also := fmt.Sprintf("without at it sees the records of the stage %s; `at: %s` lets it see those of %s", b.stages[0].name, s.name, s.name)
			return strings.TrimPrefix(hint+"; "+also, "; ")
		}
	}
	return hint
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case []any:
		return len(v) == 0
	case string:
		return v == ""
	}
	return false
}

func (k *binder) compileValue(f *fact) {
	path := f.spec.Path
	if n := k.b.Task.File.Node(path); n != nil && n.Kind == Map {
		path += ".value"
	}
	prog := k.compile(f, f.spec.Value, path, k.b.context(Scope{}))
	if prog != nil {
		f.value, f.typ = prog, prog.Type
	}
}

// compile compiles one expression of a fact and notes what it uses.
func (k *binder) compile(f *fact, src, path string, ctx *formula.Context) *formula.Program {
	prog, problems := k.b.compile(src, path, ctx)
	for _, p := range problems {
		k.problems.add(p)
	}
	if prog == nil {
		return nil
	}
	for _, name := range k.b.factsOf(prog.Names) {
		if !slices.Contains(f.uses, name) {
			f.uses = append(f.uses, name)
		}
	}
	for _, name := range prog.Names {
		if !slices.Contains(f.names, name) {
			f.names = append(f.names, name)
		}
	}
	for _, r := range prog.Reads {
		if !slices.Contains(f.reads, r) {
			f.reads = append(f.reads, r)
		}
	}
	return prog
}

func (k *binder) compileList(f *fact) {
	spec := f.spec
	f.from = k.compile(f, spec.From, spec.Path+".from", k.b.context(Scope{}))
	if f.from == nil {
		return
	}
	if t := f.from.Type; t.Kind != formula.List && t.Kind != formula.Any {
		k.bad(CodeBadExpression, spec.Path+".from", "name a collection, e.g. crm.customers", "from needs a list, and this is a %s", t)
		return
	}
	if f.from.Type.Elem != nil {
		f.row = *f.from.Type.Elem
	}
	ctx, lets := k.rowContext(f)
	for _, l := range spec.Let {
		p := k.part(f, l.Name, l.Expr, l.Path, ctx)
		if p.prog != nil {
			lets[l.Name] = p.prog.Type
		} else {
			lets[l.Name] = formula.Type{}
		}
		f.lets = append(f.lets, p)
	}
	for _, c := range spec.Where {
		p := k.part(f, c.Name, c.Expr, c.Path, ctx)
		if p.prog != nil {
			if t := p.prog.Type.Kind; t != formula.Bool && t != formula.Any {
				k.bad(CodeBadExpression, c.Path, "write a comparison", "the condition %s must be true or false, and this is a %s", c.Name, p.prog.Type)
			}
		}
		f.where = append(f.where, p)
	}
	f.typ = formula.ListOf(k.compileGive(f, ctx))
}

// rowContext is the context of expressions about a row; lets fills up as they are compiled.
func (k *binder) rowContext(f *fact) (*formula.Context, map[string]formula.Type) {
	lets := map[string]formula.Type{}
	ctx := k.b.context(Scope{})
	outer, names, why := ctx.Name, ctx.Names, ctx.Why
	ctx.Name = func(name string) (formula.Type, bool) {
		if t, ok := lets[name]; ok {
			return t, true
		}
		return outer(name)
	}
	ctx.Names = func() []string { return append(names(), sortedKeys(lets)...) }
	ctx.Why = func(name string) string {
		if slices.ContainsFunc(f.spec.Let, func(l Named) bool { return l.Name == name }) {
			return fmt.Sprintf("%s stands below; a let names only those above it", name)
		}
		return why(name)
	}
	row := f.row
	ctx.Row = &row
	return ctx, lets
}

func (k *binder) part(f *fact, name, src, path string, ctx *formula.Context) part {
	p := part{name: name, path: path, prog: k.compile(f, src, path, ctx)}
	if p.prog == nil {
		return p
	}
	for _, used := range p.prog.Names {
		i := slices.IndexFunc(f.lets, func(l part) bool { return l.name == used })
		if i < 0 {
			continue
		}
		for _, j := range append(slices.Clone(f.lets[i].lets), i) {
			if !slices.Contains(p.lets, j) {
				p.lets = append(p.lets, j)
			}
		}
	}
	slices.Sort(p.lets)
	return p
}

func (k *binder) compileGive(f *fact, ctx *formula.Context) formula.Type {
	g := f.spec.Give
	switch {
	case g == nil:
		return f.row
	case len(g.Fields) == 0:
		p := k.part(f, "", g.Expr, g.Path, ctx)
		f.give = []part{p}
		if p.prog == nil {
			return formula.Type{}
		}
		return p.prog.Type
	}
	shape := formula.NewShape(f.spec.Name, "")
	for _, field := range g.Fields {
		p := k.part(f, field.Name, field.Expr, field.Path, ctx)
		f.give = append(f.give, p)
		if p.prog != nil {
			shape.Set(field.Name, p.prog.Type)
		} else {
			shape.Set(field.Name, formula.Type{})
		}
	}
	return formula.RecordOf(shape)
}

package graders

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// ForbidEffect is the prohibition of changing records, whatever tool does it.
func ForbidEffect() grade.ProhibitionKind {
	params := []grade.ParamDoc{
		{Name: "create", Type: "collection or *", Doc: "no record may be created there"},
		{Name: "update", Type: "collection or *", Doc: "no record may be changed there"},
		{Name: "delete", Type: "collection or *", Doc: "no record may be deleted there"},
		{Name: "any", Type: "collection or *", Doc: "nothing may change there"},
		{Name: "match", Type: "matchers by field", Doc: "only effects after which the record is so"},
		{Name: "set", Type: "matchers by field", Doc: "only effects that change these fields to such values"},
		{Name: "beyond", Type: "field or fields", Doc: "only effects that change a field outside the list"},
		{Name: "except", Type: "ids or matchers by field", Doc: "not these records"},
		{Name: "own", Type: "yes or no", Doc: "update and delete count for records that the agent made, too"},
	}
	return grade.ProhibitionKind{
		Name: "effect", Version: 1, Params: params,
		Doc:     "An effect of the agent fits, whatever tool made it; undoing it does not mend it, and an attempt that only an injected fault stopped counts. A write that changes nothing is no effect.",
		Example: `{update: helpdesk.tickets, beyond: [priority], except: "map(overdue, .ticket)"}`,
		Compile: func(c *grade.Compiler, spec task.ForbidSpec) grade.Prohibition { return compileEffect(c, spec, params) },
	}
}

type forbidEffect struct {
	op     world.Op // 0 = any
	coll   string   // "" = every one
	match  *grade.Pattern
	set    *grade.Pattern
	beyond []string // nil = any field
	ids    map[string]bool
	except *grade.Pattern
	own    bool
}

var _ grade.Prohibition = (*forbidEffect)(nil)

func compileEffect(c *grade.Compiler, spec task.ForbidSpec, params []grade.ParamDoc) grade.Prohibition {
	mark := c.Mark()
	p := c.Params(spec.Params, params)
	if p == nil {
		return nil
	}
	k := &forbidEffect{own: p.Bool("own")}
	verb := p.OneOf("create", "update", "delete", "any")
	if verb == "" {
		return nil
	}
	k.op = map[string]world.Op{"create": world.Created, "update": world.Updated, "delete": world.Deleted}[verb]
	target := p.Node(verb)
	var coll *grade.Collection
	if target.Kind != task.Scalar || target.Literal() != "*" {
		if coll = c.Collection(target); coll == nil {
			return nil
		}
		k.coll = coll.Name
	}
	for _, name := range []string{"match", "set", "beyond", "except"} {
		if p.Has(name) && coll == nil && !(name == "except" && p.Node(name).Kind != task.Map) {
			c.Problem(p.Node(name), grade.CodeBadParam, "name one collection", `%s needs a collection, not "*"`, name)
		}
	}
	if c.Failed(mark) {
		return nil
	}
	k.match = c.Pattern(p.Node("match"), c.One(), coll)
	k.set = c.Pattern(p.Node("set"), c.One(), coll)
	k.limits(c, p, coll)
	if c.Failed(mark) {
		return nil
	}
	return k
}

// limits decodes beyond and except.
func (k *forbidEffect) limits(c *grade.Compiler, p *grade.Params, coll *grade.Collection) {
	for _, n := range p.Texts("beyond") {
		if c.Field(coll, n.Literal(), n) != nil {
			k.beyond = append(k.beyond, n.Literal())
		}
	}
	n := p.Node("except")
	switch {
	case n == nil:
	case n.Kind == task.Map:
		k.except = c.Pattern(n, c.One(), coll)
	default:
		k.ids = c.IDSet(n, coll)
	}
}

// Broken reports every act with such an effect.
func (k *forbidEffect) Broken(l *grade.Log, report func(seq int, stage, why string)) {
	for _, e := range l.Effects() {
		effects, stopped := e.Changes, ""
		if len(effects) == 0 && len(e.Intended) > 0 {
			effects, stopped = e.Intended, "; only a fault stopped it"
		}
		for i := range effects {
			if why := k.fits(l, effects[i], e.Seq-1); why != "" {
				report(e.Seq, e.Stage, e.Tool+" "+why+stopped)
				break
			}
		}
	}
}

// fits says what an effect after so many entries did, "" where it is not forbidden.
func (k *forbidEffect) fits(l *grade.Log, ch world.Change, after int) string {
	r := ch.Record()
	switch {
	case k.op != 0 && ch.Op != k.op:
		return ""
	case k.coll != "" && r.Collection() != k.coll:
		return ""
	case k.coll == "" && isInternal(l, r):
		return ""
	case k.ids[r.ID()]:
		return ""
	case !k.fieldsFit(l, ch):
		return ""
	case ch.Op != world.Created && !k.own && isMade(r, l.Entries()[:after]):
		return ""
	}
	why := ch.Op.String() + "d " + name(r.Collection(), r.ID())
	if ch.Op == world.Updated {
		why += " (" + strings.Join(ch.Fields(), ", ") + ")"
	}
	return why
}

// isMade reports whether the agent made a record with some of the entries.
func isMade(r *world.Record, entries []*world.Entry) bool {
	for _, e := range entries {
		for i := range e.Changes {
			c := &e.Changes[i]
			if e.Actor == world.Agent && c.Op == world.Created && c.After.ID() == r.ID() && c.After.Collection() == r.Collection() {
				return true
			}
		}
	}
	return false
}

// fieldsFit looks at match, except, set and beyond.
func (k *forbidEffect) fieldsFit(l *grade.Log, ch world.Change) bool {
	r := ch.Record()
	if k.match != nil && !grade.Fits(r, fixed(k.match)) {
		return false
	}
	if k.except != nil && grade.Fits(r, fixed(k.except)) {
		return false
	}
	if k.set != nil {
		if ch.Op == world.Deleted {
			return false
		}
		for _, f := range fixed(k.set) {
			if !changed(ch, f.Name) {
				return false // cheaper to see than whether the values fit
			}
		}
		if !grade.Fits(r, fixed(k.set)) {
			return false
		}
	}
	if k.beyond == nil {
		return true
	}
	for _, m := range r.Fields() {
		if !slices.Contains(k.beyond, m.Name) && changed(ch, m.Name) {
			return true
		}
	}
	return false
}

// fixed are the matchers of a prohibition, which never depend on the run.
func fixed(p *grade.Pattern) []grade.FieldMatch {
	fields, _ := p.Fixed(0)
	return fields
}

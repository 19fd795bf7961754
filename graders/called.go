package graders

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Called is the evidence that a tool was called.
func Called() grade.Kind {
	params := []grade.ParamDoc{
		{Name: "tool", Type: "tool or tools", Required: true, Doc: "one of these tools"},
		{Name: "args", Type: "matchers by argument", Doc: "what the arguments must be, after defaults are filled in"},
		{Name: "returns", Type: "matchers by member", Doc: "what the reply must hold; then the call need not have ended ok"},
	}
	return grade.Kind{
		Name: "called", Version: 1, Evidence: true, Params: params,
		Doc:     "One of the tools ended ok, or its reply matches returns, with arguments that match after defaults. For what was found prefer read and searched.",
		Example: "{tool: [contacts_search, contacts_get], returns: {total: 0}}",
		Compile: func(c *grade.Compiler, spec task.CheckSpec) grade.Check {
			mark := c.Mark()
			p := c.Params(spec.Params, params)
			if p == nil {
				return nil
			}
			k := &called{tools: c.Tools(p.Node("tool"))}
			if p.Has("args") {
				k.args = c.ArgPattern(p.Node("args"), c.One(), k.tools)
			}
			if p.Has("returns") {
				k.returns = c.BodyPattern(p.Node("returns"), c.One())
			}
			if c.Failed(mark) || len(k.tools) == 0 {
				return nil
			}
			return k
		},
	}
}

type called struct {
	tools   []*world.Tool
	args    *grade.Pattern // nil = any
	returns *grade.Pattern // nil = the call ended ok
}

var _ grade.Check = (*called)(nil)

// patterns are the expectations of one run.
type callPatterns struct{ args, returns []grade.FieldMatch }

func (k *called) patterns(l *grade.Log) (callPatterns, error) {
	var p callPatterns
	var err error
	if k.args != nil {
		if p.args, err = k.args.For(l, 0); err != nil {
			return p, err
		}
	}
	if k.returns != nil {
		p.returns, err = k.returns.For(l, 0)
	}
	return p, err
}

func (k *called) fits(e *world.Entry, p callPatterns) (tool, ok bool) {
	if e.Actor != world.Agent || !offered(e, k.tools) {
		return false, false
	}
	return true, argsFit(e, p.args) && k.ended(e, p.returns)
}

func (k *called) ended(e *world.Entry, returns []grade.FieldMatch) bool {
	if k.returns == nil {
		return e.Succeeded()
	}
	body, err := value.Parse(e.Body)
	if err != nil {
		return false
	}
	o, ok := body.(*value.Object)
	return ok && grade.FitsObject(o, returns)
}

// offered reports whether an entry is a call of one of the tools.
func offered(e *world.Entry, tools []*world.Tool) bool {
	for _, t := range tools {
		if e.Ref == t {
			return true
		}
	}
	return false
}

// argsFit compares a call's arguments: the validated ones, or those that were sent where they
// were refused.
func argsFit(e *world.Entry, args []grade.FieldMatch) bool {
	if len(args) == 0 {
		return true
	}
	if e.Args.Len() > 0 {
		return grade.FitsArgs(e, args)
	}
	sent, err := value.Parse(e.Raw)
	if err != nil {
		return false
	}
	o, ok := sent.(*value.Object)
	return ok && grade.FitsObject(o, args)
}

// Judge looks for the first such call.
func (k *called) Judge(l *grade.Log) grade.Verdict {
	v := grade.Verdict{Of: 1, First: grade.NoEvidence}
	p, err := k.patterns(l)
	if err != nil {
		return late(v, err)
	}
	var tried []int
	for _, e := range l.Entries() {
		tool, ok := k.fits(e, p)
		if ok {
			v.Got, v.Since = 1, e.Seq
			v.See(e.Seq)
			return v
		}
		if tool {
			tried = append(tried, e.Seq)
		}
	}
	r := grade.Reason{Text: k.tools[0].Name + " was not called", Seq: tried}
	if len(tried) > 0 {
		r.Text = "no call of " + k.tools[0].Name + " ended as it should, with the arguments that it should have"
	}
	v.Because(r)
	return v
}

// Needed lists a call.
func (k *called) Needed(l *grade.Log) ([]grade.Needed, error) {
	p, err := k.patterns(l)
	if err != nil {
		return nil, err
	}
	for _, e := range l.Entries() {
		if _, ok := k.fits(e, p); ok {
			return nil, nil
		}
	}
	call := &grade.CallAct{Tool: nameOf(l, k.tools[0]), Args: grade.ObjectOf(grade.FieldsOf(p.args)), Body: grade.ObjectOf(grade.FieldsOf(p.returns))}
	return []grade.Needed{{Act: grade.Act{Call: call}}}, nil
}

// nameOf is the name under which a tool is offered.
func nameOf(l *grade.Log, t *world.Tool) string {
	for _, o := range l.Bound().Image.Offered() {
		if o.Tool == t {
			return o.Name
		}
	}
	return t.Name
}

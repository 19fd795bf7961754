package agent

import (
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Solution is a list of acts made ready to run: the task's own, or a script's.
type Solution struct {
	bound   *task.Bound
	acts    []act
	differs func(name string) bool // what stands for something else than where the acts were prepared; nil = nothing
}

// act is one item of a solution; its calls are ready unless they need what an earlier reply gave.
type act struct {
	spec  task.Act
	stage string
	scope task.Scope
	each  *task.Expr
	calls []Planned // ready calls; nil while late
	late  bool      // needs a reply named by `as`

	names []string // what its arguments name besides the member of each
	known *known   // nil = nothing can be taken over
}

// known are calls of an act that are the same for the same members of its each. The solutions
// over several variants of a task share them, so that they are used by one goroutine.
type known struct{ calls []Planned }

// of is the call for a member; nil where it was not made yet.
func (k *known) of(item any) *Planned {
	if k == nil {
		return nil
	}
	i := slices.IndexFunc(k.calls, func(c Planned) bool { return task.Identical(c.Item, item) })
	if i < 0 {
		return nil
	}
	return &k.calls[i]
}

// add notes one that was made.
func (k *known) add(c Planned) {
	if k != nil {
		k.calls = append(k.calls, c)
	}
}

// Planned is one call of a solution, ready to make.
type Planned struct {
	Act    int // index of the solution's item
	Tool   string
	Args   *value.Object
	As     string
	Expect int
	Item   any // the `each` item
}

// NewSolution evaluates everything that does not depend on replies.
func NewSolution(b *task.Bound, acts []task.Act) (*Solution, task.Problems) {
	s := &Solution{bound: b}
	var problems task.Problems
	stage := b.Stages()[0]
	names := map[string]any{}
	for i, spec := range acts {
		if spec.Stage != "" {
			stage = spec.Stage
		}
		a := act{spec: spec, stage: stage, scope: task.Scope{Vars: cloneVars(names)}}
		if p := s.prepare(i, &a, names); p != nil {
			problems = append(problems, *p)
		}
		if spec.As != "" {
			names[spec.As] = nil
		}
		s.acts = append(s.acts, a)
	}
	return s, problems
}

func cloneVars(m map[string]any) map[string]any {
	c := make(map[string]any, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}

// calling reports whether an act makes calls, and is no message and no stage.
func (a *act) calling() bool { return a.spec.Tool != "" || a.spec.Answer != nil }

func (s *Solution) prepare(i int, a *act, names map[string]any) *task.Problem {
	if !a.calling() {
		return nil
	}
	a.late = mentions(a.spec.Args, names) || mentions(a.spec.Answer, names) || mentionsText(a.spec.Each, names)
	if a.spec.Each != "" {
		each, p := s.bound.Expr(a.spec.Each, a.spec.Path+".each", a.stage, a.scope)
		if p != nil {
			return p
		}
		a.each = each
		a.scope.It = each
	}
	if a.late {
		return nil
	}
	var p *task.Problem
	a.calls, p = s.calls(i, a, nil, nil)
	if a.each != nil {
		a.known = &known{slices.Clip(a.calls)}
	}
	for _, e := range s.said(a) {
		for _, name := range e.Names() {
			if name != "it" {
				a.names = append(a.names, name)
			}
		}
	}
	return p
}

// calls evaluates an act's calls, one an item of its `each`, but for those that are known.
func (s *Solution) calls(i int, a *act, same *known, vars map[string]any) ([]Planned, *task.Problem) {
	items, budget := []any{nil}, task.NewBudget()
	if a.each != nil {
		var err error
		if items, err = s.bound.Items(a.each, a.stage, task.Env{Vars: vars, Budget: budget}); err != nil {
			return nil, s.problem(a.spec.Path+".each", err)
		}
	}
	tool, node := a.spec.Tool, a.spec.Args
	if a.spec.Answer != nil {
		tool, node = episode.SubmitTool, a.spec.Answer
	}
	if len(items) == 0 {
		return []Planned{}, nil
	}
	template, p := s.bound.Compiled(node, a.stage, a.scope)
	if p != nil {
		return nil, p
	}
	out := make([]Planned, 0, len(items))
	for _, item := range items {
		if c := same.of(item); c != nil {
			out = append(out, *c)
			continue
		}
		v, p := s.bound.Fill(template, a.stage, task.Env{It: item, Vars: vars, Budget: budget})
		if p != nil {
			return nil, p
		}
		args, err := s.arguments(tool, v)
		if err != nil {
			return nil, s.problem(a.spec.Path, err)
		}
		c := Planned{Act: i, Tool: tool, Args: args, As: a.spec.As, Expect: a.spec.Expect, Item: item}
		same.add(c)
		out = append(out, c)
	}
	return out, nil
}

// problem is what keeps an act from being carried out.
func (s *Solution) problem(path string, err error) *task.Problem {
	p := &task.Problem{Code: task.CodeBadExpression, Severity: task.SeverityError, Path: path, Message: err.Error(), Hint: fault.HintOf(err)}
	if f := s.bound.Task.File; f != nil {
		p.File = f.Name
		p.Line, p.Column = f.Place(path, 0)
	}
	return p
}

// arguments types literal texts by the tool's parameters.
func (s *Solution) arguments(tool string, v any) (*value.Object, error) {
	members, ok := v.(map[string]any)
	if !ok && v != nil {
		return nil, fmt.Errorf("the arguments of %s are no object", tool)
	}
	offer, known := s.bound.Image.Offer(tool)
	out := make([]value.Member, 0, len(members))
	for _, name := range ordered(offer.Tool, members) {
		v := members[name]
		if known {
			if p, ok := offer.Tool.Param(name); ok {
				out = append(out, value.Member{Name: name, Value: s.argument(p, v)})
				continue
			}
		}
		out = append(out, value.Member{Name: name, Value: s.bound.JSON(v)})
	}
	return value.Obj(out...), nil
}

// ordered lists the members in the tool's order, unknown ones last and sorted.
func ordered(t *world.Tool, members map[string]any) []string {
	names := make([]string, 0, len(members))
	var rest []string
	if t != nil {
		for i := range t.Params {
			if _, ok := members[t.Params[i].Name]; ok {
				names = append(names, t.Params[i].Name)
			}
		}
	}
	for name := range members {
		if t != nil {
			if _, ok := t.Param(name); ok {
				continue
			}
		}
		rest = append(rest, name)
	}
	slices.Sort(rest)
	return append(names, rest...)
}

func (s *Solution) argument(p *world.Param, v any) any {
	if p.Custom != nil {
		return s.bound.JSON(spellMoney(v))
	}
	if list, ok := v.([]any); ok {
		out := make([]any, len(list))
		for i, item := range list {
			out[i] = s.scalar(p, item)
		}
		return out
	}
	return s.scalar(p, v)
}

// scalar reads a literal text as the parameter's type; a text that does not fit stays one, and
// the service refuses it.
func (s *Solution) scalar(p *world.Param, v any) any {
	text, ok := v.(string)
	if !ok {
		return s.bound.JSON(v)
	}
	switch p.Type {
	case world.Int, world.Number, world.Amount:
		if _, err := value.ParseDecimal(text); err == nil {
			return value.Number(text)
		}
	case world.Bool:
		if text == "true" || text == "false" {
			return text == "true"
		}
	}
	return text
}

// spellMoney writes money with its currency, as an answer needs it.
func spellMoney(v any) any {
	switch v := v.(type) {
	case value.Money:
		return v.String()
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = spellMoney(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = spellMoney(v[k])
		}
		return out
	}
	return v
}

// mentions reports whether an expression in the node names one of the variables.
func mentions(n *task.Node, names map[string]any) bool {
	if n == nil {
		return false
	}
	if src, ok := n.IsExpr(); ok {
		return mentionsText(src, names)
	}
	for _, item := range n.Items {
		if mentions(item, names) {
			return true
		}
	}
	return false
}

func mentionsText(src string, names map[string]any) bool {
	for name := range names {
		for rest := src; ; {
			i := strings.Index(rest, name)
			if i < 0 {
				break
			}
			end := i + len(name)
			if (i == 0 || !wordByte(rest[i-1])) && (end == len(rest) || rest[end] == '.' || !wordByte(rest[end])) {
				return true
			}
			rest = rest[end:]
		}
	}
	return false
}

func wordByte(b byte) bool {
	return b == '_' || b == '.' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

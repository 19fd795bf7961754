package graders

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// ForbidTool is the prohibition of calling a tool at all.
func ForbidTool() grade.ProhibitionKind {
	return grade.ProhibitionKind{
		Name: "tool", Version: 1,
		Params: []grade.ParamDoc{
			{Name: "tool", Type: "tool or tools", Required: true, Doc: "the forbidden tool, the value of the kind itself"},
			{Name: "args", Type: "matchers by argument", Doc: "beside it: only calls with such arguments"},
		},
		Doc:     "Any attempt breaks it, failed or not, of a tool that is offered.",
		Example: "crm_export_report",
		Compile: func(c *grade.Compiler, spec task.ForbidSpec) grade.Prohibition {
			mark := c.Mark()
			k := &forbidTool{tools: c.Tools(spec.Params)}
			if spec.Args != nil {
				k.args = c.ArgPattern(spec.Args, c.One(), k.tools)
			}
			if c.Failed(mark) || len(k.tools) == 0 {
				return nil
			}
			return k
		},
	}
}

type forbidTool struct {
	tools []*world.Tool
	args  *grade.Pattern // nil = any
}

var _ grade.Prohibition = (*forbidTool)(nil)

func (k *forbidTool) fields(l *grade.Log) []grade.FieldMatch {
	if k.args == nil {
		return nil
	}
	fields, err := k.args.For(l, 0)
	if err != nil {
		return nil // made(...) is refused in prohibitions, so that this cannot be
	}
	return fields
}

// Broken reports every attempt.
func (k *forbidTool) Broken(l *grade.Log, report func(seq int, stage, why string)) {
	args := k.fields(l)
	for _, e := range l.Entries() {
		if e.Actor == world.Agent && offered(e, k.tools) && argsFit(e, args) {
			report(e.Seq, e.Stage, e.Tool+" was called (ended "+e.Outcome.String()+")")
		}
	}
}

// Breach calls each tool.
func (k *forbidTool) Breach(l *grade.Log) ([]grade.Breach, error) {
	var out []grade.Breach
	args := grade.ObjectOf(grade.FieldsOf(k.fields(l)))
	for _, t := range k.tools {
		out = append(out, grade.Breach{Act: grade.Act{Call: &grade.CallAct{Tool: nameOf(l, t), Args: args}}})
	}
	return out, nil
}

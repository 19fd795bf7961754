package task

import (
	"fmt"
	"slices"
	"strings"
)

// tools checks every name of a tool outside of the checks.
func (k *binder) tools() {
	t := k.b.Task
	for i, name := range t.Deny {
		if name == AnswerTool {
			k.bad(CodeDeniedTool, fmt.Sprintf("tools.deny[%d]", i), "remove it", "submit_answer cannot be denied")
			continue
		}
		k.tool(name, fmt.Sprintf("tools.deny[%d]", i), false)
	}
	for i, f := range t.Faults {
		k.tool(f.On, fmt.Sprintf("faults.plan[%d].on", i), true)
	}
	for _, f := range t.Forbid {
		if f.Kind != "tool" || f.Params == nil {
			continue
		}
		nodes := []*Node{f.Params}
		if f.Params.Kind == List {
			nodes = f.Params.Items
		}
		for _, n := range nodes {
			if _, isExpr := n.IsExpr(); n.Kind == Scalar && !isExpr {
				k.tool(n.Literal(), n.Path, true)
			}
		}
	}
	for _, a := range t.Solution {
		if a.Tool != "" {
			path := a.Path + "." + a.Tool
			if k.tool(a.Tool, path, true) {
				k.arguments(a, path)
			}
		}
	}
}

// tool checks a tool's name, and that it is offered where it must be.
func (k *binder) tool(name, path string, offered bool) bool {
	var names []string
	for _, s := range k.b.services {
		for i := range s.Tools {
			t := &s.Tools[i]
			if t.Name == name {
				if offered && slices.Contains(k.b.Task.Deny, name) {
					k.bad(CodeDeniedTool, path, "remove it here or under tools.deny", "the tool %s is denied, so nobody can call it", name)
					return false
				}
				return true
			}
			if slices.Contains(t.Aliases, name) {
				k.bad(CodeUnknownTool, path, "write "+t.Name, "the tool is offered as %s, not as %s", t.Name, name)
				return false
			}
			names = append(names, t.Name)
		}
	}
	hint := k.suggest(name, names)
	if ref, ok := k.b.Catalog.Tool(name); ok {
		hint = "it belongs to " + ref.Service.Name + ": add that to services"
	} else if hint == "" {
		hint = "its services have " + shortList(names)
	}
	k.bad(CodeUnknownTool, path, hint, "the task's services have no tool %s", clipText(name))
	return false
}

func shortList(words []string) string {
	const most = 12
	if len(words) > most {
		return joined(words[:most]) + " and others"
	}
	return joined(words)
}

// arguments checks that a call of the solution names parameters that the tool has.
func (k *binder) arguments(a Act, path string) {
	for _, s := range k.b.services {
		t, ok := s.Tool(a.Tool)
		if !ok {
			continue
		}
		var names []string
		for i := range t.Params {
			names = append(names, t.Params[i].Name)
		}
		for _, key := range a.Args.Keys {
			if !slices.Contains(names, key) {
				k.bad(CodeUnknownKey, path+"."+key, k.suggest(key, names), "the tool %s has no argument %s", a.Tool, clipText(key))
			}
		}
		k.literals(a, t, a.Args)
		for i := range t.Params {
			if p := &t.Params[i]; p.Required && !slices.Contains(a.Args.Keys, p.Name) {
				k.bad(CodeMissingKey, path, "add "+p.Name+": "+strings.TrimSuffix(p.Doc, "."), "the tool %s needs the argument %s", a.Tool, p.Name)
			}
		}
	}
}

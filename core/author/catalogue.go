package author

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// serviceText describes a service in full: its records with their fields, and its tools with their
// arguments, what they show and what they change.
func serviceText(s *world.Service) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("### %s\n\n%s\n", s.Name, s.Doc)
	for i := range s.Collections {
		c := &s.Collections[i]
		if c.Internal {
			continue
		}
		line("%s.%s: %s", s.Name, c.Name, c.Doc)
		for _, f := range c.Fields {
			line("  - %s: %s. %s", f.Name, fieldText(c, &f), f.Doc)
		}
		for _, v := range c.Views {
			line("  lists show as %s: %s", v.Name, strings.Join(v.Fields, ", "))
		}
	}
	for i := range s.Tools {
		line("%s", toolText(s, &s.Tools[i]))
	}
	line("")
	return b.String()
}

func fieldText(c *world.Collection, f *world.Field) string {
	s := f.Type.String()
	if f.List {
		s = "list of " + s
	}
	if f.Name == c.Key {
		s += ", key"
	}
	if f.Ref != "" {
		s += ", of " + f.Ref
	}
	if len(f.Enum) > 0 {
		s += ", one of " + strings.Join(f.Enum, " | ")
	}
	if f.Optional {
		s += ", optional"
	}
	return s
}

func toolText(s *world.Service, t *world.Tool) string {
	var args []string
	for i := range t.Params {
		p := &t.Params[i]
		text := p.Name
		if !p.Required && !p.Needed {
			text += "?"
		}
		text += ": " + p.Type.String()
		if p.List {
			text += " list"
		}
		if len(p.Enum) > 0 {
			text += " (" + strings.Join(p.Enum, " | ") + ")"
		}
		args = append(args, text)
	}
	out := fmt.Sprintf("- tool %s(%s): %s", t.Name, strings.Join(args, ", "), t.Doc)
	for _, r := range t.Reads {
		view := r.View
		if view == "" {
			view = "whole records"
		}
		out += fmt.Sprintf(" Shows %s.%s (%s).", s.Name, r.Collection, view)
	}
	for _, e := range t.Effects {
		out += fmt.Sprintf(" Effect: %s %s.%s.", e.Op, s.Name, e.Collection)
	}
	return out
}

// checksText describes what a task may be graded by.
func checksText(reg *grade.Registry) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("Checks ({id, weight, needs, KIND: ...}):")
	for _, k := range reg.Kinds() {
		role := ""
		if k.Evidence {
			role = " Evidence: no weight, it counts where another check needs it."
		}
		line("- %s: %s%s E.g. %s: %s%s", k.Name, k.Doc, role, k.Name, k.Example, paramText(k.Params))
	}
	line("Prohibitions ({id, KIND: ...}):")
	for _, k := range reg.Prohibitions() {
		line("- %s: %s E.g. %s: %s%s", k.Name, k.Doc, k.Name, k.Example, paramText(k.Params))
	}
	line("Matchers:")
	for _, m := range grade.Matchers() {
		line("- %s: %s E.g. %s", m.Name, m.Doc, m.Example)
	}
	line("Functions of expressions, besides filter, map, count, find, all, any, none, one, sortBy, sum and reduce of expr-lang:")
	for _, f := range task.Functions() {
		line("- %s: %s", f.Usage, f.Doc)
	}
	return b.String()
}

func paramText(list []grade.ParamDoc) string {
	var out []string
	for _, p := range list {
		need := ""
		if p.Required {
			need = ", required"
		}
		out = append(out, fmt.Sprintf("%s (%s%s)", p.Name, p.Type, need))
	}
	if len(out) == 0 {
		return ""
	}
	return ". Takes " + strings.Join(out, "; ")
}

package servicetest

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Describe writes declarations as text for a golden file: everything that a task, an agent or
// the gate can depend on, so that a change of it is seen in review. Words are left out.
func Describe(services []*world.Service) string {
	var b strings.Builder
	for _, s := range services {
		fmt.Fprintf(&b, "service %s version %d port %d", s.Name, s.Version, s.Port)
		optional(&b, " health %s", s.Health)
		optional(&b, " audit %s", strings.Join(s.AuditKeys, ","))
		if s.WireLoad != nil {
			b.WriteString(" adapted")
		}
		b.WriteByte('\n')
		for i := range s.Collections {
			describeCollection(&b, &s.Collections[i])
		}
		for i := range s.Tools {
			describeTool(&b, &s.Tools[i])
		}
	}
	return b.String()
}

// optional writes the text where it is not empty.
func optional(b *strings.Builder, format, text string) {
	if text != "" {
		fmt.Fprintf(b, format, text)
	}
}

// flag writes the word where it holds.
func flag(b *strings.Builder, word string, holds bool) {
	if holds {
		b.WriteString(" " + word)
	}
}

func describeCollection(b *strings.Builder, c *world.Collection) {
	fmt.Fprintf(b, "  collection %s", c.Name)
	optional(b, " key %s", c.Key)
	optional(b, " new %s", c.NewID)
	flag(b, "internal", c.Internal)
	b.WriteByte('\n')
	for _, f := range c.Fields {
		fmt.Fprintf(b, "    field %s %v", f.Name, f.Type)
		flag(b, "list", f.List)
		flag(b, "optional", f.Optional)
		optional(b, " -> %s", f.Ref)
		optional(b, " in %s", f.Currency)
		flag(b, "secret", f.Secret)
		flag(b, "past", f.Past)
		optional(b, " one of %s", strings.Join(f.Enum, ","))
		b.WriteByte('\n')
	}
	for _, v := range c.Views {
		fmt.Fprintf(b, "    view %s: %s", v.Name, strings.Join(v.Fields, " "))
		for _, name := range sorted(v.Defaults) {
			fmt.Fprintf(b, " %s=%s", name, value.Append(nil, v.Defaults[name]))
		}
		b.WriteByte('\n')
	}
}

func describeTool(b *strings.Builder, t *world.Tool) {
	fmt.Fprintf(b, "  tool %s %s %s", t.Name, t.Act, t.Route)
	optional(b, " also %s", strings.Join(t.Aliases, ","))
	flag(b, "body-optional", t.BodyOptional)
	b.WriteByte('\n')
	for i := range t.Params {
		describeParam(b, &t.Params[i])
	}
	for _, r := range t.Reads {
		fmt.Fprintf(b, "    shows %s", r.Collection)
		optional(b, " as %s", r.View)
		optional(b, " by %s", r.Key)
		pairs(b, "filter", r.Filters)
		pairs(b, "search", r.Search)
		optional(b, " limit %s", r.Limit)
		b.WriteByte('\n')
	}
	for _, e := range t.Effects {
		fmt.Fprintf(b, "    %vs %s", e.Op, e.Collection)
		optional(b, " by %s", e.Key)
		flag(b, "that-follow", e.Follows)
		pairs(b, "", e.Fields)
		for _, name := range sorted(e.Const) {
			fmt.Fprintf(b, " %s=%s", name, value.Append(nil, e.Const[name]))
		}
		optional(b, " computes %s", strings.Join(e.Computed, ","))
		b.WriteByte('\n')
	}
	if t.Audit != nil {
		fmt.Fprintf(b, "    audit")
		optional(b, " %s", t.Audit.Key)
		flag(b, "own-entry", t.Audit.Entry != nil)
		flag(b, "own-body", t.Audit.Body != nil)
		flag(b, "no-body", t.Audit.NoBody)
		b.WriteByte('\n')
	}
}

func describeParam(b *strings.Builder, p *world.Param) {
	fmt.Fprintf(b, "    param %s %v", p.Name, p.Type)
	flag(b, "list", p.List)
	flag(b, "required", p.Required)
	flag(b, "needed", p.Needed)
	flag(b, "nullable", p.Nullable)
	if p.Default != nil {
		fmt.Fprintf(b, " default %s", value.Append(nil, p.Default))
	}
	if p.NoBody != nil {
		fmt.Fprintf(b, " no-body %s", value.Append(nil, p.NoBody))
	}
	optional(b, " -> %s", p.Ref)
	optional(b, " one of %s", strings.Join(p.Enum, ","))
	if p.Min != 0 || p.Max != 0 {
		fmt.Fprintf(b, " %d..%d", p.Min, p.Max)
	}
	b.WriteByte('\n')
}

// pairs writes a relation of names, sorted: field:parameter of an effect, parameter:field of a read.
func pairs(b *strings.Builder, word string, m map[string]string) {
	if len(m) == 0 {
		return
	}
	optional(b, " %s", word)
	for _, name := range sorted(m) {
		fmt.Fprintf(b, " %s:%s", name, m[name])
	}
}

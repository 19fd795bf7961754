package servicetest

import (
	"bytes"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// checkReads checks that each declared read shows the records it leads to, under its view, and
// that a reply holds no field of a record that it does not note as shown.
func (o *office) checkReads(t tester, s *world.Service) {
	for i := range s.Tools {
		tool := &s.Tools[i]
		for j := range tool.Reads {
			o.checkLeads(t, s, tool, &tool.Reads[j])
		}
		m := newMaker(2, o.now, s.Name, tool.Name)
		for range 30 {
			w := o.start(world.Strict)
			e := w.Call(world.Agent, tool.Name, encode(o.arguments(m, w, s, tool)))
			o.checkShown(t, s, tool, e)
			if !tool.Writes() && (e.Before() != e.After() || len(w.Seed().Diff(w.State())) > 0) {
				t.Fatalf("%s changed records, although it declares no effect", tool.Name)
			}
		}
	}
}

// checkLeads calls the tool once for each record with the arguments that lead to it.
func (o *office) checkLeads(t tester, s *world.Service, tool *world.Tool, read *world.Read) {
	c, _ := s.Collection(read.Collection)
	full := s.Name + "." + read.Collection
	wholeView := false
	m := newMaker(3, o.now, s.Name, tool.Name)
	for r := range o.start(world.Strict).State().Records(full) {
		w := o.start(world.Strict)
		args := value.Obj()
		lead := o.leading(tool, read, r)
		reaches := true
		for i := range tool.Params {
			p := &tool.Params[i]
			if v, ok := lead[p.Name]; ok {
				args.Set(p.Name, v)
			} else if needed(p) {
				reaches = reaches && read.Filters[p.Name] == "" && read.Search[p.Name] == ""
				args.Set(p.Name, o.argument(m, p, tool.Name))
			}
		}
		if !reaches {
			continue // the record lacks a field by which the tool insists on filtering
		}
		e := w.Call(world.Agent, tool.Name, encode(args))
		at := slices.IndexFunc(e.Shown, func(x world.Shown) bool { return x.Record.ID() == r.ID() && x.Record.Collection() == full })
		if e.Outcome != world.OK && tool.Writes() {
			continue // the arguments did not go together, or the state did not allow it
		}
		if at < 0 {
			t.Fatalf("%s %s does not show %s %s, to which it should lead: %s", tool.Name, encode(args), full, r.ID(), e.Body)
		}
		wholeView = wholeView || showsAll(e.Shown[at], viewFields(c, read.View))
	}
	o.playSamples(t, s, tool, func(e *world.Entry) {
		for _, x := range e.Shown {
			wholeView = wholeView || x.Record.Collection() == full && showsAll(x, viewFields(c, read.View))
		}
	})
	if !wholeView {
		t.Errorf("%s never shows all of the view %q of %s", tool.Name, read.View, full)
	}
}

func viewFields(c *world.Collection, view string) []string {
	for _, v := range c.Views {
		if v.Name == view {
			return v.Fields
		}
	}
	names := make([]string, len(c.Fields))
	for i := range c.Fields {
		names[i] = c.Fields[i].Name
	}
	return names
}

// showsAll reports whether every one of the fields that the record has was shown.
func showsAll(s world.Shown, fields []string) bool {
	return !slices.ContainsFunc(fields, func(name string) bool {
		_, has := s.Record.Get(name)
		return has && !s.Has(name)
	})
}

// checkShown compares what the reply notes as shown with what it declares and with its text.
func (o *office) checkShown(t tester, s *world.Service, tool *world.Tool, e *world.Entry) {
	t.Helper()
	if _, err := value.Parse(e.Body); err != nil {
		t.Fatalf("%s: the reply is no JSON: %v: %s", tool.Name, err, e.Body)
	}
	for _, shown := range e.Shown {
		own := slices.ContainsFunc(e.Changes, func(c world.Change) bool { return c.Op == world.Created && c.After == shown.Record })
		declared := slices.ContainsFunc(tool.Reads, func(r world.Read) bool { return s.Name+"."+r.Collection == shown.Record.Collection() })
		if !own && !declared {
			t.Fatalf("%s shows a record of %s, which it does not declare", tool.Name, shown.Record.Collection())
		}
		for _, name := range shown.Fields() {
			if v, _ := shown.Record.Get(name); !stands(v, e.Body) {
				t.Fatalf("%s notes %s.%s as shown, but its value is not in the reply %s", tool.Name, shown.Record.Collection(), name, e.Body)
			}
		}
	}
	o.checkUnnoted(t, tool, e)
}

// trace is a field of a record of the start that can be told in a reply.
type trace struct {
	record *world.Record
	field  string
	secret bool
	id     []byte // how the record's id stands in a reply; nil = the record has none
	value  any
}

func (o *office) tracesOf() []trace {
	var out []trace
	state := o.start(world.Strict).State()
	for _, full := range o.image.Collections() {
		_, c, _ := o.catalog.Collection(full)
		for r := range state.Records(full) {
			for _, m := range r.Fields() {
				f, _ := c.Field(m.Name)
				if f.Ref != "" || m.Name == c.Key || !marked(m.Value) {
					continue
				}
				tr := trace{record: r, field: m.Name, secret: f.Secret, value: m.Value}
				if c.Key != "" {
					tr.id = []byte(r.ID())
				}
				out = append(out, tr)
			}
		}
	}
	return out
}

// checkUnnoted looks for fields of a record in a reply that names the record but does not note
// them; a secret needs no name. What the caller sent may come back.
func (o *office) checkUnnoted(t tester, tool *world.Tool, e *world.Entry) {
	t.Helper()
	for _, tr := range o.traces {
		named := tr.id != nil && bytes.Contains(e.Body, tr.id)
		if !named && !tr.secret || !stands(tr.value, e.Body) || stands(tr.value, e.Raw) {
			continue
		}
		noted := slices.ContainsFunc(e.Shown, func(x world.Shown) bool {
			return x.Record.ID() == tr.record.ID() && x.Record.Collection() == tr.record.Collection() && x.Has(tr.field)
		})
		if !noted {
			t.Fatalf("%s: the reply holds %s.%s of %s but does not note it: %s", tool.Name, tr.record.Collection(), tr.field, tr.record.ID(), e.Body)
		}
	}
}

// marked reports whether a value can be told in a text: it holds a mark or a made number.
func marked(v any) bool {
	text := string(value.Append(nil, v))
	return strings.Contains(text, "~") || len(text) >= 9 && text[0] == '6'
}

// stands reports whether a value stands in a reply, on its own or inside a text; of a list, one
// of the items.
func stands(v any, body []byte) bool {
	if list, ok := v.([]any); ok {
		return len(list) == 0 || slices.ContainsFunc(list, func(item any) bool { return stands(item, body) })
	}
	return bytes.Contains(body, bytes.Trim(value.Append(nil, v), `"`))
}

package servicetest

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/world"
)

// checkDeclaration checks what the catalogue leaves open: words for people and agents, and
// that every name in the declaration names something.
func (o *office) checkDeclaration(t tester, s *world.Service) {
	if s.Title == "" || s.Doc == "" {
		t.Errorf("lacks a title or a description")
	}
	for i := range s.Collections {
		o.checkCollection(t, s, &s.Collections[i])
	}
	for i := range s.Tools {
		o.checkTool(t, s, &s.Tools[i])
	}
}

func (o *office) checkCollection(t tester, s *world.Service, c *world.Collection) {
	full := s.Name + "." + c.Name
	if c.Doc == "" {
		t.Errorf("%s lacks a description", full)
	}
	if key, ok := c.Field(c.Key); c.Key != "" && (!ok || key.Type != world.ID || key.Optional || key.List) {
		t.Errorf("%s: the key %s must be a required id", full, c.Key)
	}
	if c.NewID != "" && c.Key == "" {
		t.Errorf("%s: new records get an id but there is no key", full)
	}
	seen := map[string]bool{}
	for _, f := range c.Fields {
		if seen[f.Name] || f.Type == 0 {
			t.Errorf("%s.%s is declared twice or without a type", full, f.Name)
		}
		seen[f.Name] = true
		if f.Ref != "" {
			o.checkRef(t, full+"."+f.Name, f.Ref, f.Type)
		}
		if len(f.Enum) > 0 && f.Type != world.Text {
			t.Errorf("%s.%s has fixed values but is no text", full, f.Name)
		}
		if f.Past && f.Type != world.Day && f.Type != world.Instant {
			t.Errorf("%s.%s tells of the past but is neither a date nor a datetime", full, f.Name)
		}
		if other, ok := c.Field(f.Currency); f.Currency != "" && (!ok || other.Type != world.Text) {
			t.Errorf("%s.%s: its currency %s is no text field", full, f.Name, f.Currency)
		}
	}
}

// checkRef checks that a reference is an id of records that have ids.
func (o *office) checkRef(t tester, what, ref string, typ world.Type) {
	_, c, ok := o.catalog.Collection(ref)
	if !ok || c.Key == "" {
		t.Errorf("%s refers to %s, which is no collection with a key", what, ref)
	}
	if typ != world.ID {
		t.Errorf("%s is a reference of type %v, not an id", what, typ)
	}
}

func (o *office) checkTool(t tester, s *world.Service, tool *world.Tool) {
	if !strings.HasPrefix(tool.Route, "/"+s.Name+"/") {
		t.Errorf("%s: the route %s is not below /%s/", tool.Name, tool.Route, s.Name)
	}
	if tool.Writes() == (tool.Act == world.Reading) {
		t.Errorf("%s: act %q, but it declares %d effects", tool.Name, tool.Act, len(tool.Effects))
	}
	if tool.Audit != nil && !tool.Audit.NoBody && tool.Audit.Body == nil && tool.Audit.Key == "" {
		t.Errorf("%s: its audit lists nothing", tool.Name)
	}
	for i := range tool.Params {
		p := &tool.Params[i]
		if p.Doc == "" || p.Type == 0 {
			t.Errorf("%s.%s lacks a description or a type", tool.Name, p.Name)
		}
		if p.Ref != "" {
			o.checkRef(t, tool.Name+"."+p.Name, p.Ref, p.Type)
		}
		if p.Required && p.Default != nil {
			t.Errorf("%s.%s is required and has a default", tool.Name, p.Name)
		}
	}
	for _, r := range tool.Reads {
		checkRead(t, s, tool, r)
	}
	for _, e := range tool.Effects {
		checkEffect(t, s, tool, e)
	}
}

func checkRead(t tester, s *world.Service, tool *world.Tool, r world.Read) {
	c, _ := s.Collection(r.Collection)
	params := []string{}
	if r.Key != "" {
		params = append(params, r.Key)
	}
	if r.Limit != "" {
		params = append(params, r.Limit)
	}
	for _, by := range []map[string]string{r.Filters, r.Search} {
		for p, field := range by {
			params = append(params, p)
			if _, ok := c.Field(field); !ok {
				t.Errorf("%s: the read of %s names the unknown field %s", tool.Name, r.Collection, field)
			}
		}
	}
	for _, name := range params {
		if _, ok := tool.Param(name); !ok {
			t.Errorf("%s: the read of %s names the unknown parameter %s", tool.Name, r.Collection, name)
		}
	}
}

// checkEffect checks that an effect names fields and that a parameter has the type of the
// field it is stored in.
func checkEffect(t tester, s *world.Service, tool *world.Tool, e world.Effect) {
	c, _ := s.Collection(e.Collection)
	if _, ok := tool.Param(e.Key); !ok && !e.Follows && e.Op != world.Created {
		t.Errorf("%s: no parameter names the record it changes in %s", tool.Name, e.Collection)
	}
	if e.Follows && (e.Key != "" || e.Op == world.Created) {
		t.Errorf("%s: its effect on %s follows from others and yet names or creates the record", tool.Name, e.Collection)
	}
	for name, param := range e.Fields {
		f, ok := c.Field(name)
		p, has := tool.Param(param)
		if ok && has && (f.Type != p.Type || f.List != p.List) {
			t.Errorf("%s: %s is stored in %s.%s, which has another type", tool.Name, param, c.Name, name)
		}
		if ok && has && len(f.Enum) > 0 && (len(p.Enum) == 0 || slices.ContainsFunc(p.Enum, func(v string) bool { return !slices.Contains(f.Enum, v) })) {
			t.Errorf("%s: %s may hold other values than %s.%s, in which it is stored", tool.Name, param, c.Name, name)
		}
	}
	for _, name := range fieldsOf(e) {
		if _, ok := c.Field(name); !ok {
			t.Errorf("%s: the effect on %s names the unknown field %s", tool.Name, c.Name, name)
		}
	}
}

// fieldsOf lists the fields that an effect may set, sorted.
func fieldsOf(e world.Effect) []string {
	names := map[string]bool{}
	for name := range e.Fields {
		names[name] = true
	}
	for name := range e.Const {
		names[name] = true
	}
	for _, name := range e.Computed {
		names[name] = true
	}
	return sorted(names)
}

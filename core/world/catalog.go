package world

import (
	"errors"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
)

// Catalog is the set of services a program knows; build one from services/all or, in a test,
// from two toy services.
type Catalog struct {
	services []*Service
	byName   map[string]*Service
	tools    map[string]ToolRef
}

// ToolRef is a tool with the service it belongs to.
type ToolRef struct {
	Service *Service
	Tool    *Tool
}

// NewCatalog checks the declarations and indexes them by name.
func NewCatalog(services ...*Service) (*Catalog, error) {
	c := &Catalog{byName: map[string]*Service{}, tools: map[string]ToolRef{}}
	var errs []error
	for _, s := range services {
		if c.byName[s.Name] != nil {
			errs = append(errs, fault.New(fault.Internal, "service %s is listed twice", s.Name))
			continue
		}
		c.byName[s.Name] = s
		c.services = append(c.services, s)
		for i := range s.Tools {
			errs = append(errs, c.addTool(s, &s.Tools[i])...)
		}
	}
	for _, s := range c.services {
		errs = append(errs, c.check(s)...)
	}
	slices.SortFunc(c.services, func(a, b *Service) int { return compare(a.Name, b.Name) })
	return c, errors.Join(errs...)
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (c *Catalog) addTool(s *Service, t *Tool) []error {
	var errs []error
	for _, name := range append([]string{t.Name}, t.Aliases...) {
		if other, taken := c.tools[name]; taken {
			errs = append(errs, fault.New(fault.Internal, "tool %s is declared by %s and %s", name, other.Service.Name, s.Name))
		}
		c.tools[name] = ToolRef{s, t}
	}
	return errs
}

// Services returns all services sorted by name; shared, read only.
func (c *Catalog) Services() []*Service { return c.services }

// Service returns the service of that name.
func (c *Catalog) Service(name string) (*Service, bool) {
	s, ok := c.byName[name]
	return s, ok
}

// Tool returns the tool of that name or alias.
func (c *Catalog) Tool(name string) (ToolRef, bool) {
	ref, ok := c.tools[name]
	return ref, ok
}

// Collection resolves a full name such as "gmail.messages".
func (c *Catalog) Collection(full string) (*Service, *Collection, bool) {
	service, short, ok := cut(full)
	if !ok {
		return nil, nil, false
	}
	s := c.byName[service]
	if s == nil {
		return nil, nil, false
	}
	coll, ok := s.Collection(short)
	return s, coll, ok
}

func cut(full string) (service, short string, ok bool) {
	for i := range len(full) {
		if full[i] == '.' {
			return full[:i], full[i+1:], true
		}
	}
	return "", "", false
}

// check reports what is inconsistent in a declaration; such errors are the programmer's.
func (c *Catalog) check(s *Service) []error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fault.New(fault.Internal, "service "+s.Name+": "+format, args...))
	}
	if s.Version < 1 {
		bad("has no version")
	}
	for i := range s.Collections {
		c.checkCollection(&s.Collections[i], bad)
	}
	for i := range s.Tools {
		c.checkTool(s, &s.Tools[i], bad)
	}
	return errs
}

func (c *Catalog) checkCollection(coll *Collection, bad func(string, ...any)) {
	if len(coll.Views) > MaxViews {
		bad("collection %s has more than %d views", coll.Name, MaxViews)
	}
	if coll.Key != "" {
		if _, ok := coll.Field(coll.Key); !ok {
			bad("collection %s: key %s is no field", coll.Name, coll.Key)
		}
	}
	for _, f := range coll.Fields {
		if _, _, ok := c.Collection(f.Ref); f.Ref != "" && !ok && c.byName[first(f.Ref)] != nil {
			bad("field %s.%s refers to unknown %s", coll.Name, f.Name, f.Ref)
		}
	}
	for _, v := range coll.Views {
		for _, name := range v.Fields {
			if _, ok := coll.Field(name); !ok {
				bad("view %s.%s shows unknown field %s", coll.Name, v.Name, name)
			}
		}
	}
}

func first(full string) string {
	s, _, _ := cut(full)
	return s
}

func (c *Catalog) checkTool(s *Service, t *Tool, bad func(string, ...any)) {
	if t.Handle == nil || t.Doc == "" || t.Route == "" || t.Act == "" {
		bad("tool %s lacks a handler, a description, a route or an act", t.Name)
	}
	for _, e := range t.Effects {
		if _, ok := s.Collection(e.Collection); !ok {
			bad("tool %s changes unknown collection %s", t.Name, e.Collection)
		}
		for _, p := range e.Fields {
			if _, ok := t.Param(p); !ok {
				bad("tool %s: effect names unknown parameter %s", t.Name, p)
			}
		}
	}
	for _, r := range t.Reads {
		coll, ok := s.Collection(r.Collection)
		if !ok {
			bad("tool %s shows unknown collection %s", t.Name, r.Collection)
		} else if r.View != "" && coll.view(r.View) == 0 {
			bad("tool %s shows unknown view %s", t.Name, r.View)
		}
	}
}

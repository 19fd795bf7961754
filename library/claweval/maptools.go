package claweval

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// offeredTool is a tool that the task offers and that one of its services has.
type offeredTool struct {
	service *world.Service
	tool    *world.Tool
}

// mapTools narrows what the services offer to what the task does.
func (j *job) mapTools() {
	endpoints := map[string]node{}
	for _, at := range j.doc.get("tool_endpoints").items() {
		endpoints[at.get("tool_name").text()] = at // a later one wins, as in the benchmark
	}
	declared := map[string]bool{}
	list := j.doc.get("tools")
	if !list.missing() && list.empty() {
		j.yaml.note(list.path, list.v, Mapped, "tools", "")
	}
	for _, at := range list.items() {
		name := at.get("name").text()
		declared[name] = true
		endpoint, has := endpoints[name]
		why := ""
		switch {
		case !has:
			why = "no service has it"
			j.fault(FaultToolWithoutEndpoint, join(at.path, "name"), clipped(name)+" has no endpoint", "the tool is not offered")
		default:
			why = j.takeTool(at, name, endpoint)
		}
		if why != "" {
			j.yaml.note(at.path, at.v, NotExpressible, "", why)
		}
	}
	j.endpoints(declared)
	for _, name := range j.draft.services {
		s, _ := j.run.opts.Catalog.Service(name)
		for i := range s.Tools {
			if !j.offers(s.Tools[i].Name) {
				j.draft.deny = append(j.draft.deny, s.Tools[i].Name)
			}
		}
	}
}

// offers reports whether a tool of ours is on offer.
func (j *job) offers(name string) bool {
	for _, t := range j.tools {
		if t.tool.Name == name {
			return true
		}
	}
	return false
}

// endpoints accounts for tool_endpoints.
func (j *job) endpoints(declared map[string]bool) {
	list := j.doc.get("tool_endpoints")
	if !list.missing() && list.empty() {
		j.yaml.note(list.path, list.v, Ignored, "", "routes belong to the services")
	}
	for _, at := range list.items() {
		name := at.get("tool_name").text()
		note := "routes belong to the services"
		if !declared[name] {
			j.fault(FaultEndpointUnused, join(at.path, "tool_name"), clipped(name)+" is no tool of the task", "nothing")
		}
		j.yaml.note(at.path, at.v, Ignored, "", note)
	}
}

// takeTool finds the tool of ours that an endpoint leads to. It returns why there is none.
func (j *job) takeTool(at node, name string, endpoint node) string {
	s, route := j.endpointOf(endpoint)
	switch {
	case s == nil:
		j.fault(FaultToolWithoutRoute, endpoint.path, clipped(name)+": no service of the task listens there", "the tool is not offered")
		return "no service of the task listens at its endpoint"
	case s.service == nil:
		return "its service is not there: " + s.why
	}
	i := slices.IndexFunc(s.service.Tools, func(t world.Tool) bool { return t.Route == route })
	if i < 0 {
		j.fault(FaultToolWithoutRoute, join(endpoint.path, "url"), fmt.Sprintf("%s has no route %s: every call is a 404", s.name, clipped(route)), "the tool is not offered")
		return "its service has no such route"
	}
	t := &s.service.Tools[i]
	j.tools[name] = &offeredTool{s.service, t}
	j.accountTool(at, name, t)
	return ""
}

// endpointOf finds the service that listens at an endpoint's port, and the route.
func (j *job) endpointOf(endpoint node) (*servedService, string) {
	u, err := url.Parse(endpoint.get("url").text())
	if err != nil {
		return nil, ""
	}
	number, err := strconv.Atoi(u.Port())
	if err != nil {
		return nil, ""
	}
	for _, s := range j.services {
		if s.port == number {
			return s, u.Path
		}
	}
	return nil, ""
}

// accountTool accounts for the fields of a tool and compares its schema with what the service
// takes.
func (j *job) accountTool(at node, name string, t *world.Tool) {
	for _, m := range at.members() {
		switch strings.TrimPrefix(m.path, at.path+".") {
		case "name":
			if name == t.Name {
				j.yaml.note(m.path, m.v, Mapped, "tools", "")
			} else {
				j.yaml.note(m.path, m.v, Changed, "tools", "the tool is called "+t.Name)
			}
		case "description":
			j.yaml.note(m.path, m.v, Changed, "", "the service describes the tool itself")
		case "input_schema":
			note := "the service's own schema is shown"
			if diffs := j.compareSchema(m, name, t); len(diffs) > 0 {
				note += "; " + strings.Join(diffs, "; ")
			}
			j.yaml.note(m.path, m.v, Changed, "", note)
		}
	}
}

// compareSchema finds where a schema promises something else than the service keeps.
func (j *job) compareSchema(schema node, name string, t *world.Tool) []string {
	properties := schema.get("properties")
	required := schema.get("required").texts()
	var diffs []string
	diff := func(code FaultCode, at, what, handled string) {
		diffs = append(diffs, what)
		j.fault(code, at, name+": "+what, handled)
	}
	var ignored []string
	for _, p := range properties.keys() {
		if _, ok := t.Param(p); !ok {
			ignored = append(ignored, clipped(p))
		}
	}
	if len(ignored) > 0 {
		diff(FaultArgsIgnored, properties.path, "the service drops "+strings.Join(ignored, ", "), "the argument is not in the schema shown")
	}
	for i := range t.Params {
		p := &t.Params[i]
		declared, has := properties.lookup(p.Name)
		switch needs := slices.Contains(required, p.Name); {
		case p.Required && !has:
			diff(FaultCallNeverSucceeds, properties.path, "the service requires "+p.Name+", which the schema lacks", "the schema shown has it")
		case has && needs && !p.Required:
			diff(FaultRequiresMore, join(schema.path, "required"), "the service does not require "+p.Name, "the schema shown says so")
		}
		if d, given := declared.lookup("default"); given && !sameDefault(p, d.v) {
			diff(FaultDefaultDiffers, d.path, fmt.Sprintf("the default of %s is %s, not %s", p.Name, value.Append(nil, p.Default), clipped(d.text())), "the service's default holds and is shown")
		}
	}
	return diffs
}

func sameDefault(p *world.Param, declared any) bool {
	if value.Equal(p.Default, declared) {
		return true
	}
	return p.Default == nil && node{v: declared}.empty() // unset means the same
}

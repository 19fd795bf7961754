package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// specRound shows that the file is complete and consistent.
func specRound(_ context.Context, s *subject) error {
	for _, p := range s.loaded {
		f := fromProblem(p)
		s.report.Findings = append(s.report.Findings, f)
	}
	s.counts["problems"] = len(s.loaded)
	if s.ready == nil {
		return nil
	}
	s.capabilities()
	s.unusedServices()
	s.references()
	s.dates()
	s.deadAssets()
	s.deadProhibitions()
	return nil
}

// capabilities finds labels that nobody else uses: coverage counts by them. An imported task
// keeps those of its origin.
func (s *subject) capabilities() {
	if len(s.gate.Capabilities) == 0 || s.task.Imported() {
		return
	}
	for i, name := range s.task.Capabilities {
		if slices.Contains(s.gate.Capabilities, name) {
			continue
		}
		s.find(Warning, UnknownCapability, fmt.Sprintf("capabilities[%d]", i), fmt.Sprintf("there is no capability %s", clip(name)), nil)
		s.advise(nearest(name, s.gate.Capabilities))
	}
}

// nearest is the remedy for a misspelt name; "" where none is like it.
func nearest(name string, known []string) string {
	best, cost := "", len(name)/3+1
	for _, k := range known {
		if d := world.Distance(name, k); d < cost {
			best, cost = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// seedState is s0, which nothing changes.
func (s *subject) seedState() *world.State {
	if s.seed == nil {
		s.seed = world.New(s.ready.Bound.Image, s.ready.Bound.Options()).Seed()
	}
	return s.seed
}

// unusedServices finds services with nothing in them that nothing writes to.
func (s *subject) unusedServices() {
	state := s.seedState()
	used := map[string]bool{}
	for _, act := range s.task.Solution {
		if offer, ok := s.ready.Bound.Image.Offer(act.Tool); ok {
			used[offer.Service.Name] = true
		}
	}
	if len(s.task.Solution) == 0 { // nobody knows what is used: what can be written to may be
		for _, offer := range s.ready.Bound.Image.Offered() {
			used[offer.Service.Name] = used[offer.Service.Name] || offer.Tool.Writes()
		}
	}
	for i, name := range s.task.Services {
		svc, ok := s.ready.Bound.Catalog.Service(name)
		if !ok || used[name] {
			continue
		}
		records := 0
		for _, c := range svc.Collections {
			records += state.Len(name + "." + c.Name)
		}
		if records == 0 {
			s.find(Error, NoRecords, fmt.Sprintf("services[%d]", i), "service "+name+" has no record and the solution does not use it", nil)
		}
	}
}

// references finds foreign keys that point nowhere. Services that the task leaves out are not
// looked into.
func (s *subject) references() {
	state := s.seedState()
	for _, rs := range s.task.Records {
		decl, ok := state.Image().Collection(rs.Collection)
		if !ok {
			continue
		}
		for _, f := range decl.Fields {
			if f.Ref == "" {
				continue
			}
			if _, offered := state.Image().Collection(f.Ref); !offered || state.Len(f.Ref) == 0 {
				continue
			}
			s.refer(state, rs.Collection, rs.Path, f)
		}
	}
}

func (s *subject) refer(state *world.State, coll, path string, f world.Field) {
	i := 0
	for r := range state.Records(coll) {
		ids := []string{r.Text(f.Name)}
		if f.List {
			ids = r.Texts(f.Name)
		}
		for _, id := range ids {
			s.counts["references"]++
			if _, found := state.Get(f.Ref, id); id != "" && !found {
				s.find(Error, DanglingReference, fmt.Sprintf("%s[%d].%s", path, i, f.Name),
					fmt.Sprintf("%s refers to %s %s, which is not there", r.ID(), f.Ref, id), nil)
			}
		}
		i++
	}
}

// dates finds records that tell of something after the task's now.
func (s *subject) dates() {
	state := s.seedState()
	for _, rs := range s.task.Records {
		decl, ok := state.Image().Collection(rs.Collection)
		if !ok {
			continue
		}
		for _, f := range decl.Fields {
			if !f.Past || f.List {
				continue
			}
			i := 0
			for r := range state.Records(rs.Collection) {
				if text := r.Text(f.Name); text != "" && s.later(f.Type, text) {
					s.find(Error, DateBeyondNow, fmt.Sprintf("%s[%d].%s", rs.Path, i, f.Name),
						fmt.Sprintf("%s: %s is %s, after the task's now %s", r.ID(), f.Name, text, s.task.Now.Format("2006-01-02T15:04:05Z07:00")), nil)
				}
				i++
			}
		}
	}
}

func (s *subject) later(t world.Type, text string) bool {
	if t == world.Day {
		return text > s.task.Now.In(s.task.Zone).Format("2006-01-02")
	}
	at, ok := value.ReadInstant(text, s.task.Zone)
	return ok && at.After(s.task.Now)
}

// deadAssets finds assets that no record refers to.
func (s *subject) deadAssets() {
	if len(s.task.Assets) == 0 {
		return
	}
	state := s.seedState()
	for i, a := range s.task.Assets {
		named := false
		for _, full := range state.Image().Collections() {
			for r := range state.Records(full) {
				named = named || strings.Contains(string(r.JSON()), string(value.AppendString(nil, a.Path)))
			}
		}
		if !named {
			s.find(Error, DeadAsset, fmt.Sprintf("assets[%d]", i), "no record refers to "+a.Path, nil)
		}
	}
}

// deadProhibitions finds prohibitions that no tool on offer can break.
func (s *subject) deadProhibitions() {
	breaches, err := s.breachesOf()
	if err != nil {
		return // a finding of the grader round
	}
	for i := range s.task.Forbid {
		f := &s.task.Forbid[i]
		made, possible := 0, false
		for k := range breaches {
			if b := &breaches[k]; b.Prohibition == f.ID {
				made++
				possible = possible || s.canHappen(b, everywhere(f.Params))
			}
		}
		if made > 0 && !possible {
			s.find(Error, DeadProhibition, f.Path, f.ID+" can never be broken: no tool on offer has such an effect", nil)
		}
	}
}

// canHappen reports whether a tool on offer can do an act; anywhere: in any collection.
func (s *subject) canHappen(b *grade.Breach, anywhere bool) bool {
	for _, o := range s.ready.Bound.Image.Offered() {
		prefix := o.Service.Name + "."
		switch {
		case b.Change != nil:
			for _, e := range o.Tool.Effects {
				c, ok := o.Service.Collection(e.Collection)
				if ok && !c.Internal && (anywhere || e.Op == b.Change.Op && prefix+e.Collection == b.Change.Collection) {
					return true
				}
			}
		case b.Read != nil:
			for _, r := range o.Tool.Reads {
				if prefix+r.Collection == b.Read.Collection {
					return true
				}
			}
		default:
			return true // calls are of offered tools, and anything can be said
		}
	}
	return false
}

// everywhere reports whether a prohibition is about every collection.
func everywhere(n *task.Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == task.Scalar {
		return n.Text == "*"
	}
	return slices.ContainsFunc(n.Items, everywhere)
}

package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/world"
)

func everythingMentioned(l *lab) ([]attempt, error) {
	var out []attempt
	for _, a := range l.firsts() {
		s, ok := a.value.(string)
		p, declared := a.tool.Param(a.param)
		if !ok || !declared || p.Type != world.Text || p.Custom != nil {
			continue
		}
		for _, col := range l.mentionedIn(s) {
			dump := s
			for _, v := range l.valuesOf(col) {
				if !l.namedBeside(a, v) {
					dump += " " + v
				}
			}
			if a.right(dump) && dump != s {
				out = append(out, attempt{params: Params{"item": fmt.Sprint(a.spot.item + 1), "argument": a.param, "collection": col.coll}, script: l.set(l.base, a, dump),
					path: l.bound.Task.Checks[a.uses[0].check].Path, code: DumpInText, severity: Warning,
					says: fmt.Sprintf("the solution with every %s of %s in %s", col.what(), col.coll, a.param)})
			}
		}
	}
	return out, nil
}

// namesOf is a collection's key, or a field that tells its records apart.
type namesOf struct{ coll, field string }

func (c namesOf) what() string {
	if c.field == "" {
		return "id"
	}
	return c.field
}

// valuesOf lists the values of a column.
func (l *lab) valuesOf(c namesOf) []string {
	var out []string
	for r := range l.s.seedState().Records(c.coll) {
		if c.field == "" {
			out = append(out, r.ID())
		} else {
			out = append(out, r.Text(c.field))
		}
	}
	return out
}

// namedBeside reports whether a text of another call of the same item names a value, which is
// then no one too many.
func (l *lab) namedBeside(a *gradedArg, v string) bool {
	return slices.ContainsFunc(l.gradedArgs(), func(g gradedArg) bool {
		s, ok := g.value.(string)
		return ok && g.move == a.move && g.param == a.param && containsWord(s, v)
	})
}

// mentionedIn lists the columns of which a text names some values and not all: keys, and where it
// names no key the names of records.
func (l *lab) mentionedIn(s string) []namesOf {
	var out, names []namesOf
	for _, full := range l.bound.Image.Collections() {
		decl, _ := l.bound.Image.Collection(full)
		if decl.Key == "" {
			continue
		}
		if l.partlyNamed(s, namesOf{full, ""}) {
			out = append(out, namesOf{full, ""})
		}
		if f, ok := decl.Field("name"); ok && f.Type == world.Text && !people(decl) && l.partlyNamed(s, namesOf{full, "name"}) {
			names = append(names, namesOf{full, "name"})
		}
	}
	if len(out) == 0 {
		return names
	}
	return out
}

// people reports whether a collection is of people, whom a text may address by their names.
func people(decl *world.Collection) bool {
	f, ok := decl.Field("email")
	return ok && f.Type == world.Address
}

func (l *lab) partlyNamed(s string, c namesOf) bool {
	const shortestName = 8
	named, all, least := 0, 0, minLeak
	if c.field != "" {
		least = shortestName
	}
	for _, v := range l.valuesOf(c) {
		all++
		if len(v) >= least && containsWord(s, v) {
			named++
		}
	}
	return named > 0 && named < all
}

// placed is an argument of a call of the solution.
type placed struct {
	spot  spot
	param string
}

// gradedPlaces are the places of the arguments that some check compares.
func (l *lab) gradedPlaces() map[placed]bool {
	out := map[placed]bool{}
	for _, a := range l.gradedArgs() {
		out[placed{a.spot, a.param}] = true
	}
	return out
}

// ungradedTargets changes ids and addresses that end up in what the solution writes and that no
// check compares.
func ungradedTargets(l *lab) ([]attempt, error) {
	var out []attempt
	for _, w := range l.ungradedArgs() {
		if w.value == nil || !aimed(w.param) {
			continue
		}
		name := w.param.Name
		others := l.neighboursOf(w.value, mostNear)
		if w.param.Type == world.Address {
			others = append(others, otherOf(world.Address, w.value, l.bound.Task.Now)) // one that no record holds
		}
		other, err := l.harmless(&w, others)
		if err != nil {
			return nil, err
		}
		if other != nil {
			out = append(out, attempt{params: Params{"item": fmt.Sprint(w.call.item + 1), "argument": name, "value": clip(text(other))}, path: "checks", code: UngradedTarget, severity: Warning,
				script: l.base.editAt(w.move, only(w.call.nth, func(c call) call { return c.with(name, other) })),
				says:   fmt.Sprintf("the solution with %s of %s as %s", name, w.call.tool, clip(text(other)))})
		}
	}
	return out, nil
}

// ungradedValues changes at once every text that the solution writes and no check compares.
func ungradedValues(l *lab) ([]attempt, error) {
	graded, compared := l.gradedPlaces(), map[string]bool{}
	for _, a := range l.gradedArgs() {
		if s, ok := a.value.(string); ok {
			compared[s] = true // and written a second time
		}
	}
	var named []string
	var out []attempt
	sc := l.base
	for i, m := range l.base.moves {
		for _, c := range m.calls {
			o, ok := l.bound.Image.Offer(c.tool)
			if !ok || !o.Tool.Writes() || c.tool == episode.SubmitTool {
				continue
			}
			for _, e := range o.Tool.Effects {
				for _, field := range sorted(e.Fields) {
					param := e.Fields[field]
					p, declared := o.Tool.Param(param)
					was, given := c.args.Get(param)
					s, isText := was.(string)
					if !declared || !given || !isText || p.Type != world.Text || choice(p) || param == e.Key || graded[placed{spot{c.item, c.nth}, param}] {
						continue
					}
					if other := only(c.nth, func(c call) call { return c.with(param, s+" (changed)") }); l.quoted(s) && !compared[s] && !l.s.recorded(squash(s)) {
						out = append(out, attempt{params: Params{"item": fmt.Sprint(c.item + 1), "argument": param}, script: l.base.editAt(i, other), path: "checks", code: UngradedValue, severity: Warning,
							says: fmt.Sprintf("the solution with another %s of %s than what the words put in quotes", param, c.tool)})
						continue
					}
					sc = sc.editAt(i, only(c.nth, func(c call) call { return c.with(param, s+" (changed)") }))
					if word := c.tool + "." + param; !slices.Contains(named, word) {
						named = append(named, word)
					}
				}
			}
		}
	}
	if len(named) == 0 {
		return out, nil
	}
	return append(out, attempt{script: sc, path: "checks", code: UngradedValue, severity: Info, says: fmt.Sprint("the solution with other values of ", named)}), nil
}

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
		for _, full := range l.mentionedIn(s) {
			dump := s
			for r := range l.s.seedState().Records(full) {
				dump += " " + r.ID()
			}
			if a.right(dump) && dump != s {
				out = append(out, attempt{params: Params{"item": fmt.Sprint(a.spot.item + 1), "argument": a.param, "collection": full}, script: l.set(l.base, a, dump),
					path: l.bound.Task.Checks[a.uses[0].check].Path, code: DumpInText, severity: Warning,
					says: fmt.Sprintf("the solution with every id of %s in %s", full, a.param)})
			}
		}
	}
	return out, nil
}

// mentionedIn lists the keyed collections of which a text names a record and not all.
func (l *lab) mentionedIn(s string) []string {
	var out []string
	state := l.s.seedState()
	for _, full := range l.bound.Image.Collections() {
		decl, _ := l.bound.Image.Collection(full)
		if decl.Key == "" {
			continue
		}
		named, all := 0, 0
		for r := range state.Records(full) {
			all++
			if len(r.ID()) >= minLeak && containsWord(s, r.ID()) {
				named++
			}
		}
		if named > 0 && named < all {
			out = append(out, full)
		}
	}
	return out
}

// ungradedTargets changes ids and addresses that end up in what the solution makes and that no
// check compares.
func ungradedTargets(l *lab) ([]attempt, error) {
	graded := map[string]bool{}
	for _, a := range l.gradedArgs() {
		graded[fmt.Sprint(a.spot, a.param)] = true
	}
	var out []attempt
	for i := range l.base.moves {
		for k := range l.base.moves[i].calls {
			c := &l.base.moves[i].calls[k]
			o, ok := l.bound.Image.Offer(c.tool)
			if !ok || k > 0 || submits(c) || !l.creates(c.tool) {
				continue
			}
			for n := range o.Tool.Params {
				p := &o.Tool.Params[n]
				v, given := c.args.Get(p.Name)
				if !given || p.Type != world.ID && p.Type != world.Address || graded[fmt.Sprint(spot{c.item, c.nth}, p.Name)] {
					continue
				}
				for _, other := range l.neighboursOf(v, 1) {
					out = append(out, attempt{params: Params{"item": fmt.Sprint(c.item + 1), "argument": p.Name, "value": clip(text(other))}, path: "checks", code: UngradedTarget, severity: Warning,
						script: l.base.editAt(i, only(c.nth, func(c call) call { return c.with(p.Name, other) })),
						says:   fmt.Sprintf("the solution with %s of %s as %s", p.Name, c.tool, clip(text(other)))})
				}
			}
		}
	}
	return out, nil
}

// ungradedValues changes at once every text that the solution writes and no check compares.
func ungradedValues(l *lab) ([]attempt, error) {
	graded := map[string]bool{}
	for _, a := range l.gradedArgs() {
		graded[fmt.Sprint(a.spot, a.param)] = true
	}
	var named []string
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
					if !declared || !given || !isText || p.Type != world.Text || param == e.Key || graded[fmt.Sprint(spot{c.item, c.nth}, param)] {
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
		return nil, nil
	}
	return []attempt{{script: sc, path: "checks", code: UngradedValue, severity: Info, says: fmt.Sprint("the solution with other values of ", named)}}, nil
}

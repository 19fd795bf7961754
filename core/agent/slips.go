package agent

import (
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// takeDistractor replaces a value that names a record by that of another record.
func (t *teacher) takeDistractor(a episode.Action) episode.Action {
	var at []place
	for i, c := range t.pending {
		for _, m := range c.Args.Members() {
			if s, ok := m.Value.(string); ok {
				if others := t.others(s); len(others) > 0 {
					at = append(at, place{i, m.Name, others})
				}
			}
		}
	}
	if len(at) == 0 {
		return t.drop(a)
	}
	p := at[t.rand.Intn(len(at))]
	args := t.pending[p.call].Args.Clone()
	args.Set(p.name, p.others[t.rand.Intn(len(p.others))])
	changed := append([]Planned{}, t.pending...)
	changed[p.call].Args = args
	t.pending = changed
	return batch(changed)
}

type place struct {
	call   int
	name   string
	others []string
}

// others lists the values that the same id or address field has in other records.
func (t *teacher) others(s string) []string {
	var out []string
	seed := world.New(t.solution.bound.Image, world.Options{}).State()
	for _, full := range seed.Image().Collections() {
		decl, _ := seed.Image().Collection(full)
		for _, f := range decl.Fields {
			if f.List || f.Type != world.ID && f.Type != world.Address {
				continue
			}
			var values []string
			found := false
			for r := range seed.Records(full) {
				v := r.Text(f.Name)
				found = found || v == s
				if v != "" && v != s {
					values = append(values, v)
				}
			}
			if found {
				out = append(out, values...)
			}
		}
	}
	return out
}

// breakRule adds a call that the task forbids, else a needless write.
func (t *teacher) breakRule(a episode.Action) episode.Action {
	offers := t.forbidden()
	if len(offers) == 0 {
		return t.drop(a)
	}
	offer := offers[t.rand.Intn(len(offers))]
	call := Planned{Act: -1, Tool: offer.Name, Args: t.anyArguments(offer.Tool)}
	t.pending = append(append([]Planned{}, t.pending...), call)
	return batch(t.pending)
}

// forbidden lists the offered tools that a prohibition names, or whose effect one forbids.
func (t *teacher) forbidden() []world.Offer {
	b := t.solution.bound
	var out []world.Offer
	for _, offer := range b.Image.Offered() {
		for _, f := range b.Task.Forbid {
			if f.Params == nil {
				continue
			}
			for _, e := range offer.Tool.Effects {
				full := offer.Service.Name + "." + e.Collection
				for _, op := range []string{e.Op.String(), "any"} {
					if n, ok := f.Params.Get(op); ok && (n.Text == full || n.Text == "*") {
						out = append(out, offer)
					}
				}
			}
			if f.Kind == "tool" && f.Params.Text == offer.Name {
				out = append(out, offer)
			}
		}
	}
	return out
}

// anyArguments fills a tool's required parameters with values at hand.
func (t *teacher) anyArguments(tool *world.Tool) *value.Object {
	args := value.Obj()
	for i := range tool.Params {
		p := &tool.Params[i]
		if !p.Required && p.Name != "priority" && p.Name != "status" {
			continue
		}
		args.Set(p.Name, t.anyValue(p))
	}
	return args
}

func (t *teacher) anyValue(p *world.Param) any {
	var v any = "x"
	switch p.Type {
	case world.Int, world.Number, world.Amount:
		v = value.Int(1)
	case world.Bool:
		v = false
	case world.Day:
		v = t.solution.bound.Task.Now.Format("2006-01-02")
	case world.Instant:
		v = t.solution.bound.Task.Now.Format("2006-01-02T15:04:05Z07:00")
	case world.ID:
		if id := t.anyID(p); id != "" {
			v = id
		}
	}
	if p.List {
		return []any{v}
	}
	return v
}

// anyID picks a record that the parameter could name.
func (t *teacher) anyID(p *world.Param) string {
	seed := world.New(t.solution.bound.Image, world.Options{}).State()
	var ids []string
	for _, full := range seed.Image().Collections() {
		decl, _ := seed.Image().Collection(full)
		if full == p.Ref || decl.Key == p.Name {
			for r := range seed.Records(full) {
				ids = append(ids, r.ID())
			}
		}
	}
	if len(ids) == 0 {
		return ""
	}
	return ids[t.rand.Intn(len(ids))]
}

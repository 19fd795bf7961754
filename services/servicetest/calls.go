package servicetest

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// arguments makes valid arguments for a tool. Those that name, filter or search records are
// taken from one record that is there now; optional ones are sometimes left out.
func (o *office) arguments(m *maker, w *world.World, s *world.Service, t *world.Tool) *value.Object {
	aim := o.aim(m, w, s, t)
	args := value.Obj()
	for i := range t.Params {
		p := &t.Params[i]
		if !needed(p) && m.oneIn(3) {
			continue
		}
		if v, ok := aim[p.Name]; ok {
			args.Set(p.Name, v)
			continue
		}
		args.Set(p.Name, o.argument(m, p, t.Name))
	}
	return args
}

// needed reports whether the strict profile insists on a parameter.
func needed(p *world.Param) bool { return p.Required || p.Needed }

// aim picks a record for each declared read and update and returns the parameters that lead
// to it.
func (o *office) aim(m *maker, w *world.World, s *world.Service, t *world.Tool) map[string]any {
	out := map[string]any{}
	for _, e := range t.Effects {
		if r := pickRecord(m, w, s.Name+"."+e.Collection); r != nil && e.Key != "" {
			out[e.Key] = r.ID()
		}
	}
	for i := range t.Reads {
		if r := pickRecord(m, w, s.Name+"."+t.Reads[i].Collection); r != nil {
			for name, v := range o.leading(t, &t.Reads[i], r) {
				if _, set := out[name]; !set {
					out[name] = v
				}
			}
		}
	}
	return out
}

func pickRecord(m *maker, w *world.World, full string) *world.Record {
	all := slices.Collect(w.State().Records(full))
	if len(all) == 0 {
		return nil
	}
	return all[m.rand.Intn(len(all))]
}

// leading returns the parameters with which a read shows the record.
func (o *office) leading(t *world.Tool, read *world.Read, r *world.Record) map[string]any {
	out := map[string]any{}
	if read.Key != "" {
		out[read.Key] = r.ID()
	}
	if read.Limit != "" {
		out[read.Limit] = value.Int(1000)
	}
	for _, by := range []map[string]string{read.Filters, read.Search} {
		for name, field := range by {
			p, _ := t.Param(name)
			if v, ok := o.asParam(p, r, field); ok {
				out[name] = v
			}
		}
	}
	return out
}

// asParam returns a record's field as the value of a parameter that filters by it: the first
// item of a list, the day of an instant.
func (o *office) asParam(p *world.Param, r *world.Record, field string) (any, bool) {
	v, ok := r.Get(field)
	if list, isList := v.([]any); isList && len(list) > 0 {
		v = list[0]
	}
	if p.Type == world.Day {
		if t, isInstant := r.Instant(field, o.zone); isInstant {
			return t.In(o.zone).Format("2006-01-02"), true
		}
	}
	return v, ok && v != nil
}

// argument makes a value of the parameter's type: ids that are there where it refers.
func (o *office) argument(m *maker, p *world.Param, tool string) any {
	one := func() any {
		switch ids := o.keys[p.Ref]; {
		case len(ids) > 0:
			return m.pick(ids)
		case len(p.Enum) > 0:
			return m.pick(p.Enum)
		case p.Max > 0:
			return value.Int(int64(p.Min + m.rand.Intn(min(p.Max-p.Min, 50)+1)))
		}
		return m.of(p.Type, tool+"."+p.Name)
	}
	if !p.List {
		return one()
	}
	list := make([]any, 1+m.rand.Intn(3))
	for i := range list {
		list[i] = one()
	}
	return list
}

// encode writes arguments as a model sends them.
func encode(args *value.Object) []byte { return value.Append(nil, args) }

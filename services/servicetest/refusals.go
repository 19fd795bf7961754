package servicetest

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// checkRefusals sends each tool arguments that it must refuse, and ids that are not there.
func (o *office) checkRefusals(t tester, s *world.Service) {
	for i := range s.Tools {
		tool := &s.Tools[i]
		m := newMaker(5, o.now, s.Name, tool.Name)
		w := o.start(world.Strict)
		good := o.arguments(m, w, s, tool)
		for name, raw := range badArguments(tool, good) {
			before := w.Snapshot()
			e := w.Call(world.Agent, tool.Name, []byte(raw))
			checkEntry(t, before, w, e)
			if e.Outcome != world.Invalid || len(e.Problems) == 0 {
				t.Errorf("%s: %s: outcome %v with %d problems for %s", tool.Name, name, e.Outcome, len(e.Problems), raw)
			}
			if _, err := value.Parse(e.Body); err != nil {
				t.Errorf("%s: %s: the reply is no JSON: %s", tool.Name, name, e.Body)
			}
		}
		o.checkMissing(t, s, tool, m)
	}
}

// badArguments are argument texts by what is wrong with them.
func badArguments(tool *world.Tool, good *value.Object) map[string]string {
	with := func(name string, v any) string {
		o := good.Clone()
		o.Set(name, v)
		return string(encode(o))
	}
	out := map[string]string{
		"no JSON":          `{"a":`,
		"a list":           `[]`,
		"a text":           `"{}"`,
		"unknown argument": with("no_such_argument", "x"),
	}
	for i := range tool.Params {
		p := &tool.Params[i]
		if needed(p) {
			without := good.Clone()
			without.Delete(p.Name)
			out[p.Name+" missing"] = string(encode(without))
			out[p.Name+" null"] = with(p.Name, nil)
		}
		if wrong, ok := wrongValue(p); ok {
			out[p.Name+" of another type"] = with(p.Name, wrong)
		}
		if p.List {
			out[p.Name+" not a list"] = with(p.Name, "x")
		}
		if p.Type == world.Int && p.Max > 0 {
			out[p.Name+" too large"] = with(p.Name, value.Int(int64(p.Max)+1))
			out[p.Name+" too small"] = with(p.Name, value.Int(int64(p.Min)-1))
		}
		if p.Type == world.Day || p.Type == world.Instant {
			out[p.Name+" no date"] = with(p.Name, "2026-02-30")
		}
		if len(p.Enum) > 0 {
			out[p.Name+" no choice"] = with(p.Name, "no such choice")
		}
	}
	return out
}

// wrongValue is a value that no conversion makes right.
func wrongValue(p *world.Param) (any, bool) {
	wrong := any(value.Obj())
	switch {
	case p.Custom != nil || p.Type == world.Tree:
		return nil, false
	case p.Type == world.Bool:
		wrong = "true"
	case p.Type == world.Int:
		wrong = value.Number("1.5")
	case p.Type == world.Number || p.Type == world.Amount:
		wrong = "1.5"
	case p.Type == world.Text || p.Type == world.ID:
		wrong = value.Int(5)
	}
	if p.List {
		wrong = []any{wrong}
	}
	return wrong, true
}

// checkMissing calls a tool with ids that are not there.
func (o *office) checkMissing(t tester, s *world.Service, tool *world.Tool, m *maker) {
	for i := range tool.Params {
		p := &tool.Params[i]
		if p.Ref == "" {
			continue
		}
		w := o.start(world.Strict)
		args := o.arguments(m, w, s, tool)
		args.Set(p.Name, "no-such-id")
		if p.List {
			args.Set(p.Name, []any{"no-such-id"})
		}
		before := w.Snapshot()
		e := w.Call(world.Agent, tool.Name, encode(args))
		checkEntry(t, before, w, e)
		if e.Outcome != world.Missing {
			t.Errorf("%s: %s names nothing, but the outcome is %v", tool.Name, p.Name, e.Outcome)
		}
	}
}

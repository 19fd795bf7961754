package servicetest

import (
	"fmt"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// tries bounds the calls in which a declared effect must come about.
const tries = 400

// checkEffects calls each tool with valid arguments until every declared effect came about, at
// the latest by a sample call, and checks that no call ever does anything else.
func (o *office) checkEffects(t tester, s *world.Service) {
	for i := range s.Tools {
		tool := &s.Tools[i]
		missing := map[string]bool{}
		for _, e := range tool.Effects {
			for _, what := range partsOf(e) {
				missing[what] = true
			}
		}
		m := newMaker(4, o.now, s.Name, tool.Name)
		w := o.start(world.Strict)
		for n := 0; n < tries && (n < 20 || len(missing) > 0); n++ {
			if n%10 == 0 {
				w.Reset()
			}
			before := w.Snapshot()
			e := w.Call(world.Agent, tool.Name, encode(o.arguments(m, w, s, tool)))
			checkEntry(t, before, w, e)
			for _, c := range e.Changes {
				for _, what := range o.checkChange(t, s, tool, e, c) {
					delete(missing, what)
				}
			}
		}
		o.playSamples(t, s, tool, func(e *world.Entry) {
			for _, c := range e.Changes {
				for _, what := range o.checkChange(t, s, tool, e, c) {
					delete(missing, what)
				}
			}
		})
		for _, what := range sorted(missing) {
			t.Errorf("%s declares %q, but no call brought it about", tool.Name, what)
		}
	}
}

// partsOf names what an effect can do, each part once.
func partsOf(e world.Effect) []string {
	parts := []string{fmt.Sprintf("%v %s", e.Op, e.Collection)}
	for _, name := range fieldsOf(e) {
		parts = append(parts, fmt.Sprintf("%v %s.%s", e.Op, e.Collection, name))
	}
	return parts
}

// checkEntry checks that the changes of an entry are the difference that the call made, and
// that a refused call made none.
func checkEntry(t tester, before *world.State, w *world.World, e *world.Entry) {
	t.Helper()
	diff := before.Diff(w.State())
	if len(diff) != len(e.Changes) {
		t.Fatalf("%s %s: the entry has %d changes, the state %d", e.Tool, e.Raw, len(e.Changes), len(diff))
	}
	if (e.Before() != e.After()) != (len(diff) > 0) {
		t.Fatalf("%s %s: %d changes, but the digests say otherwise", e.Tool, e.Raw, len(diff))
	}
	if e.Outcome != world.OK && (len(diff) > 0 || len(e.Shown) > 0) {
		t.Fatalf("%s %s ended %v and yet changed or showed records", e.Tool, e.Raw, e.Outcome)
	}
}

// checkChange checks that a change is declared and well formed, and returns the parts of
// effects that it brought about.
func (o *office) checkChange(t tester, s *world.Service, tool *world.Tool, e *world.Entry, change world.Change) []string {
	t.Helper()
	full := change.Record().Collection()
	_, c, _ := o.catalog.Collection(full)
	at := slices.IndexFunc(tool.Effects, func(x world.Effect) bool {
		return x.Op == change.Op && s.Name+"."+x.Collection == full && (x.Key == "" || e.Args.Text(x.Key) == change.Record().ID())
	})
	if at < 0 {
		t.Fatalf("%s %s made an undeclared effect: %v %s", tool.Name, e.Raw, change.Op, full)
	}
	effect := tool.Effects[at]
	parts := []string{fmt.Sprintf("%v %s", effect.Op, effect.Collection)}
	if change.Op == world.Deleted {
		return parts
	}
	if fault := conforms(c, change.After); fault != "" {
		t.Fatalf("%s %s: the record of %s does not fit: %s", tool.Name, e.Raw, full, fault)
	}
	declared := fieldsOf(effect)
	for _, name := range change.Fields() {
		if !slices.Contains(declared, name) {
			t.Fatalf("%s %s sets %s.%s, which it does not declare", tool.Name, e.Raw, full, name)
		}
		o.checkField(t, tool, e, effect, change.After, name)
		parts = append(parts, fmt.Sprintf("%v %s.%s", effect.Op, effect.Collection, name))
	}
	return parts
}

// checkField checks that a field got its constant or its parameter.
func (o *office) checkField(t tester, tool *world.Tool, e *world.Entry, effect world.Effect, r *world.Record, name string) {
	t.Helper()
	got, _ := r.Get(name)
	if want, ok := effect.Const[name]; ok && !value.Equal(got, want) {
		t.Fatalf("%s: %s is %s, not the declared constant", tool.Name, name, value.Append(nil, got))
	}
	param, ok := effect.Fields[name]
	if !ok || !e.Args.Given(param) || slices.Contains(effect.Computed, name) {
		return
	}
	want := e.Args.Value(param)
	if !value.Equal(got, want) && !sameInstant(got, want, o.zone) {
		t.Fatalf("%s: %s is %s, not the parameter %s", tool.Name, name, value.Append(nil, got), param)
	}
}

func sameInstant(a, b any, zone *time.Location) bool {
	x, _ := a.(string)
	y, _ := b.(string)
	s, ok := value.ReadInstant(x, zone)
	t, also := value.ReadInstant(y, zone)
	return ok && also && s.Equal(t)
}

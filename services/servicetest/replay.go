package servicetest

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// call is one recorded call.
type call struct {
	tool string
	raw  []byte
}

// checkReplay makes a walk of calls and checks that it replays byte for byte, and that
// snapshots, forks and resets keep apart.
func (o *office) checkReplay(t tester, s *world.Service) {
	for _, profile := range []world.Profile{world.Strict, world.Wire} {
		w := o.start(profile)
		walk := o.walk(s, w, 7, 40)
		audit, digest := transcript(w), w.Digest()

		twin := o.start(profile)
		play(twin, walk)
		if got := transcript(twin); got != audit || twin.Digest() != digest {
			t.Fatalf("profile %v: equal calls made another audit:\n%s\nthen\n%s", profile, audit, got)
		}
		checkForks(t, o, s, w, audit, digest)

		w.Reset()
		if diff := w.Seed().Diff(w.State()); len(diff) > 0 || w.Digest() != w.Seed().Digest() || len(w.Entries()) > 0 {
			t.Fatalf("profile %v: a reset leaves %d changes and %d entries", profile, len(diff), len(w.Entries()))
		}
		play(w, walk)
		if got := transcript(w); got != audit {
			t.Fatalf("profile %v: after a reset equal calls made another audit", profile)
		}
	}
}

// walk makes calls of every tool in turn and returns them.
func (o *office) walk(s *world.Service, w *world.World, seed uint64, steps int) []call {
	m := newMaker(seed, o.now, s.Name, "walk")
	var calls []call
	for n := range steps {
		tool := &s.Tools[n%len(s.Tools)]
		c := call{tool.Name, encode(o.arguments(m, w, s, tool))}
		w.Call(world.Agent, c.tool, c.raw)
		calls = append(calls, c)
	}
	return calls
}

func play(w *world.World, calls []call) {
	for _, c := range calls {
		w.Call(world.Agent, c.tool, c.raw)
	}
}

// checkForks lets a fork walk on and checks that the world and its snapshot stay.
func checkForks(t tester, o *office, s *world.Service, w *world.World, audit string, digest det.Digest) {
	t.Helper()
	kept := w.Snapshot()
	fork := w.Fork()
	if transcript(fork) != audit || fork.Digest() != digest {
		t.Fatalf("a fork does not begin where the world stands")
	}
	o.walk(s, fork, 8, 20)
	if transcript(w) != audit || w.Digest() != digest || len(kept.Diff(w.State())) > 0 {
		t.Fatalf("the calls of a fork changed the world it came from")
	}
	o.walk(s, w.Fork(), 9, 20)
	if kept.Digest() != digest || len(kept.Diff(w.State())) > 0 {
		t.Fatalf("a snapshot changed")
	}
}

// transcript is the audit log as text.
func transcript(w *world.World) string {
	var b strings.Builder
	for _, e := range w.Entries() {
		fmt.Fprintf(&b, "%d %s %s -> %v %d %s %v %v\n", e.Seq, e.Tool, e.Raw, e.Outcome, e.Status, e.Body, e.Before(), e.After())
		for _, c := range e.Changes {
			fmt.Fprintf(&b, "  %v %s %s %s\n", c.Op, c.Record().Collection(), c.Record().ID(), c.Record().JSON())
		}
		for _, s := range e.Shown {
			fmt.Fprintf(&b, "  shown %s %s %v\n", s.Record.Collection(), s.Record.ID(), s.Fields())
		}
	}
	return b.String()
}

// successOf calls a tool until a call goes well, at the latest by a sample call.
func (o *office) successOf(m *maker, w *world.World, s *world.Service, tool *world.Tool) *world.Entry {
	if c, sample, ok := o.sampleOf(tool.Name); ok {
		return sample.start(o, world.Wire).Call(world.Agent, tool.Name, c)
	}
	var e *world.Entry
	for range 20 {
		if e = w.Call(world.Agent, tool.Name, encode(o.arguments(m, w, s, tool))); e.Outcome == world.OK {
			break
		}
	}
	return e
}

// checkAudit checks that the wire audit lists what its tools declare, as JSON.
func (o *office) checkAudit(t tester, s *world.Service) {
	listed := map[string]bool{}
	w := o.start(world.Wire)
	m := newMaker(10, o.now, s.Name, "audit")
	for i := range s.Tools {
		tool := &s.Tools[i]
		if tool.Audit == nil || tool.Audit.Key == "" {
			continue
		}
		listed[tool.Audit.Key] = true
		e := o.successOf(m, w, s, tool)
		if e.Outcome != world.OK {
			t.Errorf("%s under the wire profile: %v %s", tool.Name, e.Outcome, e.Body)
			continue
		}
		if tool.Audit.Entry == nil {
			if len(e.Changes) == 0 {
				t.Errorf("%s: the audit would list its first change, but there is none", tool.Name)
			}
			continue
		}
		if _, err := value.Parse(tool.Audit.Entry(e)); err != nil {
			t.Errorf("%s: the audit's object is no JSON: %v", tool.Name, err)
		}
	}
	for _, key := range s.AuditKeys {
		if !listed[key] {
			t.Errorf("the audit has the key %q, but no tool is listed under it", key)
		}
		delete(listed, key)
	}
	for _, key := range sorted(listed) {
		t.Errorf("tools are listed under %q, which is no key of the audit", key)
	}
}

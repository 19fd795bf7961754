package servicetest

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Sample is a small office whose records fit each other, and calls that go well in it, each made
// in a world of its own. A tool that made records and arguments seldom satisfy, say since a
// request must be at a certain step, comes about by them.
type Sample struct {
	Records map[string]string // JSON lists by full collection name
	Calls   []SampleCall
}

// SampleCall is a call with its arguments as JSON and the identity that makes it, "" for none.
type SampleCall struct{ As, Tool, Args string }

// sampled is a sample made ready.
type sampled struct {
	image *world.Image
	calls []SampleCall
}

func (o *office) addSamples(t tester, samples []Sample) {
	t.Helper()
	for _, in := range samples {
		records := map[string][]*value.Object{}
		for full, text := range in.Records {
			records[full] = parseRecords(t, full, text)
		}
		image, err := world.NewImage(world.Seed{Services: o.services, Records: records})
		if err != nil {
			t.Fatalf("make the image of a sample: %v", err)
		}
		o.samples = append(o.samples, sampled{image, in.Calls})
	}
}

func (x *sampled) start(o *office, profile world.Profile) *world.World {
	return world.New(x.image, world.Options{Now: o.now, Zone: o.zone, Profile: profile})
}

// playSamples makes every sample call of a tool and hands over the entries.
func (o *office) playSamples(t tester, s *world.Service, tool *world.Tool, see func(*world.Entry)) {
	t.Helper()
	for i := range o.samples {
		x := &o.samples[i]
		for _, c := range x.calls {
			if c.Tool != tool.Name {
				continue
			}
			w := world.New(x.image, world.Options{Now: o.now, Zone: o.zone, As: c.As})
			before := w.Snapshot()
			e := w.Call(world.Agent, c.Tool, []byte(c.Args))
			if e.Outcome != world.OK {
				t.Fatalf("the sample call %s %s ended %v: %s", c.Tool, c.Args, e.Outcome, e.Body)
			}
			checkEntry(t, before, w, e)
			see(e)
		}
	}
}

// sampleOf returns the first sample call of a tool.
func (o *office) sampleOf(tool string) (args []byte, from *sampled, ok bool) {
	for i := range o.samples {
		for _, c := range o.samples[i].calls {
			if c.Tool == tool && c.As == "" {
				return []byte(c.Args), &o.samples[i], true
			}
		}
	}
	return nil, nil, false
}

// checkSamples checks that the records of the samples are well formed and that what their calls
// show is in the replies.
func (o *office) checkSamples(t tester, s *world.Service) {
	for i := range o.samples {
		x := &o.samples[i]
		for j := range s.Collections {
			c := &s.Collections[j]
			for r := range x.start(o, world.Strict).State().Records(s.Name + "." + c.Name) {
				if fault := conforms(c, r); fault != "" {
					t.Errorf("the sample record %s of %s.%s: %s", r.ID(), s.Name, c.Name, fault)
				}
			}
		}
	}
	for i := range s.Tools {
		tool := &s.Tools[i]
		o.playSamples(t, s, tool, func(e *world.Entry) { o.checkShown(t, s, tool, e) })
	}
}

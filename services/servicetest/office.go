package servicetest

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// office is a start with generated records for every collection of every service.
type office struct {
	services []*world.Service
	catalog  *world.Catalog
	image    *world.Image
	keys     map[string][]string // full collection name -> ids
	traces   []trace
	samples  []sampled
	now      time.Time
	zone     *time.Location
}

// perCollection is how many records each collection starts with. The numbers in ids start at
// firstNumber, so that counting the records hits upon an id that is taken.
const (
	perCollection = 12
	firstNumber   = 5
)

func newOffice(t tester, services []*world.Service, seed uint64) *office {
	t.Helper()
	catalog, err := world.NewCatalog(services...)
	if err != nil {
		t.Fatalf("make the catalogue: %v", err)
	}
	o := &office{
		services: services,
		catalog:  catalog,
		keys:     map[string][]string{},
		now:      time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC),
		zone:     time.FixedZone("", 8*3600),
	}
	m := newMaker(seed, o.now, "records")
	o.makeKeys(m)
	records := map[string][]*value.Object{}
	for _, s := range services {
		for i := range s.Collections {
			full := s.Name + "." + s.Collections[i].Name
			for n := range perCollection {
				records[full] = append(records[full], o.record(m, &s.Collections[i], full, n))
			}
		}
	}
	if o.image, err = world.NewImage(world.Seed{Services: services, Records: records}); err != nil {
		t.Fatalf("make the image: %v", err)
	}
	o.traces = o.tracesOf()
	return o
}

// makeKeys gives out the ids first, so that references can name them.
func (o *office) makeKeys(m *maker) {
	for _, s := range o.services {
		for _, c := range s.Collections {
			full := s.Name + "." + c.Name
			for n := range perCollection {
				key := m.mark(full) + ".pdf" // a reader of files may ask for an ending
				if c.NewID != "" {
					key = fmt.Sprintf(c.NewID, firstNumber+n)
				}
				o.keys[full] = append(o.keys[full], key)
			}
		}
	}
}

// record makes a record from the fields' types. Of the optional fields some are missing and
// some are null.
func (o *office) record(m *maker, c *world.Collection, full string, n int) *value.Object {
	out := value.Obj()
	for i := range c.Fields {
		f := &c.Fields[i]
		switch {
		case f.Name == c.Key:
			out.Set(f.Name, o.keys[full][n])
		case f.Optional && m.oneIn(4):
		case f.Optional && m.oneIn(8):
			out.Set(f.Name, nil)
		default:
			out.Set(f.Name, o.fieldValue(m, f, full))
		}
	}
	return out
}

func (o *office) fieldValue(m *maker, f *world.Field, full string) any {
	place := full + "." + f.Name
	switch ids := o.keys[f.Ref]; {
	case len(f.Enum) > 0 && f.List:
		return []any{m.state(f.Enum), m.state(f.Enum)}
	case len(f.Enum) > 0:
		return m.state(f.Enum)
	case f.Ref != "" && f.List:
		return []any{m.pick(ids), m.pick(ids)}
	case f.Ref != "":
		return m.pick(ids)
	case f.List:
		return m.list(f.Type, place)
	}
	return m.of(f.Type, place)
}

// start starts an episode in the office.
func (o *office) start(profile world.Profile) *world.World {
	return world.New(o.image, world.Options{Now: o.now, Zone: o.zone, Profile: profile})
}

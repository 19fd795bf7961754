package engine

import (
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// WireInstances makes a task's services ready to be served one port each, with the records of
// the start as written.
func (e *Engine) WireInstances(p *episode.Prepared) ([]serve.WireInstance, error) {
	seed := world.New(p.Bound.Image, p.Bound.Options()).Seed()
	var out []serve.WireInstance
	for _, name := range p.Bound.Task.Services {
		svc, ok := e.Catalog.Service(name)
		if !ok {
			continue // binding has refused unknown services
		}
		records := map[string][]*value.Object{}
		for _, c := range svc.Collections {
			full := name + "." + c.Name
			for r := range seed.Records(full) {
				records[full] = append(records[full], value.Obj(r.Fields()...))
			}
		}
		image, err := world.NewImage(world.Seed{Services: []*world.Service{svc}, Records: records, Deny: p.Bound.Task.Deny})
		if err != nil {
			return nil, err
		}
		out = append(out, serve.WireInstance{Name: name, Image: image, AsWritten: true})
	}
	return out, nil
}

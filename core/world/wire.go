package world

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// WireClock is what a service needs to adapt its fixture when it is served.
type WireClock struct{ Now time.Time }

// With returns a copy of the record with members set, present ones in place and new ones at
// the end; the record itself where nothing changes. It is for WireLoad: handlers change
// records through their Tx.
func (r *Record) With(members ...value.Member) *Record { return r.with(members) }

// LoadWire returns the image as its services serve it when they are loaded or reset at the
// clock's time; img itself where no service adapts its records.
func (img *Image) LoadWire(clock WireClock) (*Image, error) {
	seed := Seed{Services: img.Services(), Records: map[string][]*value.Object{}, Rename: map[string]string{}}
	adapted := false
	for _, s := range img.services {
		for _, coll := range s.colls {
			records := coll.base
			if load := s.decl.WireLoad; load != nil {
				var err error
				if records, err = load(coll.decl.Name, records, clock); err != nil {
					return nil, fmt.Errorf("load %s: %w", coll.full, err)
				}
				adapted = true
			}
			seed.Records[coll.full] = objects(records)
		}
	}
	if !adapted {
		return img, nil
	}
	for _, b := range img.tools {
		if b.name != b.tool.Name {
			seed.Rename[b.tool.Name] = b.name
		}
		if b.denied {
			seed.Deny = append(seed.Deny, b.tool.Name)
		}
	}
	return NewImage(seed)
}

func objects(records []*Record) []*value.Object {
	out := make([]*value.Object, len(records))
	for i, r := range records {
		out[i] = value.Obj(r.fields...)
	}
	return out
}

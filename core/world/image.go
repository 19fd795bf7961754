package world

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// Image is the immutable start of every episode of a task: its services, the records of s0 and
// the tools on offer. Worlds share it, so that starting and resetting one copies nothing.
type Image struct {
	services []*boundService
	colls    []*boundCollection
	byColl   map[string]*boundCollection
	tools    map[string]*boundTool
	offered  []Offer                    // in declaration order
	sum      atomic.Pointer[det.Digest] // of the records, once somebody asked for it
}

// digest identifies the records of the start.
func (img *Image) digest() det.Digest {
	if sum := img.sum.Load(); sum != nil {
		return *sum
	}
	var sum det.Digest
	for _, coll := range img.colls {
		for _, r := range coll.base {
			sum = sum.Add(r.Digest())
		}
	}
	img.sum.Store(&sum)
	return sum
}

type boundService struct {
	decl  *Service
	index int
	colls []*boundCollection
}

// boundCollection is a collection within an image: where it stands and its records of s0.
type boundCollection struct {
	decl  *Collection
	full  string
	index int
	base  []*Record
	byID  map[string]int
	// reserved are the ids of records that later stages insert: no other record is given one.
	reserved map[string]bool
}

type boundTool struct {
	tool    *Tool
	service *boundService
	name    string // as offered: the declared name or the alias
	denied  bool   // not offered
	foreign bool   // its arguments refer to records of other services
}

// Seed is s0 and what is on offer.
type Seed struct {
	Services []*Service
	Records  map[string][]*value.Object // full collection name -> records in order; members beginning with "_" are dropped
	Deny     []string                   // tools that are not offered
	Reserved map[string][]string        // full collection name -> ids of records that later stages insert
	Rename   map[string]string          // declared tool name -> alias under which it is offered
}

// NewImage builds the image. Records must have been typed by their collections before.
func NewImage(seed Seed) (*Image, error) {
	img := &Image{byColl: map[string]*boundCollection{}, tools: map[string]*boundTool{}}
	for _, s := range seed.Services {
		img.bindService(s)
	}
	for full := range seed.Records {
		if img.byColl[full] == nil {
			return nil, fault.New(fault.Invalid, "records for unknown collection %s", full)
		}
	}
	if err := img.reserve(seed.Reserved); err != nil {
		return nil, err
	}
	for _, coll := range img.colls {
		if err := img.fill(coll, seed.Records[coll.full]); err != nil {
			return nil, err
		}
	}
	return img, img.offer(seed)
}

// reserve keeps ids for records that later stages insert.
func (img *Image) reserve(ids map[string][]string) error {
	for full, ids := range ids {
		coll := img.byColl[full]
		if coll == nil {
			return fault.New(fault.Invalid, "reserved ids of unknown collection %s", full)
		}
		coll.reserved = make(map[string]bool, len(ids))
		for _, id := range ids {
			coll.reserved[id] = true
		}
	}
	return nil
}

func (img *Image) bindService(s *Service) {
	bound := &boundService{decl: s, index: len(img.services)}
	for i := range s.Collections {
		coll := &boundCollection{decl: &s.Collections[i], full: s.Name + "." + s.Collections[i].Name, index: len(img.colls)}
		bound.colls = append(bound.colls, coll)
		img.colls = append(img.colls, coll)
		img.byColl[coll.full] = coll
	}
	img.services = append(img.services, bound)
}

func (img *Image) fill(coll *boundCollection, objects []*value.Object) error {
	coll.base = make([]*Record, 0, len(objects))
	coll.byID = make(map[string]int, len(objects))
	for i, o := range objects {
		r := coll.fromObject(i, o)
		if _, twice := coll.byID[r.id]; twice && coll.decl.Key != "" {
			return fault.New(fault.Invalid, "%s: two records have the id %q", coll.full, r.id)
		}
		coll.byID[r.id] = i
		coll.base = append(coll.base, r)
	}
	return nil
}

// fromObject makes a record of s0; hidden members stay behind.
func (coll *boundCollection) fromObject(pos int, o *value.Object) *Record {
	fields := make([]value.Member, 0, o.Len())
	for _, m := range o.Members() {
		if !strings.HasPrefix(m.Name, "_") {
			fields = append(fields, m)
		}
	}
	return &Record{coll: coll, id: coll.idOf(pos, fields), fields: fields}
}

// idOf reads the key, or counts where records carry none.
func (coll *boundCollection) idOf(pos int, fields []value.Member) string {
	for _, f := range fields {
		if f.Name == coll.decl.Key {
			if s, ok := f.Value.(string); ok {
				return s
			}
			return string(value.Append(nil, f.Value))
		}
	}
	return fmt.Sprintf("%d", pos+1)
}

func (img *Image) offer(seed Seed) error {
	denied := map[string]bool{}
	for _, name := range seed.Deny {
		denied[name] = true
	}
	for _, s := range img.services {
		for i := range s.decl.Tools {
			t := &s.decl.Tools[i]
			b := &boundTool{tool: t, service: s, name: t.Name, denied: denied[t.Name], foreign: img.refersOut(s, t)}
			if alias := seed.Rename[t.Name]; alias != "" {
				b.name = alias
			}
			if img.tools[b.name] != nil {
				return fault.New(fault.Invalid, "two tools are called %s", b.name)
			}
			img.tools[b.name] = b
			if !b.denied {
				img.offered = append(img.offered, Offer{Name: b.name, Service: s.decl, Tool: t})
			}
		}
	}
	return nil
}

// refersOut reports whether an argument of a tool refers to records of another service.
func (img *Image) refersOut(s *boundService, t *Tool) bool {
	return slices.ContainsFunc(t.Params, func(p Param) bool {
		coll := img.byColl[p.Ref]
		return coll != nil && !slices.Contains(s.colls, coll)
	})
}

// presence is the digest share of a record's existence.
func (coll *boundCollection) presence(id string) det.Digest {
	return det.Sum([]byte(coll.full), []byte(id))
}

// fieldSum is the digest share of one field: order of fields and records does not matter.
func (coll *boundCollection) fieldSum(id, name string, v any) det.Digest {
	var buf [256]byte
	return det.Sum([]byte(coll.full), []byte(id), []byte(name), value.AppendCanonical(buf[:0], v))
}

// Offered returns the tools on offer, in declaration order, under their offered names; shared,
// read only.
func (img *Image) Offered() []Offer { return slices.Clip(img.offered) }

// Offer is a tool that the agent may call.
type Offer struct {
	Name    string
	Service *Service
	Tool    *Tool
}

// Offer returns the tool offered under that name.
func (img *Image) Offer(name string) (Offer, bool) {
	b := img.tools[name]
	if b == nil || b.denied {
		return Offer{}, false
	}
	return Offer{Name: b.name, Service: b.service.decl, Tool: b.tool}, true
}

// Services returns the services of the image in order.
func (img *Image) Services() []*Service {
	out := make([]*Service, len(img.services))
	for i, s := range img.services {
		out[i] = s.decl
	}
	return out
}

// Collection returns a collection's declaration by full name.
func (img *Image) Collection(full string) (*Collection, bool) {
	c := img.byColl[full]
	if c == nil {
		return nil, false
	}
	return c.decl, true
}

// Collections returns the full names in order.
func (img *Image) Collections() []string {
	out := make([]string, len(img.colls))
	for i, c := range img.colls {
		out[i] = c.full
	}
	return out
}

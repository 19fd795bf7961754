package serve

import (
	"net"
	"net/http"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/world"
)

// WireService is one service with its world and routes. It is an http.Handler.
type WireService struct {
	name      string
	port      int
	set       *WireServices
	decl      *world.Service
	fixture   *world.Image // as the fixture has the records
	asWritten bool         // without the date shift
	routes    map[string]*route
	errors    *errorSource // nil without an error rate
	listener  net.Listener

	mu    sync.Mutex
	world *world.World
}

func newWireService(in WireInstance, set *WireServices, seed uint64) (*WireService, error) {
	declared := in.Image.Services()
	if len(declared) != 1 {
		return nil, fault.New(fault.Internal, "service %s: its image holds %d services, want one", in.Name, len(declared))
	}
	w := &WireService{name: in.Name, port: in.Port, set: set, decl: declared[0], fixture: in.Image, asWritten: in.AsWritten}
	if w.name == "" {
		w.name = w.decl.Name
	}
	if w.port == 0 {
		w.port = w.decl.Port
	}
	if set.opts.ErrorRate > 0 {
		w.errors = newErrorSource(set.opts.ErrorRate, seed, w.name)
	}
	w.routes = w.makeRoutes()
	return w, w.load()
}

// load starts the world anew, with records adapted to the present time.
func (w *WireService) load() error {
	clock := w.set.opts.Clock
	now := clock.Now().UTC()
	image := w.fixture
	if !w.asWritten {
		var err error
		if image, err = image.LoadWire(world.WireClock{Now: now}); err != nil {
			return err
		}
	}
	w.world = world.New(image, world.Options{Now: now, Clock: clock, Profile: world.Wire, RepeatIDs: !w.set.opts.UniqueIDs})
	return nil
}

// Name is how the task calls the service.
func (w *WireService) Name() string { return w.name }

// Port is the port before the offset.
func (w *WireService) Port() int { return w.port }

// Addr is where it listens, "" before Listen.
func (w *WireService) Addr() string {
	if w.listener == nil {
		return ""
	}
	return w.listener.Addr().String()
}

// Do runs f on the service's world, under its lock.
func (w *WireService) Do(f func(*world.World)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(w.world)
}

// call dispatches one tool call. The actor of a health probe is the harness: it is in the audit
// like any other call, but no act of the agent.
func (w *WireService) call(tool string, body []byte, header http.Header) *world.Entry {
	actor := world.Agent
	if isProbe(header) {
		actor = world.Harness
	}
	via := world.Transport{NoBody: len(body) == 0}
	if kind := header["Content-Type"]; len(kind) > 0 {
		via.ContentType = kind[0]
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.world.CallHTTP(actor, tool, body, via)
}

func isProbe(header http.Header) bool {
	probe := header["X-Health-Check"]
	return len(probe) > 0 && probe[0] == "1"
}

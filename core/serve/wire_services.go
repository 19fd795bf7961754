// Package serve puts worlds behind protocols.
//
// The files wire_* serve simulated services one port each, with the routes, replies and quirks
// of HTTP that the Claw-Eval benchmark's own servers have, so that its runner can be pointed at
// them. What differs on purpose is listed in docs/compat.md.
//
// Invariant: every act that arrives over a protocol goes through world dispatch, and a world is
// only touched under its lock.
package serve

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"log"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/world"
)

// WireInstance is one service to serve. Its image holds exactly that service; the records are
// as the fixture has them, WireLoad is applied by the server.
type WireInstance struct {
	Name  string // how the task calls it, e.g. "ocr_t50"; "" = the service's own name
	Port  int    // before the offset; 0 = the service's declared port
	Image *world.Image
	// AsWritten serves the records without the benchmark's date shift: those of a task of ours,
	// whose clock stands still.
	AsWritten bool
}

// WireOptions are the settings of a set of services.
type WireOptions struct {
	Host      string    // address to listen on; "" = 127.0.0.1
	Offset    int       // added to every port
	Ephemeral bool      // listen on free ports instead; see WireService.Addr
	Clock     det.Clock // nil = the machine's
	ErrorRate float64   // 0..1: the share of tool calls that get an injected error or delay
	Seed      *uint64   // of the error rate; nil = drawn at random
	UniqueIDs bool      // never give an id twice; the benchmark does after a delete
	// Sleep waits for an injected delay; nil = a timer that ends early when the set is closed.
	Sleep func(ctx context.Context, d time.Duration)
	Log   *log.Logger // what net/http reports, e.g. panics; nil = the standard logger
}

// WireServices is a set of services, each with a world and a port of its own.
type WireServices struct {
	opts     WireOptions
	services []*WireService
	ctx      context.Context // ends when the set is closed
	cancel   context.CancelFunc
}

// NewWireServices builds the worlds. Nothing listens yet.
func NewWireServices(instances []WireInstance, opts WireOptions) (*WireServices, error) {
	if opts.Host == "" {
		opts.Host = "127.0.0.1"
	}
	if opts.Clock == nil {
		opts.Clock = det.System()
	}
	if opts.Sleep == nil {
		opts.Sleep = sleep
	}
	if !(opts.ErrorRate >= 0 && opts.ErrorRate <= 1) {
		return nil, fault.New(fault.Invalid, "error rate %v is not within 0 and 1", opts.ErrorRate)
	}
	seed, err := opts.seed()
	if err != nil {
		return nil, err
	}
	s := &WireServices{opts: opts}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	for _, in := range instances {
		w, err := newWireService(in, s, seed)
		if err != nil {
			s.cancel()
			return nil, err
		}
		s.services = append(s.services, w)
	}
	return s, nil
}

func (o *WireOptions) seed() (uint64, error) {
	if o.Seed != nil {
		return *o.Seed, nil
	}
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		return 0, fault.Wrap(fault.Internal, err, "draw a seed for the error rate")
	}
	return binary.LittleEndian.Uint64(b[:]), nil
}

// sleep waits for d or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// Services returns the services in the order in which they were given.
func (s *WireServices) Services() []*WireService { return slices.Clone(s.services) }

// Service returns the service of that instance name.
func (s *WireServices) Service(name string) (*WireService, bool) {
	for _, w := range s.services {
		if w.name == name {
			return w, true
		}
	}
	return nil, false
}

// Listen binds every port, or none. A port in use is a fault.Conflict.
func (s *WireServices) Listen() error {
	for _, w := range s.services {
		if err := w.listen(s.ctx); err != nil {
			s.closeListeners()
			return err
		}
	}
	return nil
}

func (w *WireService) listen(ctx context.Context) error {
	port := w.port + w.set.opts.Offset
	if w.set.opts.Ephemeral {
		port = 0
	} else if port < 1 || port > 65535 {
		return fault.New(fault.Invalid, "%s: port %d is not within 1 and 65535", w.name, port).WithHint("choose another port offset")
	}
	var cfg net.ListenConfig
	ln, err := cfg.Listen(ctx, "tcp", net.JoinHostPort(w.set.opts.Host, strconv.Itoa(port)))
	if err != nil {
		return fault.Wrap(fault.Conflict, err, "listen for %s", w.name).WithHint("stop what uses the port, or choose a port offset")
	}
	w.listener = ln
	return nil
}

func (s *WireServices) closeListeners() {
	for _, w := range s.services {
		if w.listener != nil {
			w.listener.Close() // nothing was served on it
			w.listener = nil
		}
	}
}

// Close gives up a set that is not being served: ports are freed, delays end.
func (s *WireServices) Close() {
	s.cancel()
	s.closeListeners()
}

// grace is how long requests under way may take when the set is shut down.
const grace = 5 * time.Second

// Serve answers requests until ctx ends or a listener fails, then lets the requests under way
// finish. It listens first where Listen was not called. The set cannot be served again.
func (s *WireServices) Serve(ctx context.Context) error {
	if len(s.services) == 0 {
		return fault.New(fault.Invalid, "there is no service to serve")
	}
	if s.services[0].listener == nil {
		if err := s.Listen(); err != nil {
			return err
		}
	}
	servers := make([]*http.Server, len(s.services))
	failed := make(chan error, len(s.services))
	for i, w := range s.services {
		servers[i] = &http.Server{
			Handler: w, ErrorLog: s.opts.Log, MaxHeaderBytes: 64 << 10,
			ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		}
		go func() { failed <- servers[i].Serve(w.listener) }()
	}
	var errs []error
	running := len(servers)
	select {
	case <-ctx.Done():
	case err := <-failed:
		errs = append(errs, fault.Wrap("", err, "serve"))
		running--
	}
	return errors.Join(append(errs, s.shutdown(servers, failed, running))...)
}

// shutdown ends the servers and waits for the running ones.
func (s *WireServices) shutdown(servers []*http.Server, failed <-chan error, running int) error {
	s.cancel()
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	var errs []error
	for _, srv := range servers {
		if err := srv.Shutdown(ctx); err != nil {
			errs = append(errs, fault.Wrap("", err, "shut down"), srv.Close())
		}
	}
	for range running {
		if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
			errs = append(errs, fault.Wrap("", err, "serve"))
		}
	}
	return errors.Join(errs...)
}

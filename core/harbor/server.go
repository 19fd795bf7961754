package harbor

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
)

// Server serves one episode of a task's public half to the agent of a container: MCP at /mcp,
// /healthz, and nothing else. After every request the record holds what was done so far.
type Server struct {
	online *serve.Online
	id     string
	path   string // of the episode's MCP endpoint
	seed   uint64
	record string // file

	mu      sync.Mutex
	written int // steps in the record; -1 before the first writing
	ended   bool
}

// ServerOptions are the settings of a server.
type ServerOptions struct {
	Seed    uint64
	Record  string // file of the record
	Version string
	Clock   det.Clock
}

// NewServer starts the episode and writes its record, still empty.
func NewServer(p *episode.Prepared, o ServerOptions) (*Server, error) {
	online := serve.NewOnline(only{p}, serve.OnlineOptions{Clock: o.Clock, Version: o.Version})
	session, err := online.Sessions().Create(serve.Start{Prepared: p, Options: episode.Options{Seed: o.Seed, CallByCall: true}})
	if err != nil {
		return nil, err
	}
	s := &Server{online: online, id: session.ID, path: "/mcp/" + session.Token, seed: o.Seed, record: o.Record, written: -1}
	return s, s.keep()
}

// only is a source of one task.
type only struct{ p *episode.Prepared }

// Prepared is that task.
func (o only) Prepared(string) (*episode.Prepared, error) { return o.p, nil }

// Infos tells of none: nobody asks inside a container.
func (o only) Infos() []serve.TaskInfo { return nil }

// ServeHTTP answers the agent.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	switch req.URL.Path {
	case "/healthz":
		w.WriteHeader(http.StatusOK)
		return
	case "/mcp":
	default:
		http.NotFound(w, req)
		return
	}
	inner := req.Clone(req.Context())
	inner.URL.Path, inner.URL.RawPath, inner.RequestURI = s.path, "", s.path
	s.online.Handler().ServeHTTP(keeping{w, s}, inner)
}

// keeping writes the record before the first byte of a reply: what the agent was told of is kept,
// even where it ends at once.
type keeping struct {
	http.ResponseWriter
	s *Server
}

// WriteHeader keeps the record, or refuses where that fails.
func (k keeping) WriteHeader(status int) {
	if err := k.s.keep(); err != nil {
		status = http.StatusInternalServerError
	}
	k.ResponseWriter.WriteHeader(status)
}

// Write keeps the record first.
func (k keeping) Write(b []byte) (int, error) {
	if err := k.s.keep(); err != nil {
		return 0, err
	}
	return k.ResponseWriter.Write(b)
}

// Unwrap lets the reply be flushed.
func (k keeping) Unwrap() http.ResponseWriter { return k.ResponseWriter }

// keep writes the record where a step came to it.
func (s *Server) keep() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.online.Sessions().Do(s.id, func(session *serve.Session) error {
		e := session.Episode()
		_, ended := e.Done()
		if e.Steps() == s.written && ended == s.ended {
			return nil
		}
		if err := WriteRecord(s.record, Record{Seed: s.seed, Trajectory: e.Trajectory()}); err != nil {
			return err
		}
		s.written, s.ended = e.Steps(), ended
		return nil
	})
}

const (
	headerTimeout = 10 * time.Second
	closeTimeout  = 5 * time.Second
)

// Serve answers on the listener until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{Handler: s, ReadHeaderTimeout: headerTimeout}
	stop := context.AfterFunc(ctx, func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
		defer cancel()
		if srv.Shutdown(closing) != nil {
			srv.Close() //nolint:errcheck // nothing is left to do about it
		}
	})
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fault.Wrap("", err, "serve on %s", l.Addr())
	}
	return nil
}

package serve

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
)

// Tasks is where a server takes its tasks from. It is used by many goroutines.
type Tasks interface {
	// Prepared returns the task of that id, ready to run. Errors: NotFound, Unsupported.
	Prepared(id string) (*episode.Prepared, error)
	// Infos lists the tasks in a fixed order.
	Infos() []TaskInfo
}

// TaskInfo is what trainers may know of a task before they start it: nothing of its grading.
type TaskInfo struct {
	ID           string   `json:"id"`
	Digest       string   `json:"digest"`
	Title        string   `json:"title,omitempty"`
	Family       string   `json:"family"`
	Language     string   `json:"language"`
	Difficulty   string   `json:"difficulty,omitempty"`
	Services     []string `json:"services"`
	Capabilities []string `json:"capabilities,omitempty"`
}

// OnlineOptions are the settings of a server.
type OnlineOptions struct {
	Limits SessionLimits
	Clock  det.Clock
	Token  string        // what the trainer's side must show; "" = none, for loopback
	Dense  bool          // rewards where an episode does not say
	Drain  time.Duration // how long running episodes may go on once the server is told to stop
	// Patience is how long a client may take to send a request; 0 = 10 s for its head, 30 s for all.
	Patience time.Duration
	Version  string
	Log      *log.Logger // what net/http reports; nil = nothing
}

// Online serves episodes to trainers and agents: our own HTTP API, OpenEnv, MCP and NeMo-Gym's
// routes, all on one session store.
//
// The trainer's side starts, steps, grades and closes. The agent's side has a token of its own,
// with which tools can be listed and called, and nothing of the grading is in reach.
type Online struct {
	opts     OnlineOptions
	tasks    Tasks
	sessions *Sessions
	metrics  *metrics
	nemo     nemoNames
	places   openEnvPlaces
	draining chan struct{}
	handler  http.Handler
}

const (
	maxBody       = 4 << 20
	maxHeader     = 64 << 10
	headerTimeout = 10 * time.Second
	bodyTimeout   = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	sweepEvery    = 5 * time.Second
)

// NewOnline makes a server; nothing listens yet.
func NewOnline(tasks Tasks, opts OnlineOptions) *Online {
	if opts.Clock == nil {
		opts.Clock = det.System()
	}
	o := &Online{opts: opts, tasks: tasks, sessions: NewSessions(opts.Limits, opts.Clock), metrics: newMetrics(), draining: make(chan struct{})}
	o.handler = o.routes()
	return o
}

// Handler is the server's handler.
func (o *Online) Handler() http.Handler { return o.handler }

// Sessions is the store of running episodes.
func (o *Online) Sessions() *Sessions { return o.sessions }

// Serve answers on the listener until ctx ends. Then no episode is started any more, running ones
// have Drain to end, and what is left is closed.
func (o *Online) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{Handler: o.handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: o.opts.Log}
	if p := o.opts.Patience; p > 0 {
		srv.ReadHeaderTimeout, srv.ReadTimeout = p, p
	}
	if srv.ErrorLog == nil {
		srv.ErrorLog = log.New(discard{}, "", 0)
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	stop, stopped := context.WithCancel(context.WithoutCancel(ctx))
	defer stopped()
	go o.sweep(stop)
	select {
	case err := <-failed:
		return fault.Wrap("", err, "serve on %s", l.Addr())
	case <-ctx.Done():
	}
	o.drain(stop)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), headerTimeout)
	defer cancel()
	err := srv.Shutdown(closing)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close()
	}
	return fault.Wrap(fault.Canceled, err, "serve on %s", l.Addr())
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

// sweep closes idle episodes from time to time.
func (o *Online) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			o.metrics.swept(len(o.sessions.Sweep()))
		case <-ctx.Done():
			return
		}
	}
}

// drain refuses new episodes and waits for the running ones.
func (o *Online) drain(ctx context.Context) {
	close(o.draining)
	if o.opts.Drain <= 0 {
		return
	}
	wait, cancel := context.WithTimeout(ctx, o.opts.Drain)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for o.sessions.Running() > 0 {
		select {
		case <-tick.C:
		case <-wait.Done():
			return
		}
	}
}

// start makes an episode, for whichever protocol asked.
func (o *Online) start(task string, start Start) (*Session, error) {
	if err := o.accepting(); err != nil {
		return nil, err
	}
	p, err := o.tasks.Prepared(task)
	if err != nil {
		return nil, err
	}
	start.Prepared = p
	s, err := o.sessions.Create(start)
	o.metrics.started(err)
	return s, err
}

// accepting fails once the server is stopping.
func (o *Online) accepting() error {
	select {
	case <-o.draining:
		return fault.New(fault.Unavailable, "the server is stopping").WithHint("ask another replica, or this one when it is back")
	default:
		return nil
	}
}

// ready fails where an episode of the task could not start now, a full server apart.
func (o *Online) ready(task string) error {
	if err := o.accepting(); err != nil {
		return err
	}
	_, err := o.tasks.Prepared(task)
	return err
}

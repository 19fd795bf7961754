package engine

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net"
	"net/http"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
)

// desk is the server at which the harnesses of this process find their tools: one session store,
// each trial with a token of its own, on a port of this machine alone. It is opened when the first
// harness needs it.
type desk struct {
	engine *Engine
	opts   serve.OnlineOptions

	mu     sync.Mutex
	online *serve.Online
	base   string
	stop   context.CancelFunc
	ended  chan error
}

func newDesk(e *Engine, u ModelUse) *desk {
	return &desk{engine: e, opts: serve.OnlineOptions{Version: u.Version}}
}

// open starts the server. The trainer's side, which can start and grade episodes, is shut with a
// password that nobody is told.
func (d *desk) open() (*serve.Online, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.online != nil {
		return d.online, nil
	}
	var secret [16]byte
	if _, err := rand.Read(secret[:]); err != nil {
		return nil, fault.Wrap(fault.Internal, err, "make a password")
	}
	o := d.opts
	o.Token = hex.EncodeToString(secret[:])
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "listen for harnesses")
	}
	online := d.engine.Online(nil, o)
	ctx, stop := context.WithCancel(context.Background())
	d.ended = make(chan error, 1)
	go func() { d.ended <- online.Serve(ctx, listener) }()
	d.online, d.base, d.stop = online, "http://"+listener.Addr().String(), stop
	return online, nil
}

// url is where the agent of a session finds its tools.
func (d *desk) url(s *serve.Session) string { return d.base + "/mcp/" + s.Token }

// close ends the server, where there is one.
func (d *desk) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.online == nil {
		return nil
	}
	d.stop()
	err := <-d.ended
	d.online = nil
	if fault.KindOf(err) == fault.Canceled || err == http.ErrServerClosed {
		return nil
	}
	return err
}

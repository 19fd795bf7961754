package harbor

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/world"
)

// Dry is what trying a task's directory without a container came to.
type Dry struct {
	Task    string   `json:"task"`
	Oracle  *float64 `json:"oracle"` // must be 1
	Nop     *float64 `json:"nop"`    // must be 0
	Problem string   `json:"problem,omitempty"`
}

// OK tells whether the task can be handed on.
func (d *Dry) OK() bool {
	return d.Problem == "" && d.Oracle != nil && *d.Oracle == 1 && d.Nop != nil && *d.Nop == 0
}

// needed are the files of a task's directory.
func needed() []string {
	return []string{"task.toml", "instruction.md", "environment/Dockerfile", "environment/" + WorldDir + "/" + taskFile,
		"tests/test.sh", "tests/" + taskFile, "solution/solve.sh", "solution/" + scriptFile}
}

// Try does what Harbor would do with a task's directory, without a container: an agent that does
// nothing, and the oracle's script, each against a server of the public half, then the verifier.
func Try(ctx context.Context, dir string, catalog *world.Catalog, checks *grade.Registry, seed uint64) (Dry, error) {
	d := Dry{Task: filepath.Base(dir)}
	for _, name := range needed() {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil || !info.Mode().IsRegular() {
			d.Problem = name + " is missing"
			return d, nil
		}
	}
	parts, err := open(dir, catalog, checks)
	if err == nil {
		d.Nop, err = parts.run(ctx, nil, seed)
	}
	if err == nil {
		d.Oracle, err = parts.run(ctx, parts.acts, seed)
	}
	switch {
	case ctx.Err() != nil:
		return d, fault.Wrap(fault.Canceled, ctx.Err(), "try %s", d.Task)
	case err != nil:
		d.Problem = err.Error()
	case *d.Nop != 0:
		d.Problem = fmt.Sprintf("doing nothing earns %g", *d.Nop)
	case *d.Oracle != 1:
		d.Problem = fmt.Sprintf("the oracle earns %g", *d.Oracle)
	}
	return d, nil
}

// parts are a directory's three sides.
type parts struct {
	world, whole *episode.Prepared
	acts         []Act
}

func open(dir string, catalog *world.Catalog, checks *grade.Registry) (*parts, error) {
	var p parts
	var err error
	if p.world, err = LoadWorld(filepath.Join(dir, "environment", WorldDir), catalog); err != nil {
		return nil, err
	}
	if p.whole, err = LoadTask(filepath.Join(dir, "tests"), catalog, checks); err != nil {
		return nil, err
	}
	p.acts, err = ReadScript(filepath.Join(dir, "solution", scriptFile))
	return &p, err
}

// run serves, acts and verifies.
func (p *parts) run(ctx context.Context, acts []Act, seed uint64) (*float64, error) {
	tmp, err := os.MkdirTemp("", "coworkenv-harbor-")
	if err != nil {
		return nil, fault.Wrap("", err, "make a folder for the record")
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // it is the system's to clear
	record := filepath.Join(tmp, "record.json")
	if err := p.act(ctx, acts, ServerOptions{Seed: seed, Record: record, Clock: det.System()}); err != nil {
		return nil, err
	}
	r, err := ReadRecord(record)
	if err != nil {
		return nil, err
	}
	v, err := Verify(ctx, p.whole, r)
	if err != nil {
		return nil, err
	}
	score := v.Score.Score.Float()
	return &score, nil
}

func (p *parts) act(ctx context.Context, acts []Act, o ServerOptions) error {
	s, err := NewServer(p.world, o)
	if err != nil || len(acts) == 0 {
		return err
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "listen on loopback")
	}
	serving, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(serving, l) }()
	transport := &http.Transport{}
	err = Play(ctx, &http.Client{Transport: transport}, "http://"+l.Addr().String()+"/mcp", acts)
	transport.CloseIdleConnections()
	stop()
	if failed := <-ended; err == nil {
		err = failed
	}
	return err
}

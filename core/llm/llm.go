// Package llm is the one place that knows a model's endpoint: named profiles, roles, requests and
// replies, and what real endpoints do to them. It speaks the OpenAI-compatible API, and brings a
// scripted endpoint that speaks it too, with every oddity on demand.
//
// Invariant: a key is read from the environment when a request is made, and stands in no file, error,
// journal or output; and whatever a server sends ends as a Reply or as a classified Failure, never as
// something guessed.
package llm

import (
	"context"
	"net/http"
	"sort"
	"strings"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// Role is what a model is asked to be.
type Role string

// The roles.
const (
	Generator     Role = "generator"     // writes tasks
	Discriminator Role = "discriminator" // says when a drafted task is done, from its records alone
	Solver        Role = "solver"        // solves a task to measure how ambiguous it is
	Teacher       Role = "teacher"       // makes trajectories to train on
	Student       Role = "student"       // is measured or trained
	User          Role = "user"          // plays the office worker, or a colleague
	Judge         Role = "judge"         // reads texts against a rubric
)

// Roles lists all roles.
func Roles() []Role {
	return []Role{Generator, Discriminator, Solver, Teacher, Student, User, Judge}
}

// Options are what the models take from outside. The zero value of a field has a stated default.
type Options struct {
	Env     func(name string) string                         // reads keys; nil = no variable is set
	Clock   det.Clock                                        // nil = the machine's
	Sleep   func(ctx context.Context, d time.Duration) error // nil = a timer that ctx can end
	Seed    uint64                                           // of the jitter
	HTTP    http.RoundTripper                                // nil = a transport of its own
	Cache   Cache                                            // nil = nothing is kept
	Journal *Journal                                         // nil = nothing is written down
	Budget  *Budget                                          // nil = no limit
}

// Models are the profiles of one configuration, ready for requests. All clients of one profile share
// its limits. It is safe for use by many goroutines.
type Models struct {
	config *Config
	opts   Options
	jitter *jitter

	mu     sync.Mutex
	limits map[string]*limiter
}

// Open makes models of a configuration. It sends nothing.
func Open(c *Config, o Options) *Models {
	if o.Env == nil {
		o.Env = func(string) string { return "" }
	}
	if o.Clock == nil {
		o.Clock = det.System()
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.HTTP == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 64
		o.HTTP = t
	}
	return &Models{config: c, opts: o, jitter: &jitter{rand: det.NewRand(o.Seed, "llm")}, limits: map[string]*limiter{}}
}

// For returns the client of the profile that a role is mapped to.
func (m *Models) For(role Role) (*Client, error) {
	name, ok := m.config.Roles[role]
	if !ok {
		return nil, fault.New(fault.NotFound, "no profile plays the %s", role).
			WithHint(`name one in the models file, as docs/models.md shows: "roles": {"%s": "PROFILE"}`, role)
	}
	c, err := m.Profile(name)
	if err != nil {
		return nil, err
	}
	c.role = role
	return c, nil
}

// Profile returns the client of the profile of that name.
func (m *Models) Profile(name string) (*Client, error) {
	p, ok := m.config.Profiles[name]
	if !ok {
		return nil, fault.New(fault.NotFound, "there is no model profile %q", name).WithHint("%s", m.config.known())
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	l, ok := m.limits[name]
	if !ok {
		l = newLimiter(p, m.opts, m.jitter)
		m.limits[name] = l
	}
	return newClient(p, m.opts, l, m.jitter), nil
}

func (c *Config) known() string {
	if len(c.Profiles) == 0 {
		return "the models file has no profile yet; docs/models.md shows one"
	}
	return "choose one of " + strings.Join(c.Names(), ", ")
}

// Names lists the profiles by name.
func (c *Config) Names() []string {
	out := make([]string, 0, len(c.Profiles))
	for name := range c.Profiles {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// jitter is a stream of chance that many goroutines share.
type jitter struct {
	mu   sync.Mutex
	rand *det.Rand
}

// between draws a time from [low, high].
func (j *jitter) between(low, high time.Duration) time.Duration {
	if high <= low {
		return low
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return low + time.Duration(j.rand.Float64()*float64(high-low))
}

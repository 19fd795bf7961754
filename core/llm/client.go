package llm

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
)

// Client asks one profile's model. It is safe for use by many goroutines.
type Client struct {
	profile *Profile
	role    Role
	opts    Options
	limit   *limiter
	jitter  *jitter
	wire    *transport

	mu         sync.Mutex
	structured string // how a form is asked for; lowered where the endpoint refuses it
}

func newClient(p *Profile, o Options, l *limiter, j *jitter) *Client {
	c := &Client{profile: p, opts: o, limit: l, jitter: j, wire: newTransport(o.HTTP, o.Clock), structured: p.Dialect.Structured}
	if c.structured == "" {
		c.structured = structuredSchema
	}
	return c
}

// Profile is the profile that is asked.
func (c *Client) Profile() *Profile { return c.profile }

// pending is a request on its way through the attempts.
type pending struct {
	request  *Request
	asked    asked
	body     []byte
	key      string
	exchange string
	estimate Spent
	api      *openai.Client
	redact   redactor
}

// Ask sends a request, again where that helps, and returns the reply. It fails with kind Exhausted
// where the budget or the account is used up, Denied, NotFound and Invalid where the endpoint refuses,
// Unavailable where it failed too often; FailureOf tells the class. Canceled is the caller's doing.
func (c *Client) Ask(ctx context.Context, r Request) (*Reply, error) {
	reply, err := c.ask(ctx, &r, c.form())
	if f := FailureOf(err); f != nil && f.Class == BadRequest && r.Schema != nil && c.lower() {
		reply, err = c.ask(ctx, &r, c.form())
		if reply != nil {
			reply.Warnings = append(reply.Warnings, "the endpoint refuses to be asked for a form, so it was asked in words")
		}
	}
	return reply, err
}

func (c *Client) form() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.structured
}

// lower makes the client ask for forms in words; false where it does so already.
func (c *Client) lower() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.structured
	c.structured = structuredPrompt
	return was != structuredPrompt
}

func (c *Client) ask(ctx context.Context, r *Request, form string) (*Reply, error) {
	p, body, err := c.prepare(r, form)
	if err != nil {
		return nil, err
	}
	reply, warning, err := c.reuse(p)
	if reply != nil || err != nil {
		return reply, err
	}
	if err := c.addKey(p); err != nil {
		return nil, err
	}
	if p.exchange, err = c.opts.Journal.exchange(); err != nil {
		return nil, err
	}
	if p.body, err = c.finish(body); err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		reply, f, err := c.attempt(ctx, p, attempt)
		if err != nil {
			return nil, err
		}
		if f == nil {
			if warning != "" {
				reply.Warnings = append(reply.Warnings, warning)
			}
			return reply, nil
		}
		f.Attempts = attempt
		wait, again := f.wait(c.profile, attempt, c.jitter)
		if !again {
			return nil, f.fault(c.profile)
		}
		if err := c.opts.Sleep(ctx, wait); err != nil {
			return nil, stopped(err)
		}
	}
}

func stopped(err error) error { return fault.Wrap("", err, "ask a model") }

// prepare checks a request and writes its body.
func (c *Client) prepare(r *Request, form string) (*pending, *value.Object, error) {
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	names, err := nameTools(r.Tools)
	if err != nil {
		return nil, nil, err
	}
	body, err := c.profile.body(r, names, form)
	if err != nil {
		return nil, nil, err
	}
	p := &pending{request: r, asked: c.profile.asked(r, names), key: c.profile.digest(body, r.Sample)}
	size := len(value.Append(nil, body))
	p.estimate = Spent{Requests: 1, Prompt: estimate(size), Completion: int64(or(p.asked.most, unknownReply))}
	p.estimate.Cost, err = c.profile.cost(trace.Usage{Prompt: int(p.estimate.Prompt), Completion: int(p.estimate.Completion)})
	return p, body, err
}

// unknownReply is how many tokens a reply is held to take where nothing bounds it.
const unknownReply = 4096

// estimate is about how many tokens bytes are: 3.6 bytes a token, rounded up.
func estimate(bytes int) int64 { return (int64(bytes)*10 + 35) / 36 }

// finish is the body to the byte.
func (c *Client) finish(body *value.Object) ([]byte, error) {
	if c.profile.Dialect.Stream {
		body.Set("stream", true)
		if _, set := body.Get("stream_options"); !set {
			body.Set("stream_options", value.Obj(value.Member{Name: "include_usage", Value: true}))
		}
	}
	return value.Append(nil, body), nil
}

// addKey reads the key; it lives as long as the request.
func (c *Client) addKey(p *pending) error {
	key := ""
	if name := c.profile.KeyEnv; name != "" {
		if key = c.opts.Env(name); key == "" {
			return fault.New(fault.Denied, "profile %s wants a key, and $%s is not set", c.profile.Name, name).WithHint("export %s with the key", name)
		}
	}
	config := openai.DefaultConfig(key)
	config.BaseURL, config.HTTPClient = c.profile.BaseURL, c.wire
	p.api, p.redact = openai.NewClientWithConfig(config), newRedactor(key)
	return nil
}

// reuse answers from the cache. A damaged file is a warning, and is replaced.
func (c *Client) reuse(p *pending) (*Reply, string, error) {
	if c.opts.Cache == nil {
		return nil, "", nil
	}
	data, ok, err := c.opts.Cache.Get(p.key)
	if fault.KindOf(err) == fault.Invalid {
		return nil, err.Error(), nil
	}
	if err != nil || !ok {
		return nil, "", err
	}
	var w wireReply
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, "the reply cache holds something else under this key", nil
	}
	r := c.profile.read(&w, p.asked)
	r.FromCache = true
	if r.Exchange, err = c.opts.Journal.exchange(); err != nil {
		return nil, "", err
	}
	e := c.entry(p, Reuse, 0)
	e.Exchange = r.Exchange
	return r, "", c.opts.Journal.write(e, redactor{})
}

func (c *Client) entry(p *pending, kind EntryKind, attempt int) Entry {
	return Entry{Kind: kind, Exchange: p.exchange, Attempt: attempt, Profile: c.profile.Name, Role: c.role, Model: c.profile.Model,
		Label: p.request.Label, Sample: p.request.Sample, Key: p.key}
}

// attempt makes one attempt: within budget and limits, written down before and after. A failure may be
// tried again, an error may not.
func (c *Client) attempt(ctx context.Context, p *pending, n int) (*Reply, *Failure, error) {
	if err := c.opts.Budget.hold(ctx, p.estimate); err != nil {
		return nil, nil, stopped(err)
	}
	began, err := c.limit.enter(ctx, int(p.estimate.Prompt+p.estimate.Completion))
	if f := FailureOf(err); f != nil {
		return nil, f, c.opts.Budget.settle(p.estimate, Spent{})
	}
	if err != nil {
		return nil, nil, errors.Join(stopped(err), c.opts.Budget.settle(p.estimate, Spent{}))
	}
	x := &exchange{body: p.body, stream: c.profile.Dialect.Stream}
	sent := c.entry(p, Sent, n)
	sent.Body = p.body
	if err := c.opts.Journal.write(sent, p.redact); err != nil {
		c.limit.leave(began, nil)
		return nil, nil, errors.Join(err, c.opts.Budget.settle(p.estimate, Spent{}))
	}
	limited, cancel := context.WithTimeout(ctx, c.profile.timeout())
	w, f := send(limited, p.api, x)
	cancel()
	c.limit.leave(began, f)
	latency := c.opts.Clock.Now().Sub(began)
	if f != nil {
		f.Message, f.Code = p.redact.text(f.Message), p.redact.text(f.Code)
	}
	spelled := w != nil && p.redact.reply(w) && x.stream
	took, estimated, err := c.took(p, x, w)
	err = errors.Join(err, c.opts.Budget.settle(p.estimate, took), c.record(p, n, x, f, took, latency, spelled))
	if ctx.Err() != nil && f != nil {
		return nil, nil, errors.Join(stopped(ctx.Err()), err)
	}
	if err != nil || f != nil {
		return nil, f, err
	}
	r := c.profile.read(w, p.asked)
	r.Usage, r.Estimated, r.Cost = usageOf(took, w), estimated, took.Cost
	r.Attempts, r.Latency, r.Exchange = n, latency, p.exchange
	return r, nil, c.keep(p, w)
}

func usageOf(took Spent, w *wireReply) trace.Usage {
	if w.Usage != nil {
		return *w.Usage
	}
	return trace.Usage{Prompt: int(took.Prompt), Completion: int(took.Completion)}
}

// took is what an attempt is booked with: what the server counted, and an estimate where it let a
// model work and counted nothing. A refusal takes nothing but the request.
func (c *Client) took(p *pending, x *exchange, w *wireReply) (s Spent, estimated bool, err error) {
	s = Spent{Requests: 1}
	switch {
	case w != nil && w.Usage != nil:
		s.Prompt, s.Completion, s.Cached = int64(w.Usage.Prompt), int64(w.Usage.Completion), int64(w.Usage.Cached)
	case x.status >= 200 && x.status <= 299:
		s.Prompt, s.Completion, s.Estimated, estimated = p.estimate.Prompt, estimate(x.raw.Len()), 1, true
		if w != nil {
			s.Completion = estimate(w.size())
		}
	}
	s.Cost, err = c.profile.cost(trace.Usage{Prompt: int(s.Prompt), Completion: int(s.Completion), Cached: int(s.Cached)})
	return s, estimated, err
}

func (w *wireReply) size() int {
	n := len(w.Text) + len(w.Reasoning) + len(w.Refusal)
	for _, c := range w.Calls {
		n += len(c.Name) + len(c.Args)
	}
	return n
}

func (c *Client) record(p *pending, n int, x *exchange, f *Failure, took Spent, latency time.Duration, spelled bool) error {
	e := c.entry(p, Got, n)
	e.Status, e.Header, e.Raw, e.Latency = x.status, keptHeaders(x.header), x.raw.String(), latency
	e.Usage = &trace.Usage{Prompt: int(took.Prompt), Completion: int(took.Completion), Cached: int(took.Cached)}
	if spelled {
		e.Raw = withheld
	}
	if took.Cost.Currency != "" {
		e.Cost = &took.Cost
	}
	if f != nil {
		e.Class, e.Error = f.Class, f.Message
	}
	return c.opts.Journal.write(e, p.redact)
}

// keep puts a reply into the cache.
func (c *Client) keep(p *pending, w *wireReply) error {
	if c.opts.Cache == nil {
		return nil
	}
	data, err := json.Marshal(w)
	if err != nil {
		return fault.Wrap(fault.Internal, err, "keep a reply")
	}
	return c.opts.Cache.Put(p.key, data)
}

// Served lists the models that the endpoint says it has.
func (c *Client) Served(ctx context.Context) ([]string, error) {
	var p pending
	if err := c.addKey(&p); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, c.profile.timeout())
	defer cancel()
	list, err := p.api.ListModels(limited)
	if err != nil {
		f := lost(err, Unreachable)
		var refused *openai.APIError
		var odd *openai.RequestError
		switch {
		case errors.As(err, &refused):
			f.Class, f.Status = classOfStatus(refused.HTTPStatusCode), refused.HTTPStatusCode
		case errors.As(err, &odd):
			f.Class, f.Status = classOfStatus(odd.HTTPStatusCode), odd.HTTPStatusCode
		}
		f.Message = p.redact.text(f.Message)
		return nil, f.fault(c.profile)
	}
	var out []string
	for _, m := range list.Models {
		out = append(out, m.ID)
	}
	slices.Sort(out)
	return out, nil
}

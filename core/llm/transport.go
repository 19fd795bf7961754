package llm

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
)

// Bounds of what an endpoint may send.
const (
	mostResponse = 16 << 20 // bytes of one response
	mostCalls    = 256      // tool calls of one turn
)

// exchange is one attempt on the wire: what goes out, and what came back before anyone read it.
type exchange struct {
	body   []byte // sent in place of what the library wrote
	stream bool

	status  int
	header  http.Header
	raw     bytes.Buffer // as received, up to mostResponse
	odd     oddities
	done    bool     // a stream said that it ends
	cut     *Failure // how a stream's connection was lost, where it was
	failure *Failure
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

// transport stands between the library and the network: it sends the exchange's body, and hands the
// library the response in the official shape.
type transport struct {
	client *http.Client
	clock  det.Clock
}

func newTransport(rt http.RoundTripper, clock det.Clock) *transport {
	// A redirect would carry the conversation elsewhere; it is shown as a failure.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &transport{client: &http.Client{Transport: rt, CheckRedirect: stay}, clock: clock}
}

// Do sends a request; requests without an exchange pass as they are.
func (t *transport) Do(req *http.Request) (*http.Response, error) {
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		res, err := t.client.Do(req)
		if err == nil {
			res.Body = bounded{io.LimitReader(res.Body, mostResponse), res.Body}
		}
		return res, err
	}
	body := x.body
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	res, err := t.client.Do(req)
	if err != nil {
		x.failure = lost(err, Unreachable)
		return nil, err
	}
	x.status, x.header = res.StatusCode, res.Header
	if x.status < 200 || x.status > 299 {
		return t.failed(x, res)
	}
	if kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); x.stream && kind != "application/json" {
		res.Body = &events{x: x, from: bufio.NewReader(io.LimitReader(res.Body, mostResponse)), close: res.Body}
		return res, nil
	}
	return t.whole(x, res)
}

// bounded is a body of which a part can be read.
type bounded struct {
	io.Reader
	io.Closer
}

// lost is the failure of a connection.
func lost(err error, otherwise Class) *Failure {
	f := &Failure{Class: otherwise, Message: clip(err.Error(), mostMessage)}
	if errors.Is(err, context.DeadlineExceeded) {
		f.Class = TimedOut
	}
	return f
}

func (t *transport) failed(x *exchange, res *http.Response) (*http.Response, error) {
	defer res.Body.Close() //nolint:errcheck // read to its end or given up
	_, err := x.raw.ReadFrom(io.LimitReader(res.Body, mostResponse))
	x.failure = errorOf(x.status, x.raw.Bytes())
	x.failure.RetryAfter = retryAfter(res.Header, t.clock.Now())
	if to, locErr := res.Location(); locErr == nil && x.status < 400 {
		x.failure.Message = clip("it redirects to "+to.Scheme+"://"+to.Host+to.Path+", which is not followed", mostMessage)
	}
	return nil, errors.Join(x.failure, err)
}

// whole reads a response that is one document. Where a stream was asked for, it becomes one of one event.
func (t *transport) whole(x *exchange, res *http.Response) (*http.Response, error) {
	defer res.Body.Close() //nolint:errcheck // read to its end or given up
	n, err := x.raw.ReadFrom(io.LimitReader(res.Body, mostResponse+1))
	switch {
	case err != nil:
		x.failure = lost(err, Broken)
		return nil, err
	case n > mostResponse:
		x.fail(tooMuch())
		return nil, x.failure
	}
	data, f := canonical(x.raw.Bytes(), &x.odd)
	if f != nil {
		x.fail(f)
		return nil, f
	}
	x.done = true
	if x.stream {
		data = append(append([]byte("data: "), bytes.Replace(data, []byte(`"message":`), []byte(`"delta":`), 1)...), "\n\ndata: [DONE]\n\n"...)
	}
	out := *res
	out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
	return &out, nil
}

func tooMuch() *Failure {
	return &Failure{Class: Garbled, Message: "the response is larger than 16 MB"}
}

func (x *exchange) fail(f *Failure) {
	if f.Status == 0 {
		f.Status = x.status
	}
	if x.failure == nil {
		x.failure = f
	}
}

// events reads server-sent events and hands them on one by one in the official shape. Comments and
// other fields are dropped.
type events struct {
	x     *exchange
	from  *bufio.Reader
	close io.Closer
	ready []byte
	end   error
}

// Read gives what is ready, reading on where nothing is.
func (e *events) Read(p []byte) (int, error) {
	for len(e.ready) == 0 {
		if e.end != nil {
			return 0, e.end
		}
		e.next()
	}
	n := copy(p, e.ready)
	e.ready = e.ready[n:]
	return n, nil
}

// Close closes the connection.
func (e *events) Close() error { return e.close.Close() }

func (e *events) next() {
	line, err := e.from.ReadString('\n')
	e.x.raw.WriteString(line)
	if err != nil {
		e.end = io.EOF
		if err != io.EOF {
			e.x.cut = lost(err, Broken)
		} else if e.x.raw.Len() >= mostResponse {
			e.x.fail(tooMuch())
		}
	}
	data, ok := strings.CutPrefix(strings.TrimSpace(line), "data:")
	data = strings.TrimSpace(data)
	switch {
	case !ok || data == "":
	case data == "[DONE]":
		e.x.done = true
		e.ready = []byte("data: [DONE]\n\n")
	default:
		e.event([]byte(data))
	}
}

func (e *events) event(data []byte) {
	out, f := canonical(data, &e.x.odd)
	if f != nil {
		if e.end != nil { // the connection ended within this event
			f = &Failure{Class: Broken, Message: "the stream ended within an event"}
		}
		e.x.fail(f)
		e.end = io.EOF
		return
	}
	e.ready = append(append([]byte("data: "), out...), "\n\n"...)
}

package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// benchDesk has a record whose reply is about 700 bytes long.
func benchDesk(b *testing.B) *serve.WireService {
	b.Helper()
	img, err := world.NewImage(world.Seed{Services: []*world.Service{desk()}, Records: map[string][]*value.Object{
		"desk.tickets": {value.Obj(m("id", "T-1"), m("title", strings.Repeat("Printer ", 76)), m("state", "open"))}}})
	if err != nil {
		b.Fatal(err)
	}
	set, err := serve.NewWireServices([]serve.WireInstance{{Image: img}}, serve.WireOptions{Clock: det.System()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(set.Close)
	return set.Services()[0]
}

// canned reads the body and answers with the same bytes every time.
func canned(body []byte) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		rw.Header().Set("Content-Type", "application/json")
		rw.Header().Set("Content-Length", strconv.Itoa(len(body)))
		rw.Write(body)
	})
}

// BenchmarkPOST is a tool call over loopback HTTP with keep-alive: decoded, dispatched, written
// into the audit. BenchmarkCanned is the same exchange with a server that does nothing; their
// quotient is what the project states as its share of the canned server.
func BenchmarkPOST(b *testing.B) { overConnections(b, benchDesk(b)) }

// BenchmarkCanned is the measure for BenchmarkPOST.
func BenchmarkCanned(b *testing.B) {
	rec := httptest.NewRecorder()
	benchDesk(b).ServeHTTP(rec, httptest.NewRequest("POST", "/desk/tickets/get", strings.NewReader(`{"id":"T-1"}`)))
	overConnections(b, canned(rec.Body.Bytes()))
}

// BenchmarkShare runs both in turns of a few hundred requests, so that a busy machine slows
// both alike, and reports the quotient in percent.
func BenchmarkShare(b *testing.B) {
	rec := httptest.NewRecorder()
	benchDesk(b).ServeHTTP(rec, httptest.NewRequest("POST", "/desk/tickets/get", strings.NewReader(`{"id":"T-1"}`)))
	for _, conns := range []int{1, 8} {
		b.Run(fmt.Sprintf("conns=%d", conns), func(b *testing.B) {
			ours, theirs := newLoad(b, benchDesk(b), conns), newLoad(b, canned(rec.Body.Bytes()), conns)
			clock, turn := det.System(), 400
			var took [2]time.Duration
			for done := 0; done < b.N; done += turn {
				for i, l := range []*load{ours, theirs} {
					start := clock.Now()
					l.run(b, turn)
					took[i] += clock.Now().Sub(start)
				}
			}
			b.ReportMetric(100*took[1].Seconds()/took[0].Seconds(), "%share")
		})
	}
}

func overConnections(b *testing.B, handler http.Handler) {
	for _, conns := range []int{1, 8} {
		b.Run(fmt.Sprintf("conns=%d", conns), func(b *testing.B) {
			l := newLoad(b, handler, conns)
			b.ReportAllocs()
			b.ResetTimer()
			l.run(b, b.N)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
		})
	}
}

// load is a server and its clients.
type load struct{ clients []*wireClient }

func newLoad(b *testing.B, handler http.Handler, conns int) *load {
	b.Helper()
	srv := httptest.NewServer(handler)
	b.Cleanup(srv.Close)
	l := &load{}
	for range conns {
		c := dial(b, srv.Listener.Addr().String())
		b.Cleanup(func() { c.conn.Close() })
		c.exchange(b)
		l.clients = append(l.clients, c)
	}
	return l
}

// run sends n requests, shared out to the clients.
func (l *load) run(b *testing.B, n int) {
	var group sync.WaitGroup
	for i, c := range l.clients {
		share := n / len(l.clients)
		if i < n%len(l.clients) {
			share++
		}
		group.Go(func() {
			for range share {
				c.exchange(b)
			}
		})
	}
	group.Wait()
}

// wireClient is the leanest client there is, so that the measure is of the server.
type wireClient struct {
	conn    net.Conn
	in      *bufio.Reader
	request []byte
	body    []byte
}

func dial(b *testing.B, addr string) *wireClient {
	b.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		b.Fatal(err)
	}
	const body = `{"id":"T-1"}`
	request := fmt.Sprintf("POST /desk/tickets/get HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", addr, len(body), body)
	return &wireClient{conn: conn, in: bufio.NewReader(conn), request: []byte(request), body: make([]byte, 4096)}
}

func (c *wireClient) exchange(b *testing.B) {
	if _, err := c.conn.Write(c.request); err != nil {
		b.Error(err)
		return
	}
	length, ok := 0, false
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			b.Error(err)
			return
		}
		if n, found := strings.CutPrefix(string(line), "Content-Length: "); found {
			length, _ = strconv.Atoi(strings.TrimSpace(n))
		}
		ok = ok || strings.HasPrefix(string(line), "HTTP/1.1 200")
		if len(line) == 2 {
			break
		}
	}
	if _, err := io.ReadFull(c.in, c.body[:length]); err != nil || !ok || length < 600 {
		b.Errorf("reply of %d bytes, 200: %v, %v", length, ok, err)
	}
}

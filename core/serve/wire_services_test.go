package serve_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// ask sends one request to a handler over a real connection and describes the reply.
func ask(t testing.TB, base, method, path, body string, header ...string) string {
	t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(context.Background(), method, base+path, reader)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := fmt.Sprintf("%d %s", res.StatusCode, got)
	for _, name := range []string{"Allow", "Location", "Retry-After"} {
		if v := res.Header.Get(name); v != "" {
			out += " " + name + ": " + strings.TrimPrefix(v, base)
		}
	}
	if kind := res.Header.Get("Content-Type"); kind != "application/json" && res.StatusCode != 307 {
		out += " [" + kind + "]"
	}
	return out
}

const (
	unknown = `404 {"detail":"Not Found"}`
	wrong   = `405 {"detail":"Method Not Allowed"} Allow: `
	t1      = `{"id":"T-1","title":"Printer","state":"open","loaded":"2026-03-02T12:00:00.123456+00:00"}`
)

func TestWireRoutes(t *testing.T) {
	srv := httptest.NewServer(newDesk(t, serve.WireOptions{}))
	defer srv.Close()
	tests := []struct{ method, path, body, want string }{
		{"POST", "/desk/tickets", "", `200 {"tickets":[{"id":"T-1","title":"Printer"},{"id":"T-2","title":"Scanner"}],"total":2}`},
		{"POST", "/desk/tickets?x=1", `{"limit":-1}`, `200 {"tickets":[{"id":"T-1","title":"Printer"}],"total":1}`},
		{"POST", "/desk/tickets/get", `{"id":"T-1"}`, `200 ` + t1},
		{"POST", "/desk/tickets/get", `{"id":"T-9"}`, `200 {"error":"Ticket T-9 not found"}`},
		{"POST", "/desk/tickets/get", `{"id":5}`, `422 {"detail":[{"type":"string_type","loc":["body","id"],"msg":"Input should be a valid string","input":5}]}`},
		{"POST", "/desk/gone", "", `404 {"detail":"File not found: x"}`},
		{"GET", "/desk/health", "", `200 {"status":"ok"}`},
		{"POST", "/desk/health", "", wrong + "GET"},
		{"POST", "/desk/reset", "ignored", `200 {"status":"reset"}`},
		{"GET", "/desk/reset", "", wrong + "POST"},
		{"PUT", "/desk/reset", "", wrong + "POST"},
		{"POST", "/desk/audit", "", wrong + "GET"},
		{"GET", "/desk/tickets", "", wrong + "POST"},
		{"HEAD", "/desk/tickets", "", "405  Allow: POST"},
		{"HEAD", "/desk/audit", "", "405  Allow: GET"},
		{"OPTIONS", "/desk/tickets", "", wrong + "POST"},
		{"GET", "/desk/nope", "", unknown},
		{"POST", "/Desk/tickets", "", unknown},
		{"POST", "/", "", unknown},
		{"POST", "//", "", unknown},
		{"POST", "/desk/tickets/", "", "307  Location: /desk/tickets"},
		{"POST", "/desk/tickets//?a=b", "", "307  Location: /desk/tickets?a=b"},
		{"GET", "/desk/tickets/", "", "307  Location: /desk/tickets"},
		{"POST", "/desk/nope/", "", unknown},
		{"HEAD", "/openapi.json", "", "200 "},
		{"PUT", "/openapi.json", "", wrong + "GET, HEAD"},
	}
	for _, tt := range tests {
		if got := ask(t, srv.URL, tt.method, tt.path, tt.body); got != tt.want {
			t.Errorf("%s %s %s\n got %s\nwant %s", tt.method, tt.path, tt.body, got, tt.want)
		}
	}
}

func TestWireAudit(t *testing.T) {
	srv := httptest.NewServer(newDesk(t, serve.WireOptions{}))
	defer srv.Close()
	const empty = `200 {"calls":[],"closed":[],"opened":[]}`
	if got := ask(t, srv.URL, "GET", "/desk/audit", ""); got != empty {
		t.Errorf("fresh audit: %s", got)
	}
	ask(t, srv.URL, "POST", "/desk/tickets", "", "X-Health-Check", "1")
	ask(t, srv.URL, "POST", "/desk/tickets/get", `{"id":"T-9","x":1}`)
	ask(t, srv.URL, "POST", "/desk/tickets/get", `{}`)
	ask(t, srv.URL, "POST", "/desk/nope", `{}`)
	ask(t, srv.URL, "POST", "/desk/gone", ``)
	ask(t, srv.URL, "POST", "/desk/peek", ``)
	ask(t, srv.URL, "POST", "/desk/sum", ``)
	ask(t, srv.URL, "POST", "/desk/open", `{"title":"Desk"}`)
	ask(t, srv.URL, "POST", "/desk/close", `{"id":"T-1"}`)
	ask(t, srv.URL, "POST", "/desk/close", `{"id":"T-2"}`)
	ask(t, srv.URL, "POST", "/desk/close", `{"id":"T-9"}`)
	const at = `"timestamp":"2026-03-02T12:00:00.123456+00:00"}`
	const made = `{"id":"T-3","title":"Desk","state":"open"}`
	closed1 := strings.Replace(t1, `"open"`, `"closed"`, 1)
	closed2 := strings.NewReplacer("T-1", "T-2", "Printer", "Scanner").Replace(closed1)
	want := `200 {"calls":[` + strings.Join([]string{
		`{"endpoint":"/desk/tickets","request_body":{"limit":20},"response_body":{"tickets":[{"id":"T-1","title":"Printer"},{"id":"T-2","title":"Scanner"}],"total":2},` + at,
		`{"endpoint":"/desk/tickets/get","request_body":{"id":"T-9"},"response_body":{"error":"Ticket T-9 not found"},` + at,
		`{"endpoint":"/desk/peek","request_body":{},` + at,
		`{"endpoint":"/desk/sum","request_body":{},"response_body":{"length":2},` + at,
		`{"endpoint":"/desk/open","request_body":{"title":"Desk"},"response_body":{"ticket":` + made + `},` + at,
		`{"endpoint":"/desk/close","request_body":{"id":"T-1"},"response_body":{"ticket":` + closed1 + `},` + at,
		`{"endpoint":"/desk/close","request_body":{"id":"T-2"},"response_body":{"ticket":` + closed2 + `},` + at,
		`{"endpoint":"/desk/close","request_body":{"id":"T-9"},"response_body":{"error":"Ticket T-9 not found"},` + at,
	}, ",") + `],"closed":[` + closed1 + `,` + closed2 + `],"opened":[` + made + `]}`
	if diff := cmp.Diff(want, ask(t, srv.URL, "GET", "/desk/audit", "")); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
	ask(t, srv.URL, "POST", "/desk/reset", "")
	if got := ask(t, srv.URL, "GET", "/desk/audit", ""); got != empty {
		t.Errorf("audit after a reset: %s", got)
	}
	if got := ask(t, srv.URL, "POST", "/desk/tickets/get", `{"id":"T-1"}`); got != "200 "+t1 {
		t.Errorf("record after a reset: %s", got)
	}
}

// stepClock moves on by an hour at every look.
type stepClock struct{ t time.Time }

func (c *stepClock) Now() time.Time { c.t = c.t.Add(time.Hour); return c.t }

func TestWireResetLoadsAtTheNewTime(t *testing.T) {
	svc := newDesk(t, serve.WireOptions{Clock: &stepClock{noon}})
	loaded := func() (at string) {
		svc.Do(func(w *world.World) {
			r, _ := w.State().Get("desk.tickets", "T-1")
			at = r.Text("loaded")
		})
		return at
	}
	before := loaded()
	srv := httptest.NewServer(svc)
	defer srv.Close()
	ask(t, srv.URL, "POST", "/desk/reset", "")
	if after := loaded(); before >= after {
		t.Errorf("loaded at %s, after the reset at %s", before, after)
	}
}

func TestWireProbesAreTheHarness(t *testing.T) {
	svc := newDesk(t, serve.WireOptions{})
	srv := httptest.NewServer(svc)
	defer srv.Close()
	ask(t, srv.URL, "POST", "/desk/tickets", "", "X-Health-Check", "1")
	ask(t, srv.URL, "POST", "/desk/tickets", "")
	svc.Do(func(w *world.World) {
		if a, b := w.Entries()[0].Actor, w.Entries()[1].Actor; a != world.Harness || b != world.Agent {
			t.Errorf("actors %s, %s", a, b)
		}
	})
}

func TestWireBodiesWithoutLength(t *testing.T) {
	srv := httptest.NewServer(newDesk(t, serve.WireOptions{}))
	defer srv.Close()
	send := func(body io.Reader) string {
		req, err := http.NewRequestWithContext(context.Background(), "POST", srv.URL+"/desk/tickets/get", body)
		if err != nil {
			t.Fatal(err)
		}
		req.ContentLength = -1
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		return fmt.Sprintf("%d %.40s", res.StatusCode, b)
	}
	if got := send(io.MultiReader(strings.NewReader(`{"id":`), strings.NewReader(`"T-9"}`))); got != `200 {"error":"Ticket T-9 not found"}` {
		t.Errorf("chunked body: %s", got)
	}
	const large = `413 {"detail":"Request body too large"}`
	if got := send(io.LimitReader(blanks{}, world.MaxWireBody+1)); got != large {
		t.Errorf("large chunked body: %s", got)
	}
	if got := ask(t, srv.URL, "POST", "/desk/tickets/get", strings.Repeat(" ", world.MaxWireBody+1)); got != large {
		t.Errorf("large body: %s", got)
	}
}

type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestWireErrorRate(t *testing.T) {
	seed := uint64(4)
	run := func(rate float64) (kinds map[string]int, order string) {
		var slept []time.Duration
		svc := newDesk(t, serve.WireOptions{ErrorRate: rate, Seed: &seed,
			Sleep: func(_ context.Context, d time.Duration) { slept = append(slept, d) }})
		srv := httptest.NewServer(svc)
		defer srv.Close()
		kinds = map[string]int{}
		for range 200 {
			before := len(slept)
			got := ask(t, srv.URL, "POST", "/desk/tickets/get", `{"id":"T-1"}`)
			if len(slept) > before {
				got += " late"
			}
			kinds[got]++
			order += got[:1]
		}
		for _, d := range slept {
			if d < 2*time.Second || d > 4*time.Second {
				t.Errorf("a delay of %v", d)
			}
		}
		answered := 0
		svc.Do(func(w *world.World) { answered = len(w.Entries()) })
		if want := kinds["200 "+t1] + kinds["200 "+t1+" late"]; answered != want {
			t.Errorf("%d calls in the audit, %d were answered", answered, want)
		}
		for _, path := range []string{"/desk/reset"} {
			if got := ask(t, srv.URL, "POST", path, ""); !strings.HasPrefix(got, "200") {
				t.Errorf("%s was struck: %s", path, got)
			}
		}
		if got := ask(t, srv.URL, "POST", "/desk/tickets", "", "X-Health-Check", "1"); !strings.HasPrefix(got, "200") {
			t.Errorf("a probe was struck: %s", got)
		}
		if got := ask(t, srv.URL, "GET", "/desk/audit", ""); !strings.HasPrefix(got, "200") {
			t.Errorf("a GET was struck: %s", got)
		}
		return kinds, order
	}
	kinds, order := run(1)
	want := map[string][2]int{ // 200 draws: 70, 70, 60 expected
		`429 {"error":"rate_limit_exceeded","message":"Too many requests. Please retry after a short delay.","retry_after_seconds":2} Retry-After: 2`: {50, 90},
		`500 {"error":"internal_server_error","message":"An unexpected error occurred. Please try again."}`:                                           {50, 90},
		"200 " + t1 + " late": {40, 80},
	}
	for body, n := range want {
		if kinds[body] < n[0] || kinds[body] > n[1] {
			t.Errorf("%d times %s", kinds[body], body)
		}
		delete(kinds, body)
	}
	if len(kinds) > 0 {
		t.Errorf("unknown outcomes %v", kinds)
	}
	if _, again := run(1); again != order {
		t.Error("equal seeds, other errors")
	}
	if kinds, _ := run(0.3); kinds["200 "+t1] < 110 || kinds["200 "+t1] > 170 {
		t.Errorf("a rate of 0.3 leaves %d of 200 calls alone", kinds["200 "+t1])
	}
}

func TestWireDescriptions(t *testing.T) {
	svc := newDesk(t, serve.WireOptions{})
	srv := httptest.NewServer(svc)
	defer srv.Close()
	v, err := value.Parse([]byte(strings.TrimPrefix(ask(t, srv.URL, "GET", "/openapi.json", ""), "200 ")))
	if err != nil {
		t.Fatal(err)
	}
	api := v.(*value.Object)
	if version, _ := api.Get("openapi"); version != "3.1.0" {
		t.Errorf("openapi %v", version)
	}
	paths, _ := api.Get("paths")
	for _, path := range svc.Paths() {
		_, described := paths.(*value.Object).Get(path)
		if own := path == "/docs" || path == "/redoc" || path == "/openapi.json"; described == own {
			t.Errorf("path %s described: %v", path, described)
		}
	}
	if page := ask(t, srv.URL, "GET", "/docs", ""); !strings.Contains(page, "Desk &lt;1&gt;") || !strings.Contains(page, "/desk/tickets/get") || !strings.HasSuffix(page, "[text/html; charset=utf-8]") {
		t.Errorf("docs page:\n%s", page)
	}
}

func TestWireServeAndShutDown(t *testing.T) {
	set, err := serve.NewWireServices([]serve.WireInstance{{Image: deskImage(t)}, {Name: "desk_b", Image: deskImage(t)}},
		serve.WireOptions{Clock: det.Fixed(noon), Ephemeral: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Listen(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- set.Serve(ctx) }()
	a, _ := set.Service("desk")
	b, _ := set.Service("desk_b")
	ask(t, "http://"+a.Addr(), "POST", "/desk/open", `{"title":"only in a"}`)
	if got := ask(t, "http://"+b.Addr(), "POST", "/desk/tickets", ""); !strings.Contains(got, `"total":2`) {
		t.Errorf("services share a world: %s", got)
	}
	if !strings.HasPrefix(a.Addr(), "127.0.0.1:") {
		t.Errorf("listens on %s, not on the loopback alone", a.Addr())
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("shutting down: %v", err)
	}
	if c, err := net.Dial("tcp", a.Addr()); err == nil {
		c.Close()
		t.Error("still listening after the end")
	}
}

func TestWireListenRefuses(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	taken := ln.Addr().(*net.TCPAddr).Port
	tests := []struct {
		port, offset int
		kind         fault.Kind
	}{{taken, 0, fault.Conflict}, {taken - 7, 7, fault.Conflict}, {9190, 65000, fault.Invalid}, {9190, -9190, fault.Invalid}}
	for _, tt := range tests {
		set, err := serve.NewWireServices([]serve.WireInstance{{Port: tt.port, Image: deskImage(t)}}, serve.WireOptions{Offset: tt.offset})
		if err != nil {
			t.Fatal(err)
		}
		if err := set.Serve(context.Background()); fault.KindOf(err) != tt.kind || fault.HintOf(err) == "" {
			t.Errorf("port %d offset %d: %v (%s)", tt.port, tt.offset, err, fault.KindOf(err))
		}
		set.Close()
	}
	for _, rate := range []float64{-0.1, 1.1} {
		if _, err := serve.NewWireServices(nil, serve.WireOptions{ErrorRate: rate}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("rate %v: %v", rate, err)
		}
	}
}

func TestWireConcurrentCalls(t *testing.T) {
	svc := newDesk(t, serve.WireOptions{})
	srv := httptest.NewServer(svc)
	defer srv.Close()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				ask(t, srv.URL, "POST", "/desk/open", `{"title":"x"}`)
				ask(t, srv.URL, "GET", "/desk/audit", "")
			}
		})
	}
	group.Wait()
	svc.Do(func(w *world.World) {
		if n := len(w.Entries()); n != 160 {
			t.Errorf("%d entries", n)
		}
		if _, ok := w.State().Get("desk.tickets", "T-162"); !ok {
			t.Error("ids were given twice")
		}
	})
}

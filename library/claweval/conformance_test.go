package claweval_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/sharedtest"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/library/claweval"
	"coworkenv.dev/coworkenv/services/all"
	"coworkenv.dev/coworkenv/services/caption"
	"coworkenv.dev/coworkenv/services/documents"
	"coworkenv.dev/coworkenv/services/ocr"
)

var readers = claweval.Readers{
	OCR: func(folder fs.FS, filename, filenames string) (*value.Object, error) {
		return ocr.Fixture{Filename: filename, Filenames: filenames}.Record(folder)
	},
	Caption: caption.Record,
	PDF:     documents.Extract,
}

// exchange is one recorded request and the benchmark's reply to it.
type exchange struct {
	service, method, path string
	header                http.Header
	body                  []byte // nil = none
	status                int
	allow, retryAfter     string
	reply                 any    // JSON
	text                  string // where the reply is no JSON
	auditAfter            int    // status of the audit after this request; 0 = not asked
}

// replay is a set of services and the exchanges with them, in order.
type replay struct {
	name      string
	clock     time.Time
	services  map[string]recordedService
	exchanges []exchange
	random    bool   // order and outcome of the recording are chance
	apart     bool   // services are reset before every exchange
	masked    bool   // times of the call are recorded as <TS>
	tasks     string // the tasks folder where it is not the test data's
}

type recordedService struct {
	implementation string
	env            map[string]string
}

// TestConformance replays what was recorded from the benchmark's own servers, over HTTP, and
// compares the replies. Differences need a reason in docs/compat.md.
func TestConformance(t *testing.T) {
	dir := sharedtest.Dir(t, "data", "claw-eval")
	catalog, err := all.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := claweval.OpenTasks(filepath.Join(dir, "tasks"), readers)
	if err != nil {
		t.Fatal(err)
	}
	defer tasks.Close()
	c := newComparison()
	for _, kind := range []struct {
		pattern string
		read    func(*testing.T, string) replay
	}{{"golden/*.json.gz", readGolden}, {"probes/*.jsonl.gz", readProbe}} {
		files, err := filepath.Glob(filepath.Join(dir, kind.pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", kind.pattern, len(files), err)
		}
		for _, file := range files {
			if r := kind.read(t, file); !r.random {
				c.replay(t, tasks, catalog, r)
			}
		}
	}
	c.check(t)
	c.checkDocument(t)
}

// replay sends one recording's requests and notes how the replies differ. A recording whose
// fixture is not in the test data is replayed without records: statuses and refusals do not
// depend on them, and its 2xx replies are not compared.
func (c *comparison) replay(t *testing.T, tasks *claweval.Tasks, catalog *world.Catalog, r replay) {
	if r.tasks != "" {
		own, err := claweval.OpenTasks(r.tasks, readers)
		if err != nil {
			t.Fatal(err)
		}
		defer own.Close()
		tasks = own
	}
	hollow := false
	servers := map[string]*httptest.Server{}
	for name, recorded := range r.services {
		service, ok := catalog.Service(recorded.implementation)
		if !ok {
			t.Errorf("%s: there is no service %s", r.name, recorded.implementation)
			return
		}
		fixture, err := tasks.Service(service, recorded.env)
		noText := err == nil && service.Name == "ocr" && fixture.Records["ocr.images"] == nil
		switch {
		case noText || fault.KindOf(err) == fault.NotFound:
			fixture = &claweval.ServiceFixture{Name: name, Service: service}
			hollow = true
		case err != nil:
			t.Errorf("%s: %v", r.name, err)
			return
		}
		servers[name] = start(t, fixture, serve.WireOptions{Clock: det.Fixed(r.clock)})
		defer servers[name].Close()
	}
	c.files++
	if hollow {
		c.hollow = append(c.hollow, r.name)
	}
	for _, x := range r.exchanges {
		base := servers[x.service].URL
		if r.apart {
			send(t, base, exchange{method: "POST", path: "/" + strings.Split(x.path, "/")[1] + "/reset"})
		}
		got := send(t, base, x)
		if r.masked {
			got.reply = mask(got.reply, r.clock)
		}
		if hollow && x.status < 300 {
			c.compareStatus(r.services[x.service].implementation, x.path, x.status, got.status)
			continue
		}
		c.compare(r.name, r.services[x.service].implementation, x, got)
		if x.auditAfter != 0 {
			after := send(t, base, exchange{method: "GET", path: "/" + strings.Split(x.path, "/")[1] + "/audit"})
			c.compareStatus(r.services[x.service].implementation, "audit after "+x.path, x.auditAfter, after.status)
		}
	}
}

func start(t *testing.T, fixture *claweval.ServiceFixture, opts serve.WireOptions) *httptest.Server {
	t.Helper()
	image, err := fixture.Image()
	if err != nil {
		t.Fatal(err)
	}
	set, err := serve.NewWireServices([]serve.WireInstance{{Image: image}}, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(set.Close)
	return httptest.NewServer(set.Services()[0])
}

// send sends a recorded request and returns the reply in the form of the recording.
func send(t *testing.T, base string, x exchange) exchange {
	t.Helper()
	var body io.Reader
	if x.body != nil {
		body = bytes.NewReader(x.body)
	}
	req, err := http.NewRequestWithContext(context.Background(), x.method, base+x.path, body)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range x.header {
		req.Header[name] = values
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := exchange{status: res.StatusCode, allow: res.Header.Get("Allow"), retryAfter: res.Header.Get("Retry-After")}
	if got.reply, err = value.Parse(data); err != nil {
		got.text = string(data)
	}
	return got
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func gunzip(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func object(t *testing.T, data []byte) *value.Object {
	t.Helper()
	v, err := value.ParseLax(data)
	if err != nil {
		t.Fatal(err)
	}
	return v.(*value.Object)
}

func field[T any](o *value.Object, name string) T {
	v, _ := o.Get(name)
	out, _ := v.(T)
	return out
}

func number(o *value.Object, name string) int {
	n, _ := field[value.Number](o, name).Int()
	return int(n)
}

func headers(o *value.Object) http.Header {
	h := http.Header{}
	for _, m := range o.Members() {
		h.Set(m.Name, m.Value.(string))
	}
	return h
}

func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func environment(o *value.Object) map[string]string {
	env := map[string]string{}
	for _, m := range o.Members() {
		env[m.Name] = m.Value.(string)
	}
	return env
}

// readGolden reads a recording with one file a task.
func readGolden(t *testing.T, file string) replay {
	o := object(t, gunzip(t, file))
	name := "golden/" + strings.TrimSuffix(filepath.Base(file), ".json.gz")
	r := replay{name: name, clock: instant(t, field[string](o, "clock")), services: map[string]recordedService{}, masked: true}
	for _, item := range field[[]any](o, "services") {
		s := item.(*value.Object)
		r.services[field[string](s, "service")] = recordedService{field[string](s, "implementation"), environment(field[*value.Object](s, "env"))}
	}
	if len(r.services) == 0 {
		r.random = true
		r.services["helpdesk"] = recordedService{"helpdesk", environment(field[*value.Object](o, "env"))}
	}
	for _, item := range field[[]any](o, "steps") {
		s := item.(*value.Object)
		x := exchange{service: field[string](s, "service"), method: field[string](s, "method"), path: field[string](s, "path"),
			status: number(s, "status"), header: headers(field[*value.Object](s, "request_headers"))}
		raw, isRaw := s.Get("raw_request")
		request, _ := s.Get("request")
		switch {
		case field[bool](s, "no_body"):
		case isRaw:
			x.body = []byte(raw.(string))
		default:
			x.body = value.Append(nil, request)
		}
		if x.body != nil && x.header.Get("Content-Type") == "" {
			x.header.Set("Content-Type", "application/json")
		}
		recorded := field[*value.Object](s, "response_headers")
		x.allow, x.retryAfter = field[string](recorded, "allow"), field[string](recorded, "retry-after")
		x.reply, _ = s.Get("response")
		if text, ok := field[*value.Object](s, "response").Get("_text"); ok {
			x.reply, x.text = nil, text.(string)
		}
		r.exchanges = append(r.exchanges, x)
	}
	return r
}

// readProbe reads a recording with one exchange a line.
//
// The probe of documents was made in the benchmark's own repository; a folder with files of the
// names that it asks for takes its place.
func readProbe(t *testing.T, file string) replay {
	lines := bytes.Split(bytes.TrimSpace(gunzip(t, file)), []byte("\n"))
	meta := field[*value.Object](object(t, lines[0]), "meta")
	name := "probes/" + strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
	service := field[string](meta, "service")
	r := replay{name: name, clock: instant(t, field[string](meta, "frozen_now")),
		services: map[string]recordedService{service: {service, environment(field[*value.Object](meta, "env"))}}}
	if service == "documents" {
		r.tasks = t.TempDir()
		for _, name := range []string{"README.md", "tasks/note.txt"} {
			write(t, filepath.Join(r.tasks, "T0", name), "text")
		}
		r.services[service].env["DOCUMENTS_BASE_DIR"] = "tasks/T0"
	}
	for _, line := range lines[1:] {
		o := object(t, line)
		x := exchange{service: service, method: field[string](o, "method"), path: field[string](o, "path"), status: number(o, "status"),
			header: headers(field[*value.Object](o, "headers")), allow: field[string](o, "allow"), auditAfter: number(o, "audit_after")}
		if body, ok := o.Get("body"); ok && body != nil {
			x.body = []byte(body.(string))
		}
		if coded := field[string](o, "body_b64"); coded != "" {
			var err error
			if x.body, err = base64.StdEncoding.DecodeString(coded); err != nil {
				t.Fatal(err)
			}
			r.apart = true
		}
		x.text = field[string](o, "response")
		if v, err := value.Parse([]byte(x.text)); err == nil {
			x.reply, x.text = v, ""
		}
		r.exchanges = append(r.exchanges, x)
	}
	return r
}

// TestInjectedErrors compares the outcomes of an error rate, whose order is chance.
func TestInjectedErrors(t *testing.T) {
	dir := sharedtest.Dir(t, "data", "claw-eval")
	r := readGolden(t, filepath.Join(dir, "golden", "_error_injection.json.gz"))
	catalog, err := all.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := claweval.OpenTasks(filepath.Join(dir, "tasks"), readers)
	if err != nil {
		t.Fatal(err)
	}
	defer tasks.Close()
	service, _ := catalog.Service("helpdesk")
	fixture, err := tasks.Service(service, r.services["helpdesk"].env)
	if err != nil {
		t.Fatal(err)
	}
	seed, delays := uint64(1), 0
	srv := start(t, fixture, serve.WireOptions{Clock: det.Fixed(r.clock), ErrorRate: 1, Seed: &seed, Sleep: func(context.Context, time.Duration) { delays++ }})
	defer srv.Close()
	for _, x := range r.exchanges {
		if x.path == "/openapi.json" || strings.HasSuffix(x.path, "/audit") {
			continue // left out in the recording, as they depend on chance
		}
		got := send(t, srv.URL, x)
		for n := 0; got.status != x.status && n < 100; n++ {
			got = send(t, srv.URL, x)
		}
		if place, equal := firstDifference("", x.reply, got.reply); got.status != x.status || !equal || got.retryAfter != x.retryAfter {
			t.Errorf("status %d, want %d; %s differs; Retry-After %q, want %q", got.status, x.status, place, got.retryAfter, x.retryAfter)
		}
	}
	if delays == 0 {
		t.Error("no call was delayed")
	}
}

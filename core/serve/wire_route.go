package serve

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// route is what one path of a service answers.
type route struct {
	method string
	head   bool     // HEAD is answered as well
	allow  []string // value of the Allow header
	serve  func(http.ResponseWriter, *http.Request)
}

// Header values are shared by all replies: net/http reads them and never changes them.
var (
	typeJSON = []string{"application/json"}
	typeHTML = []string{"text/html; charset=utf-8"}
	typeText = []string{"text/plain; charset=utf-8"}
)

func (w *WireService) makeRoutes() map[string]*route {
	base := "/" + w.decl.Name
	routes := map[string]*route{
		base + "/audit": get(w.serveAudit),
		base + "/reset": post(w.serveReset),
	}
	if w.decl.Health != "" {
		routes[w.decl.Health] = get(fixed(typeJSON, []byte(w.decl.HealthBody)))
	}
	page := fixed(typeHTML, w.docsPage())
	for path, serve := range map[string]func(http.ResponseWriter, *http.Request){
		"/openapi.json": fixed(typeJSON, w.openAPI()), "/docs": page, "/redoc": page,
	} {
		routes[path] = &route{method: http.MethodGet, head: true, allow: []string{"GET, HEAD"}, serve: serve}
	}
	for _, offer := range w.fixture.Offered() {
		routes[offer.Tool.Route] = post(w.serveTool(offer.Name))
	}
	return routes
}

func get(serve func(http.ResponseWriter, *http.Request)) *route {
	return &route{method: http.MethodGet, allow: []string{http.MethodGet}, serve: serve}
}

func post(serve func(http.ResponseWriter, *http.Request)) *route {
	return &route{method: http.MethodPost, allow: []string{http.MethodPost}, serve: serve}
}

// fixed answers with the same body every time.
func fixed(kind []string, body []byte) func(http.ResponseWriter, *http.Request) {
	length := []string{strconv.Itoa(len(body))}
	return func(rw http.ResponseWriter, _ *http.Request) { writeSized(rw, 200, kind, length, body) }
}

// ServeHTTP answers one request.
func (w *WireService) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if w.errors != nil && w.inject(rw, r) {
		return
	}
	rt := w.routes[r.URL.Path]
	switch {
	case rt == nil:
		w.serveUnknown(rw, r)
	case r.Method == rt.method, rt.head && r.Method == http.MethodHead:
		rt.serve(rw, r)
	default:
		rw.Header()["Allow"] = rt.allow
		write(rw, http.StatusMethodNotAllowed, typeJSON, []byte(`{"detail":"Method Not Allowed"}`))
	}
}

// serveUnknown sends a path with slashes too many at its end to the route without them.
func (w *WireService) serveUnknown(rw http.ResponseWriter, r *http.Request) {
	path := strings.TrimRight(r.URL.Path, "/")
	if path == r.URL.Path || w.routes[path] == nil {
		write(rw, http.StatusNotFound, typeJSON, []byte(`{"detail":"Not Found"}`))
		return
	}
	target := "http://" + r.Host + path
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	header := rw.Header()
	header["Location"] = []string{target}
	header["Content-Length"] = []string{"0"}
	rw.WriteHeader(http.StatusTemporaryRedirect)
}

func write(rw http.ResponseWriter, status int, kind []string, body []byte) {
	writeSized(rw, status, kind, []string{strconv.Itoa(len(body))}, body)
}

func writeSized(rw http.ResponseWriter, status int, kind, length []string, body []byte) {
	header := rw.Header()
	header["Content-Type"] = kind
	header["Content-Length"] = length
	rw.WriteHeader(status)
	rw.Write(body) // an error means that the client has gone: nobody is left to tell
}

// Paths lists the served paths, sorted.
func (w *WireService) Paths() []string {
	paths := make([]string, 0, len(w.routes))
	for path := range w.routes {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

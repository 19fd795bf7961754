package serve

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// endpoint is one route of the server. Routes are a table, so that a test can walk all of them.
type endpoint struct {
	pattern string // of http.ServeMux
	side    side
	serve   http.HandlerFunc
}

// side says who a route is for.
type side string

const (
	anyone  side = "anyone"  // nothing of any task is behind it
	trainer side = "trainer" // needs the server's token, where it has one
	acting  side = "agent"   // needs an episode's agent token, which the path holds
)

// table lists the routes of all protocols.
func (o *Online) table() []endpoint {
	return slices.Concat(o.apiRoutes(), o.openEnvRoutes(), o.mcpRoutes(), o.nemoRoutes())
}

func (o *Online) apiRoutes() []endpoint {
	return []endpoint{
		{"GET /healthz", anyone, o.health},
		{"GET /openapi.json", anyone, serveOpenAPI},
		{"GET /metrics", trainer, o.serveMetrics},
		{"GET /v1/tasks", trainer, o.listTasks},
		{"POST /v1/episodes", trainer, o.createEpisode},
		{"GET /v1/episodes/{id}", trainer, o.getEpisode},
		{"POST /v1/episodes/{id}/steps", trainer, o.stepEpisode},
		{"POST /v1/episodes/{id}/grade", trainer, o.gradeEpisode},
		{"DELETE /v1/episodes/{id}", trainer, o.closeEpisode},
	}
}

func (o *Online) routes() http.Handler {
	mux := http.NewServeMux()
	for _, r := range o.table() {
		mux.HandleFunc(r.pattern, o.guard(r))
	}
	return mux
}

// guard bounds the body and lets only in whom the route is for.
func (o *Online) guard(r endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		req.Body = http.MaxBytesReader(w, req.Body, maxBody)
		if r.side == trainer && !o.trusted(req) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			sendError(w, http.StatusUnauthorized, fault.New(fault.Denied, "the server's token is missing or wrong").
				WithHint("send it as Authorization: Bearer TOKEN"))
			return
		}
		r.serve(w, req)
	}
}

func (o *Online) trusted(req *http.Request) bool {
	if o.opts.Token == "" {
		return true
	}
	shown, ok := strings.CutPrefix(req.Header.Get("Authorization"), "Bearer ")
	return ok && subtle.ConstantTimeCompare([]byte(shown), []byte(o.opts.Token)) == 1
}

// readJSON decodes a body of one JSON object with known members only. An empty body is {}.
func readJSON(req *http.Request, into any) error {
	err := value.Strictly(req.Body, into)
	if errors.Is(err, io.EOF) {
		return nil
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return fault.New(fault.Exhausted, "the body is over %d bytes", tooLarge.Limit).WithHint("send less")
	}
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "read the body").WithHint("send one JSON object; GET /openapi.json describes it")
	}
	return nil
}

func sendJSON(w http.ResponseWriter, status int, doc any) {
	body, err := json.Marshal(doc)
	if err != nil {
		sendFault(w, fault.Wrap(fault.Internal, err, "write the reply"))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body) //nolint:errcheck // the client has gone
}

// statusOf maps kinds to HTTP.
func statusOf(kind fault.Kind) int {
	switch kind {
	case fault.Invalid, fault.Usage, fault.Unsupported:
		return http.StatusBadRequest
	case fault.NotFound:
		return http.StatusNotFound
	case fault.Denied:
		return http.StatusForbidden
	case fault.Conflict:
		return http.StatusConflict
	case fault.Unavailable:
		return http.StatusTooManyRequests
	case fault.Exhausted:
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusInternalServerError
}

func sendFault(w http.ResponseWriter, err error) { sendError(w, statusOf(fault.KindOf(err)), err) }

// errorDoc is the body of every refusal.
type errorDoc struct {
	Error struct {
		Kind    fault.Kind `json:"kind"`
		Message string     `json:"message"`
		Hint    string     `json:"hint,omitempty"`
	} `json:"error"`
}

func sendError(w http.ResponseWriter, status int, err error) {
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "1")
	}
	var doc errorDoc
	doc.Error.Kind, doc.Error.Message, doc.Error.Hint = fault.KindOf(err), err.Error(), fault.HintOf(err)
	sendJSON(w, status, doc)
}

func (o *Online) health(w http.ResponseWriter, _ *http.Request) {
	state := "healthy"
	status := http.StatusOK
	select {
	case <-o.draining:
		state, status = "draining", http.StatusServiceUnavailable
	default:
	}
	sendJSON(w, status, map[string]any{"status": state, "version": o.opts.Version, "replica": o.opts.Limits.Replica})
}

// Routes lists the patterns of all routes, in order.
func (o *Online) Routes() []string {
	var out []string
	for _, e := range o.table() {
		out = append(out, e.pattern)
	}
	return out
}

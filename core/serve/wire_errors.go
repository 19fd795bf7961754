package serve

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
)

// errorSource decides which calls of a service meet an injected error. Equal seeds and equal
// orders of calls give equal errors.
type errorSource struct {
	rate float64
	mu   sync.Mutex
	rand *det.Rand
}

func newErrorSource(rate float64, seed uint64, service string) *errorSource {
	return &errorSource{rate: rate, rand: det.NewRand(seed, "error rate", service)}
}

// injected is what happens to a call.
type injected struct {
	status int           // 0 = the call is answered
	delay  time.Duration // before the answer
}

// Shares of the injected outcomes, as in the benchmark: 35 % too many requests, 35 % internal
// errors, the rest delays of two to four seconds.
const (
	shareTooMany  = 0.35
	shareInternal = 0.70
)

func (s *errorSource) draw() injected {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rand.Float64() >= s.rate {
		return injected{}
	}
	switch kind := s.rand.Float64(); {
	case kind < shareTooMany:
		return injected{status: http.StatusTooManyRequests}
	case kind < shareInternal:
		return injected{status: http.StatusInternalServerError}
	}
	return injected{delay: 2*time.Second + time.Duration(s.rand.Float64()*float64(2*time.Second))}
}

// exempt are the ends of paths that no error strikes.
var exempt = [...]string{"/audit", "/reset", "/health", "/docs", "/openapi.json"}

func strikes(r *http.Request) bool {
	if r.Method != http.MethodPost || isProbe(r.Header) {
		return false
	}
	for _, end := range exempt {
		if strings.HasSuffix(r.URL.Path, end) {
			return false
		}
	}
	return true
}

// inject strikes a request before its route is looked for; it reports whether that was the
// answer. A struck call never reaches the audit.
func (w *WireService) inject(rw http.ResponseWriter, r *http.Request) bool {
	if !strikes(r) {
		return false
	}
	hit := w.errors.draw()
	switch hit.status {
	case http.StatusTooManyRequests:
		rw.Header()["Retry-After"] = []string{"2"}
		write(rw, hit.status, typeJSON, []byte(`{"error":"rate_limit_exceeded","message":"Too many requests. Please retry after a short delay.","retry_after_seconds":2}`))
		return true
	case http.StatusInternalServerError:
		write(rw, hit.status, typeJSON, []byte(`{"error":"internal_server_error","message":"An unexpected error occurred. Please try again."}`))
		return true
	}
	if hit.delay > 0 {
		w.set.opts.Sleep(w.set.ctx, hit.delay)
	}
	return false
}

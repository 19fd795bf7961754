package serve

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/trace"
)

// latencyBounds are the upper bounds of the step latency's buckets, in seconds.
var latencyBounds = [...]float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1}

// metrics counts what a server does, in the text format of Prometheus.
type metrics struct {
	mu      sync.Mutex
	created int
	refused int
	idle    int
	steps   int
	calls   map[string]int // by outcome
	ends    map[string]int // by reason
	buckets [len(latencyBounds) + 1]int
	seconds float64
}

func newMetrics() *metrics { return &metrics{calls: map[string]int{}, ends: map[string]int{}} }

func (m *metrics) started(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.refused++
		return
	}
	m.created++
}

func (m *metrics) swept(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle += n
}

func (m *metrics) stepped(t *Turn, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.steps++
	for _, obs := range t.Observations {
		outcome := "limit"
		if obs.Entry != nil {
			outcome = obs.Entry.Outcome.String()
		}
		m.calls[outcome]++
	}
	m.ended(t.End)
	seconds := took.Seconds()
	m.seconds += seconds
	at, _ := slices.BinarySearch(latencyBounds[:], seconds)
	m.buckets[at]++
}

func (m *metrics) ended(end *trace.End) {
	if end != nil {
		m.ends[end.Reason]++
	}
}

func (o *Online) serveMetrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	open := o.sessions.Open()
	o.metrics.mu.Lock()
	text := o.metrics.text(open)
	o.metrics.mu.Unlock()
	w.Write([]byte(text)) //nolint:errcheck // the client has gone
}

func (m *metrics) text(open int) string {
	var b strings.Builder
	put := func(name, kind, help string, value any) {
		fmt.Fprintf(&b, "# HELP coworkenv_%s %s\n# TYPE coworkenv_%s %s\ncoworkenv_%s %v\n", name, help, name, kind, name, value)
	}
	put("episodes_open", "gauge", "Episodes open now.", open)
	put("episodes_created_total", "counter", "Episodes started.", m.created)
	put("episodes_refused_total", "counter", "Episodes not started: limit, unknown task, stopping.", m.refused)
	put("episodes_idle_closed_total", "counter", "Episodes closed for being left idle.", m.idle)
	put("steps_total", "counter", "Steps taken.", m.steps)
	labelled(&b, "calls_total", "Tool calls by outcome.", "outcome", m.calls)
	labelled(&b, "episodes_ended_total", "Episodes ended by a step, by reason.", "reason", m.ends)
	b.WriteString("# HELP coworkenv_step_seconds Time of a step inside the server.\n# TYPE coworkenv_step_seconds histogram\n")
	sum := 0
	for i, bound := range latencyBounds {
		sum += m.buckets[i]
		fmt.Fprintf(&b, "coworkenv_step_seconds_bucket{le=\"%g\"} %d\n", bound, sum)
	}
	sum += m.buckets[len(latencyBounds)]
	fmt.Fprintf(&b, "coworkenv_step_seconds_bucket{le=\"+Inf\"} %d\ncoworkenv_step_seconds_sum %g\ncoworkenv_step_seconds_count %d\n", sum, m.seconds, sum)
	return b.String()
}

func labelled(b *strings.Builder, name, help, label string, counts map[string]int) {
	fmt.Fprintf(b, "# HELP coworkenv_%s %s\n# TYPE coworkenv_%s counter\n", name, help, name)
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(b, "coworkenv_%s{%s=%q} %d\n", name, label, key, counts[key])
	}
}

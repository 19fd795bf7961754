package serve_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/serve"
)

// replicaOf is the rule of docs/deploy/haproxy.cfg: what stands before the point in the episode's id,
// the agent's token, NeMo-Gym's cookie or the query.
func replicaOf(req *http.Request) string {
	id := req.URL.Query().Get("episode_id")
	parts := strings.Split(req.URL.Path, "/")
	switch {
	case strings.HasPrefix(req.URL.Path, "/v1/episodes/"):
		id = parts[3]
	case strings.HasPrefix(req.URL.Path, "/mcp/"):
		id = parts[2]
	default:
		if c, err := req.Cookie("coworkenv_session"); err == nil {
			id = c.Value
		}
	}
	replica, _, _ := strings.Cut(id, ".")
	return replica
}

// Replicas share nothing: behind a balancer that looks at ids alone, every request of an episode finds
// the server that has it.
func TestReplicasBehindABalancer(t *testing.T) {
	p := prepared(t)
	backends := map[string]*httputil.ReverseProxy{}
	var names []string
	direct := map[string]string{}
	for _, name := range []string{"r1", "r2"} {
		h := httptest.NewServer(serve.NewOnline(oneTask{p}, serve.OnlineOptions{Limits: serve.SessionLimits{Replica: name}}).Handler())
		defer h.Close()
		at, err := url.Parse(h.URL)
		if err != nil {
			t.Fatal(err)
		}
		backends[name], names, direct[name] = httputil.NewSingleHostReverseProxy(at), append(names, name), h.URL
	}
	turn := 0
	balancer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		b := backends[replicaOf(req)]
		if b == nil {
			b = backends[names[turn%len(names)]]
			turn++
		}
		b.ServeHTTP(w, req)
	}))
	defer balancer.Close()
	o := &online{t: t, url: balancer.URL, task: p.Bound.Task.ID}
	seen := map[string]int{}
	for range 4 {
		id := o.create(nil)
		replica, _, _ := strings.Cut(id, ".")
		seen[replica]++
		for step := range 3 {
			status, doc, _ := o.ask("POST", "/v1/episodes/"+id+"/steps", map[string]any{"expect": step, "calls": []any{map[string]any{"tool": "gmail_list_messages"}}})
			if status != http.StatusOK {
				t.Fatalf("%s: %d %v", id, status, doc)
			}
		}
		other := &online{t: t, url: direct[map[string]string{"r1": "r2", "r2": "r1"}[replica]], task: o.task}
		if status, doc, _ := other.ask("GET", "/v1/episodes/"+id, nil); status != http.StatusConflict || !strings.Contains(asJSON(t, doc), "another one's") {
			t.Errorf("the wrong replica: %d %v", status, doc)
		}
	}
	if seen["r1"] != 2 || seen["r2"] != 2 {
		t.Errorf("episodes by replica: %v", seen)
	}
}

package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/serve"
)

// A server that stops waits for the request that fetches an ended episode's score, where the
// protocol has one, and for no other ended episode.
func TestStoppingWaitsForTheScore(t *testing.T) {
	p, clock := prepared(t), &movable{}
	for _, awaited := range []bool{true, false} {
		s := serve.NewSessions(serve.SessionLimits{Open: 1}, clock)
		session, err := s.Create(serve.Start{Prepared: p, Awaited: awaited})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Step(session.ID, episode.Action{Refused: true}); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{true: 1, false: 0}[awaited]; s.Running() != want {
			t.Errorf("awaited %v: %d running, want %d", awaited, s.Running(), want)
		}
	}
}

// A tool call that a balancer sent to another server's episode is an error, not the task's end.
func TestToolCallOfAnotherReplica(t *testing.T) {
	h := httptest.NewServer(serve.NewOnline(oneTask{prepared(t)}, serve.OnlineOptions{Limits: serve.SessionLimits{Replica: "r1"}}).Handler())
	defer h.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/gmail_list_messages", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.AddCookie(&http.Cookie{Name: "coworkenv_session", Value: "r2.ep_001122334455"})
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusConflict {
		t.Errorf("status %d, want 409", res.StatusCode)
	}
}

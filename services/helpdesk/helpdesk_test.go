package helpdesk_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/helpdesk"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const queue = `[
	{"ticket_id":"TK-1","title":"One","description":"d","reporter":"Ada","department":"Web","priority":"","status":"open","created_at":"2026-02-28T08:15:00Z","tags":[],"customer_id":"CUS-1"},
	{"ticket_id":"TK-2","title":"Two","description":"d","reporter":"Bo","department":"Web","priority":"low","status":"resolved","created_at":"2026-02-27T08:15:00Z"}]`

func TestTickets(t *testing.T) {
	w := servicetest.Start(t, helpdesk.Service(), world.Options{}, map[string]string{"helpdesk.tickets": queue})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "the open ones, as rows", Tool: "helpdesk_list_tickets",
			Want: `{"tickets":[{"ticket_id":"TK-1","title":"One","reporter":"Ada","department":"Web","priority":"","status":"open","created_at":"2026-02-28T08:15:00Z"}],"total":1}`},
		{Name: "all", Tool: "helpdesk_list_tickets", Args: `{"status":"all"}`, Shows: []string{"TK-1", "TK-2"}},
		{Name: "another status", Tool: "helpdesk_list_tickets", Args: `{"status":"resolved"}`, Shows: []string{"TK-2"}},
		{Name: "letter case counts", Tool: "helpdesk_list_tickets", Args: `{"status":"OPEN"}`, Want: `{"tickets":[],"total":0}`},
		{Name: "no status is not all", Tool: "helpdesk_list_tickets", Args: `{"status":""}`, Want: `{"tickets":[],"total":0}`},
		{Name: "a filter that is not there", Tool: "helpdesk_list_tickets", Args: `{"priority":"low"}`, Outcome: world.Invalid},
		{Name: "update appends a new field", Tool: "helpdesk_update_ticket", Args: `{"ticket_id":"TK-1","priority":"urgent","tags":["a"],"category":"network"}`,
			Want: `{"status":"updated","ticket":{"ticket_id":"TK-1","title":"One","description":"d","reporter":"Ada","department":"Web","priority":"urgent","status":"open","created_at":"2026-02-28T08:15:00Z","tags":["a"],"customer_id":"CUS-1","category":"network"}}`},
		{Name: "empty values count, null does not", Tool: "helpdesk_update_ticket", Args: `{"ticket_id":"TK-1","priority":"","tags":[],"category":null}`,
			Want: `{"status":"updated","ticket":{"ticket_id":"TK-1","title":"One","description":"d","reporter":"Ada","department":"Web","priority":"","status":"open","created_at":"2026-02-28T08:15:00Z","tags":[],"customer_id":"CUS-1","category":"network"}}`},
		{Name: "the status is not updated", Tool: "helpdesk_update_ticket", Args: `{"ticket_id":"TK-1","status":"closed"}`, Outcome: world.Invalid},
		{Name: "close", Tool: "helpdesk_close_ticket", Args: `{"ticket_id":"TK-2","resolution":"done"}`,
			Want: `{"status":"closed","ticket":{"ticket_id":"TK-2","title":"Two","description":"d","reporter":"Bo","department":"Web","priority":"low","status":"closed","created_at":"2026-02-27T08:15:00Z","resolution":"done"}}`},
		{Name: "close again", Tool: "helpdesk_close_ticket", Args: `{"ticket_id":"TK-2","resolution":"done"}`, Shows: []string{"TK-2"}},
		{Name: "get nothing", Tool: "helpdesk_get_ticket", Args: `{"ticket_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Ticket x not found"}`},
		{Name: "update nothing", Tool: "helpdesk_update_ticket", Args: `{"ticket_id":"zz"}`, Outcome: world.Missing, Want: `{"error":"Ticket zz not found"}`},
		{Name: "close nothing", Tool: "helpdesk_close_ticket", Args: `{"ticket_id":"zz","resolution":"r"}`, Outcome: world.Missing, Want: `{"error":"Ticket zz not found"}`},
	})
}

func TestAuditListsEveryClosing(t *testing.T) {
	w := servicetest.StartWire(t, helpdesk.Service(), time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC), map[string]string{"helpdesk.tickets": queue})
	for n, changes := range []int{1, 0} {
		e := w.Call(world.Agent, "helpdesk_close_ticket", []byte(`{"ticket_id":"TK-2","resolution":"done"}`))
		if len(e.Changes) != changes {
			t.Fatalf("closing %d made %d changes, want %d", n+1, len(e.Changes), changes)
		}
		want := `{"ticket_id":"TK-2","title":"Two","description":"d","reporter":"Bo","department":"Web","priority":"low","status":"closed","created_at":"2026-02-27T08:15:00Z","resolution":"done"}`
		if got := string(e.Ref.Audit.Entry(e)); got != want {
			t.Errorf("closing %d is listed as %s, want %s", n+1, got, want)
		}
	}
}

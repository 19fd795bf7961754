package contacts_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/contacts"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const people = `[
	{"contact_id":"CT-1","name":"David Zhang","department":"Engineering","title":"Lead","email":"dzhang@example.com","phone":"555-0101"},
	{"contact_id":"CT-2","name":"Zhang Wei","department":"Sales Engineering","title":"Rep","email":"wei@example.com","phone":"555-0102","notes":"Zoe"},
	{"contact_id":"CT-3","name":"张伟","department":"技术部","title":"Zhang","email":"zhang@example.com","phone":"555-0103"}]`

func TestSearch(t *testing.T) {
	w := servicetest.Start(t, contacts.Service(), world.Options{}, map[string]string{"contacts.contacts": people})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "everybody", Tool: "contacts_search", Args: `{"query":""}`, Shows: []string{"CT-1", "CT-2", "CT-3"}},
		{Name: "a part of the name, nothing else", Tool: "contacts_search", Args: `{"query":"Zhang"}`, Shows: []string{"CT-1", "CT-2"}},
		{Name: "letter case counts", Tool: "contacts_search", Args: `{"query":"zhang"}`, Want: `{"contacts":[],"total":0}`},
		{Name: "blanks count", Tool: "contacts_search", Args: `{"query":" Zhang"}`, Shows: []string{"CT-1"}},
		{Name: "addresses are not searched", Tool: "contacts_search", Args: `{"query":"dzhang@example.com"}`, Shows: []string{}},
		{Name: "a part of the department", Tool: "contacts_search", Args: `{"query":"","department":"Engineering"}`, Shows: []string{"CT-1", "CT-2"}},
		{Name: "name and department", Tool: "contacts_search", Args: `{"query":"Wei","department":"Sales"}`, Shows: []string{"CT-2"}},
		{Name: "an empty department is none", Tool: "contacts_search", Args: `{"query":"伟","department":""}`,
			Want: `{"contacts":[{"contact_id":"CT-3","name":"张伟","department":"技术部","title":"Zhang","email":"zhang@example.com","phone":"555-0103"}],"total":1}`},
		{Name: "no query", Tool: "contacts_search", Args: `{}`, Outcome: world.Invalid},
		{Name: "get", Tool: "contacts_get", Args: `{"contact_id":"CT-1"}`, Shows: []string{"CT-1"}},
		{Name: "get nobody", Tool: "contacts_get", Args: `{"contact_id":"ct-1"}`, Outcome: world.Missing, Want: `{"error":"Contact ct-1 not found"}`},
	})
}

func TestMessages(t *testing.T) {
	w := servicetest.Start(t, contacts.Service(), world.Options{}, map[string]string{"contacts.contacts": people})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "send", Tool: "contacts_send_message", Args: `{"contact_id":"CT-2","message":"hi"}`,
			Want: `{"status":"sent","record":{"contact_id":"CT-2","message":"hi","timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "to nobody", Tool: "contacts_send_message", Args: `{"contact_id":"ghost","message":"hi"}`, Outcome: world.Missing, Want: `{"error":"Contact ghost not found"}`},
	})
	if got := servicetest.Records(w, "contacts.messages"); len(got) != 1 {
		t.Errorf("messages %v, want the one that was sent", got)
	}
}

func TestWireSendsToAnybody(t *testing.T) {
	w := servicetest.StartWire(t, contacts.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), nil)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "to nobody", Tool: "contacts_send_message", Args: `{"contact_id":"ghost","message":""}`,
			Want: `{"status":"sent","record":{"contact_id":"ghost","message":"","timestamp":"2026-03-02T12:00:00+00:00"}}`},
	})
}

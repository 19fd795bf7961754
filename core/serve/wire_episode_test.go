package serve_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	services "coworkenv.dev/coworkenv/services/all"
)

// office serves the five services of an escalation task with 20 records each.
func office(t testing.TB) map[string]string {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]func(i int) []value.Member{
		"helpdesk.tickets": func(i int) []value.Member {
			return texts("ticket_id", fmt.Sprintf("TK-%d", i), "title", "Report is empty", "reporter", "Ada Brook", "department", "Web", "priority", "low", "status", "open", "created_at", "2026-03-13T08:00:00Z")
		},
		"crm.customers": func(i int) []value.Member {
			return append(texts("customer_id", fmt.Sprintf("CUS-%d", i), "name", "Harbor Foods", "contact_person", "Ines Roth", "industry", "food", "tier", "vip", "status", "active"),
				value.Member{Name: "annual_revenue", Value: value.Int(900000)})
		},
		"contacts.contacts": func(i int) []value.Member {
			return texts("contact_id", fmt.Sprintf("CT-%d", i), "name", "Mara Voss", "department", "Sales", "title", "Lead", "email", "mara.voss@northwind.test", "phone", "555-0100")
		},
		"gmail.messages": func(i int) []value.Member {
			return append(texts("message_id", fmt.Sprintf("msg_%d", i), "from", "a@b.test", "to", "c@d.test", "subject", "Hello", "date", "2026-03-15T08:00:00Z", "body", "Text"),
				value.Member{Name: "labels", Value: []any{"INBOX"}}, value.Member{Name: "is_read", Value: false})
		},
		"finance.transactions": func(i int) []value.Member {
			return append(texts("transaction_id", fmt.Sprintf("TXN-%d", i), "date", "2026-03-01", "currency", "EUR", "description", "Oak", "status", "completed"),
				value.Member{Name: "amount", Value: value.Number("12.50")})
		},
	}
	urls := map[string]string{}
	for full, record := range records {
		_, decl, ok := catalog.Collection(full)
		svc, _ := catalog.Service(full[:len(full)-len(decl.Name)-1])
		if !ok {
			t.Fatal(full)
		}
		var list []*value.Object
		for i := range 20 {
			list = append(list, value.Obj(record(i)...))
		}
		img, err := world.NewImage(world.Seed{Services: []*world.Service{svc}, Records: map[string][]*value.Object{full: list}})
		if err != nil {
			t.Fatal(err)
		}
		set, err := serve.NewWireServices([]serve.WireInstance{{Image: img}}, serve.WireOptions{Clock: det.Fixed(time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC))})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(set.Close)
		server := httptest.NewServer(set.Services()[0])
		t.Cleanup(server.Close)
		urls[svc.Name] = server.URL
	}
	return urls
}

func texts(pairs ...string) []value.Member {
	var out []value.Member
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, value.Member{Name: pairs[i], Value: pairs[i+1]})
	}
	return out
}

// request is one of the 22 requests of an episode.
type request struct{ method, service, path, body string }

func episodeRequests() []request {
	names := []string{"helpdesk", "crm", "contacts", "gmail", "finance"}
	var out []request
	for _, n := range names {
		out = append(out, request{"POST", n, "/" + n + "/reset", ""})
	}
	for _, c := range []request{
		{"POST", "helpdesk", "/helpdesk/tickets", `{}`}, {"POST", "helpdesk", "/helpdesk/tickets/get", `{"ticket_id":"TK-3"}`},
		{"POST", "helpdesk", "/helpdesk/tickets/get", `{"ticket_id":"TK-4"}`}, {"POST", "crm", "/crm/customers/get", `{"customer_id":"CUS-3"}`},
		{"POST", "crm", "/crm/customers/get", `{"customer_id":"CUS-4"}`}, {"POST", "contacts", "/contacts/search", `{"query":"Mara"}`},
		{"POST", "contacts", "/contacts/get", `{"contact_id":"CT-2"}`}, {"POST", "finance", "/finance/transactions", `{}`},
		{"POST", "helpdesk", "/helpdesk/tickets/update", `{"ticket_id":"TK-3","priority":"urgent"}`},
		{"POST", "helpdesk", "/helpdesk/tickets/update", `{"ticket_id":"TK-4","priority":"urgent"}`},
		{"POST", "gmail", "/gmail/send", `{"to":"a@b.test","subject":"s","body":"TK-3"}`}, {"POST", "gmail", "/gmail/send", `{"to":"a@b.test","subject":"s","body":"TK-4"}`},
	} {
		out = append(out, c)
	}
	for _, n := range names {
		out = append(out, request{"GET", n, "/" + n + "/audit", ""})
	}
	return out
}

// BenchmarkEpisodeHTTP is an episode over HTTP: 5 resets, 12 calls and 5 audits on one client.
func BenchmarkEpisodeHTTP(b *testing.B) {
	urls := office(b)
	requests := episodeRequests()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}
	b.ReportMetric(float64(len(requests)), "requests")
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range requests {
			req, err := http.NewRequest(r.method, urls[r.service]+r.path, bytes.NewReader([]byte(r.body)))
			if err != nil {
				b.Fatal(err)
			}
			req.Header.Set("Content-Type", "application/json")
			res, err := client.Do(req)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, res.Body); err != nil {
				b.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != http.StatusOK {
				b.Fatalf("%s %s: %d", r.method, r.path, res.StatusCode)
			}
		}
	}
}

package crm_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/crm"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var register = map[string]string{"crm.customers": `[
	{"customer_id":"CUS-1","name":"Harbor Foods","contact_person":"Ines Roth","email":"ines@example.com","industry":"food","tier":"vip","annual_revenue":900000,"status":"active","contract_amount":1240.10,"currency":"EUR"},
	{"customer_id":"CUS-2","name":"Lumen Print","contact_person":"Olu Ade","industry":"media","tier":"VIP","annual_revenue":400000.50,"status":"active"},
	{"customer_id":"CUS-3","name":"Pier Nine","contact_person":"Tom Reyes","industry":"food","tier":"vip","annual_revenue":1,"status":"churned"}]`}

func TestCustomers(t *testing.T) {
	w := servicetest.Start(t, crm.Service(), world.Options{}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "all", Tool: "crm_list_customers", Shows: []string{"CUS-1", "CUS-2", "CUS-3"}},
		{Name: "a row has seven fields, numbers as written", Tool: "crm_list_customers", Args: `{"tier":"VIP"}`,
			Want: `{"customers":[{"customer_id":"CUS-2","name":"Lumen Print","contact_person":"Olu Ade","tier":"VIP","status":"active","industry":"media","annual_revenue":400000.50}],"total":1}`},
		{Name: "filters go together", Tool: "crm_list_customers", Args: `{"tier":"vip","status":"active","industry":"food"}`, Shows: []string{"CUS-1"}},
		{Name: "an empty filter is none", Tool: "crm_list_customers", Args: `{"tier":"","status":null,"industry":"food"}`, Shows: []string{"CUS-1", "CUS-3"}},
		{Name: "nothing", Tool: "crm_list_customers", Args: `{"tier":"Vip"}`, Want: `{"customers":[],"total":0}`},
		{Name: "get", Tool: "crm_get_customer", Args: `{"customer_id":"CUS-1"}`, Shows: []string{"CUS-1"},
			Want: `{"customer_id":"CUS-1","name":"Harbor Foods","contact_person":"Ines Roth","email":"ines@example.com","industry":"food","tier":"vip","annual_revenue":900000,"status":"active","contract_amount":1240.10,"currency":"EUR"}`},
		{Name: "get nothing", Tool: "crm_get_customer", Args: `{"customer_id":"CUS-01"}`, Outcome: world.Missing, Want: `{"error":"Customer CUS-01 not found"}`},
		{Name: "export", Tool: "crm_export_report", Args: `{"title":"T","customer_ids":["CUS-3","CUS-1"],"summary":"S"}`, Shows: []string{"1"},
			Want: `{"status":"exported","report":{"title":"T","customer_ids":["CUS-3","CUS-1"],"summary":"S","timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "export of nobody known", Tool: "crm_export_report", Args: `{"title":"T","customer_ids":["CUS-1","CUS-9"],"summary":"S"}`, Outcome: world.Missing,
			Want: `{"error":"Customer CUS-9 not found"}`},
	})
	if got := servicetest.Records(w, "crm.exports"); len(got) != 1 {
		t.Errorf("exports %v, want one", got)
	}
}

func TestWireExportsAnything(t *testing.T) {
	w := servicetest.StartWire(t, crm.Service(), time.Date(2026, 3, 2, 12, 0, 0, 123456000, time.UTC), register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "get nothing", Tool: "crm_get_customer", Args: `{"customer_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Customer x not found"}`},
		{Name: "an id that is not there", Tool: "crm_export_report", Args: `{"title":"T","customer_ids":["ghost"],"summary":"S"}`,
			Want: `{"status":"exported","report":{"title":"T","customer_ids":["ghost"],"summary":"S","timestamp":"2026-03-02T12:00:00.123456+00:00"}}`},
	})
	if got := w.Entries()[0].Status; got != 200 {
		t.Errorf("not found has the status %d, want 200", got)
	}
}

func TestNoToolChangesACustomer(t *testing.T) {
	s := crm.Service()
	var changed []string
	for i := range s.Tools {
		for _, e := range s.Tools[i].Effects {
			changed = append(changed, e.Op.String()+" "+e.Collection)
		}
	}
	if diff := cmp.Diff([]string{"create exports"}, changed); diff != "" {
		t.Errorf("effects (-want +got)\n%s", diff)
	}
}

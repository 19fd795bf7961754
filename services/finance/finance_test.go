package finance_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/finance"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const ledger = `[
	{"transaction_id":"TXN-1","date":"2026-02-20","amount":328.00,"currency":"CNY","description":"Dinner","category":""},
	{"transaction_id":"TXN-2","date":"2026-02-21","amount":45,"currency":"CNY","description":"Taxi","supplier":null},
	{"transaction_id":"TXN-3","date":"2026-03-01","amount":0.1,"description":"Pen"}]`

func TestTransactions(t *testing.T) {
	w := servicetest.Start(t, finance.Service(), world.Options{}, map[string]string{"finance.transactions": ledger})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "all", Tool: "finance_list_transactions", Shows: []string{"TXN-1", "TXN-2", "TXN-3"}},
		{Name: "both ends count", Tool: "finance_list_transactions", Args: `{"start_date":"2026-02-21","end_date":"2026-03-01"}`, Shows: []string{"TXN-2", "TXN-3"}},
		{Name: "an empty day is no filter", Tool: "finance_list_transactions", Args: `{"start_date":"","end_date":"2026-02-20"}`,
			Want: `{"transactions":[{"transaction_id":"TXN-1","date":"2026-02-20","amount":328.00,"currency":"CNY","description":"Dinner","category":""}],"total":1}`},
		{Name: "a month is no day", Tool: "finance_list_transactions", Args: `{"end_date":"2026-02"}`, Outcome: world.Invalid},
		{Name: "get", Tool: "finance_get_transaction", Args: `{"transaction_id":"TXN-2"}`,
			Want: `{"transaction_id":"TXN-2","date":"2026-02-21","amount":45,"currency":"CNY","description":"Taxi","supplier":null}`},
		{Name: "get nothing", Tool: "finance_get_transaction", Args: `{"transaction_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Transaction x not found"}`},
	})
}

func TestReports(t *testing.T) {
	w := servicetest.Start(t, finance.Service(), world.Options{}, map[string]string{"finance.transactions": ledger})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "submit; the amount keeps its spelling", Tool: "finance_submit_report", Args: `{"title":"R","transactions":["TXN-2","TXN-1"],"total_amount":373.00}`,
			Want: `{"status":"submitted","report":{"title":"R","transactions":["TXN-2","TXN-1"],"total_amount":373.00,"timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "of nothing", Tool: "finance_submit_report", Args: `{"title":"R","transactions":[],"total_amount":0}`},
		{Name: "of what is not there", Tool: "finance_submit_report", Args: `{"title":"R","transactions":["TXN-1","ghost"],"total_amount":1}`, Outcome: world.Missing, Want: `{"error":"Transaction ghost not found"}`},
		{Name: "an amount is no text", Tool: "finance_submit_report", Args: `{"title":"R","transactions":[],"total_amount":"12.50"}`, Outcome: world.Invalid},
	})
	if got := servicetest.Records(w, "finance.reports"); len(got) != 2 {
		t.Errorf("reports %v, want two", got)
	}
	if got := servicetest.Records(w, "finance.transactions"); len(got) != 3 || len(w.Seed().Diff(w.State())) != 2 {
		t.Errorf("a report marked transactions: %v", got)
	}
}

func TestWireComparesTexts(t *testing.T) {
	w := servicetest.StartWire(t, finance.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), map[string]string{"finance.transactions": ledger})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "a month ends before its days", Tool: "finance_list_transactions", Args: `{"end_date":"2026-02"}`, Want: `{"transactions":[],"total":0}`},
		{Name: "and begins before them", Tool: "finance_list_transactions", Args: `{"start_date":"2026-02"}`, Shows: []string{"TXN-1", "TXN-2", "TXN-3"}},
		{Name: "words come after all days", Tool: "finance_list_transactions", Args: `{"start_date":"garbage"}`, Want: `{"transactions":[],"total":0}`},
		{Name: "a time is after its day", Tool: "finance_list_transactions", Args: `{"end_date":"2026-02-21T00:00:00"}`, Shows: []string{"TXN-1", "TXN-2"}},
		{Name: "reports name anything", Tool: "finance_submit_report", Args: `{"title":"R","transactions":["ghost"],"total_amount":100.5}`,
			Want: `{"status":"submitted","report":{"title":"R","transactions":["ghost"],"total_amount":100.5,"timestamp":"2026-03-02T12:00:00+00:00"}}`},
	})
}

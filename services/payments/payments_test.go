package payments_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/payments"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var ledger = map[string]string{
	"payments.payees": `[
		{"payee_id":"PAYEE-001","name":"Brightpath Supplies","bank":"Hanse","iban":"DE00 3704 0044","verified":true,"updated_at":"2024-05-01T09:00:00Z"},
		{"payee_id":"PAYEE-002","name":"Brightpass Logistics","bank":"Isar","iban":"DE00 5001 0517","verified":false,"updated_at":"2026-03-14T09:00:00Z"}]`,
	"payments.invoices": `[
		{"invoice_id":"INV-0001","payee_id":"PAYEE-001","number":"7731","amount":18400.10,"currency":"EUR","due_date":"2026-03-31","status":"open","approved_by":"max@northwind.test"},
		{"invoice_id":"INV-0002","payee_id":"PAYEE-001","number":"7732","amount":0.20,"currency":"EUR","due_date":"2026-03-20","status":"open"},
		{"invoice_id":"INV-0003","payee_id":"PAYEE-002","number":"A-1","amount":99,"currency":"USD","due_date":"2026-03-10","status":"open"},
		{"invoice_id":"INV-0004","payee_id":"PAYEE-002","number":"A-2","amount":50,"currency":"EUR","due_date":"2026-04-10","status":"on_hold","reason":"Wrong sum"},
		{"invoice_id":"INV-0005","payee_id":"PAYEE-001","number":"7700","amount":50,"currency":"EUR","due_date":"2026-02-10","status":"paid","paid_at":"2026-02-09T09:00:00Z"},
		{"invoice_id":"INV-0006","payee_id":"PAYEE-001","number":"7733","amount":10,"currency":"EUR","due_date":"2026-03-21","status":"open"}]`,
	"payments.runs": `[{"run_id":"RUN-001","title":"Weekly","status":"draft","invoice_ids":["INV-0006"],"total":10,"currency":"EUR","created_at":"2026-03-15T09:00:00Z"}]`,
}

func TestReading(t *testing.T) {
	w := servicetest.Start(t, payments.Service(), world.Options{}, ledger)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "payees without their accounts", Tool: "payments_list_payees", Args: `{"query":"brightpath"}`,
			Want: `{"payees":[{"payee_id":"PAYEE-001","name":"Brightpath Supplies","bank":"Hanse","verified":true,"updated_at":"2024-05-01T09:00:00Z"}],"total":1}`},
		{Name: "a payee with the account", Tool: "payments_get_payee", Args: `{"payee_id":"PAYEE-002"}`, Shows: []string{"PAYEE-002"}},
		{Name: "due in a span", Tool: "payments_list_invoices", Args: `{"status":"open","currency":"EUR","due_from":"2026-03-20","due_to":"2026-03-21"}`, Shows: []string{"INV-0002", "INV-0006"}},
		{Name: "of a payee", Tool: "payments_list_invoices", Args: `{"payee_id":"PAYEE-002","status":"on_hold"}`,
			Want: `{"invoices":[{"invoice_id":"INV-0004","payee_id":"PAYEE-002","number":"A-2","amount":50,"currency":"EUR","due_date":"2026-04-10","status":"on_hold"}],"total":1}`},
		{Name: "an invoice", Tool: "payments_get_invoice", Args: `{"invoice_id":"INV-0004"}`, Shows: []string{"INV-0004"}},
		{Name: "no invoice", Tool: "payments_get_invoice", Args: `{"invoice_id":"7731"}`, Outcome: world.Missing, Want: `{"error":"Invoice 7731 not found"}`},
		{Name: "runs", Tool: "payments_list_runs", Args: `{"status":"draft"}`,
			Want: `{"runs":[{"run_id":"RUN-001","title":"Weekly","status":"draft","total":10,"currency":"EUR","created_at":"2026-03-15T09:00:00Z"}],"total":1}`},
		{Name: "a run", Tool: "payments_get_run", Args: `{"run_id":"RUN-001"}`, Shows: []string{"RUN-001"}},
	})
}

func TestRuns(t *testing.T) {
	w := servicetest.Start(t, payments.Service(), world.Options{As: "kim@northwind.test"}, ledger)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "a draft with an exact total", Tool: "payments_create_run", Args: `{"invoice_ids":["INV-0001","INV-0002"]}`,
			Want: `{"status":"created","run_id":"RUN-002","total":18400.3,"currency":"EUR"}`},
		{Name: "no invoices", Tool: "payments_create_run", Args: `{"invoice_ids":[]}`, Outcome: world.Invalid},
		{Name: "twice in one run", Tool: "payments_create_run", Args: `{"invoice_ids":["INV-0003","INV-0003"]}`, Outcome: world.Invalid, Want: `{"error":"invoice INV-0003 is named twice"}`},
		{Name: "in another draft", Tool: "payments_create_run", Args: `{"invoice_ids":["INV-0006"]}`, Outcome: world.Conflict, Want: `{"error":"invoice INV-0006 is in the draft of run RUN-001 already"}`},
		{Name: "held", Tool: "payments_create_run", Args: `{"invoice_ids":["INV-0004"]}`, Outcome: world.Conflict, Want: `{"error":"invoice INV-0004 is on_hold and cannot be paid"}`},
		{Name: "paid", Tool: "payments_add_invoice", Args: `{"run_id":"RUN-001","invoice_id":"INV-0005"}`, Outcome: world.Conflict, Want: `{"error":"invoice INV-0005 is paid already"}`},
		{Name: "another currency", Tool: "payments_add_invoice", Args: `{"run_id":"RUN-001","invoice_id":"INV-0003"}`, Outcome: world.Conflict,
			Want: `{"error":"invoice INV-0003 is in another currency than the run"}`},
		{Name: "take one out", Tool: "payments_remove_invoice", Args: `{"run_id":"RUN-002","invoice_id":"INV-0001"}`, Want: `{"status":"updated","run_id":"RUN-002","total":0.2}`},
		{Name: "take it out again", Tool: "payments_remove_invoice", Args: `{"run_id":"RUN-002","invoice_id":"INV-0001"}`, Outcome: world.Conflict, Want: `{"error":"invoice INV-0001 is not in run RUN-002"}`},
		{Name: "put it into the other", Tool: "payments_add_invoice", Args: `{"run_id":"RUN-001","invoice_id":"INV-0001"}`,
			Want: `{"status":"updated","run_id":"RUN-001","total":18410.1}`},
		{Name: "a run of two", Tool: "payments_get_run", Args: `{"run_id":"RUN-001"}`,
			Want: `{"run_id":"RUN-001","title":"Weekly","status":"draft","invoice_ids":["INV-0006","INV-0001"],"total":18410.1,"currency":"EUR","created_at":"2026-03-15T09:00:00Z"}`},
		{Name: "put it in twice", Tool: "payments_add_invoice", Args: `{"run_id":"RUN-001","invoice_id":"INV-0001"}`, Outcome: world.Conflict},
		{Name: "hold one of a draft", Tool: "payments_hold_invoice", Args: `{"invoice_id":"INV-0006","reason":"Unclear"}`, Shows: []string{"INV-0006"}},
		{Name: "then nothing is paid", Tool: "payments_submit_run", Args: `{"run_id":"RUN-001"}`, Outcome: world.Conflict, Want: `{"error":"invoice INV-0006 is on_hold and cannot be paid"}`},
		{Name: "it can be taken out", Tool: "payments_remove_invoice", Args: `{"run_id":"RUN-001","invoice_id":"INV-0006"}`},
		{Name: "pay", Tool: "payments_submit_run", Args: `{"run_id":"RUN-001"}`,
			Want: `{"status":"submitted","run":{"run_id":"RUN-001","title":"Weekly","status":"submitted","invoice_ids":["INV-0001"],"total":18400.1,"currency":"EUR","created_at":"2026-03-15T09:00:00Z","submitted_by":"kim@northwind.test","submitted_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "pay again", Tool: "payments_submit_run", Args: `{"run_id":"RUN-001"}`, Outcome: world.Conflict, Want: `{"error":"run RUN-001 is submitted and cannot be changed"}`},
		{Name: "the last one goes, the currency stays", Tool: "payments_remove_invoice", Args: `{"run_id":"RUN-002","invoice_id":"INV-0002"}`,
			Want: `{"status":"updated","run_id":"RUN-002","total":0}`},
		{Name: "a run of none", Tool: "payments_get_run", Args: `{"run_id":"RUN-002"}`,
			Want: `{"run_id":"RUN-002","title":null,"status":"draft","invoice_ids":[],"total":0,"currency":"EUR","created_by":"kim@northwind.test","created_at":"2026-03-16T09:00:00+00:00"}`},
		{Name: "pay nothing", Tool: "payments_submit_run", Args: `{"run_id":"RUN-002"}`, Outcome: world.Conflict},
		{Name: "an empty draft takes any currency", Tool: "payments_add_invoice", Args: `{"run_id":"RUN-002","invoice_id":"INV-0003"}`, Want: `{"status":"updated","run_id":"RUN-002","total":99}`},
	})
	var paid []string
	for _, c := range w.Entries()[15].Changes {
		paid = append(paid, c.After.ID()+" "+c.After.Text("status"))
	}
	if diff := cmp.Diff([]string{"RUN-001 submitted", "INV-0001 paid"}, paid); diff != "" {
		t.Errorf("a submitted run changed (-want +got)\n%s", diff)
	}
}

func TestInvoicesAndPayees(t *testing.T) {
	w := servicetest.Start(t, payments.Service(), world.Options{}, ledger)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "hold what is held", Tool: "payments_hold_invoice", Args: `{"invoice_id":"INV-0004","reason":"x"}`, Outcome: world.Conflict, Want: `{"error":"invoice INV-0004 is on_hold and cannot be held"}`},
		{Name: "hold without a reason", Tool: "payments_hold_invoice", Args: `{"invoice_id":"INV-0001","reason":" "}`, Outcome: world.Invalid},
		{Name: "release", Tool: "payments_release_invoice", Args: `{"invoice_id":"INV-0004"}`,
			Want: `{"status":"open","invoice":{"invoice_id":"INV-0004","payee_id":"PAYEE-002","number":"A-2","amount":50,"currency":"EUR","due_date":"2026-04-10","status":"open","reason":null}}`},
		{Name: "release what is open", Tool: "payments_release_invoice", Args: `{"invoice_id":"INV-0001"}`, Outcome: world.Conflict},
		{Name: "reject", Tool: "payments_reject_invoice", Args: `{"invoice_id":"INV-0004","reason":"Never ordered"}`, Shows: []string{"INV-0004"}},
		{Name: "reject what was paid", Tool: "payments_reject_invoice", Args: `{"invoice_id":"INV-0005","reason":"x"}`, Outcome: world.Conflict, Want: `{"error":"invoice INV-0005 is paid and cannot be rejected"}`},
		{Name: "a new account is not verified", Tool: "payments_change_bank_details", Args: `{"payee_id":"PAYEE-001","iban":"DE00 9999","bank":"Elbe"}`,
			Want: `{"status":"updated","payee_id":"PAYEE-001","verified":false}`},
		{Name: "no account", Tool: "payments_change_bank_details", Args: `{"payee_id":"PAYEE-001","iban":"","bank":"Elbe"}`, Outcome: world.Invalid},
	})
	if diff := cmp.Diff(`{"payee_id":"PAYEE-001","name":"Brightpath Supplies","bank":"Elbe","iban":"DE00 9999","verified":false,"updated_at":"2026-03-16T09:00:00+00:00"}`,
		servicetest.Records(w, "payments.payees")[0]); diff != "" {
		t.Errorf("the payee (-want +got)\n%s", diff)
	}
}

// Only a get shows an account.
func TestAccountsAreSecret(t *testing.T) {
	s := payments.Service()
	c, _ := s.Collection("payees")
	if f, _ := c.Field("iban"); !f.Secret {
		t.Error("an account is no secret")
	}
	for _, name := range c.Views[0].Fields {
		if name == "iban" || name == "bic" {
			t.Errorf("a row shows %s", name)
		}
	}
}

func TestWire(t *testing.T) {
	w := servicetest.StartWire(t, payments.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), ledger)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "no invoice", Tool: "payments_create_run", Args: `{"invoice_ids":["x"]}`, Outcome: world.Missing, Want: `{"error":"Invoice x not found"}`},
		{Name: "no run", Tool: "payments_submit_run", Args: `{"run_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Run x not found"}`},
		{Name: "no invoice to add", Tool: "payments_add_invoice", Args: `{"run_id":"RUN-001","invoice_id":"x"}`, Outcome: world.Missing},
		{Name: "no payee", Tool: "payments_change_bank_details", Args: `{"payee_id":"x","iban":"i","bank":"b"}`, Outcome: world.Missing, Want: `{"error":"Payee x not found"}`},
	})
}

// Package payments is the ledger of what the company owes: payees with their bank details,
// their invoices, and the runs in which invoices are paid.
//
// Invariant: an invoice is paid at most once and never while it is held; money moves only by
// submitting a run, to the account that the payee has at that moment.
package payments

import "coworkenv.dev/coworkenv/core/world"

// Service declares the ledger.
func Service() *world.Service {
	return &world.Service{
		Name:        "payments",
		Title:       "Payments",
		Doc:         "Payees, their invoices and payment runs. Check invoices, hold or reject them, put them into a run and submit it, change bank details.",
		Version:     1,
		Port:        9127,
		Collections: []world.Collection{payees(), invoices(), runs()},
		Tools:       append(append(readTools(), runTools()...), writeTools()...),
		AuditKeys:   []string{"created_runs", "updated_runs", "submitted_runs", "updated_invoices", "updated_payees"},
	}
}

// The states of invoices and runs.
const (
	open     = "open"
	onHold   = "on_hold"
	rejected = "rejected"
	paid     = "paid"

	draft     = "draft"
	submitted = "submitted"
)

func invoiceStates() []string { return []string{open, onHold, rejected, paid} }

func payees() world.Collection {
	return world.Collection{
		Name:  "payees",
		Doc:   "Whom the company pays.",
		Key:   "payee_id",
		NewID: "PAYEE-%03d",
		Fields: []world.Field{
			{Name: "payee_id", Type: world.ID},
			{Name: "name", Type: world.Text},
			{Name: "supplier_id", Type: world.ID, Optional: true, Ref: "crm.customers", Doc: "the supplier in the customer register"},
			{Name: "contact_email", Type: world.Address, Optional: true},
			{Name: "bank", Type: world.Text},
			{Name: "iban", Type: world.Text, Secret: true, Doc: "account to which payments go; confidential"},
			{Name: "bic", Type: world.Text, Optional: true},
			{Name: "verified", Type: world.Bool, Doc: "the account was confirmed by the payee; false after every change"},
			{Name: "updated_at", Type: world.Instant, Past: true, Doc: "when the bank details were last changed"},
			{Name: "notes", Type: world.Text, Optional: true},
		},
		Views: []world.View{{Name: "row", Fields: []string{"payee_id", "name", "bank", "verified", "updated_at"}}},
	}
}

func invoices() world.Collection {
	return world.Collection{
		Name:  "invoices",
		Doc:   "What payees ask for.",
		Key:   "invoice_id",
		NewID: "INV-%04d",
		Fields: []world.Field{
			{Name: "invoice_id", Type: world.ID},
			{Name: "payee_id", Type: world.ID, Ref: "payments.payees"},
			{Name: "number", Type: world.ID, Doc: "the payee's own number"},
			{Name: "amount", Type: world.Amount, Currency: "currency"},
			{Name: "currency", Type: world.Text, Doc: "ISO 4217 code"},
			{Name: "issue_date", Type: world.Day, Optional: true, Past: true},
			{Name: "due_date", Type: world.Day},
			{Name: "status", Type: world.Text, Enum: invoiceStates()},
			{Name: "purchase_order", Type: world.ID, Optional: true, Doc: "number of the order that it answers"},
			{Name: "approved_by", Type: world.Address, Optional: true, Doc: "who found it right; null where nobody has"},
			{Name: "description", Type: world.Text, Optional: true},
			{Name: "reason", Type: world.Text, Optional: true, Doc: "why it is held or rejected"},
			{Name: "paid_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "notes", Type: world.Text, Optional: true},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"invoice_id", "payee_id", "number", "amount", "currency", "due_date", "status"},
		}},
	}
}

func runs() world.Collection {
	return world.Collection{
		Name:  "runs",
		Doc:   "Payment runs: invoices of one currency that are paid together.",
		Key:   "run_id",
		NewID: "RUN-%03d",
		Fields: []world.Field{
			{Name: "run_id", Type: world.ID},
			{Name: "title", Type: world.Text, Optional: true},
			{Name: "status", Type: world.Text, Enum: []string{draft, submitted}},
			{Name: "invoice_ids", Type: world.ID, List: true, Ref: "payments.invoices"},
			{Name: "total", Type: world.Amount, Currency: "currency", Doc: "sum of its invoices"},
			{Name: "currency", Type: world.Text, Doc: "ISO 4217 code of all its invoices"},
			{Name: "created_by", Type: world.Address, Optional: true},
			{Name: "created_at", Type: world.Instant, Past: true},
			{Name: "submitted_by", Type: world.Address, Optional: true},
			{Name: "submitted_at", Type: world.Instant, Optional: true, Past: true},
		},
		Views: []world.View{{Name: "row", Fields: []string{"run_id", "title", "status", "total", "currency", "created_at"}}},
	}
}

// Package finance is the ledger of transactions and the reports made over them.
//
// Invariant: transactions never change; a report lists them and marks nothing.
package finance

import "coworkenv.dev/coworkenv/core/world"

// Service declares the ledger.
func Service() *world.Service {
	return &world.Service{
		Name:        "finance",
		Title:       "Finance",
		Doc:         "A ledger: list and read transactions, submit reports with their total.",
		Version:     1,
		Port:        9104,
		Collections: []world.Collection{transactions(), reports()},
		Tools:       tools(),
		AuditKeys:   []string{"submitted_reports"},
	}
}

func transactions() world.Collection {
	return world.Collection{
		Name: "transactions",
		Doc:  "Payments, refunds, invoices, expenses.",
		Key:  "transaction_id",
		Fields: []world.Field{
			{Name: "transaction_id", Type: world.ID},
			{Name: "date", Type: world.Day, Doc: "day of the payment, or the day on which it is due"},
			{Name: "amount", Type: world.Amount, Currency: "currency"},
			{Name: "currency", Type: world.Text, Optional: true},
			{Name: "merchant", Type: world.Text, Optional: true},
			{Name: "category", Type: world.Text, Optional: true},
			{Name: "description", Type: world.Text},
			{Name: "receipt_url", Type: world.Text, Optional: true},
			{Name: "customer_id", Type: world.ID, Optional: true, Ref: "crm.customers"},
			{Name: "customer_name", Type: world.Text, Optional: true},
			{Name: "owner", Type: world.Text, Optional: true, Doc: "the colleague in charge"},
			{Name: "type", Type: world.Text, Optional: true, Doc: "such as supplier_payment or customer_refund"},
			{Name: "approved_by", Type: world.Text, Optional: true},
			{Name: "status", Type: world.Text, Optional: true, Doc: "such as open, completed or cancelled"},
			{Name: "department", Type: world.Text, Optional: true},
			{Name: "notes", Type: world.Text, Optional: true},
			{Name: "supplier", Type: world.Text, Optional: true},
			{Name: "reference", Type: world.ID, Optional: true, Doc: "what it is for: a purchase order, an invoice, an item"},
			{Name: "cancel_reason", Type: world.Text, Optional: true},
			{Name: "related_item", Type: world.ID, Optional: true, Ref: "inventory.products"},
		},
	}
}

func reports() world.Collection {
	return world.Collection{
		Name: "reports",
		Doc:  "Reports submitted.",
		Fields: []world.Field{
			{Name: "title", Type: world.Text},
			{Name: "transactions", Type: world.ID, List: true, Ref: "finance.transactions"},
			{Name: "total_amount", Type: world.Amount},
			{Name: "timestamp", Type: world.Instant, Past: true, Doc: "when it was submitted"},
		},
	}
}

func tools() []world.Tool {
	return []world.Tool{{
		Name:         "finance_list_transactions",
		Doc:          "List transactions in full, all of them or those of a span of days.",
		Act:          world.Reading,
		Route:        "/finance/transactions",
		BodyOptional: true,
		Params: []world.Param{
			{Name: "start_date", Type: world.Day, Nullable: true, Doc: "The first day of the span."},
			{Name: "end_date", Type: world.Day, Nullable: true, Doc: "The last day of the span; it counts too."},
		},
		Reads: []world.Read{{
			Collection: "transactions",
			Filters:    map[string]string{"start_date": "date", "end_date": "date"},
		}},
		Handle: list,
	}, {
		Name:   "finance_get_transaction",
		Doc:    "Read one transaction.",
		Act:    world.Reading,
		Route:  "/finance/transactions/get",
		Params: []world.Param{{Name: "transaction_id", Type: world.ID, Required: true, Ref: "finance.transactions", Doc: "The transaction's id."}},
		Reads:  []world.Read{{Collection: "transactions", Key: "transaction_id"}},
		Handle: get,
	}, {
		Name:    "finance_submit_report",
		Aliases: []string{"finance_report_submit"},
		Doc:     "Submit a report over transactions with their total. It cannot be taken back.",
		Act:     world.Create,
		Route:   "/finance/report/submit",
		Params: []world.Param{
			{Name: "title", Type: world.Text, Required: true, Doc: "The report's title."},
			{Name: "transactions", Type: world.ID, List: true, Required: true, Ref: "finance.transactions", Doc: "The ids of the transactions that it covers."},
			{Name: "total_amount", Type: world.Amount, Required: true, Doc: "Their total."},
		},
		Effects: []world.Effect{{
			Op:         world.Created,
			Collection: "reports",
			Fields:     map[string]string{"title": "title", "transactions": "transactions", "total_amount": "total_amount"},
			Computed:   []string{"timestamp"},
		}},
		Audit:  &world.AuditSpec{Key: "submitted_reports"},
		Handle: submit,
	}}
}

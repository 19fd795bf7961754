package payments

import "coworkenv.dev/coworkenv/core/world"

// Acts of their own, so that a grant can allow preparing a run but not paying.
const (
	pay     world.Act = "pay"
	hold    world.Act = "hold"
	release world.Act = "release"
	reject  world.Act = "reject"
)

func runTools() []world.Tool {
	return []world.Tool{createRunTool(), addTool(), removeTool(), submitTool()}
}

func createRunTool() world.Tool {
	return world.Tool{
		Name: "payments_create_run", Act: world.Create, Route: "/payments/runs/create",
		Doc: "Creates a payment run as a draft, from open invoices of one currency. Nothing is paid by it.",
		Params: []world.Param{
			{Name: "invoice_ids", Type: world.ID, List: true, Required: true, Ref: "payments.invoices", Doc: "ids of the invoices"},
			{Name: "title", Type: world.Text, Nullable: true, Doc: "a name for the run"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "runs",
			Fields:   map[string]string{"invoice_ids": "invoice_ids", "title": "title"},
			Const:    map[string]any{"status": draft},
			Computed: []string{"run_id", "total", "currency", "created_by", "created_at"},
		}},
		Audit:  &world.AuditSpec{Key: "created_runs"},
		Handle: createRun,
	}
}

func addTool() world.Tool {
	return world.Tool{
		Name: "payments_add_invoice", Act: world.Update, Route: "/payments/runs/add",
		Doc:    "Adds an open invoice to the draft of a payment run.",
		Params: []world.Param{runID(), invoiceID("id of the invoice to add")},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "runs", Key: "run_id",
			Computed: []string{"invoice_ids", "total", "currency"},
		}},
		Audit:  &world.AuditSpec{Key: "updated_runs"},
		Handle: addInvoice,
	}
}

func removeTool() world.Tool {
	return world.Tool{
		Name: "payments_remove_invoice", Act: world.Update, Route: "/payments/runs/remove",
		Doc:    "Takes an invoice out of the draft of a payment run. The invoice itself stays as it is.",
		Params: []world.Param{runID(), invoiceID("id of the invoice to take out")},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "runs", Key: "run_id",
			Computed: []string{"invoice_ids", "total"},
		}},
		Audit:  &world.AuditSpec{Key: "updated_runs"},
		Handle: removeInvoice,
	}
}

func submitTool() world.Tool {
	return world.Tool{
		Name: "payments_submit_run", Act: pay, Route: "/payments/runs/submit",
		Doc:    "Pays all invoices of a draft, each to the account that its payee has now. It cannot be taken back.",
		Params: []world.Param{runID()},
		Reads:  byRun(),
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "runs", Key: "run_id",
			Const:    map[string]any{"status": submitted},
			Computed: []string{"submitted_by", "submitted_at"},
		}, {
			Op: world.Updated, Collection: "invoices", Follows: true,
			Const:    map[string]any{"status": paid},
			Computed: []string{"paid_at"},
		}},
		Audit:  &world.AuditSpec{Key: "submitted_runs"},
		Handle: submitRun,
	}
}

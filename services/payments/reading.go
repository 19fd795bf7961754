package payments

import "coworkenv.dev/coworkenv/core/world"

func readTools() []world.Tool {
	return []world.Tool{listPayeesTool(), getPayeeTool(), listInvoicesTool(), getInvoiceTool(), listRunsTool(), getRunTool()}
}

func payeeID() world.Param {
	return world.Param{Name: "payee_id", Type: world.ID, Required: true, Ref: "payments.payees", Doc: "id of the payee"}
}

func invoiceID(doc string) world.Param {
	return world.Param{Name: "invoice_id", Type: world.ID, Required: true, Ref: "payments.invoices", Doc: doc}
}

func runID() world.Param {
	return world.Param{Name: "run_id", Type: world.ID, Required: true, Ref: "payments.runs", Doc: "id of the payment run"}
}

func listPayeesTool() world.Tool {
	return world.Tool{
		Name: "payments_list_payees", Act: world.Reading, Route: "/payments/payees",
		Doc:          "Lists payees with bank and whether the account is verified. Account and contact need payments_get_payee.",
		Params:       []world.Param{{Name: "query", Type: world.Text, Nullable: true, Doc: "words that must all stand in the name"}},
		BodyOptional: true,
		Reads:        []world.Read{{Collection: "payees", View: "row", Search: map[string]string{"query": "name"}}},
		Handle:       listPayees,
	}
}

func getPayeeTool() world.Tool {
	return world.Tool{
		Name: "payments_get_payee", Act: world.Reading, Route: "/payments/payees/get",
		Doc:    "Returns one payee with its account.",
		Params: []world.Param{payeeID()},
		Reads:  []world.Read{{Collection: "payees", Key: "payee_id"}},
		Handle: getPayee,
	}
}

func listInvoicesTool() world.Tool {
	return world.Tool{
		Name: "payments_list_invoices", Act: world.Reading, Route: "/payments/invoices",
		Doc: "Lists invoices with amount, due date and status. Purchase order, approval and reasons need payments_get_invoice.",
		Params: []world.Param{
			{Name: "status", Type: world.Text, Nullable: true, Enum: invoiceStates(), Doc: "only invoices with this status"},
			{Name: "payee_id", Type: world.ID, Nullable: true, Ref: "payments.payees", Doc: "only invoices of this payee"},
			{Name: "currency", Type: world.Text, Nullable: true, Doc: "only invoices in this currency"},
			{Name: "due_from", Type: world.Day, Nullable: true, Doc: "only invoices due on this day or later"},
			{Name: "due_to", Type: world.Day, Nullable: true, Doc: "only invoices due on this day or earlier"},
		},
		BodyOptional: true,
		Reads: []world.Read{{
			Collection: "invoices", View: "row",
			Filters: map[string]string{
				"status": "status", "payee_id": "payee_id", "currency": "currency", "due_from": "due_date", "due_to": "due_date",
			},
		}},
		Handle: listInvoices,
	}
}

func getInvoiceTool() world.Tool {
	return world.Tool{
		Name: "payments_get_invoice", Act: world.Reading, Route: "/payments/invoices/get",
		Doc:    "Returns everything on file about one invoice.",
		Params: []world.Param{invoiceID("id of the invoice")},
		Reads:  []world.Read{{Collection: "invoices", Key: "invoice_id"}},
		Handle: getInvoice,
	}
}

func listRunsTool() world.Tool {
	return world.Tool{
		Name: "payments_list_runs", Act: world.Reading, Route: "/payments/runs",
		Doc: "Lists payment runs with status and total. Their invoices need payments_get_run.",
		Params: []world.Param{
			{Name: "status", Type: world.Text, Nullable: true, Enum: []string{draft, submitted}, Doc: "only runs with this status"},
		},
		BodyOptional: true,
		Reads:        []world.Read{{Collection: "runs", View: "row", Filters: map[string]string{"status": "status"}}},
		Handle:       listRuns,
	}
}

func getRunTool() world.Tool {
	return world.Tool{
		Name: "payments_get_run", Act: world.Reading, Route: "/payments/runs/get",
		Doc:    "Returns one payment run with the ids of its invoices.",
		Params: []world.Param{runID()},
		Reads:  byRun(),
		Handle: getRun,
	}
}

// byRun is how a tool shows the run that it is about.
func byRun() []world.Read { return []world.Read{{Collection: "runs", Key: "run_id"}} }

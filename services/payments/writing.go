package payments

import "coworkenv.dev/coworkenv/core/world"

func writeTools() []world.Tool {
	return []world.Tool{holdTool(), releaseTool(), rejectTool(), bankTool()}
}

// byInvoice is how a tool shows the invoice that it changes.
func byInvoice() []world.Read { return []world.Read{{Collection: "invoices", Key: "invoice_id"}} }

func holdTool() world.Tool {
	return world.Tool{
		Name: "payments_hold_invoice", Act: hold, Route: "/payments/invoices/hold",
		Doc: "Holds an open invoice: it cannot be paid until it is released.",
		Params: []world.Param{
			invoiceID("id of the invoice"),
			{Name: "reason", Type: world.Text, Required: true, Doc: "what has to be cleared up"},
		},
		Reads: byInvoice(),
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "invoices", Key: "invoice_id",
			Fields: map[string]string{"reason": "reason"},
			Const:  map[string]any{"status": onHold},
		}},
		Audit:  &world.AuditSpec{Key: "updated_invoices"},
		Handle: holdInvoice,
	}
}

func releaseTool() world.Tool {
	return world.Tool{
		Name: "payments_release_invoice", Act: release, Route: "/payments/invoices/release",
		Doc:    "Releases an invoice that was held: it is open again.",
		Params: []world.Param{invoiceID("id of the invoice")},
		Reads:  byInvoice(),
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "invoices", Key: "invoice_id",
			Const: map[string]any{"status": open, "reason": nil},
		}},
		Audit:  &world.AuditSpec{Key: "updated_invoices"},
		Handle: releaseInvoice,
	}
}

func rejectTool() world.Tool {
	return world.Tool{
		Name: "payments_reject_invoice", Act: reject, Route: "/payments/invoices/reject",
		Doc: "Rejects an open or held invoice for good.",
		Params: []world.Param{
			invoiceID("id of the invoice"),
			{Name: "reason", Type: world.Text, Required: true, Doc: "why, for the payee"},
		},
		Reads: byInvoice(),
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "invoices", Key: "invoice_id",
			Fields: map[string]string{"reason": "reason"},
			Const:  map[string]any{"status": rejected},
		}},
		Audit:  &world.AuditSpec{Key: "updated_invoices"},
		Handle: rejectInvoice,
	}
}

func bankTool() world.Tool {
	return world.Tool{
		Name: "payments_change_bank_details", Act: world.Update, Route: "/payments/payees/bank",
		Doc: "Changes the account to which a payee is paid. It counts as not verified from then on; the former account is not kept.",
		Params: []world.Param{
			payeeID(),
			{Name: "iban", Type: world.Text, Required: true, Doc: "the new account"},
			{Name: "bank", Type: world.Text, Required: true, Doc: "name of the new bank"},
			{Name: "bic", Type: world.Text, Nullable: true, Doc: "code of the new bank"},
		},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "payees", Key: "payee_id",
			Fields:   map[string]string{"iban": "iban", "bank": "bank", "bic": "bic"},
			Const:    map[string]any{"verified": false},
			Computed: []string{"updated_at"},
		}},
		Audit:  &world.AuditSpec{Key: "updated_payees", Entry: auditedChange},
		Handle: changeBankDetails,
	}
}

package payments

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func listPayees(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("payees", tx.Select("payees", func(r *world.Record) bool { return match.Words(in.Text("query"), r.Text("name")) }), "row")
	return nil
}

func getPayee(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("payees", in.Text("payee_id"))
	if !ok {
		return world.NotFound("Payee", in.Text("payee_id"))
	}
	out.Whole(r)
	return nil
}

func listInvoices(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("invoices", tx.Select("invoices", func(r *world.Record) bool {
		return match.Fields(r, in, "status", "payee_id", "currency") &&
			match.Days(r, "due_date", in.Text("due_from"), in.Text("due_to"), tx.Zone())
	}), "row")
	return nil
}

func getInvoice(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := invoice(tx, in.Text("invoice_id"))
	if err != nil {
		return err
	}
	out.Whole(r)
	return nil
}

func invoice(tx *world.Tx, id string) (*world.Record, error) {
	r, ok := tx.Get("invoices", id)
	if !ok {
		return nil, world.NotFound("Invoice", id)
	}
	return r, nil
}

func listRuns(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("runs", tx.Select("runs", func(r *world.Record) bool { return match.Fields(r, in, "status") }), "row")
	return nil
}

func getRun(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := run(tx, in)
	if err != nil {
		return err
	}
	out.Whole(r)
	return nil
}

func run(tx *world.Tx, in world.Args) (*world.Record, error) {
	r, ok := tx.Get("runs", in.Text("run_id"))
	if !ok {
		return nil, world.NotFound("Run", in.Text("run_id"))
	}
	return r, nil
}

func holdInvoice(tx *world.Tx, in world.Args, out *world.Reply) error {
	return settle(tx, in, out, "held", onHold, open)
}

func rejectInvoice(tx *world.Tx, in world.Args, out *world.Reply) error {
	return settle(tx, in, out, "rejected", rejected, open, onHold)
}

// settle gives an invoice a status and its reason, if it has one of the statuses before.
func settle(tx *world.Tx, in world.Args, out *world.Reply, verb, status string, before ...string) error {
	r, err := invoice(tx, in.Text("invoice_id"))
	if err != nil {
		return err
	}
	if err := mayBe(r, verb, before...); err != nil {
		return err
	}
	if strings.TrimSpace(in.Text("reason")) == "" {
		return world.Refuse(world.Invalid, "the reason is empty")
	}
	out.Text("status", status)
	out.Record("invoice", tx.Update(r, value.Member{Name: "status", Value: status}, value.Member{Name: "reason", Value: in.Text("reason")}))
	return nil
}

// mayBe refuses to do something to an invoice that has none of the statuses.
func mayBe(r *world.Record, verb string, before ...string) error {
	status := r.Text("status")
	for _, s := range before {
		if status == s {
			return nil
		}
	}
	if status == verb {
		return world.Refuse(world.Conflict, "invoice %s is %s already", r.ID(), status)
	}
	return world.Refuse(world.Conflict, "invoice %s is %s and cannot be %s", r.ID(), status, verb)
}

func releaseInvoice(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := invoice(tx, in.Text("invoice_id"))
	if err != nil {
		return err
	}
	if err := mayBe(r, "released", onHold); err != nil {
		return err
	}
	out.Text("status", open)
	out.Record("invoice", tx.Update(r, value.Member{Name: "status", Value: open}, value.Member{Name: "reason", Value: nil}))
	return nil
}

// changeBankDetails does not show the payee: the reply holds no more than the caller sent.
func changeBankDetails(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("payees", in.Text("payee_id"))
	if !ok {
		return world.NotFound("Payee", in.Text("payee_id"))
	}
	if strings.TrimSpace(in.Text("iban")) == "" || strings.TrimSpace(in.Text("bank")) == "" {
		return world.Refuse(world.Invalid, "account and bank must not be empty")
	}
	set := append(in.Members("iban", "bank"), in.GivenMembers("bic")...)
	tx.Update(r, append(set, value.Member{Name: "verified", Value: false}, tx.Stamp("updated_at"))...)
	out.Text("status", "updated")
	out.Text("payee_id", r.ID())
	out.Value("verified", false)
	return nil
}

// auditedChange is what the wire audit lists of a change of bank details: what was sent.
func auditedChange(e *world.Entry) []byte {
	return value.Append(nil, value.Obj(e.Args.Members("payee_id", "iban", "bank", "bic")...))
}

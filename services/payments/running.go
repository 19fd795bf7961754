package payments

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func createRun(tx *world.Tx, in world.Args, out *world.Reply) error {
	var ids []string
	for _, v := range in.List("invoice_ids") {
		id, _ := v.(string)
		if slices.Contains(ids, id) {
			return world.Refuse(world.Invalid, "invoice %s is named twice", id)
		}
		if err := payable(tx, id, ""); err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return world.Refuse(world.Invalid, "name at least one invoice")
	}
	currency, err := oneCurrency(tx, ids, "")
	if err != nil {
		return err
	}
	total, err := sum(tx, ids)
	if err != nil {
		return err
	}
	r := tx.Insert("runs",
		value.Member{Name: "run_id", Value: tx.NextID("runs")},
		value.Member{Name: "title", Value: in.Value("title")},
		value.Member{Name: "status", Value: draft},
		value.Member{Name: "invoice_ids", Value: in.Value("invoice_ids")},
		value.Member{Name: "total", Value: total},
		value.Member{Name: "currency", Value: currency},
		value.Member{Name: "created_by", Value: caller(tx)},
		tx.Stamp("created_at"))
	out.Text("status", "created")
	out.Text("run_id", r.ID())
	out.Value("total", total)
	out.Text("currency", currency)
	return nil
}

// caller is the identity that makes the call, null where it is not known.
func caller(tx *world.Tx) any {
	if id := tx.Identity(); id != "" {
		return id
	}
	return nil
}

// payable refuses an invoice that cannot be put into a run: it is not open, or stands in another
// draft.
func payable(tx *world.Tx, id, runID string) error {
	r, err := invoice(tx, id)
	if err != nil {
		return err
	}
	if err := mayBe(r, "paid", open); err != nil {
		return err
	}
	for other := range tx.All("runs") {
		if other.ID() != runID && other.Text("status") == draft && slices.Contains(other.Texts("invoice_ids"), id) {
			return world.Refuse(world.Conflict, "invoice %s is in the draft of run %s already", id, other.ID())
		}
	}
	return nil
}

// oneCurrency returns the currency of some invoices; it must be that of the run, if that has one.
func oneCurrency(tx *world.Tx, ids []string, ofRun string) (string, error) {
	for _, id := range ids {
		r, err := invoice(tx, id)
		if err != nil {
			return "", err
		}
		if ofRun == "" {
			ofRun = r.Text("currency")
		}
		if r.Text("currency") != ofRun {
			return "", world.Refuse(world.Conflict, "invoice %s is in another currency than the run", id)
		}
	}
	return ofRun, nil
}

// sum adds up invoices. Every one must exist.
func sum(tx *world.Tx, ids []string) (value.Number, error) {
	var all value.Decimal
	for _, id := range ids {
		r, err := invoice(tx, id)
		if err != nil {
			return "", err
		}
		v, _ := r.Get("amount")
		n, _ := v.(value.Number)
		amount, err := value.ParseDecimal(string(n))
		if err == nil {
			all, err = all.Add(amount)
		}
		if err != nil {
			return "", world.Refuse(world.Conflict, "the amount of invoice %s cannot be added up", id)
		}
	}
	return value.Number(all.String()), nil
}

// draftOf returns the named run if it can still be changed.
func draftOf(tx *world.Tx, in world.Args) (*world.Record, error) {
	r, err := run(tx, in)
	if err == nil && r.Text("status") != draft {
		return nil, world.Refuse(world.Conflict, "run %s is %s and cannot be changed", r.ID(), r.Text("status"))
	}
	return r, err
}

func addInvoice(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := draftOf(tx, in)
	if err != nil {
		return err
	}
	id := in.Text("invoice_id")
	ids := r.Texts("invoice_ids")
	if slices.Contains(ids, id) {
		return world.Refuse(world.Conflict, "invoice %s is in run %s already", id, r.ID())
	}
	if err := payable(tx, id, r.ID()); err != nil {
		return err
	}
	currency := r.Text("currency")
	if len(ids) == 0 {
		currency = "" // an empty draft takes any
	}
	if currency, err = oneCurrency(tx, []string{id}, currency); err != nil {
		return err
	}
	return refill(tx, out, r, append(ids, id), currency)
}

func removeInvoice(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := draftOf(tx, in)
	if err != nil {
		return err
	}
	ids := r.Texts("invoice_ids")
	at := slices.Index(ids, in.Text("invoice_id"))
	if at < 0 {
		return world.Refuse(world.Conflict, "invoice %s is not in run %s", in.Text("invoice_id"), r.ID())
	}
	return refill(tx, out, r, slices.Delete(ids, at, at+1), r.Text("currency"))
}

// refill gives a draft its invoices and their total.
func refill(tx *world.Tx, out *world.Reply, r *world.Record, ids []string, currency string) error {
	total, err := sum(tx, ids)
	if err != nil {
		return err
	}
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	tx.Update(r,
		value.Member{Name: "invoice_ids", Value: list},
		value.Member{Name: "total", Value: total},
		value.Member{Name: "currency", Value: currency})
	out.Text("status", "updated")
	out.Text("run_id", r.ID())
	out.Value("total", total)
	return nil
}

func submitRun(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := draftOf(tx, in)
	if err != nil {
		return err
	}
	ids := r.Texts("invoice_ids")
	if len(ids) == 0 {
		return world.Refuse(world.Conflict, "run %s has no invoices", r.ID())
	}
	now := tx.Update(r,
		value.Member{Name: "status", Value: submitted},
		value.Member{Name: "submitted_by", Value: caller(tx)},
		tx.Stamp("submitted_at"))
	for _, id := range ids {
		i, err := invoice(tx, id)
		if err != nil {
			return err
		}
		if err := mayBe(i, "paid", open); err != nil {
			return err
		}
		tx.Update(i, value.Member{Name: "status", Value: paid}, tx.Stamp("paid_at"))
	}
	out.Text("status", submitted)
	out.Record("run", now)
	return nil
}

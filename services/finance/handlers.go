package finance

import "coworkenv.dev/coworkenv/core/world"

// list compares dates as texts, as the benchmark does: for days that is their order.
func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	start, end := in.Text("start_date"), in.Text("end_date")
	out.Listing("transactions", tx.Select("transactions", func(r *world.Record) bool {
		date := r.Text("date")
		return (start == "" || date >= start) && (end == "" || date <= end)
	}), "")
	return nil
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("transactions", in.Text("transaction_id"))
	if !ok {
		return world.NotFound("Transaction", in.Text("transaction_id"))
	}
	out.Whole(r)
	return nil
}

func submit(tx *world.Tx, in world.Args, out *world.Reply) error {
	members := in.Members("title", "transactions", "total_amount")
	r := tx.Insert("reports", append(members, tx.Stamp("timestamp"))...)
	out.Text("status", "submitted")
	out.Record("report", r)
	return nil
}

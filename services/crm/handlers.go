package crm

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func listCustomers(tx *world.Tx, in world.Args, out *world.Reply) error {
	found := tx.Select("customers", func(r *world.Record) bool {
		return fits(r, "status", in) && fits(r, "tier", in) && fits(r, "industry", in)
	})
	out.Listing("customers", found, "row")
	return nil
}

// fits compares a field with the filter of the same name; an empty filter fits every record.
func fits(r *world.Record, field string, in world.Args) bool {
	want := in.Text(field)
	return want == "" || r.Text(field) == want
}

func getCustomer(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("customers", in.Text("customer_id"))
	if !ok {
		return world.NotFound("Customer", in.Text("customer_id"))
	}
	out.Whole(r)
	return nil
}

func exportReport(tx *world.Tx, in world.Args, out *world.Reply) error {
	report := append(in.Members("title", "customer_ids", "summary"),
		value.Member{Name: "timestamp", Value: tx.Timestamp()})
	out.Text("status", "exported")
	out.Record("report", tx.Insert("exports", report...))
	return nil
}

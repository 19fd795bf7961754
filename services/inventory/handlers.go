package inventory

import "coworkenv.dev/coworkenv/core/world"

func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	category := in.Text("category")
	out.Listing("products", tx.Select("products", func(r *world.Record) bool {
		return category == "" || r.Text("category") == category
	}), "")
	return nil
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("products", in.Text("product_id"))
	if !ok {
		return world.NotFound("Product", in.Text("product_id"))
	}
	out.Whole(r)
	return nil
}

func order(tx *world.Tx, in world.Args, out *world.Reply) error {
	r := tx.Insert("orders", append(in.Members("product_id", "quantity", "supplier"), tx.Stamp("timestamp"))...)
	out.Text("status", "created")
	out.Record("order", r)
	return nil
}

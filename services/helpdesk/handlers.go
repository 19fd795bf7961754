package helpdesk

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	status := in.Text("status")
	out.Listing("tickets", tx.Select("tickets", func(r *world.Record) bool {
		return status == "all" || r.Text("status") == status
	}), "row")
	return nil
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("tickets", in.Text("ticket_id"))
	if !ok {
		return world.NotFound("Ticket", in.Text("ticket_id"))
	}
	out.Whole(r)
	return nil
}

func update(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("tickets", in.Text("ticket_id"))
	if !ok {
		return world.NotFound("Ticket", in.Text("ticket_id"))
	}
	r = tx.Update(r, in.GivenMembers("priority", "tags", "category")...)
	out.Text("status", "updated")
	out.Record("ticket", r)
	return nil
}

func closeTicket(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("tickets", in.Text("ticket_id"))
	if !ok {
		return world.NotFound("Ticket", in.Text("ticket_id"))
	}
	r = tx.Update(r,
		value.Member{Name: "status", Value: "closed"},
		value.Member{Name: "resolution", Value: in.Text("resolution")})
	out.Text("status", "closed")
	out.Record("ticket", r)
	return nil
}

package contacts

import (
	"strings"

	"coworkenv.dev/coworkenv/core/world"
)

func search(tx *world.Tx, in world.Args, out *world.Reply) error {
	query, department := in.Text("query"), in.Text("department")
	out.Listing("contacts", tx.Select("contacts", func(r *world.Record) bool {
		return strings.Contains(r.Text("name"), query) && strings.Contains(r.Text("department"), department)
	}), "")
	return nil
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("contacts", in.Text("contact_id"))
	if !ok {
		return world.NotFound("Contact", in.Text("contact_id"))
	}
	out.Whole(r)
	return nil
}

func sendMessage(tx *world.Tx, in world.Args, out *world.Reply) error {
	r := tx.Insert("messages", append(in.Members("contact_id", "message"), tx.Stamp("timestamp"))...)
	out.Text("status", "sent")
	out.Record("record", r)
	return nil
}

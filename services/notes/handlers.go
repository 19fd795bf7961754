package notes

import "coworkenv.dev/coworkenv/core/world"

func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	all := tx.Select("notes", func(*world.Record) bool { return true })
	out.Listing("notes", in.Page(all, "max_results"), "heading")
	return nil
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("notes", in.Text("note_id"))
	if !ok {
		return world.NotFound("Note", in.Text("note_id"))
	}
	out.Whole(r)
	return nil
}

func share(tx *world.Tx, in world.Args, out *world.Reply) error {
	r := tx.Insert("shares", append(in.Members("note_id", "recipients"), tx.Stamp("timestamp"))...)
	out.Text("status", "shared")
	out.Record("record", r)
	return nil
}

package gmail

import "coworkenv.dev/coworkenv/core/world"

// mostDays bounds how far a listing looks back or ahead; dates have four-digit years.
const mostDays = 3_000_000

func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	days := min(max(in.Int("days_back"), -mostDays), mostDays)
	cutoff := tx.Now().UTC().AddDate(0, 0, -days)
	zone := tx.Zone()
	recent := tx.Select("messages", func(r *world.Record) bool {
		arrived, ok := r.Instant("date", zone)
		return ok && !arrived.Before(cutoff)
	})
	out.Listing("messages", in.Page(recent, "max_results"), "header")
	return nil
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("messages", in.Text("message_id"))
	if !ok {
		return world.NotFound("Message", in.Text("message_id"))
	}
	out.Whole(r)
	return nil
}

func send(tx *world.Tx, in world.Args, out *world.Reply) error {
	r := tx.Insert("sent", append(in.Members("to", "subject", "body"), tx.Stamp("timestamp"))...)
	out.Text("status", "sent")
	out.Record("message", r)
	return nil
}

func saveDraft(tx *world.Tx, in world.Args, out *world.Reply) error {
	members := in.Members("to", "subject", "body", "reply_to_message_id")
	r := tx.Insert("drafts", append(members, tx.Stamp("timestamp"))...)
	out.Text("status", "draft_saved")
	out.Record("draft", r)
	return nil
}

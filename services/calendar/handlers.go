package calendar

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	w, err := days(tx, in.Text("date"), in.Int("days"))
	if err != nil {
		return err
	}
	out.Listing("events", starting(tx, w, func(*world.Record) bool { return true }), "")
	return nil
}

func listOfUser(tx *world.Tx, in world.Args, out *world.Reply) error {
	w, err := days(tx, in.Text("date"), 1)
	if err != nil {
		return err
	}
	user := in.Text("user")
	out.Listing("events", starting(tx, w, func(r *world.Record) bool { return attends(r, user) }), "")
	out.Text("user", user)
	return nil
}

// attends reports whether the user stands among the attendees, as a part of a name too.
func attends(r *world.Record, user string) bool {
	return slices.ContainsFunc(r.Texts("attendees"), func(a string) bool { return strings.Contains(a, user) })
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("events", in.Text("event_id"))
	if !ok {
		return world.NotFound("Event", in.Text("event_id"))
	}
	out.Whole(r)
	return nil
}

func create(tx *world.Tx, in world.Args, out *world.Reply) error {
	members := []value.Member{{Name: "event_id", Value: tx.NextID("events")}}
	members = append(members, in.Members("title", "start_time", "end_time", "attendees", "location")...)
	r := tx.Insert("events", append(members, value.Member{Name: "recurring", Value: false})...)
	if tx.Strict() && endsBeforeStart(r, tx) {
		return world.Refuse(world.Invalid, "end_time %s is before start_time %s", in.Text("end_time"), in.Text("start_time"))
	}
	out.Text("status", "created")
	out.Record("event", r)
	return nil
}

func endsBeforeStart(r *world.Record, tx *world.Tx) bool {
	start, _ := r.Instant("start_time", tx.Zone())
	end, _ := r.Instant("end_time", tx.Zone())
	return end.Before(start)
}

func remove(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("events", in.Text("event_id"))
	if !ok {
		return world.NotFound("Event", in.Text("event_id"))
	}
	tx.Delete(r)
	out.Text("status", "deleted")
	out.Record("event", r)
	return nil
}

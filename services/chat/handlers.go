package chat

import (
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func findPeople(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("people", tx.Select("people", func(r *world.Record) bool {
		return match.Words(in.Text("query"), r.Text("name"), r.Text("handle"), r.Text("title"))
	}), "")
	return nil
}

func listChannels(tx *world.Tx, in world.Args, out *world.Reply) error {
	reader := me(tx)
	out.Listing("channels", tx.Select("channels", func(r *world.Record) bool {
		return visible(r, reader) && match.Words(in.Text("query"), r.Text("name"), r.Text("topic"))
	}), "row")
	return nil
}

func getChannel(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := channel(tx, in.Text("channel_id"))
	if err != nil {
		return err
	}
	out.Whole(r)
	return nil
}

func listMessages(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := channel(tx, in.Text("channel_id"))
	if err != nil {
		return err
	}
	recent := sent(tx, in)
	newest(in, out, inOrder(tx, tx.Select("messages", func(m *world.Record) bool {
		return m.Text("channel_id") == r.ID() && recent(m)
	})))
	return nil
}

// newest lists the last of some messages and says whether there are more.
func newest(in world.Args, out *world.Reply, all []*world.Record) {
	shown := all[max(0, len(all)-max(0, in.Int("limit"))):]
	out.Listing("messages", shown, "")
	out.Value("more", len(shown) < len(all))
}

// inOrder sorts messages by the time at which they were sent; those without a time come first.
func inOrder(tx *world.Tx, list []*world.Record) []*world.Record {
	zone := tx.Zone()
	slices.SortStableFunc(list, func(a, b *world.Record) int {
		s, _ := a.Instant("sent_at", zone)
		t, _ := b.Instant("sent_at", zone)
		return s.Compare(t)
	})
	return list
}

// sent makes the filter of the parameter since.
func sent(tx *world.Tx, in world.Args) func(*world.Record) bool {
	zone := tx.Zone()
	from, ok := value.ReadInstant(in.Text("since"), zone)
	if !ok {
		from = time.Time{}
	}
	return func(r *world.Record) bool {
		if from.IsZero() {
			return true
		}
		at, ok := r.Instant("sent_at", zone)
		return ok && !at.Before(from)
	}
}

func readThread(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := message(tx, in.Text("message_id"))
	if err != nil {
		return err
	}
	root := threadOf(r)
	out.Listing("messages", inOrder(tx, tx.Select("messages", func(m *world.Record) bool {
		return m.ID() == root || m.Text("thread_id") == root
	})), "")
	return nil
}

func searchMessages(tx *world.Tx, in world.Args, out *world.Reply) error {
	reader, recent := me(tx), sent(tx, in)
	newest(in, out, inOrder(tx, tx.Select("messages", func(m *world.Record) bool {
		c, ok := tx.Get("channels", m.Text("channel_id"))
		return (!ok || visible(c, reader)) && match.Fields(m, in, "channel_id", "author") && recent(m) &&
			match.Words(in.Text("query"), m.Text("text"))
	})))
	return nil
}

func listDirect(tx *world.Tx, in world.Args, out *world.Reply) error {
	reader, person, recent := me(tx), in.Text("person"), sent(tx, in)
	concerns := func(m *world.Record, handle string) bool {
		return handle == "" || m.Text("from") == handle || m.Text("to") == handle
	}
	newest(in, out, inOrder(tx, tx.Select("direct_messages", func(m *world.Record) bool {
		return concerns(m, reader) && concerns(m, person) && recent(m)
	})))
	return nil
}

func listReactions(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := message(tx, in.Text("message_id"))
	if err != nil {
		return err
	}
	out.Listing("reactions", tx.Select("reactions", func(x *world.Record) bool { return x.Text("message_id") == r.ID() }), "")
	return nil
}

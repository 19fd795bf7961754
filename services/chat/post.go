package chat

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func postMessage(tx *world.Tx, in world.Args, out *world.Reply) error {
	c, err := channel(tx, in.Text("channel_id"))
	if err != nil {
		return err
	}
	return say(tx, out, c, nil, in.Text("text"))
}

func reply(tx *world.Tx, in world.Args, out *world.Reply) error {
	m, err := message(tx, in.Text("message_id"))
	if err != nil {
		return err
	}
	c, err := channel(tx, m.Text("channel_id"))
	if err != nil {
		return err
	}
	return say(tx, out, c, threadOf(m), in.Text("text"))
}

// say adds a message to a channel; thread is the first message's id, nil outside of threads.
func say(tx *world.Tx, out *world.Reply, c *world.Record, thread any, text string) error {
	if strings.TrimSpace(text) == "" {
		return world.Refuse(world.Invalid, "the text is empty")
	}
	author := me(tx)
	if !member(c, author) {
		return world.Refuse(world.Denied, "you are not a member of channel %s and cannot write there", c.ID())
	}
	if c.Bool("archived") {
		return world.Refuse(world.Conflict, "channel %s is archived; nobody can write there", c.ID())
	}
	named, everybody := mentions(text, handles(tx, c))
	r := tx.Insert("messages",
		value.Member{Name: "message_id", Value: tx.NextID("messages")},
		value.Member{Name: "channel_id", Value: c.ID()},
		value.Member{Name: "thread_id", Value: thread},
		value.Member{Name: "author", Value: orNull(author)},
		value.Member{Name: "text", Value: text},
		value.Member{Name: "mentions", Value: named},
		value.Member{Name: "broadcast", Value: everybody},
		tx.Stamp("sent_at"))
	out.Text("status", "posted")
	out.Record("message", r)
	return nil
}

func orNull(handle string) any {
	if handle == "" {
		return nil
	}
	return handle
}

func sendDirect(tx *world.Tx, in world.Args, out *world.Reply) error {
	to, ok := tx.Get("people", in.Text("to"))
	if !ok {
		return world.NotFound("Person", in.Text("to"))
	}
	if strings.TrimSpace(in.Text("text")) == "" {
		return world.Refuse(world.Invalid, "the text is empty")
	}
	r := tx.Insert("direct_messages",
		value.Member{Name: "message_id", Value: tx.NextID("direct_messages")},
		value.Member{Name: "from", Value: orNull(me(tx))},
		value.Member{Name: "to", Value: to.ID()},
		value.Member{Name: "text", Value: in.Text("text")},
		tx.Stamp("sent_at"))
	out.Text("status", "sent")
	out.Record("message", r)
	return nil
}

func addReaction(tx *world.Tx, in world.Args, out *world.Reply) error {
	m, err := message(tx, in.Text("message_id"))
	if err != nil {
		return err
	}
	person, emoji := me(tx), in.Text("emoji")
	if strings.TrimSpace(emoji) == "" {
		return world.Refuse(world.Invalid, "the emoji is empty")
	}
	for r := range tx.All("reactions") {
		if r.Text("message_id") == m.ID() && r.Text("person") == person && r.Text("emoji") == emoji {
			return world.Refuse(world.Conflict, "you have reacted to message %s in this way already", m.ID())
		}
	}
	r := tx.Insert("reactions", append(in.Members("message_id", "emoji"),
		value.Member{Name: "person", Value: orNull(person)}, tx.Stamp("reacted_at"))...)
	out.Text("status", "added")
	out.Record("reaction", r)
	return nil
}

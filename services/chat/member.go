package chat

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

// me is the handle of who makes the call; one who is not among the people goes by the identity
// itself. "" means that it is not known: then nothing is hidden or refused.
func me(tx *world.Tx) string {
	id := tx.Identity()
	if id == "" {
		return ""
	}
	for r := range tx.All("people") {
		if strings.EqualFold(r.ID(), id) || match.Person(r.Text("email"), id) {
			return r.ID()
		}
	}
	return id
}

func member(channel *world.Record, handle string) bool {
	return handle == "" || slices.Contains(channel.Texts("members"), handle)
}

func visible(channel *world.Record, handle string) bool {
	return !channel.Bool("private") || member(channel, handle)
}

// channel returns a channel that the caller can see; a private one of others is not there.
func channel(tx *world.Tx, id string) (*world.Record, error) {
	r, ok := tx.Get("channels", id)
	if !ok || !visible(r, me(tx)) {
		return nil, world.NotFound("Channel", id)
	}
	return r, nil
}

// message returns a message unless it stands in a channel that the caller cannot see.
func message(tx *world.Tx, id string) (*world.Record, error) {
	m, ok := tx.Get("messages", id)
	if !ok {
		return nil, world.NotFound("Message", id)
	}
	if c, ok := tx.Get("channels", m.Text("channel_id")); ok && !visible(c, me(tx)) {
		return nil, world.NotFound("Message", id)
	}
	return m, nil
}

// threadOf is the id of the message that began the thread, the message itself where it stands
// alone.
func threadOf(m *world.Record) string {
	if root := m.Text("thread_id"); root != "" {
		return root
	}
	return m.ID()
}

// handles are those that a text in the channel can mention.
func handles(tx *world.Tx, c *world.Record) []string {
	out := c.Texts("members")
	for r := range tx.All("people") {
		if !slices.Contains(out, r.ID()) {
			out = append(out, r.ID())
		}
	}
	return out
}

// Package chat is the team chat: channels with their members, messages and threads, direct
// messages, reactions.
//
// Invariant: what was said never changes; posting, answering and reacting only add records, and
// nobody writes into a channel of which they are no member.
package chat

import "coworkenv.dev/coworkenv/core/world"

// Service declares the chat.
func Service() *world.Service {
	return &world.Service{
		Name:        "chat",
		Title:       "Chat",
		Doc:         "The team chat. Read channels, threads and direct messages; post, answer in a thread, write to one person, react.",
		Version:     1,
		Port:        9121,
		Collections: []world.Collection{people(), channels(), messages(), directMessages(), reactions()},
		Tools:       append(readTools(), writeTools()...),
		AuditKeys:   []string{"posted_messages", "direct_messages", "reactions"},
	}
}

func people() world.Collection {
	return world.Collection{
		Name: "people",
		Doc:  "Everybody who takes part in the chat.",
		Key:  "handle",
		Fields: []world.Field{
			{Name: "handle", Type: world.ID, Doc: "how the person is addressed, without the @"},
			{Name: "name", Type: world.Text},
			{Name: "email", Type: world.Address, Optional: true, Doc: "an identity is known by it"},
			{Name: "title", Type: world.Text, Optional: true, Doc: "what the person does"},
			{Name: "external", Type: world.Bool, Optional: true, Doc: "a guest from another company"},
		},
	}
}

func channels() world.Collection {
	return world.Collection{
		Name:  "channels",
		Doc:   "Channels, open and private.",
		Key:   "channel_id",
		NewID: "CH-%03d",
		Fields: []world.Field{
			{Name: "channel_id", Type: world.ID},
			{Name: "name", Type: world.Text, Doc: "without the #"},
			{Name: "topic", Type: world.Text},
			{Name: "private", Type: world.Bool, Doc: "only its members see it"},
			{Name: "members", Type: world.ID, List: true, Ref: "chat.people", Doc: "handles of those who may write here"},
			{Name: "archived", Type: world.Bool, Optional: true, Doc: "nobody can write here any more"},
			{Name: "created_at", Type: world.Instant, Optional: true, Past: true},
		},
		Views: []world.View{{Name: "row", Fields: []string{"channel_id", "name", "topic", "private"}}},
	}
}

func messages() world.Collection {
	return world.Collection{
		Name:  "messages",
		Doc:   "Messages in channels.",
		Key:   "message_id",
		NewID: "MSG-%03d",
		Fields: []world.Field{
			{Name: "message_id", Type: world.ID},
			{Name: "channel_id", Type: world.ID, Ref: "chat.channels"},
			{Name: "thread_id", Type: world.ID, Optional: true, Ref: "chat.messages", Doc: "the message that began the thread; null outside of threads"},
			{Name: "author", Type: world.ID, Optional: true, Ref: "chat.people", Doc: "handle; null where it is not known"},
			{Name: "text", Type: world.Text},
			{Name: "mentions", Type: world.ID, List: true, Optional: true, Ref: "chat.people", Doc: "handles of the people whom the text names as @handle, in order"},
			{Name: "broadcast", Type: world.Bool, Optional: true, Doc: "calls everybody: the text holds @channel, @here or @everyone"},
			{Name: "sent_at", Type: world.Instant, Past: true},
		},
	}
}

func directMessages() world.Collection {
	return world.Collection{
		Name:  "direct_messages",
		Doc:   "Messages from one person to another.",
		Key:   "message_id",
		NewID: "DM-%03d",
		Fields: []world.Field{
			{Name: "message_id", Type: world.ID},
			{Name: "from", Type: world.ID, Optional: true, Ref: "chat.people", Doc: "handle; null where it is not known"},
			{Name: "to", Type: world.ID, Ref: "chat.people", Doc: "handle"},
			{Name: "text", Type: world.Text},
			{Name: "sent_at", Type: world.Instant, Past: true},
		},
	}
}

func reactions() world.Collection {
	return world.Collection{
		Name: "reactions",
		Doc:  "Signs that people put to messages.",
		Fields: []world.Field{
			{Name: "message_id", Type: world.ID, Ref: "chat.messages"},
			{Name: "person", Type: world.ID, Optional: true, Ref: "chat.people", Doc: "handle; null where it is not known"},
			{Name: "emoji", Type: world.Text, Doc: "the sign's name, such as white_check_mark"},
			{Name: "reacted_at", Type: world.Instant, Optional: true, Past: true},
		},
	}
}

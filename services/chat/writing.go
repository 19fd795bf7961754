package chat

import "coworkenv.dev/coworkenv/core/world"

// Acts of their own, so that a grant can allow answering but not writing to people.
const (
	post  world.Act = "post"
	react world.Act = "react"
)

func writeTools() []world.Tool {
	return []world.Tool{postTool(), replyTool(), directTool(), reactTool()}
}

func text() world.Param {
	return world.Param{Name: "text", Type: world.Text, Required: true, Doc: "the message; @handle calls a person, @channel everybody"}
}

func postTool() world.Tool {
	return world.Tool{
		Name: "chat_post_message", Act: post, Route: "/chat/messages/post",
		Doc:    "Posts a message into a channel of which you are a member. All its members see it and it cannot be taken back.",
		Params: []world.Param{channelID(), text()},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "messages",
			Fields:   map[string]string{"channel_id": "channel_id", "text": "text"},
			Const:    map[string]any{"thread_id": nil},
			Computed: []string{"message_id", "author", "mentions", "broadcast", "sent_at"},
		}},
		Audit:  &world.AuditSpec{Key: "posted_messages"},
		Handle: postMessage,
	}
}

func replyTool() world.Tool {
	return world.Tool{
		Name: "chat_reply_in_thread", Act: post, Route: "/chat/threads/reply",
		Doc:    "Answers in the thread of a message, or begins one. All members of the channel see it.",
		Params: []world.Param{messageID("id of the message to answer; any of the thread"), text()},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "messages",
			Fields:   map[string]string{"text": "text"},
			Computed: []string{"message_id", "channel_id", "thread_id", "author", "mentions", "broadcast", "sent_at"},
		}},
		Audit:  &world.AuditSpec{Key: "posted_messages"},
		Handle: reply,
	}
}

func directTool() world.Tool {
	return world.Tool{
		Name: "chat_send_direct_message", Act: world.Send, Route: "/chat/direct/send",
		Doc: "Writes to one person. Nobody else sees it.",
		Params: []world.Param{
			{Name: "to", Type: world.ID, Required: true, Ref: "chat.people", Doc: "handle of the person"},
			{Name: "text", Type: world.Text, Required: true, Doc: "the message"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "direct_messages",
			Fields:   map[string]string{"to": "to", "text": "text"},
			Computed: []string{"message_id", "from", "sent_at"},
		}},
		Audit:  &world.AuditSpec{Key: "direct_messages"},
		Handle: sendDirect,
	}
}

func reactTool() world.Tool {
	return world.Tool{
		Name: "chat_add_reaction", Act: react, Route: "/chat/reactions/add",
		Doc: "Puts a sign to a message.",
		Params: []world.Param{
			messageID("id of the message"),
			{Name: "emoji", Type: world.Text, Required: true, Doc: "name of the sign, such as white_check_mark"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "reactions",
			Fields:   map[string]string{"message_id": "message_id", "emoji": "emoji"},
			Computed: []string{"person", "reacted_at"},
		}},
		Audit:  &world.AuditSpec{Key: "reactions"},
		Handle: addReaction,
	}
}

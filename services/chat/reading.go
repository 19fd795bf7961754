package chat

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func channelID() world.Param {
	return world.Param{Name: "channel_id", Type: world.ID, Required: true, Ref: "chat.channels", Doc: "id of the channel"}
}

func messageID(doc string) world.Param {
	return world.Param{Name: "message_id", Type: world.ID, Required: true, Ref: "chat.messages", Doc: doc}
}

func limit() world.Param {
	return world.Param{Name: "limit", Type: world.Int, Default: value.Int(20), Min: 1, Max: 1000, Doc: "how many at most, the newest ones"}
}

func since() world.Param {
	return world.Param{Name: "since", Type: world.Instant, Nullable: true, Doc: "only what was sent at this time or later"}
}

func readTools() []world.Tool {
	return []world.Tool{findPeopleTool(), listChannelsTool(), getChannelTool(), listMessagesTool(), readThreadTool(),
		searchTool(), listDirectTool(), listReactionsTool()}
}

func findPeopleTool() world.Tool {
	return world.Tool{
		Name: "chat_find_people", Act: world.Reading, Route: "/chat/people",
		Doc:          "Finds people by words of their name, handle or title. Without a query it lists everybody.",
		Params:       []world.Param{{Name: "query", Type: world.Text, Nullable: true, Doc: "words that must all stand in name, handle or title"}},
		BodyOptional: true,
		Reads:        []world.Read{{Collection: "people", Search: map[string]string{"query": "name"}}},
		Handle:       findPeople,
	}
}

func listChannelsTool() world.Tool {
	return world.Tool{
		Name: "chat_list_channels", Act: world.Reading, Route: "/chat/channels",
		Doc:          "Lists the channels that you can see with their topics. Members need chat_get_channel.",
		Params:       []world.Param{{Name: "query", Type: world.Text, Nullable: true, Doc: "words that must all stand in name or topic"}},
		BodyOptional: true,
		Reads:        []world.Read{{Collection: "channels", View: "row", Search: map[string]string{"query": "name"}}},
		Handle:       listChannels,
	}
}

func getChannelTool() world.Tool {
	return world.Tool{
		Name: "chat_get_channel", Act: world.Reading, Route: "/chat/channels/get",
		Doc:    "Returns one channel with its members.",
		Params: []world.Param{channelID()},
		Reads:  []world.Read{{Collection: "channels", Key: "channel_id"}},
		Handle: getChannel,
	}
}

func listMessagesTool() world.Tool {
	return world.Tool{
		Name: "chat_list_messages", Act: world.Reading, Route: "/chat/messages",
		Doc:    "Lists the newest messages of a channel, the oldest of them first, answers in threads among them. \"more\" says that older ones were left out.",
		Params: []world.Param{channelID(), since(), limit()},
		Reads: []world.Read{{
			Collection: "messages", Limit: "limit",
			Filters: map[string]string{"channel_id": "channel_id", "since": "sent_at"},
		}},
		Handle: listMessages,
	}
}

func readThreadTool() world.Tool {
	return world.Tool{
		Name: "chat_read_thread", Act: world.Reading, Route: "/chat/threads/get",
		Doc:    "Returns a whole thread: the message that began it and every answer, by time.",
		Params: []world.Param{messageID("id of the first message, or of any answer")},
		Reads:  []world.Read{{Collection: "messages", Key: "message_id"}},
		Handle: readThread,
	}
}

func searchTool() world.Tool {
	return world.Tool{
		Name: "chat_search_messages", Act: world.Reading, Route: "/chat/messages/search",
		Doc: "Finds messages by words of their text in all channels that you can see, the newest ones.",
		Params: []world.Param{
			{Name: "query", Type: world.Text, Required: true, Doc: "words that must all stand in the text"},
			{Name: "channel_id", Type: world.ID, Nullable: true, Ref: "chat.channels", Doc: "only messages of this channel"},
			{Name: "author", Type: world.ID, Nullable: true, Ref: "chat.people", Doc: "handle; only messages of this person"},
			since(), limit(),
		},
		Reads: []world.Read{{
			Collection: "messages", Limit: "limit",
			Search:  map[string]string{"query": "text"},
			Filters: map[string]string{"channel_id": "channel_id", "author": "author", "since": "sent_at"},
		}},
		Handle: searchMessages,
	}
}

func listDirectTool() world.Tool {
	return world.Tool{
		Name: "chat_list_direct_messages", Act: world.Reading, Route: "/chat/direct",
		Doc: "Lists the newest direct messages that you sent or were sent, the oldest of them first.",
		Params: []world.Param{
			{Name: "person", Type: world.ID, Nullable: true, Ref: "chat.people", Doc: "handle; only messages from or to this person"},
			since(), limit(),
		},
		BodyOptional: true,
		Reads: []world.Read{{
			Collection: "direct_messages", Limit: "limit",
			Filters: map[string]string{"person": "from", "since": "sent_at"},
		}},
		Handle: listDirect,
	}
}

func listReactionsTool() world.Tool {
	return world.Tool{
		Name: "chat_list_reactions", Act: world.Reading, Route: "/chat/reactions",
		Doc:    "Lists who reacted to a message, and how.",
		Params: []world.Param{messageID("id of the message")},
		Reads:  []world.Read{{Collection: "reactions", Filters: map[string]string{"message_id": "message_id"}}},
		Handle: listReactions,
	}
}

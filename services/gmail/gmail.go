// Package gmail is the mailbox: messages that arrived, messages sent, drafts.
//
// Invariant: what arrived never changes and a draft never leaves the mailbox; sending and
// drafting only add records.
package gmail

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Service declares the mailbox.
func Service() *world.Service {
	return &world.Service{
		Name:        "gmail",
		Title:       "Mail",
		Doc:         "A mailbox: read what arrived, send messages, save drafts that a person sends later.",
		Version:     1,
		Port:        9100,
		Collections: collections(),
		Tools:       tools(),
		WireLoad:    shiftDates,
		AuditKeys:   []string{"sent_messages", "drafts"},
	}
}

func collections() []world.Collection {
	return []world.Collection{{
		Name: "messages",
		Doc:  "Messages that arrived.",
		Key:  "message_id",
		Fields: []world.Field{
			{Name: "message_id", Type: world.ID},
			{Name: "from", Type: world.Address, Doc: "the sender"},
			{Name: "to", Type: world.Address, Doc: "the receiver"},
			{Name: "subject", Type: world.Text},
			{Name: "body", Type: world.Text},
			{Name: "date", Type: world.Instant, Past: true, Doc: "when it arrived"},
			{Name: "labels", Type: world.Text, List: true},
			{Name: "is_read", Type: world.Bool, Doc: "reading through a tool does not set it"},
		},
		Views: []world.View{{
			Name:   "header",
			Fields: []string{"message_id", "from", "subject", "date", "is_read", "labels"},
		}},
	}, {
		Name: "sent",
		Doc:  "Messages sent through the tools.",
		Fields: []world.Field{
			{Name: "to", Type: world.Address},
			{Name: "subject", Type: world.Text},
			{Name: "body", Type: world.Text},
			{Name: "timestamp", Type: world.Instant, Past: true, Doc: "when it was sent"},
		},
	}, {
		Name: "drafts",
		Doc:  "Messages written but not sent.",
		Fields: []world.Field{
			{Name: "to", Type: world.Address},
			{Name: "subject", Type: world.Text},
			{Name: "body", Type: world.Text},
			{Name: "reply_to_message_id", Type: world.ID, Optional: true, Ref: "gmail.messages", Doc: "the message it answers"},
			{Name: "timestamp", Type: world.Instant, Past: true, Doc: "when it was saved"},
		},
	}}
}

func tools() []world.Tool {
	return []world.Tool{{
		Name:         "gmail_list_messages",
		Doc:          "List the headers of messages that arrived within the last days, in the order of the mailbox. Bodies are not shown.",
		Act:          world.Reading,
		Route:        "/gmail/messages",
		BodyOptional: true,
		Params: []world.Param{
			{Name: "days_back", Type: world.Int, Default: value.Int(7), Min: 1, Max: 36500, Doc: "How many days of 24 hours to look back from now."},
			{Name: "max_results", Type: world.Int, Default: value.Int(20), Min: 1, Max: 1000, Doc: "Show at most this many, the first ones of the mailbox."},
		},
		Reads:  []world.Read{{Collection: "messages", View: "header", Limit: "max_results"}},
		Handle: list,
	}, {
		Name:   "gmail_get_message",
		Doc:    "Read one message with its body.",
		Act:    world.Reading,
		Route:  "/gmail/messages/get",
		Params: []world.Param{{Name: "message_id", Type: world.ID, Required: true, Ref: "gmail.messages", Doc: "The message's id."}},
		Reads:  []world.Read{{Collection: "messages", Key: "message_id"}},
		Handle: get,
	}, {
		Name:  "gmail_send_message",
		Doc:   "Send a message to one address at once. It cannot be taken back.",
		Act:   world.Send,
		Route: "/gmail/send",
		Params: []world.Param{
			{Name: "to", Type: world.Address, Required: true, Doc: "One address; call again for each further receiver."},
			{Name: "subject", Type: world.Text, Required: true, Doc: "The subject line."},
			{Name: "body", Type: world.Text, Required: true, Doc: "The text."},
		},
		Effects: []world.Effect{{
			Op:         world.Created,
			Collection: "sent",
			Fields:     map[string]string{"to": "to", "subject": "subject", "body": "body"},
			Computed:   []string{"timestamp"},
		}},
		Audit:  &world.AuditSpec{Key: "sent_messages"},
		Handle: send,
	}, {
		Name:  "gmail_save_draft",
		Doc:   "Save a message without sending it, on its own or as the answer to one that arrived.",
		Act:   world.Draft,
		Route: "/gmail/drafts/save",
		Params: []world.Param{
			{Name: "to", Type: world.Address, Required: true, Doc: "One address; save a draft for each further receiver."},
			{Name: "subject", Type: world.Text, Required: true, Doc: "The subject line."},
			{Name: "body", Type: world.Text, Required: true, Doc: "The text."},
			{Name: "reply_to_message_id", Type: world.ID, Nullable: true, Ref: "gmail.messages", Doc: "The id of the message that the draft answers."},
		},
		Effects: []world.Effect{{
			Op:         world.Created,
			Collection: "drafts",
			Fields:     map[string]string{"to": "to", "subject": "subject", "body": "body", "reply_to_message_id": "reply_to_message_id"},
			Computed:   []string{"timestamp"},
		}},
		Audit:  &world.AuditSpec{Key: "drafts"},
		Handle: saveDraft,
	}}
}

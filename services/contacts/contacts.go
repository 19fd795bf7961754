// Package contacts is the address book of the colleagues, with short messages to them.
//
// Invariant: contacts never change; a message only adds a record.
package contacts

import "coworkenv.dev/coworkenv/core/world"

// Service declares the address book.
func Service() *world.Service {
	return &world.Service{
		Name:        "contacts",
		Title:       "Contacts",
		Doc:         "An address book: find colleagues by name and department, read their entries, send them a short message.",
		Version:     1,
		Port:        9103,
		Collections: collections(),
		Tools:       tools(),
		AuditKeys:   []string{"sent_messages"},
	}
}

func collections() []world.Collection {
	return []world.Collection{{
		Name: "contacts",
		Doc:  "The entries of the address book.",
		Key:  "contact_id",
		Fields: []world.Field{
			{Name: "contact_id", Type: world.ID},
			{Name: "name", Type: world.Text},
			{Name: "department", Type: world.Text},
			{Name: "title", Type: world.Text, Doc: "the position"},
			{Name: "email", Type: world.Address},
			{Name: "phone", Type: world.Text},
			{Name: "location", Type: world.Text, Optional: true, Doc: "where the person works"},
			{Name: "timezone", Type: world.Text, Optional: true, Doc: "name of the time zone, such as Europe/Berlin"},
			{Name: "work_start", Type: world.Text, Optional: true, Doc: "local clock time, HH:MM"},
			{Name: "work_end", Type: world.Text, Optional: true, Doc: "local clock time, HH:MM"},
			{Name: "note", Type: world.Text, Optional: true},
			{Name: "notes", Type: world.Text, Optional: true},
			{Name: "responsibilities", Type: world.Text, List: true, Optional: true},
			{Name: "skills", Type: world.Text, List: true, Optional: true},
			{Name: "specialization", Type: world.Text, Optional: true},
		},
	}, {
		Name: "messages",
		Doc:  "Short messages sent to contacts.",
		Fields: []world.Field{
			{Name: "contact_id", Type: world.ID, Ref: "contacts.contacts", Doc: "the receiver"},
			{Name: "message", Type: world.Text},
			{Name: "timestamp", Type: world.Instant, Past: true, Doc: "when it was sent"},
		},
	}}
}

func tools() []world.Tool {
	return []world.Tool{{
		Name:  "contacts_search",
		Doc:   "Find contacts whose name holds a text; they are shown in full. Letter case and blanks count; addresses and notes are not searched.",
		Act:   world.Reading,
		Route: "/contacts/search",
		Params: []world.Param{
			{Name: "query", Type: world.Text, Required: true, Doc: "A part of the name; an empty text finds everybody."},
			{Name: "department", Type: world.Text, Nullable: true, Doc: "Only departments whose name holds this text."},
		},
		Reads: []world.Read{{
			Collection: "contacts",
			Search:     map[string]string{"query": "name", "department": "department"},
		}},
		Handle: search,
	}, {
		Name:   "contacts_get",
		Doc:    "Read one contact.",
		Act:    world.Reading,
		Route:  "/contacts/get",
		Params: []world.Param{{Name: "contact_id", Type: world.ID, Required: true, Ref: "contacts.contacts", Doc: "The contact's id."}},
		Reads:  []world.Read{{Collection: "contacts", Key: "contact_id"}},
		Handle: get,
	}, {
		Name:  "contacts_send_message",
		Doc:   "Send a contact a short message at once. It cannot be taken back.",
		Act:   world.Send,
		Route: "/contacts/send_message",
		Params: []world.Param{
			{Name: "contact_id", Type: world.ID, Required: true, Ref: "contacts.contacts", Doc: "The receiver's contact id."},
			{Name: "message", Type: world.Text, Required: true, Doc: "The text."},
		},
		Effects: []world.Effect{{
			Op:         world.Created,
			Collection: "messages",
			Fields:     map[string]string{"contact_id": "contact_id", "message": "message"},
			Computed:   []string{"timestamp"},
		}},
		Audit:  &world.AuditSpec{Key: "sent_messages"},
		Handle: sendMessage,
	}}
}

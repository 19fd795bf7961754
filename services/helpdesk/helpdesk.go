// Package helpdesk is the queue of support tickets.
//
// Invariant: tickets are changed and closed but neither created nor deleted; a ticket's status
// changes only by closing it.
package helpdesk

import "coworkenv.dev/coworkenv/core/world"

// Service declares the help desk.
func Service() *world.Service {
	return &world.Service{
		Name:        "helpdesk",
		Title:       "Help desk",
		Doc:         "A help desk: list and read tickets, set priority, tags and category, close them.",
		Version:     1,
		Port:        9107,
		Collections: []world.Collection{tickets()},
		Tools:       append(readTools(), writeTools()...),
		AuditKeys:   []string{"closed", "updated_tickets"},
	}
}

func tickets() world.Collection {
	return world.Collection{
		Name: "tickets",
		Doc:  "Tickets, open and closed.",
		Key:  "ticket_id",
		Fields: []world.Field{
			{Name: "ticket_id", Type: world.ID},
			{Name: "title", Type: world.Text},
			{Name: "description", Type: world.Text, Optional: true},
			{Name: "reporter", Type: world.Text, Doc: "who reported it"},
			{Name: "department", Type: world.Text},
			{Name: "priority", Type: world.Text, Doc: "such as low, medium, high, urgent or critical; empty before triage"},
			{Name: "status", Type: world.Text, Doc: "such as open, investigating, resolved or closed"},
			{Name: "created_at", Type: world.Instant, Past: true},
			{Name: "tags", Type: world.Text, List: true, Optional: true},
			{Name: "customer_id", Type: world.ID, Optional: true, Ref: "crm.customers"},
			{Name: "category", Type: world.Text, Optional: true},
			{Name: "product", Type: world.Text, Optional: true},
			{Name: "assigned_to", Type: world.Text, Optional: true},
			{Name: "updated_at", Type: world.Instant, Optional: true, Past: true, Doc: "tools do not set it"},
			{Name: "resolution", Type: world.Text, Optional: true, Doc: "how it was closed"},
			{Name: "assignee", Type: world.Text, Optional: true},
			{Name: "subject", Type: world.Text, Optional: true},
			{Name: "first_response_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "internal", Type: world.Bool, Optional: true},
			{Name: "requires_onsite", Type: world.Bool, Optional: true},
			{Name: "sla_deadline", Type: world.Instant, Optional: true},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"ticket_id", "title", "reporter", "department", "priority", "status", "created_at"},
		}},
	}
}

// ticketID is the parameter that names a ticket.
func ticketID() world.Param {
	return world.Param{Name: "ticket_id", Type: world.ID, Required: true, Ref: "helpdesk.tickets", Doc: "The ticket's id."}
}

// whole is how a tool shows the ticket that it is about.
func whole() []world.Read { return []world.Read{{Collection: "tickets", Key: "ticket_id"}} }

func readTools() []world.Tool {
	return []world.Tool{{
		Name:         "helpdesk_list_tickets",
		Doc:          "List tickets of one status, the open ones unless another is asked for. Description, customer, tags and category are not shown.",
		Act:          world.Reading,
		Route:        "/helpdesk/tickets",
		BodyOptional: true,
		Params:       []world.Param{{Name: "status", Type: world.Text, Default: "open", Doc: "The exact status to list, or all."}},
		Reads:        []world.Read{{Collection: "tickets", View: "row", Filters: map[string]string{"status": "status"}}},
		Handle:       list,
	}, {
		Name:   "helpdesk_get_ticket",
		Doc:    "Read one ticket.",
		Act:    world.Reading,
		Route:  "/helpdesk/tickets/get",
		Params: []world.Param{ticketID()},
		Reads:  whole(),
		Handle: get,
	}}
}

func writeTools() []world.Tool {
	return []world.Tool{{
		Name:  "helpdesk_update_ticket",
		Doc:   "Change a ticket; what is not given stays as it is.",
		Act:   world.Update,
		Route: "/helpdesk/tickets/update",
		Params: []world.Param{
			ticketID(),
			{Name: "priority", Type: world.Text, Nullable: true, Doc: "The new priority."},
			{Name: "tags", Type: world.Text, List: true, Nullable: true, Doc: "All tags from now on."},
			{Name: "category", Type: world.Text, Nullable: true, Doc: "The new category."},
		},
		Reads: whole(),
		Effects: []world.Effect{{
			Op:         world.Updated,
			Collection: "tickets",
			Key:        "ticket_id",
			Fields:     map[string]string{"priority": "priority", "tags": "tags", "category": "category"},
		}},
		Audit:  &world.AuditSpec{Key: "updated_tickets", Entry: world.ReplyMember("ticket")},
		Handle: update,
	}, {
		Name:  "helpdesk_close_ticket",
		Doc:   "Close a ticket with a word on how it was resolved. It cannot be opened again.",
		Act:   world.Update,
		Route: "/helpdesk/tickets/close",
		Params: []world.Param{
			ticketID(),
			{Name: "resolution", Type: world.Text, Required: true, Doc: "How it was resolved."},
		},
		Reads: whole(),
		Effects: []world.Effect{{
			Op:         world.Updated,
			Collection: "tickets",
			Key:        "ticket_id",
			Fields:     map[string]string{"resolution": "resolution"},
			Const:      map[string]any{"status": "closed"},
		}},
		Audit:  &world.AuditSpec{Key: "closed", Entry: world.ReplyMember("ticket")},
		Handle: closeTicket,
	}}
}

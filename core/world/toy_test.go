package world_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// desk and book are two toy services: the contract needs no real one.
func desk() *world.Service {
	return &world.Service{
		Name: "desk", Version: 1, Doc: "Tickets.",
		Collections: []world.Collection{{
			Name: "tickets", Key: "ticket_id", NewID: "TK-%d",
			Fields: []world.Field{
				{Name: "ticket_id", Type: world.ID}, {Name: "title", Type: world.Text},
				{Name: "status", Type: world.Text}, {Name: "priority", Type: world.Text, Optional: true},
				{Name: "owner", Type: world.ID, Optional: true, Ref: "book.people"},
			},
			Views: []world.View{{Name: "summary", Fields: []string{"ticket_id", "title", "status"}}},
		}, {Name: "notes", Fields: []world.Field{{Name: "text", Type: world.Text}}}},
		Tools: []world.Tool{
			{Name: "desk_list", Doc: "List tickets.", Act: world.Reading, Route: "/desk/tickets",
				Params: []world.Param{{Name: "status", Type: world.Text, Nullable: true}, {Name: "max_results", Type: world.Int, Default: value.Int(20)}},
				Reads:  []world.Read{{Collection: "tickets", View: "summary", Limit: "max_results"}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					list := tx.Select("tickets", func(r *world.Record) bool {
						return !in.Set("status") || r.Text("status") == in.Text("status")
					})
					out.Listing("tickets", in.Page(list, "max_results"), "summary")
					return nil
				}},
			{Name: "desk_get", Doc: "Show a ticket.", Act: world.Reading, Route: "/desk/tickets/get",
				Params: []world.Param{{Name: "ticket_id", Type: world.ID, Required: true}},
				Reads:  []world.Read{{Collection: "tickets", Key: "ticket_id"}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					r, ok := tx.Get("tickets", in.Text("ticket_id"))
					if !ok {
						return world.NotFound("Ticket", in.Text("ticket_id"))
					}
					out.Whole(r)
					return nil
				}},
			{Name: "desk_create", Doc: "Create a ticket.", Act: world.Create, Route: "/desk/tickets/create",
				Params: []world.Param{{Name: "title", Type: world.Text, Required: true}, {Name: "due", Type: world.Instant}, {Name: "labels", Type: world.Text, List: true},
					{Name: "urgent", Type: world.Bool}, {Name: "level", Type: world.Text, Enum: []string{"low", "high"}}},
				Effects: []world.Effect{{Op: world.Created, Collection: "tickets"}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					r := tx.Insert("tickets",
						value.Member{Name: "ticket_id", Value: tx.NextID("tickets")},
						value.Member{Name: "title", Value: in.Text("title")},
						value.Member{Name: "status", Value: "open"})
					out.Text("status", "created")
					out.Record("ticket", r)
					return nil
				}},
			{Name: "desk_update", Doc: "Change a ticket.", Act: world.Update, Route: "/desk/tickets/update",
				Params:  []world.Param{{Name: "ticket_id", Type: world.ID, Required: true}, {Name: "priority", Type: world.Text}, {Name: "owner", Type: world.ID, Ref: "book.people"}},
				Effects: []world.Effect{{Op: world.Updated, Collection: "tickets", Key: "ticket_id"}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					r, ok := tx.Get("tickets", in.Text("ticket_id"))
					if !ok {
						return world.NotFound("Ticket", in.Text("ticket_id"))
					}
					if strings.HasPrefix(in.Text("priority"), "refuse") {
						tx.Update(r, value.Member{Name: "status", Value: "touched"})
						tx.Insert("notes", value.Member{Name: "text", Value: "trace"})
						return world.Refuse(world.Conflict, "not now: %s", in.Text("priority"))
					}
					if in.Set("priority") {
						r = tx.Update(r, value.Member{Name: "priority", Value: in.Text("priority")})
					}
					out.Record("ticket", r)
					return nil
				}},
			{Name: "desk_delete", Doc: "Delete a ticket.", Act: world.Delete, Route: "/desk/tickets/delete",
				Params:  []world.Param{{Name: "ticket_id", Type: world.ID, Required: true}},
				Effects: []world.Effect{{Op: world.Deleted, Collection: "tickets", Key: "ticket_id"}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					r, ok := tx.Get("tickets", in.Text("ticket_id"))
					if !ok {
						return world.NotFound("Ticket", in.Text("ticket_id"))
					}
					tx.Delete(r)
					out.Text("status", "deleted")
					return nil
				}},
		},
	}
}

func book() *world.Service {
	return &world.Service{
		Name: "book", Version: 1, Doc: "People.",
		Collections: []world.Collection{{Name: "people", Key: "id", Fields: []world.Field{{Name: "id", Type: world.ID}, {Name: "name", Type: world.Text}}}},
		Tools: []world.Tool{{Name: "book_get", Doc: "Show a person.", Act: world.Reading, Route: "/book/people/get",
			Params: []world.Param{{Name: "id", Type: world.ID, Required: true}}, Reads: []world.Read{{Collection: "people", Key: "id"}},
			Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
				r, ok := tx.Get("people", in.Text("id"))
				if !ok {
					return world.NotFound("Person", in.Text("id"))
				}
				out.Whole(r)
				return nil
			}}},
	}
}

func image(t testing.TB, tickets int) *world.Image {
	t.Helper()
	var records []*value.Object
	for i := range tickets {
		records = append(records, value.Obj(
			value.Member{Name: "ticket_id", Value: fmt.Sprintf("TK-%d", i+1)},
			value.Member{Name: "title", Value: fmt.Sprintf("Ticket number %d", i+1)},
			value.Member{Name: "status", Value: []string{"open", "closed"}[i%2]},
			value.Member{Name: "_label", Value: "hidden"},
		))
	}
	img, err := world.NewImage(world.Seed{
		Services: []*world.Service{desk(), book()},
		Records: map[string][]*value.Object{
			"desk.tickets": records,
			"book.people":  {value.Obj(value.Member{Name: "id", Value: "P-1"}, value.Member{Name: "name", Value: "Mara Voss"})},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return img
}

var shanghai = time.FixedZone("CST", 8*3600)

func start(t testing.TB, tickets int, change ...func(*world.Options)) *world.World {
	t.Helper()
	opts := world.Options{Now: time.Date(2026, 3, 16, 9, 0, 0, 0, shanghai)}
	for _, f := range change {
		f(&opts)
	}
	return world.New(image(t, tickets), opts)
}

func call(w *world.World, tool, args string) *world.Entry {
	return w.Call(world.Agent, tool, []byte(args))
}

// Package gradertest holds what the tests of check kinds share: a toy office of a few
// services, a driver that turns a short script into a run, and the suite that every kind has
// to pass.
//
// It exists for tests. Invariant: the toy services follow the contract in core/world and do
// nothing that a real service could not do.
package gradertest

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Office returns a catalogue of toy services: desk (tickets), post (mail), book (people), diary
// (events), books (reports) and vault (keys).
func Office() (*world.Catalog, error) {
	return world.NewCatalog(desk(), post(), book(), diary(), books(), vault())
}

func field(name string, t world.Type) world.Field { return world.Field{Name: name, Type: t} }

func optional(name string, t world.Type) world.Field {
	return world.Field{Name: name, Type: t, Optional: true}
}

func param(name string, t world.Type) world.Param { return world.Param{Name: name, Type: t} }

func required(name string, t world.Type) world.Param {
	return world.Param{Name: name, Type: t, Required: true}
}

// given are the members of the parameters that a call set.
func given(in world.Args, names ...string) []value.Member {
	var out []value.Member
	for _, name := range names {
		if in.Given(name) {
			out = append(out, value.Member{Name: name, Value: in.Value(name)})
		}
	}
	return out
}

// get makes the tool that shows one record.
func get(name, coll, key string) world.Tool {
	return world.Tool{Name: name, Doc: "Show one of the " + coll + ".", Act: world.Reading, Route: "/" + name,
		Params: []world.Param{required(key, world.ID)}, Reads: []world.Read{{Collection: coll, Key: key}},
		Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
			r, ok := tx.Get(coll, in.Text(key))
			if !ok {
				return world.NotFound("Record", in.Text(key))
			}
			out.Whole(r)
			return nil
		}}
}

// create makes the tool that adds a record.
func create(name, coll, key string, params ...world.Param) world.Tool {
	fields := map[string]string{}
	names := make([]string, len(params))
	for i, p := range params {
		names[i], fields[p.Name] = p.Name, p.Name
	}
	return world.Tool{Name: name, Doc: "Add to the " + coll + ".", Act: world.Create, Route: "/" + name, Params: params,
		Effects: []world.Effect{{Op: world.Created, Collection: coll, Fields: fields}},
		Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
			members := append([]value.Member{{Name: key, Value: tx.NextID(coll)}}, given(in, names...)...)
			out.Whole(tx.Insert(coll, members...))
			return nil
		}}
}

// update makes the tool that changes a record.
func update(name, coll, key string, params ...world.Param) world.Tool {
	fields := map[string]string{}
	names := make([]string, len(params))
	for i, p := range params {
		names[i], fields[p.Name] = p.Name, p.Name
	}
	return world.Tool{Name: name, Doc: "Change one of the " + coll + ".", Act: world.Update, Route: "/" + name,
		Params:  append([]world.Param{required(key, world.ID)}, params...),
		Effects: []world.Effect{{Op: world.Updated, Collection: coll, Key: key, Fields: fields}},
		Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
			r, ok := tx.Get(coll, in.Text(key))
			if !ok {
				return world.NotFound("Record", in.Text(key))
			}
			out.Whole(tx.Update(r, given(in, names...)...))
			return nil
		}}
}

// remove makes the tool that deletes a record.
func remove(name, coll, key string) world.Tool {
	return world.Tool{Name: name, Doc: "Delete one of the " + coll + ".", Act: world.Delete, Route: "/" + name,
		Params: []world.Param{required(key, world.ID)}, Effects: []world.Effect{{Op: world.Deleted, Collection: coll, Key: key}},
		Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
			r, ok := tx.Get(coll, in.Text(key))
			if !ok {
				return world.NotFound("Record", in.Text(key))
			}
			tx.Delete(r)
			out.Text("status", "deleted")
			return nil
		}}
}

func desk() *world.Service {
	priority := world.Param{Name: "priority", Type: world.Text, Enum: []string{"low", "medium", "high", "urgent"}}
	return &world.Service{Name: "desk", Version: 1, Doc: "Tickets.",
		Collections: []world.Collection{{Name: "tickets", Key: "ticket_id", NewID: "TK-%d",
			Fields: []world.Field{field("ticket_id", world.ID), field("title", world.Text), field("status", world.Text), optional("priority", world.Text),
				optional("owner", world.Text), optional("note", world.Text), optional("opened", world.Instant), optional("tags", world.Text), optional("weight", world.Int)},
			Views: []world.View{{Name: "summary", Fields: []string{"ticket_id", "title", "status"}}}}},
		Tools: []world.Tool{
			{Name: "desk_list", Doc: "List tickets.", Act: world.Reading, Route: "/desk_list",
				Params: []world.Param{param("status", world.Text), {Name: "limit", Type: world.Int, Default: value.Int(10)}},
				Reads:  []world.Read{{Collection: "tickets", View: "summary", Filters: map[string]string{"status": "status"}, Limit: "limit"}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					out.Listing("tickets", in.Page(tx.Select("tickets", func(r *world.Record) bool { return !in.Set("status") || r.Text("status") == in.Text("status") }), "limit"), "summary")
					return nil
				}},
			get("desk_get", "tickets", "ticket_id"),
			create("desk_create", "tickets", "ticket_id", required("title", world.Text), priority, param("note", world.Text), param("status", world.Text)),
			update("desk_update", "tickets", "ticket_id", priority, param("status", world.Text), param("owner", world.Text), param("note", world.Text)),
			bulk(priority),
			remove("desk_delete", "tickets", "ticket_id"),
		}}
}

// bulk changes several tickets in one call.
func bulk(priority world.Param) world.Tool {
	return world.Tool{Name: "desk_bulk_update", Doc: "Change several tickets.", Act: world.Update, Route: "/desk_bulk_update",
		Params:  []world.Param{{Name: "ids", Type: world.ID, List: true, Required: true}, priority, param("status", world.Text)},
		Effects: []world.Effect{{Op: world.Updated, Collection: "tickets", Key: "ids", Fields: map[string]string{"priority": "priority", "status": "status"}}},
		Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
			for _, id := range in.List("ids") {
				text, _ := id.(string)
				if r, ok := tx.Get("tickets", text); ok {
					tx.Update(r, given(in, "priority", "status")...)
				}
			}
			out.Text("status", "done")
			return nil
		}}
}

func post() *world.Service {
	mail := []world.Field{field("id", world.ID), optional("from", world.Address), optional("to", world.Address), optional("subject", world.Text), optional("body", world.Text)}
	letter := []world.Param{required("to", world.Address), param("subject", world.Text), param("body", world.Text)}
	return &world.Service{Name: "post", Version: 1, Doc: "Mail.",
		Collections: []world.Collection{
			{Name: "inbox", Key: "id", NewID: "m-%d", Fields: mail}, {Name: "drafts", Key: "id", NewID: "d-%d", Fields: mail}, {Name: "sent", Key: "id", NewID: "s-%d", Fields: mail}},
		Tools: []world.Tool{
			get("post_get", "inbox", "id"), create("post_send", "sent", "id", letter...), create("post_draft", "drafts", "id", letter...),
			update("post_edit_draft", "drafts", "id", letter[1:]...), remove("post_delete_draft", "drafts", "id"), remove("post_unsend", "sent", "id"),
			{Name: "post_send_draft", Doc: "Send a draft.", Act: world.Send, Route: "/post_send_draft", Params: []world.Param{required("id", world.ID)},
				Effects: []world.Effect{{Op: world.Created, Collection: "sent"}, {Op: world.Deleted, Collection: "drafts", Key: "id"}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					d, ok := tx.Get("drafts", in.Text("id"))
					if !ok {
						return world.NotFound("Draft", in.Text("id"))
					}
					tx.Delete(d)
					members := append([]value.Member{{Name: "id", Value: tx.NextID("sent")}}, d.Fields()[1:]...)
					out.Whole(tx.Insert("sent", members...))
					return nil
				}},
			{Name: "post_reply", Doc: "Reply to a message.", Act: world.Send, Route: "/post_reply", Params: []world.Param{required("id", world.ID), param("body", world.Text)},
				Effects: []world.Effect{{Op: world.Created, Collection: "sent", Fields: map[string]string{"body": "body"}}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					m, ok := tx.Get("inbox", in.Text("id"))
					if !ok {
						return world.NotFound("Message", in.Text("id"))
					}
					out.Whole(tx.Insert("sent", value.Member{Name: "id", Value: tx.NextID("sent")}, value.Member{Name: "to", Value: m.Text("from")}, value.Member{Name: "body", Value: in.Text("body")}))
					return nil
				}},
		}}
}

func book() *world.Service {
	return &world.Service{Name: "book", Version: 1, Doc: "People.",
		Collections: []world.Collection{{Name: "people", Key: "person_id",
			Fields: []world.Field{field("person_id", world.ID), field("name", world.Text), field("mail", world.Address), optional("dept", world.Text)}}},
		Tools: []world.Tool{
			{Name: "book_search", Doc: "Search people.", Act: world.Reading, Route: "/book_search",
				Params: []world.Param{required("query", world.Text), param("dept", world.Text)},
				Reads:  []world.Read{{Collection: "people", Search: map[string]string{"query": "name"}, Filters: map[string]string{"dept": "dept"}}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					out.Listing("people", tx.Select("people", func(r *world.Record) bool {
						return strings.Contains(strings.ToLower(r.Text("name")), strings.ToLower(in.Text("query"))) && (!in.Set("dept") || r.Text("dept") == in.Text("dept"))
					}), "")
					return nil
				}},
			get("book_get", "people", "person_id"),
		}}
}

func diary() *world.Service {
	return &world.Service{Name: "diary", Version: 1, Doc: "Events.",
		Collections: []world.Collection{{Name: "events", Key: "event_id", NewID: "evt_%d",
			Fields: []world.Field{field("event_id", world.ID), field("title", world.Text), field("start", world.Instant), optional("end", world.Instant), {Name: "guests", Type: world.Address, List: true, Optional: true}}}},
		Tools: []world.Tool{
			create("diary_add", "events", "event_id", required("title", world.Text), required("start", world.Instant), param("end", world.Instant), world.Param{Name: "guests", Type: world.Address, List: true}),
			remove("diary_delete", "events", "event_id"), get("diary_get", "events", "event_id"),
		}}
}

func books() *world.Service {
	return &world.Service{Name: "books", Version: 1, Doc: "Reports.",
		Collections: []world.Collection{{Name: "reports", Key: "report_id", NewID: "R-%d",
			Fields: []world.Field{field("report_id", world.ID), field("title", world.Text), field("total", world.Amount), {Name: "lines", Type: world.ID, List: true, Optional: true}}},
			{Name: "lines", Key: "line_id", Fields: []world.Field{field("line_id", world.ID), {Name: "amount", Type: world.Amount, Currency: "currency"}, field("currency", world.Text)}}},
		Tools: []world.Tool{
			create("books_report", "reports", "report_id", required("title", world.Text), required("total", world.Amount), world.Param{Name: "lines", Type: world.ID, List: true}),
			get("books_line", "lines", "line_id"),
		}}
}

func vault() *world.Service {
	return &world.Service{Name: "vault", Version: 1, Doc: "Keys.",
		Collections: []world.Collection{{Name: "keys", Key: "key_id", Fields: []world.Field{field("key_id", world.ID), field("name", world.Text), {Name: "api_key", Type: world.Text, Secret: true}},
			Views: []world.View{{Name: "names", Fields: []string{"key_id", "name"}}}}},
		Tools: []world.Tool{
			{Name: "vault_list", Doc: "List keys.", Act: world.Reading, Route: "/vault_list", Reads: []world.Read{{Collection: "keys", View: "names"}},
				Handle: func(tx *world.Tx, _ world.Args, out *world.Reply) error {
					out.Listing("keys", tx.Select("keys", func(*world.Record) bool { return true }), "names")
					return nil
				}},
			get("vault_get", "keys", "key_id"),
			{Name: "vault_export", Doc: "Export all keys.", Act: world.Export, Route: "/vault_export", Params: []world.Param{param("format", world.Text)}, Reads: []world.Read{{Collection: "keys"}},
				Handle: func(tx *world.Tx, _ world.Args, out *world.Reply) error {
					out.List("keys", tx.Select("keys", func(*world.Record) bool { return true }), "")
					return nil
				}},
		}}
}

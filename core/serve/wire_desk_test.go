package serve_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 123456000, time.UTC)

func m(name string, v any) value.Member { return value.Member{Name: name, Value: v} }

// desk is a toy service that has what the wire knows: a view, a shift at load, audit keys, a
// tool whose audit has no reply, a health route.
func desk() *world.Service {
	return &world.Service{
		Name: "desk", Title: "Desk <1>", Doc: "Tickets.", Version: 3, Port: 9190,
		Health: "/desk/health", HealthBody: `{"status":"ok"}`, AuditKeys: []string{"closed", "opened"},
		Collections: []world.Collection{{
			Name: "tickets", Key: "id", NewID: "T-%d",
			Fields: []world.Field{{Name: "id", Type: world.ID}, {Name: "title", Type: world.Text}, {Name: "state", Type: world.Text}},
			Views:  []world.View{{Name: "line", Fields: []string{"id", "title"}}},
		}},
		WireLoad: func(_ string, records []*world.Record, clock world.WireClock) ([]*world.Record, error) {
			out := make([]*world.Record, len(records))
			for i, r := range records {
				out[i] = r.With(m("loaded", world.Timestamp(clock.Now)))
			}
			return out, nil
		},
		Tools: []world.Tool{
			{Name: "desk_list", Doc: "List.", Act: world.Reading, Route: "/desk/tickets", BodyOptional: true,
				Params: []world.Param{{Name: "limit", Type: world.Int, Default: value.Int(20)}}, Handle: list},
			{Name: "desk_get", Doc: "Get.", Act: world.Reading, Route: "/desk/tickets/get",
				Params: []world.Param{{Name: "id", Type: world.ID, Required: true}}, Handle: show},
			{Name: "desk_open", Doc: "Open.", Act: world.Create, Route: "/desk/open", Audit: &world.AuditSpec{Key: "opened"},
				Params: []world.Param{{Name: "title", Type: world.Text, Required: true}}, Handle: open},
			{Name: "desk_close", Doc: "Close.", Act: world.Update, Route: "/desk/close", Audit: &world.AuditSpec{Key: "closed"},
				Params: []world.Param{{Name: "id", Type: world.ID, Required: true}}, Handle: shut},
			{Name: "desk_peek", Doc: "Peek.", Act: world.Reading, Route: "/desk/peek", Audit: &world.AuditSpec{NoBody: true}, BodyOptional: true, Handle: list0},
			{Name: "desk_sum", Doc: "Sum.", Act: world.Reading, Route: "/desk/sum", BodyOptional: true, Handle: list0,
				Audit: &world.AuditSpec{Body: func(*world.Entry) []byte { return []byte(`{"length":2}`) }}},
			{Name: "desk_gone", Doc: "Gone.", Act: world.Reading, Route: "/desk/gone", BodyOptional: true,
				Handle: func(*world.Tx, world.Args, *world.Reply) error {
					return world.Fail(world.Missing, 404, "detail", "File not found: x")
				}},
		},
	}
}

func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("tickets", in.Page(tx.Select("tickets", func(*world.Record) bool { return true }), "limit"), "line")
	return nil
}

func list0(tx *world.Tx, in world.Args, out *world.Reply) error { out.Text("text", "hi"); return nil }

func show(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("tickets", in.Text("id"))
	if !ok {
		return world.NotFound("Ticket", in.Text("id"))
	}
	out.Whole(r)
	return nil
}

func open(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Record("ticket", tx.Insert("tickets", m("id", tx.NextID("tickets")), m("title", in.Text("title")), m("state", "open")))
	return nil
}

func shut(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("tickets", in.Text("id"))
	if !ok {
		return world.NotFound("Ticket", in.Text("id"))
	}
	out.Record("ticket", tx.Update(r, m("state", "closed")))
	return nil
}

func deskImage(t testing.TB) *world.Image {
	t.Helper()
	img, err := world.NewImage(world.Seed{Services: []*world.Service{desk()}, Records: map[string][]*value.Object{"desk.tickets": {
		value.Obj(m("id", "T-1"), m("title", "Printer"), m("state", "open")),
		value.Obj(m("id", "T-2"), m("title", "Scanner"), m("state", "closed")),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func newDesk(t testing.TB, opts serve.WireOptions) *serve.WireService {
	t.Helper()
	if opts.Clock == nil {
		opts.Clock = det.Fixed(noon)
	}
	set, err := serve.NewWireServices([]serve.WireInstance{{Image: deskImage(t)}}, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(set.Close)
	return set.Services()[0]
}

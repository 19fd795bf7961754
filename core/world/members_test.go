package world_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// shelf is a service of one tool that makes its record from its arguments.
func shelf() *world.Service {
	return &world.Service{
		Name: "shelf", Version: 1,
		Collections: []world.Collection{{
			Name: "books", Key: "id",
			Fields: []world.Field{{Name: "id", Type: world.ID}, {Name: "title", Type: world.Text}, {Name: "note", Type: world.Text, Optional: true}},
			Views:  []world.View{{Name: "card", Fields: []string{"title", "note", "id"}, Defaults: map[string]any{"note": "none"}}},
		}},
		Tools: []world.Tool{
			{
				Name: "shelf_put", Doc: "Puts a book.", Act: world.Create, Route: "/shelf/put",
				Params: []world.Param{{Name: "id", Type: world.ID, Needed: true, Default: "b0"}, {Name: "title", Type: world.Text, Default: "untitled"}, {Name: "note", Type: world.Text, Nullable: true}},
				Audit:  &world.AuditSpec{Key: "put", Entry: world.ReplyMember("book")},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					out.Record("book", tx.Insert("books", append(in.Members("id", "title"), in.GivenMembers("note")...)...))
					return nil
				},
			},
			{
				Name: "shelf_card", Doc: "Shows a card.", Act: world.Reading, Route: "/shelf/card",
				Params: []world.Param{{Name: "id", Type: world.ID, Required: true}},
				Handle: func(tx *world.Tx, in world.Args, out *world.Reply) error {
					r, _ := tx.Get("books", in.Text("id"))
					out.Under(r, "card")
					return nil
				},
			},
		},
	}
}

func onShelf(t *testing.T, profile world.Profile) *world.World {
	t.Helper()
	image, err := world.NewImage(world.Seed{Services: []*world.Service{shelf()}})
	if err != nil {
		t.Fatal(err)
	}
	return world.New(image, world.Options{Now: time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC), Profile: profile})
}

func TestMembersComeFromArguments(t *testing.T) {
	w := onShelf(t, world.Strict)
	for raw, want := range map[string]string{
		`{"id":"b1"}`:                         `{"book":{"id":"b1","title":"untitled"}}`,
		`{"id":"b2","title":"T","note":null}`: `{"book":{"id":"b2","title":"T"}}`,
		`{"note":"","id":"b3"}`:               `{"book":{"id":"b3","title":"untitled","note":""}}`,
	} {
		if diff := cmp.Diff(want, string(w.Call(world.Agent, "shelf_put", []byte(raw)).Body)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", raw, diff)
		}
	}
}

// A needed parameter is required of agents, while the wire fills in its default.
func TestNeeded(t *testing.T) {
	strict := onShelf(t, world.Strict).Call(world.Agent, "shelf_put", []byte(`{"title":"T"}`))
	if strict.Outcome != world.Invalid || len(strict.Problems) != 1 || strict.Problems[0].Path != "/id" {
		t.Errorf("strict: %v %s", strict.Outcome, strict.Body)
	}
	wire := onShelf(t, world.Wire).Call(world.Agent, "shelf_put", []byte(`{"title":"T"}`))
	if diff := cmp.Diff(`{"book":{"id":"b0","title":"T"}}`, string(wire.Body)); diff != "" {
		t.Errorf("wire (-want +got)\n%s", diff)
	}
	s := shelf()
	schema := s.Tools[0].InputSchema()
	required, _ := schema.Get("required")
	props, _ := schema.Get("properties")
	id, _ := props.(*value.Object).Get("id")
	if !value.Equal(required, []any{"id"}) || id.(*value.Object).String() != `{"type":"string"}` {
		t.Errorf("schema %s: id must be required and have no default", schema)
	}
}

func TestUnderAView(t *testing.T) {
	w := onShelf(t, world.Strict)
	w.Call(world.Agent, "shelf_put", []byte(`{"id":"b1","title":"T"}`))
	e := w.Call(world.Agent, "shelf_card", []byte(`{"id":"b1"}`))
	if diff := cmp.Diff(`{"title":"T","note":"none","id":"b1"}`, string(e.Body)); diff != "" {
		t.Errorf("reply (-want +got)\n%s", diff)
	}
	// What a default stands in for was not shown.
	if len(e.Shown) != 1 || e.Shown[0].Has("note") || !e.Shown[0].Has("title") {
		t.Errorf("shown %v", e.Shown)
	}
}

func TestReplyMember(t *testing.T) {
	entry := func(body string) string {
		return string(world.ReplyMember("book")(&world.Entry{Event: &world.Event{Body: []byte(body)}}))
	}
	for body, want := range map[string]string{
		`{"status":"put","book":{"id":"b1","price":1.50}}`: `{"id":"b1","price":1.50}`,
		`{"status":"put"}`: ``,
		`[]`:               ``,
		`no JSON`:          ``,
	} {
		if got := entry(body); got != want {
			t.Errorf("member of %s is %s, want %s", body, got, want)
		}
	}
}

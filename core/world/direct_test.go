package world_test

import (
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func TestApplyLogsWhatWasGiven(t *testing.T) {
	w := start(t, 3)
	before := w.Digest()
	e, err := w.Apply(world.Direct{Actor: world.Agent, Tool: "desk_get", Args: []byte(`{"ticket_id":"TK-2"}`), Body: []byte(`{"x":1}`),
		Changes: []world.Injection{
			{Op: world.Created, Collection: "desk.tickets", Record: value.Obj(value.Member{Name: "title", Value: "New"})},
			{Op: world.Updated, Collection: "desk.tickets", ID: "TK-1", Set: []value.Member{{Name: "priority", Value: "high"}}},
			{Op: world.Deleted, Collection: "book.people", ID: "P-1"},
		},
		Shown: []world.DirectShown{{Collection: "desk.tickets", ID: "TK-3", Fields: []string{"title"}}}})
	if err != nil {
		t.Fatal(err)
	}
	if e.Seq != 1 || len(w.Entries()) != 1 || !e.Succeeded() || e.Actor != world.Agent || e.Ref == nil || e.Service != "desk" || string(e.Body) != `{"x":1}` {
		t.Errorf("entry %+v", e)
	}
	if e.Args.Text("ticket_id") != "TK-2" {
		t.Error("the arguments are not decoded")
	}
	if len(e.Changes) != 3 || e.Changes[0].After.ID() != "TK-4" || e.Changes[1].After.Text("priority") != "high" || e.Changes[2].Op != world.Deleted {
		t.Errorf("changes %+v", e.Changes)
	}
	if len(e.Shown) != 1 || !e.Shown[0].Has("title") || e.Shown[0].Has("status") {
		t.Errorf("shown %+v", e.Shown)
	}
	if e.Before() != before || e.After() != w.Digest() || e.After() == before {
		t.Error("the digests are wrong")
	}
	if _, ok := w.State().Get("book.people", "P-1"); ok {
		t.Error("the record still exists")
	}
}

func TestApplyFailsWhole(t *testing.T) {
	update := func(coll, id string) world.Injection {
		return world.Injection{Op: world.Updated, Collection: coll, ID: id, Set: []value.Member{{Name: "title", Value: "x"}}}
	}
	tests := map[string]struct {
		d    world.Direct
		kind fault.Kind
	}{
		"unknown record":            {world.Direct{Changes: []world.Injection{update("desk.tickets", "TK-1"), update("desk.tickets", "TK-9")}}, fault.NotFound},
		"unknown collection":        {world.Direct{Changes: []world.Injection{update("desk.tickets", "TK-1"), update("desk.papers", "1")}}, fault.Invalid},
		"shown, unknown record":     {world.Direct{Shown: []world.DirectShown{{Collection: "desk.tickets", ID: "TK-9"}}}, fault.NotFound},
		"shown, unknown collection": {world.Direct{Shown: []world.DirectShown{{Collection: "x.y", ID: "1"}}}, fault.Invalid},
	}
	for name, tt := range tests {
		w := start(t, 3)
		before := w.Digest()
		if _, err := w.Apply(tt.d); err == nil || fault.KindOf(err) != tt.kind {
			t.Errorf("%s: %v, want kind %s", name, err, tt.kind)
		}
		if w.Digest() != before || len(w.Entries()) != 0 {
			t.Errorf("%s: something was done", name)
		}
	}
}

func TestApplyNumbersRecordsThatNoToolMakes(t *testing.T) {
	w := start(t, 1)
	add := world.Direct{Actor: world.Agent, Changes: []world.Injection{{Op: world.Created, Collection: "book.people", Record: value.Obj(value.Member{Name: "name", Value: "X"})}}}
	a, errA := w.Apply(add)
	b, errB := w.Apply(add)
	if errA != nil || errB != nil || a.Changes[0].After.ID() == b.Changes[0].After.ID() {
		t.Errorf("two new people: %v, %v", errA, errB)
	}
}

package world_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func TestCallReadsAndNotesWhatItShowed(t *testing.T) {
	w := start(t, 4)
	e := call(w, "desk_list", `{"status":"open"}`)
	want := `{"tickets":[{"ticket_id":"TK-1","title":"Ticket number 1","status":"open"},{"ticket_id":"TK-3","title":"Ticket number 3","status":"open"}],"total":2}`
	if string(e.Body) != want {
		t.Errorf("body\n got %s\nwant %s", e.Body, want)
	}
	if len(e.Shown) != 2 || e.Shown[1].Record.ID() != "TK-3" || !e.Shown[1].Has("title") || e.Shown[1].Has("priority") {
		t.Errorf("shown = %+v", e.Shown)
	}
	if len(e.Changes) != 0 || e.Before() != e.After() {
		t.Error("a read changed something")
	}
	if got := call(w, "desk_get", `{"ticket_id":"TK-1"}`); strings.Contains(string(got.Body), "hidden") {
		t.Errorf("a hidden attribute was served: %s", got.Body)
	}
}

func TestEveryBadCallIsAnObservation(t *testing.T) {
	tests := []struct {
		name, tool, args string
		outcome          world.Outcome
		cause            world.Cause
		status           int
		says             string
	}{
		{"unknown tool", "desk_lst", `{}`, world.Invalid, world.UnknownTool, 404, "did you mean desk_list?"},
		{"no tool", "", `{}`, world.Invalid, world.UnknownTool, 404, "no tool"},
		{"cut JSON", "desk_get", `{"ticket_id": "TK-1", "st`, world.Invalid, world.Malformed, 422, "not valid JSON"},
		{"doubled brace", "desk_get", `{"{"a":1}`, world.Invalid, world.Malformed, 422, "not valid JSON"},
		{"double-encoded", "desk_get", `"{\"ticket_id\":\"TK-1\"}"`, world.Invalid, world.BadArguments, 422, "send the object itself"},
		{"a list", "desk_get", `["TK-1"]`, world.Invalid, world.BadArguments, 422, "must be an object"},
		{"missing", "desk_get", `{}`, world.Invalid, world.BadArguments, 422, "/ticket_id"},
		{"empty text for a tool with required arguments", "desk_get", ``, world.Invalid, world.BadArguments, 422, "is required"},
		{"null for a required argument", "desk_get", `{"ticket_id":null}`, world.Invalid, world.BadArguments, 422, "is required"},
		{"number for an id", "desk_get", `{"ticket_id":1}`, world.Invalid, world.BadArguments, 422, "must be a text, got the number"},
		{"unknown argument", "desk_get", `{"ticket_id":"TK-1","tickt_id":"x"}`, world.Invalid, world.BadArguments, 422, "did you mean ticket_id?"},
		{"text for a list", "desk_create", `{"title":"x","labels":"[\"a\"]"}`, world.Invalid, world.BadArguments, 422, "must be a list of text"},
		{"wrong list member", "desk_create", `{"title":"x","labels":["a",2]}`, world.Invalid, world.BadArguments, 422, "/labels/1"},
		{"false as text", "desk_create", `{"title":"x","urgent":"false"}`, world.Invalid, world.BadArguments, 422, "must be true or false"},
		{"not in the enumeration", "desk_create", `{"title":"x","level":"mid"}`, world.Invalid, world.BadArguments, 422, "one of low, high"},
		{"no date-time", "desk_create", `{"title":"x","due":"tomorrow"}`, world.Invalid, world.BadArguments, 422, "must be a date-time"},
		{"zero byte", "desk_create", "{\"title\":\"a\\u0000b\"}", world.Invalid, world.BadArguments, 422, "zero byte"},
		{"fraction for a whole number", "desk_list", `{"max_results":5.5}`, world.Invalid, world.BadArguments, 422, "whole number"},
		{"not there", "desk_get", `{"ticket_id":"TK-99"}`, world.Missing, world.NotAllowed, 200, "Ticket TK-99 not found"},
		{"reference to nothing", "desk_update", `{"ticket_id":"TK-1","owner":"P-9"}`, world.Missing, world.NotAllowed, 200, "People P-9 not found"},
		{"refused by the service", "desk_update", `{"ticket_id":"TK-1","priority":"refuse"}`, world.Conflict, world.NotAllowed, 200, "not now"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := start(t, 4)
			e := call(w, tt.tool, tt.args)
			if e.Outcome != tt.outcome || e.Cause != tt.cause || e.Status != tt.status {
				t.Errorf("got %v %q %d, want %v %q %d", e.Outcome, e.Cause, e.Status, tt.outcome, tt.cause, tt.status)
			}
			if !strings.Contains(string(e.Body), tt.says) {
				t.Errorf("body %s does not say %q", e.Body, tt.says)
			}
			if w.Digest() != w.Seed().Digest() || len(e.Changes) != 0 {
				t.Error("a refused call left a trace")
			}
			if next := call(w, "desk_get", `{"ticket_id":"TK-1"}`); next.Outcome != world.OK || next.Seq != 2 {
				t.Errorf("the episode did not go on: %+v", next)
			}
		})
	}
}

func TestNoArgumentsInAnyForm(t *testing.T) {
	for _, raw := range []string{"", "  ", "null", "{}", `{"status":null}`} {
		if e := call(start(t, 2), "desk_list", raw); e.Outcome != world.OK {
			t.Errorf("%q: %v %s", raw, e.Outcome, e.Body)
		}
	}
}

func TestLargeArgumentsAreRefused(t *testing.T) {
	e := call(start(t, 1), "desk_create", `{"title":"`+strings.Repeat("x", 1<<20)+`"}`)
	if e.Cause != world.TooLarge || e.Outcome != world.Invalid {
		t.Errorf("got %v %q", e.Outcome, e.Cause)
	}
}

func TestDigestFollowsTheRecordsNotTheirHistory(t *testing.T) {
	w := start(t, 4)
	seed := w.Digest()
	call(w, "desk_update", `{"ticket_id":"TK-1","priority":"high"}`)
	call(w, "desk_update", `{"ticket_id":"TK-2","priority":"low"}`)
	other := start(t, 4)
	call(other, "desk_update", `{"ticket_id":"TK-2","priority":"low"}`)
	call(other, "desk_update", `{"ticket_id":"TK-1","priority":"low"}`)
	if w.Digest() == other.Digest() {
		t.Error("different states, equal digests")
	}
	call(other, "desk_update", `{"ticket_id":"TK-1","priority":"high"}`)
	if w.Digest() != other.Digest() {
		t.Error("equal states by other ways, different digests")
	}
	again := call(w, "desk_update", `{"ticket_id":"TK-1","priority":"high"}`)
	if len(again.Changes) != 0 {
		t.Error("a write that changes nothing is no effect")
	}
	w.Reset()
	if w.Digest() != seed || len(w.Entries()) != 0 {
		t.Error("reset left something")
	}
}

func TestDeletedIDsAreNotGivenAgain(t *testing.T) {
	w := start(t, 3)
	call(w, "desk_delete", `{"ticket_id":"TK-2"}`)
	e := call(w, "desk_create", `{"title":"new"}`)
	if id := e.Changes[0].After.ID(); id != "TK-4" {
		t.Errorf("first id %s, want TK-4 (TK-3 is taken)", id)
	}
	call(w, "desk_delete", `{"ticket_id":"TK-4"}`)
	e = call(w, "desk_create", `{"title":"newer"}`)
	if id := e.Changes[0].After.ID(); id != "TK-5" {
		t.Errorf("second id %s, want TK-5", id)
	}
	if _, ok := w.State().Get("desk.tickets", "TK-2"); ok {
		t.Error("a deleted record is still there")
	}
}

func TestForkAndSnapshotStandApart(t *testing.T) {
	w := start(t, 3)
	call(w, "desk_create", `{"title":"both"}`)
	snap, fork := w.Snapshot(), w.Fork()
	call(w, "desk_delete", `{"ticket_id":"TK-1"}`)
	call(fork, "desk_create", `{"title":"fork only"}`)
	if snap.Len("desk.tickets") != 4 || w.State().Len("desk.tickets") != 3 || fork.State().Len("desk.tickets") != 5 {
		t.Errorf("snapshot %d, world %d, fork %d", snap.Len("desk.tickets"), w.State().Len("desk.tickets"), fork.State().Len("desk.tickets"))
	}
	if len(w.Entries()) != 2 || len(fork.Entries()) != 2 || w.Entries()[1].Tool == fork.Entries()[1].Tool {
		t.Error("logs are mixed up")
	}
	diff := w.Seed().Diff(w.State())
	if len(diff) != 2 || diff[0].Op != world.Deleted || diff[1].Op != world.Created {
		t.Errorf("diff = %+v", diff)
	}
}

func TestFaultsStrikeBeforeOrAfterTheEffect(t *testing.T) {
	plan := []world.PlannedFault{
		{On: "desk_create", Nth: 1, Kind: world.Error, Commit: world.BeforeCommit},
		{On: "desk_create", Nth: 2, Kind: world.Timeout, Commit: world.AfterCommit},
	}
	w := start(t, 1, func(o *world.Options) { o.Faults = plan })
	before := call(w, "desk_create", `{"title":"a"}`)
	if before.Outcome != world.Faulted || before.Status != 500 || len(before.Changes) != 0 || len(before.Intended) != 1 {
		t.Errorf("before: %+v", before)
	}
	if w.Digest() != w.Seed().Digest() {
		t.Error("a fault before the effect left an effect")
	}
	after := call(w, "desk_create", `{"title":"a"}`)
	if after.Outcome != world.Faulted || after.Status != 504 || len(after.Changes) != 1 || len(after.Shown) != 0 {
		t.Errorf("after: %+v", after)
	}
	if e := call(w, "desk_create", `{"title":"a"}`); e.Outcome != world.OK || e.Changes[0].After.ID() != "TK-3" {
		t.Errorf("third: %+v", e)
	}
}

func TestRandomFaultsFollowTheSeed(t *testing.T) {
	outcomes := func(seed uint64) (s string) {
		w := start(t, 1, func(o *world.Options) { o.Rate, o.Seed = world.FaultRate{PerCall: 0.3}, seed })
		for range 40 {
			s += call(w, "desk_list", "").Outcome.String()[:1]
		}
		return s
	}
	if outcomes(1) != outcomes(1) || outcomes(1) == outcomes(2) || !strings.Contains(outcomes(1), "f") {
		t.Error("faults do not follow the seed")
	}
}

func TestGrantsLimitTheAgentWhileActing(t *testing.T) {
	w := start(t, 2, func(o *world.Options) {
		o.As = "kim@northwind.test"
		o.Grants = world.Grants{"desk": {world.Reading, world.Create}}
	})
	if e := call(w, "desk_delete", `{"ticket_id":"TK-1"}`); e.Outcome != world.Denied || e.Status != 403 {
		t.Errorf("delete: %v %d", e.Outcome, e.Status)
	}
	if e := call(w, "book_get", `{"id":"P-1"}`); e.Outcome != world.Denied {
		t.Errorf("a service that is not named: %v", e.Outcome)
	}
	if e := call(w, "desk_create", `{"title":"x"}`); e.Outcome != world.OK {
		t.Errorf("create: %v", e.Outcome)
	}
	if e := w.Call("colleague:ada", "desk_delete", []byte(`{"ticket_id":"TK-1"}`)); e.Outcome != world.OK {
		t.Errorf("grants bind the agent only: %v", e.Outcome)
	}
}

func TestGrants(t *testing.T) {
	g := world.Grants{"a": {world.Writing}, "*": {world.Reading}}
	for _, tt := range []struct {
		service string
		act     world.Act
		want    bool
	}{{"a", world.Send, true}, {"a", world.Reading, false}, {"b", world.Reading, true}, {"b", world.Send, false}} {
		if got := g.Allows(tt.service, tt.act); got != tt.want {
			t.Errorf("%s %s: %v", tt.service, tt.act, got)
		}
	}
}

func TestInjectionsAreLoggedAndMustFit(t *testing.T) {
	w := start(t, 2)
	e, err := w.Inject(world.TheWorld, world.Injection{Op: world.Updated, Collection: "desk.tickets", ID: "TK-1",
		Set: []value.Member{{Name: "status", Value: "closed"}}})
	if err != nil || e.Actor != world.TheWorld || len(e.Changes) != 1 || e.Changes[0].Fields()[0] != "status" {
		t.Fatalf("%+v %v", e, err)
	}
	if _, err = w.Inject(world.TheWorld, world.Injection{Op: world.Deleted, Collection: "desk.nothing", ID: "TK-1"}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("unknown collection: %v", err)
	}
}

// An agent can leave an injected change nothing to change. That is told and no error.
func TestAnInjectionWithNothingToChangeIsLogged(t *testing.T) {
	record := func(id string) *value.Object { return value.Obj(value.Member{Name: "ticket_id", Value: id}) }
	tests := map[string]struct {
		in      world.Injection
		outcome world.Outcome
		says    string
	}{
		"update of what is gone": {world.Injection{Op: world.Updated, Collection: "desk.tickets", ID: "TK-9", Set: []value.Member{{Name: "status", Value: "closed"}}}, world.Missing, "desk.tickets has no record TK-9 to update"},
		"delete of what is gone": {world.Injection{Op: world.Deleted, Collection: "desk.tickets", ID: "TK-9"}, world.Missing, "desk.tickets has no record TK-9 to delete"},
		"insert under a used id": {world.Injection{Op: world.Created, Collection: "desk.tickets", Record: record("TK-2")}, world.Conflict, "desk.tickets has or had a record TK-2 already"},
	}
	for name, tt := range tests {
		w := start(t, 2)
		before := w.Digest()
		e, err := w.Inject(world.TheWorld, tt.in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if e.Outcome != tt.outcome || len(e.Changes) != 0 || len(e.Problems) != 1 || e.Problems[0].Message != tt.says {
			t.Errorf("%s: %+v", name, e)
		}
		if w.Digest() != before || len(w.Entries()) != 1 {
			t.Errorf("%s: the world changed, or nothing was logged", name)
		}
	}
}

// An id that a later stage's record will have is given to no record that an agent makes.
func TestReservedIDsArePassedOver(t *testing.T) {
	image, err := world.NewImage(world.Seed{Services: []*world.Service{desk()}, Reserved: map[string][]string{"desk.tickets": {"TK-1", "TK-3"}}})
	if err != nil {
		t.Fatal(err)
	}
	w := world.New(image, world.Options{})
	for _, want := range []string{"TK-2", "TK-4"} {
		e := call(w, "desk_create", `{"title":"x"}`)
		if len(e.Changes) != 1 || e.Changes[0].After.ID() != want {
			t.Fatalf("created %s, want %s", e.Body, want)
		}
	}
	insert := world.Injection{Op: world.Created, Collection: "desk.tickets", Record: value.Obj(value.Member{Name: "ticket_id", Value: "TK-3"})}
	if e, err := w.Inject(world.TheWorld, insert); err != nil || e.Outcome != world.OK {
		t.Errorf("the reserved id was refused: %+v %v", e, err)
	}
	if _, err := world.NewImage(world.Seed{Services: []*world.Service{desk()}, Reserved: map[string][]string{"desk.nothing": {"x"}}}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("unknown collection: %v", err)
	}
}

func TestCatalogRefusesBadDeclarations(t *testing.T) {
	bad := desk()
	bad.Tools = append(bad.Tools, bad.Tools[0])
	bad.Collections[0].Views[0].Fields = append(bad.Collections[0].Views[0].Fields, "nosuch")
	_, err := world.NewCatalog(bad)
	for _, want := range []string{"desk_list is declared", "unknown field nosuch"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
	if _, err := world.NewCatalog(desk(), book()); err != nil {
		t.Error(err)
	}
}

func TestImageRefusesEqualIDs(t *testing.T) {
	two := []*value.Object{value.Obj(value.Member{Name: "id", Value: "P-1"}), value.Obj(value.Member{Name: "id", Value: "P-1"})}
	_, err := world.NewImage(world.Seed{Services: []*world.Service{book()}, Records: map[string][]*value.Object{"book.people": two}})
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.Invalid {
		t.Errorf("got %v", err)
	}
}

// An observation stays readable whatever was sent: one mistake a byte, or a name of a megabyte.
func TestObservationsOfBadCallsAreShort(t *testing.T) {
	var names, labels strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&names, `,"k%d":1`, i)
		labels.WriteString(",2")
	}
	long := strings.Repeat("x", 900_000)
	for name, args := range map[string]string{
		"unknown arguments": `{"title":"x"` + names.String() + `}`,
		"members of a list": `{"title":"x","labels":[1` + labels.String() + `]}`,
		"a long name":       `{"title":"x","` + long + `":1}`,
		"a long id":         `{"title":"x","owner":"` + long + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			e := call(start(t, 4), "desk_create", args)
			if e.Outcome == world.OK || len(e.Body) > 10_000 {
				t.Errorf("outcome %v, a body of %d bytes", e.Outcome, len(e.Body))
			}
			if n := len(e.Problems); n > 21 {
				t.Errorf("%d problems", n)
			} else if n > 20 && e.Problems[n-1].Message != "and 49980 more problems" && e.Problems[n-1].Message != "and 49981 more problems" {
				t.Errorf("the last says %q", e.Problems[n-1].Message)
			}
		})
	}
}

// A refusal may quote an argument, and a huge one is cut; its beginning and its end are kept.
func TestRefusalsAreShort(t *testing.T) {
	long := strings.Repeat("é", 100_000)
	for name, tt := range map[string]struct{ tool, args, says string }{
		"quoted by the service":  {"desk_update", `{"ticket_id":"TK-1","priority":"refuse ` + long + ` me"}`, "not now: refuse é"},
		"an id that is nowhere":  {"desk_get", `{"ticket_id":"TK-` + long + `"}`, "not found"},
		"an argument's own name": {"desk_get", `{"ticket_id":"TK-1","` + long + `":1}`, "unknown argument"},
		"the tool's name":        {"desk_" + long, `{}`, "there is no tool"},
	} {
		w := start(t, 1)
		e := call(w, tt.tool, tt.args)
		if e.Outcome == world.OK {
			t.Errorf("%s: nothing was refused", name)
		}
		if _, err := value.Parse(e.Body); err != nil || len(e.Body) > 5000 || !strings.Contains(string(e.Body), tt.says) {
			t.Errorf("%s: %d bytes, %v: %.200s", name, len(e.Body), err, e.Body)
		}
	}
}

package episode_test

import (
	"io/fs"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	graders "coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/library"
	services "coworkenv.dev/coworkenv/services/all"
)

// start prepares a shipped task, its file edited, and starts an episode.
func start(t testing.TB, id string, edits ...string) *episode.Episode {
	t.Helper()
	data, err := fs.ReadFile(library.Tasks(), id+"/task.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := string(data)
	for i := 0; i+1 < len(edits); i += 2 {
		if !strings.Contains(file, edits[i]) {
			t.Fatalf("%s has no %q to edit", id, edits[i])
		}
		file = strings.Replace(file, edits[i], edits[i+1], 1)
	}
	tk, problems := task.Parse(id, []byte(file))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	p, problems := episode.Prepare(tk, catalog, checks)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	e, err := episode.New(p, episode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func step(t testing.TB, e *episode.Episode, a episode.Action) *episode.Result {
	t.Helper()
	r, err := e.Step(a)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func say(text string) episode.Action { return episode.Action{Text: text} }

func calls(pairs ...string) episode.Action {
	var a episode.Action
	for i := 0; i+1 < len(pairs); i += 2 {
		a.Calls = append(a.Calls, episode.Call{ID: pairs[i], Tool: pairs[i], Args: []byte(pairs[i+1])})
	}
	return a
}

const (
	multiTurn = "onboarding-session-000007"
	staged    = "harbor-quote-000008"
	single    = "expiring-gold-contracts-000001"
)

func TestQuestionsAreAnsweredAndTurnsEnd(t *testing.T) {
	e := start(t, multiTurn)
	for _, tt := range []struct{ ask, want, revealed string }{
		{"Which Priya do you mean?", "Priya Nair from Finance.", "which"},
		{"What time should it start?", "At 14:00 please.", "start"},
		{"Shall I book it?", "Yes, go ahead.", ""},
		{"How is the weather?", "I don't know.", ""},
	} {
		r := step(t, e, say(tt.ask))
		if r.User == nil || r.User.Text != tt.want || r.User.Kind != trace.Answered || strings.Join(r.User.Revealed, ",") != tt.revealed {
			t.Errorf("%s: %+v", tt.ask, r.User)
		}
	}
	r := step(t, e, say("It is booked."))
	if r.User == nil || r.User.Kind != trace.Requested || r.User.Request != "moved" || r.End != nil {
		t.Fatalf("the second request did not come: %+v %+v", r.User, r.End)
	}
	if r = step(t, e, say("Moved.")); r.End == nil || r.End.Kind != trace.Terminated || r.End.Reason != trace.Completed {
		t.Errorf("end: %+v", r.End)
	}
	if _, err := e.Step(say("more")); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a step after the end: %v", err)
	}
}

func TestTheUserTiresOfQuestions(t *testing.T) {
	e := start(t, multiTurn)
	var r *episode.Result
	for range 7 { // max_rounds is 6
		r = step(t, e, say("Why?"))
	}
	if r.End == nil || r.End.Reason != trace.MaxRounds || r.End.Kind != trace.Truncated {
		t.Errorf("end: %+v", r.End)
	}
}

func TestStagesMoveTheClockAndTheWorld(t *testing.T) {
	e := start(t, staged)
	before := e.World().Now()
	r := step(t, e, say("Saved."))
	if r.User == nil || r.User.Kind != trace.Staged || r.User.Stage != "tue" || e.Stage() != "tue" {
		t.Fatalf("%+v", r.User)
	}
	if !e.World().Now().After(before) {
		t.Error("the clock stands still")
	}
	product := step(t, e, calls("inventory_get_product", `{"product_id":"SKU-12"}`)).Observations[0]
	if !strings.Contains(string(product.Body), "19.25") {
		t.Errorf("the price did not change: %s", product.Body)
	}
	step(t, e, say("Done."))
	run := e.Run()
	if len(run.Ends) != 3 || run.Ends[0].Stage != "mon" || run.Ends[2].Stage != "wed" || run.Complete {
		t.Errorf("ends: %+v", run.Ends)
	}
	tr := e.Trajectory()
	if len(tr.Steps[0].World) != 2 || tr.Steps[0].World[0].Collection != "inventory.products" {
		t.Errorf("injections are not in the trajectory: %+v", tr.Steps[0].World)
	}
}

// An agent may delete what the world is about to change, and may not take the id of what the world
// is about to add. Neither ends the episode.
func TestAnActBeforeAnInjectedChangeEndsNothing(t *testing.T) {
	const change = "      - {update: inventory.products, record: SKU-12, set: {unit_price: 19.25}}\n"
	e := start(t, staged, change, change+`      - {update: todo.tasks, record: TODO-9, set: {priority: high}}
      - {delete: todo.tasks, record: TODO-9}
      - {insert: todo.tasks, record: {task_id: TODO-10, title: Count the stock, status: pending, priority: low, due_date: 2026-03-20, tags: []}}
`)
	made := step(t, e, calls("todo_delete_task", `{"task_id":"TODO-9"}`, "todo_create_task", `{"title":"x"}`))
	if id := made.Observations[1].Entry.Changes[0].After.ID(); id == "TODO-10" {
		t.Errorf("the agent was given the id %s of a record of a later stage", id)
	}
	if r := step(t, e, say("Saved.")); r.End != nil || e.Stage() != "tue" {
		t.Fatalf("stage %s, end %+v", e.Stage(), r.End)
	}
	var told []string
	for _, effect := range e.Trajectory().Steps[1].World {
		told = append(told, effect.Op+" "+effect.Collection+" "+effect.ID+": "+effect.NotMade)
	}
	want := []string{"update inventory.products SKU-12: ", "update todo.tasks TODO-9: todo.tasks has no record TODO-9 to update",
		"delete todo.tasks TODO-9: todo.tasks has no record TODO-9 to delete", "create todo.tasks TODO-10: ", "create gmail.messages msg_310: "}
	if strings.Join(told, "\n") != strings.Join(want, "\n") {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	if score, err := e.Grade(); err != nil || score.Score == 1_000_000 {
		t.Errorf("score %+v, %v", score, err)
	}
}

func TestLimitsTruncate(t *testing.T) {
	e := start(t, single, "max_calls: 30", "max_calls: 2")
	r := step(t, e, calls("crm_list_customers", `{}`, "crm_list_customers", `{}`, "crm_list_customers", `{}`))
	if r.End == nil || r.End.Reason != trace.MaxCalls || len(r.Observations) != 3 || r.Observations[2].Entry != nil {
		t.Errorf("calls: %+v %+v", r.End, r.Observations)
	}
	if !strings.Contains(string(r.Observations[2].Body), "limit") {
		t.Errorf("the call that was not made says %s", r.Observations[2].Body)
	}
	e = start(t, single, "max_turns: 20", "max_turns: 2")
	step(t, e, calls("crm_list_customers", `{}`))
	if r = step(t, e, calls("crm_list_customers", `{}`)); r.End == nil || r.End.Reason != trace.MaxTurns {
		t.Errorf("turns: %+v", r.End)
	}
}

func TestARepeatedKeyDoesNothingTwice(t *testing.T) {
	e := start(t, staged)
	a := calls("todo_create_task", `{"title":"x"}`)
	a.Key = "k"
	first, again := step(t, e, a), step(t, e, a)
	if first != again || e.World().State().Len("todo.tasks") != 2 { // one is in the records
		t.Errorf("%d tasks", e.World().State().Len("todo.tasks"))
	}
}

func TestEmptyMessagesAndRefusalsGiveUp(t *testing.T) {
	for _, a := range []episode.Action{{}, {Text: "  "}, {Text: "I cannot help with that.", Refused: true}} {
		if r := step(t, start(t, single), a); r.End == nil || r.End.Reason != trace.GaveUp {
			t.Errorf("%+v: %+v", a, r.End)
		}
	}
}

func TestStepsKeepDigestsAnchorsAndOutcomes(t *testing.T) {
	e := start(t, single)
	step(t, e, calls("crm_list_customers", `{}`, "nosuch", `{}`))
	step(t, e, calls("crm_list_customers", `{ }`))
	step(t, e, calls("crm_get_customer", `{"customer_id":"CUS-101"}`))
	tr := e.Trajectory()
	if c := tr.Steps[0].Calls[1]; c.Outcome != world.Invalid || c.Cause != world.UnknownTool || c.Seq != 2 || c.Index != 1 {
		t.Errorf("%+v", c)
	}
	if c := tr.Steps[0].Calls[0]; len(c.Shown) != 7 || c.Shown[0].Collection != "crm.customers" {
		t.Errorf("shown: %+v", c.Shown)
	}
	if tr.Steps[1].Before != tr.Steps[1].After {
		t.Error("a read changed the state")
	}
	one, two, three := tr.Steps[0].Anchors, tr.Steps[1].Anchors, tr.Steps[2].Anchors
	if one.State == two.State || two.Obs == three.Obs {
		t.Errorf("anchors do not tell situations apart: %+v %+v %+v", one, two, three)
	}
	data, err := trace.Encode(tr)
	if err != nil {
		t.Fatal(err)
	}
	back, err := trace.Decode(data)
	if err != nil || back.Steps[0].Calls[1].Outcome != world.Invalid || back.Start != tr.Start {
		t.Errorf("%v %+v", err, back)
	}
	if _, err := trace.Decode([]byte(`{"format":"other"}`)); fault.KindOf(err) != fault.Unsupported {
		t.Errorf("another format: %v", err)
	}
}

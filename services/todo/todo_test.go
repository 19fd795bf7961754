package todo_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/servicetest"
	"coworkenv.dev/coworkenv/services/todo"
)

const tasks = `[
	{"task_id":"TODO-9","title":"Nine","status":"pending","priority":"high","due_date":"2026-03-05","tags":["q1"]},
	{"task_id":"todo_003","title":"Three","status":"completed","priority":"low","due_date":null}]`

func TestTasks(t *testing.T) {
	w := servicetest.Start(t, todo.Service(), world.Options{}, map[string]string{"todo.tasks": tasks})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "all", Tool: "todo_list_tasks", Shows: []string{"TODO-9", "todo_003"}},
		{Name: "one status", Tool: "todo_list_tasks", Args: `{"status":"completed"}`,
			Want: `{"tasks":[{"task_id":"todo_003","title":"Three","status":"completed","priority":"low","due_date":null}],"total":1}`},
		{Name: "letter case counts", Tool: "todo_list_tasks", Args: `{"status":"Pending"}`, Want: `{"tasks":[],"total":0}`},
		{Name: "no status is no filter for all", Tool: "todo_list_tasks", Args: `{"status":""}`, Want: `{"tasks":[],"total":0}`},
		{Name: "create; the next number is taken", Tool: "todo_create_task", Args: `{"title":"N1"}`,
			Want: `{"status":"created","task":{"task_id":"todo_004","title":"N1","description":"","status":"pending","priority":"medium","due_date":null,"tags":[],"created_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "an empty day is none", Tool: "todo_create_task", Args: `{"title":"N2","due_date":"","description":"d","priority":"high"}`,
			Want: `{"status":"created","task":{"task_id":"todo_005","title":"N2","description":"d","status":"pending","priority":"high","due_date":null,"tags":[],"created_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "no day", Tool: "todo_create_task", Args: `{"title":"N3","due_date":"next week"}`, Outcome: world.Invalid},
		{Name: "what cannot be set is said", Tool: "todo_create_task", Args: `{"title":"N3","tags":["x"]}`, Outcome: world.Invalid},
		{Name: "update; empty values count", Tool: "todo_update_task", Args: `{"task_id":"TODO-9","priority":"","tags":[],"status":null}`,
			Want: `{"status":"updated","task":{"task_id":"TODO-9","title":"Nine","status":"pending","priority":"","due_date":"2026-03-05","tags":[]}}`},
		{Name: "update of nothing", Tool: "todo_update_task", Args: `{"task_id":"todo_003"}`, Shows: []string{"todo_003"}},
		{Name: "delete", Tool: "todo_delete_task", Args: `{"task_id":"todo_005"}`, Shows: []string{"todo_005"}},
		{Name: "delete again", Tool: "todo_delete_task", Args: `{"task_id":"todo_005"}`, Outcome: world.Missing, Want: `{"error":"Task todo_005 not found"}`},
		{Name: "an id is not given twice", Tool: "todo_create_task", Args: `{"title":"N4"}`, Shows: []string{"todo_006"}},
		{Name: "update of nobody", Tool: "todo_update_task", Args: `{"task_id":"zz","title":"x"}`, Outcome: world.Missing, Want: `{"error":"Task zz not found"}`},
	})
}

func TestAuditListsUpdatesThatChangeNothing(t *testing.T) {
	w := servicetest.StartWire(t, todo.Service(), time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC), map[string]string{"todo.tasks": tasks})
	e := w.Call(world.Agent, "todo_update_task", []byte(`{"task_id":"TODO-9"}`))
	if len(e.Changes) != 0 {
		t.Fatalf("an update of nothing made %d changes", len(e.Changes))
	}
	want := `{"task_id":"TODO-9","title":"Nine","status":"pending","priority":"high","due_date":"2026-03-05","tags":["q1"]}`
	if got := string(e.Ref.Audit.Entry(e)); got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
}

func TestWireKeepsWhatIsSent(t *testing.T) {
	w := servicetest.StartWire(t, todo.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), nil)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "any day", Tool: "todo_create_task", Args: `{"title":"a","due_date":"","tags":["x"]}`,
			Want: `{"status":"created","task":{"task_id":"todo_001","title":"a","description":"","status":"pending","priority":"medium","due_date":"","tags":[],"created_at":"2026-03-02T12:00:00+00:00"}}`},
	})
}

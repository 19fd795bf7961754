package scheduler_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/scheduler"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const (
	backup = `{"job_id":"JOB-001","name":"backup","cron_expression":"0 2 * * *","enabled":true,"last_status":"success","status":"enabled","last_run":"2026-03-01T02:00:00+08:00","next_run":"2026-03-02T02:00:00+08:00","tags":["db","night"],"action":"dump","execution_history":[{"run_at":"c"},{"run_time":"b"},{"run_at":"a"}]}`
	bare   = `{"job_id":"JOB-101","name":"bare","cron_expression":"* * * * *","enabled":false}`
	failed = `{"job_id":"JOB-102","name":"report","cron_expression":"0 9 * * 1","enabled":true,"last_status":"failed","last_run":null,"tags":["report"],"execution_history":[]}`
)

var register = map[string]string{"scheduler.jobs": "[" + backup + "," + bare + "," + failed + "]"}

func TestReading(t *testing.T) {
	w := servicetest.Start(t, scheduler.Service(), world.Options{}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "what a job lacks is null or empty in a row", Tool: "scheduler_list_jobs", Args: `{"enabled":false}`,
			Want: `{"jobs":[{"job_id":"JOB-101","name":"bare","cron_expression":"* * * * *","enabled":false,"last_status":null,"last_run":null,"next_run":null,"tags":[]}],"total":1}`},
		{Name: "all", Tool: "scheduler_list_jobs", Shows: []string{"JOB-001", "JOB-101", "JOB-102"}},
		{Name: "status is that of the last run", Tool: "scheduler_list_jobs", Args: `{"status":"failed"}`, Shows: []string{"JOB-102"}},
		{Name: "status is not the switch", Tool: "scheduler_list_jobs", Args: `{"status":"enabled"}`, Shows: []string{}},
		{Name: "switch", Tool: "scheduler_list_jobs", Args: `{"enabled":true,"status":""}`, Shows: []string{"JOB-001", "JOB-102"}},
		{Name: "tag", Tool: "scheduler_list_jobs", Args: `{"tag":"night"}`, Shows: []string{"JOB-001"}},
		{Name: "part of a tag", Tool: "scheduler_list_jobs", Args: `{"tag":"nigh"}`, Shows: []string{}},
		{Name: "get", Tool: "scheduler_get_job", Args: `{"job_id":"JOB-001"}`, Want: backup, Shows: []string{"JOB-001"}},
		{Name: "get nothing", Tool: "scheduler_get_job", Args: `{"job_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Job x not found"}`},
		{Name: "the total of a history counts all runs", Tool: "scheduler_job_history", Args: `{"job_id":"JOB-001","limit":2}`,
			Want: `{"job_id":"JOB-001","history":[{"run_at":"c"},{"run_time":"b"}],"total":3}`},
		{Name: "no history", Tool: "scheduler_job_history", Args: `{"job_id":"JOB-101"}`, Want: `{"job_id":"JOB-101","history":[],"total":0}`},
		{Name: "history of nothing", Tool: "scheduler_job_history", Args: `{"job_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Job x not found"}`},
	})
}

// A history that was cut counts as read, one of which nothing came does not.
func TestHistoryShown(t *testing.T) {
	w := servicetest.StartWire(t, scheduler.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), register)
	for limit, want := range map[string]bool{"1": true, "0": false, "-1": true, "-3": false} {
		e := w.Call(world.Agent, "scheduler_job_history", []byte(`{"job_id":"JOB-001","limit":`+limit+`}`))
		if got := e.Shown[0].Has("execution_history"); got != want || !e.Shown[0].Has("job_id") {
			t.Errorf("limit %s: history shown %v, want %v: %s", limit, got, want, e.Body)
		}
	}
}

func TestWriting(t *testing.T) {
	w := servicetest.Start(t, scheduler.Service(), world.Options{}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "create", Tool: "scheduler_create_job", Args: `{"name":"n","cron_expression":"0 0 * * *","action":"a"}`,
			Want: `{"status":"created","job":{"job_id":"JOB-004","name":"n","cron_expression":"0 0 * * *","action":"a","enabled":true,"last_run":null,"next_run":null,"last_status":null,"created_by":null,"tags":[],"created_at":"2026-03-16T09:00:00+00:00","execution_history":[]}}`},
		{Name: "create with everything", Tool: "scheduler_create_job", Args: `{"name":"n","cron_expression":"c","action":"a","enabled":false,"tags":["t"],"created_by":"kim"}`,
			Want: `{"status":"created","job":{"job_id":"JOB-005","name":"n","cron_expression":"c","action":"a","enabled":false,"last_run":null,"next_run":null,"last_status":null,"created_by":"kim","tags":["t"],"created_at":"2026-03-16T09:00:00+00:00","execution_history":[]}}`},
		{Name: "update keeps the rest", Tool: "scheduler_update_job", Args: `{"job_id":"JOB-101","enabled":true,"tags":[],"name":null}`, Shows: []string{"JOB-101"},
			Want: `{"status":"updated","job":{"job_id":"JOB-101","name":"bare","cron_expression":"* * * * *","enabled":true,"tags":[]}}`},
		{Name: "update nothing", Tool: "scheduler_update_job", Args: `{"job_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Job x not found"}`},
		{Name: "delete", Tool: "scheduler_delete_job", Args: `{"job_id":"JOB-005"}`, Shows: []string{"JOB-005"}},
		{Name: "delete again", Tool: "scheduler_delete_job", Args: `{"job_id":"JOB-005"}`, Outcome: world.Missing, Want: `{"error":"Job JOB-005 not found"}`},
		{Name: "an id is not used twice", Tool: "scheduler_create_job", Args: `{"name":"after","cron_expression":"c","action":"a"}`, Shows: []string{"JOB-006"}},
		{Name: "list", Tool: "scheduler_list_jobs", Shows: []string{"JOB-001", "JOB-101", "JOB-102", "JOB-004", "JOB-006"}},
	})
}

// The audit lists an update that changed nothing as well, with the job as the reply held it.
func TestWireAudit(t *testing.T) {
	w := servicetest.StartWire(t, scheduler.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), register)
	e := w.Call(world.Agent, "scheduler_update_job", []byte(`{"job_id":"JOB-102"}`))
	if diff := cmp.Diff(failed, string(e.Ref.Audit.Entry(e))); diff != "" || len(e.Changes) != 0 {
		t.Errorf("audit of an idle update, %d changes (-want +got)\n%s", len(e.Changes), diff)
	}
}

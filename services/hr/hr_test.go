package hr_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/hr"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var company = map[string]string{
	"hr.people": `[
		{"employee_id":"EMP-1","name":"Dana Boss","email":"dana@northwind.test","department":"Board","title":"Director","manager_id":null,"location":"Berlin","start_date":"2010-01-01","status":"active"},
		{"employee_id":"EMP-2","name":"Max Lind","email":"max@northwind.test","department":"Finance","title":"Head of finance","manager_id":"EMP-1","location":"Berlin","start_date":"2015-05-01","status":"active","salary":91000.50,"salary_currency":"EUR"},
		{"employee_id":"EMP-3","name":"Kim Oduya","email":"kim@northwind.test","department":"Finance","title":"Accountant","manager_id":"EMP-2","location":"Lagos","start_date":"2020-02-01","status":"active"},
		{"employee_id":"EMP-4","name":"Kim Ode","email":"k.ode@northwind.test","department":"Finance","title":"Clerk","manager_id":"EMP-2","location":"Lagos","start_date":"2021-02-01","status":"left","end_date":"2025-12-31"}]`,
	"hr.leave_requests": `[
		{"leave_id":"LV-001","employee_id":"EMP-3","kind":"annual","from":"2026-04-06","to":"2026-04-10","days":4.5,"status":"requested","note":"Easter"},
		{"leave_id":"LV-002","employee_id":"EMP-3","kind":"sick","from":"2026-02-02","to":"2026-02-03","days":2,"status":"approved"},
		{"leave_id":"LV-003","employee_id":"EMP-2","kind":"annual","from":"2026-04-01","to":"2026-04-06","days":4,"status":"requested"},
		{"leave_id":"LV-004","employee_id":"EMP-3","kind":"annual","from":"2026-06-01","to":"2026-06-12","days":10,"status":"requested"},
		{"leave_id":"LV-005","employee_id":"EMP-3","kind":"training","from":"2026-07-01","to":"2026-07-01","days":1,"status":"requested"}]`,
	"hr.balances": `[
		{"balance_id":"BAL-1","employee_id":"EMP-3","kind":"annual","entitled":30,"remaining":12.0},
		{"balance_id":"BAL-2","employee_id":"EMP-2","kind":"annual","entitled":30,"remaining":30}]`,
}

func TestReading(t *testing.T) {
	w := servicetest.Start(t, hr.Service(), world.Options{}, company)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "two Kims, one has left", Tool: "hr_search_people", Args: `{"query":"kim"}`, Shows: []string{"EMP-3", "EMP-4"}},
		{Name: "a row has no address", Tool: "hr_search_people", Args: `{"query":"kim@north","status":"active"}`,
			Want: `{"people":[{"employee_id":"EMP-3","name":"Kim Oduya","department":"Finance","title":"Accountant","location":"Lagos","status":"active"}],"total":1}`},
		{Name: "filters", Tool: "hr_search_people", Args: `{"department":"Finance","location":"Berlin"}`, Shows: []string{"EMP-2"}},
		{Name: "the first ones", Tool: "hr_search_people", Args: `{"limit":2}`, Shows: []string{"EMP-1", "EMP-2"}},
		{Name: "one person", Tool: "hr_get_person", Args: `{"employee_id":"EMP-2"}`,
			Want: `{"employee_id":"EMP-2","name":"Max Lind","email":"max@northwind.test","department":"Finance","title":"Head of finance","manager_id":"EMP-1","location":"Berlin","start_date":"2015-05-01","status":"active","salary":91000.50,"salary_currency":"EUR"}`},
		{Name: "nobody", Tool: "hr_get_person", Args: `{"employee_id":"EMP-9"}`, Outcome: world.Missing, Want: `{"error":"People EMP-9 not found"}`},
		{Name: "direct reports only", Tool: "hr_list_reports", Args: `{"manager_id":"EMP-1"}`, Shows: []string{"EMP-2"}},
		{Name: "no reports", Tool: "hr_list_reports", Args: `{"manager_id":"EMP-3"}`, Want: `{"people":[],"total":0}`},
		{Name: "leave in a week, its edges counted", Tool: "hr_list_leave", Args: `{"period_start":"2026-04-06","period_end":"2026-04-06"}`, Shows: []string{"LV-001", "LV-003"}},
		{Name: "leave of a person", Tool: "hr_list_leave", Args: `{"employee_id":"EMP-3","status":"approved"}`,
			Want: `{"leave":[{"leave_id":"LV-002","employee_id":"EMP-3","kind":"sick","from":"2026-02-02","to":"2026-02-03","status":"approved"}],"total":1}`},
		{Name: "one leave", Tool: "hr_get_leave", Args: `{"leave_id":"LV-001"}`,
			Want: `{"leave_id":"LV-001","employee_id":"EMP-3","kind":"annual","from":"2026-04-06","to":"2026-04-10","days":4.5,"status":"requested","note":"Easter"}`},
		{Name: "balances", Tool: "hr_list_balances", Args: `{"employee_id":"EMP-3"}`, Shows: []string{"BAL-1"}},
	})
}

func TestRequestLeave(t *testing.T) {
	w := servicetest.Start(t, hr.Service(), world.Options{}, company)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "weekends do not count", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-3","kind":"annual","from":"2026-05-01","to":"2026-05-11","note":"Trip"}`,
			Want: `{"status":"requested","leave":{"leave_id":"LV-006","employee_id":"EMP-3","kind":"annual","from":"2026-05-01","to":"2026-05-11","days":7,"status":"requested","note":"Trip","requested_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "one day", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-1","kind":"unpaid","from":"2026-05-01","to":"2026-05-01"}`, Shows: []string{"LV-007"}},
		{Name: "days that are taken", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-3","kind":"annual","from":"2026-04-10","to":"2026-04-20"}`, Outcome: world.Conflict,
			Want: `{"error":"leave LV-001, which is requested, falls into the same days"}`},
		{Name: "the day after", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-3","kind":"annual","from":"2026-04-13","to":"2026-04-13"}`, Shows: []string{"LV-008"}},
		{Name: "backwards", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-3","kind":"annual","from":"2026-05-20","to":"2026-05-19"}`, Outcome: world.Invalid},
		{Name: "a weekend", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-3","kind":"annual","from":"2026-05-16","to":"2026-05-17"}`, Outcome: world.Invalid},
		{Name: "a life", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-3","kind":"annual","from":"2027-01-01","to":"9999-12-31"}`, Outcome: world.Invalid},
		{Name: "at the end of time", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-3","kind":"annual","from":"9999-12-27","to":"9999-12-31"}`, Shows: []string{"LV-009"}},
		{Name: "by one who has left", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-4","kind":"annual","from":"2026-05-20","to":"2026-05-20"}`, Outcome: world.Conflict},
	})
}

func TestDecideLeave(t *testing.T) {
	w := servicetest.Start(t, hr.Service(), world.Options{As: "max@northwind.test"}, company)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "approve", Tool: "hr_decide_leave", Args: `{"leave_id":"LV-001","decision":"approve","note":"Enjoy"}`,
			Want: `{"status":"approved","leave":{"leave_id":"LV-001","employee_id":"EMP-3","kind":"annual","from":"2026-04-06","to":"2026-04-10","days":4.5,"status":"approved","note":"Easter","decided_by":"max@northwind.test","decided_at":"2026-03-16T09:00:00+00:00","decision_note":"Enjoy"}}`},
		{Name: "the days are gone", Tool: "hr_list_balances", Args: `{"employee_id":"EMP-3"}`,
			Want: `{"balances":[{"balance_id":"BAL-1","employee_id":"EMP-3","kind":"annual","entitled":30,"remaining":7.5}],"total":1}`},
		{Name: "twice", Tool: "hr_decide_leave", Args: `{"leave_id":"LV-001","decision":"reject"}`, Outcome: world.Conflict, Want: `{"error":"leave LV-001 is approved already"}`},
		{Name: "one's own", Tool: "hr_decide_leave", Args: `{"leave_id":"LV-003","decision":"approve"}`, Outcome: world.Denied, Want: `{"error":"nobody decides on their own leave"}`},
		{Name: "more than is left", Tool: "hr_decide_leave", Args: `{"leave_id":"LV-004","decision":"approve"}`, Outcome: world.Conflict,
			Want: `{"error":"leave LV-004 takes more days than the balance has left"}`},
		{Name: "nothing was done", Tool: "hr_get_leave", Args: `{"leave_id":"LV-004"}`,
			Want: `{"leave_id":"LV-004","employee_id":"EMP-3","kind":"annual","from":"2026-06-01","to":"2026-06-12","days":10,"status":"requested"}`},
		{Name: "reject", Tool: "hr_decide_leave", Args: `{"leave_id":"LV-004","decision":"reject"}`, Shows: []string{"LV-004"}},
		{Name: "without a balance", Tool: "hr_decide_leave", Args: `{"leave_id":"LV-005","decision":"approve"}`, Shows: []string{"LV-005"}},
	})
}

func TestUpdatePerson(t *testing.T) {
	w := servicetest.Start(t, hr.Service(), world.Options{}, company)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "what is not named stays", Tool: "hr_update_person", Args: `{"employee_id":"EMP-3","title":"Senior accountant","manager_id":"EMP-1"}`,
			Want: `{"status":"updated","employee_id":"EMP-3"}`},
		{Name: "nothing", Tool: "hr_update_person", Args: `{"employee_id":"EMP-3","title":null}`, Outcome: world.Invalid},
		{Name: "oneself", Tool: "hr_update_person", Args: `{"employee_id":"EMP-3","manager_id":"EMP-3"}`, Outcome: world.Conflict},
		{Name: "a circle", Tool: "hr_update_person", Args: `{"employee_id":"EMP-1","manager_id":"EMP-4"}`, Outcome: world.Conflict,
			Want: `{"error":"employee EMP-1 cannot report to EMP-4, who is the same person or reports to them"}`},
		{Name: "salary is no argument", Tool: "hr_update_person", Args: `{"employee_id":"EMP-3","salary":1}`, Outcome: world.Invalid},
	})
	if diff := cmp.Diff(`{"employee_id":"EMP-3","name":"Kim Oduya","email":"kim@northwind.test","department":"Finance","title":"Senior accountant","manager_id":"EMP-1","location":"Lagos","start_date":"2020-02-01","status":"active"}`,
		servicetest.Records(w, "hr.people")[2]); diff != "" {
		t.Errorf("the person (-want +got)\n%s", diff)
	}
}

func TestWire(t *testing.T) {
	w := servicetest.StartWire(t, hr.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), company)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "no date", Tool: "hr_request_leave", Args: `{"employee_id":"EMP-3","kind":"annual","from":"soon","to":"later"}`, Outcome: world.Invalid},
		{Name: "another word", Tool: "hr_decide_leave", Args: `{"leave_id":"LV-004","decision":"yes"}`, Outcome: world.Invalid},
		{Name: "nobody", Tool: "hr_list_reports", Args: `{"manager_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Employee x not found"}`},
		{Name: "a manager of nowhere", Tool: "hr_update_person", Args: `{"employee_id":"EMP-3","manager_id":"x"}`, Outcome: world.Missing},
		{Name: "no leave", Tool: "hr_get_leave", Args: `{"leave_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Leave x not found"}`},
	})
}

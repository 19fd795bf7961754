package approvals_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/approvals"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var register = map[string]string{
	"approvals.policies": `[
		{"policy_id":"POL-1","name":"Purchases","kind":"purchase","currency":"EUR","description":"Two signatures from 5000 EUR on."},
		{"policy_id":"POL-2","name":"Old travel rule","kind":"travel","currency":"EUR","active":false}]`,
	"approvals.levels": `[
		{"level_id":"LVL-2","policy_id":"POL-1","position":2,"from_amount":5000.00,"role":"finance","approver":"flo@northwind.test"},
		{"level_id":"LVL-1","policy_id":"POL-1","position":1,"from_amount":100,"role":"line manager","approver":"max@northwind.test"}]`,
	"approvals.requests": `[
		{"request_id":"APR-001","kind":"purchase","title":"Desks","amount":7200.00,"currency":"EUR","requester":"kim@northwind.test","created_at":"2026-03-10T09:00:00Z","status":"pending","policy_id":"POL-1"},
		{"request_id":"APR-002","kind":"purchase","title":"Chairs","amount":900,"currency":"EUR","requester":"ana@northwind.test","created_at":"2026-03-11T09:00:00Z","status":"pending","policy_id":"POL-1"},
		{"request_id":"APR-003","kind":"purchase","title":"Lamps","amount":80,"currency":"EUR","requester":"kim@northwind.test","created_at":"2026-03-09T09:00:00Z","status":"rejected","policy_id":"POL-1","reason":"Too dear"},
		{"request_id":"APR-004","kind":"purchase","title":"A car for the boss","amount":900,"currency":"EUR","requester":"Max@northwind.test","created_at":"2026-03-09T09:00:00Z","status":"pending","policy_id":"POL-1"}]`,
	"approvals.steps": `[
		{"step_id":"STP-002","request_id":"APR-001","position":2,"role":"finance","approver":"flo@northwind.test","status":"pending"},
		{"step_id":"STP-001","request_id":"APR-001","position":1,"role":"line manager","approver":"max@northwind.test","status":"pending"},
		{"step_id":"STP-003","request_id":"APR-002","position":1,"role":"line manager","approver":"max@northwind.test","status":"pending"},
		{"step_id":"STP-004","request_id":"APR-003","position":1,"role":"line manager","approver":"max@northwind.test","status":"pending"},
		{"step_id":"STP-005","request_id":"APR-004","position":1,"role":"line manager","approver":"max@northwind.test","status":"pending"}]`,
	"approvals.comments": `[{"request_id":"APR-001","author":"max@northwind.test","text":"Which desks?","created_at":"2026-03-10T10:00:00Z"}]`,
}

func TestReading(t *testing.T) {
	w := servicetest.Start(t, approvals.Service(), world.Options{}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "a row leaves policy and reason out", Tool: "approvals_list_requests", Args: `{"status":"rejected"}`,
			Want: `{"requests":[{"request_id":"APR-003","kind":"purchase","title":"Lamps","amount":80,"currency":"EUR","requester":"kim@northwind.test","created_at":"2026-03-09T09:00:00Z","status":"rejected"}],"total":1}`},
		{Name: "of a person", Tool: "approvals_list_requests", Args: `{"requester":"KIM@northwind.test"}`, Shows: []string{"APR-001", "APR-003"}},
		{Name: "only the due step waits", Tool: "approvals_list_requests", Args: `{"waiting_for":"flo@northwind.test"}`, Shows: []string{}},
		{Name: "waiting for max", Tool: "approvals_list_requests", Args: `{"waiting_for":"max@northwind.test"}`, Shows: []string{"APR-001", "APR-002", "APR-004"}},
		{Name: "steps in order", Tool: "approvals_get_request", Args: `{"request_id":"APR-001"}`, Shows: []string{"APR-001", "STP-001", "STP-002", "1"}},
		{Name: "no such request", Tool: "approvals_get_request", Args: `{"request_id":"APR-9"}`, Outcome: world.Missing, Want: `{"error":"Request APR-9 not found"}`},
		{Name: "policies", Tool: "approvals_list_policies", Args: `{"kind":"travel"}`,
			Want: `{"policies":[{"policy_id":"POL-2","name":"Old travel rule","kind":"travel","currency":"EUR","active":false}],"total":1}`},
		{Name: "levels in order", Tool: "approvals_get_policy", Args: `{"policy_id":"POL-1"}`, Shows: []string{"POL-1", "LVL-1", "LVL-2"}},
	})
}

func TestFiling(t *testing.T) {
	w := servicetest.Start(t, approvals.Service(), world.Options{As: "kim@northwind.test"}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "one signature below the threshold", Tool: "approvals_create_request", Args: `{"policy_id":"POL-1","title":"Screens","amount":4999.99}`,
			Want: `{"status":"created","request_id":"APR-005","steps":[{"step_id":"STP-006","request_id":"APR-005","position":1,"role":"line manager","approver":"max@northwind.test","status":"pending"}]}`},
		{Name: "it is there", Tool: "approvals_list_requests", Args: `{"requester":"kim@northwind.test","status":"pending"}`, Shows: []string{"APR-001", "APR-005"}},
		{Name: "two at the threshold", Tool: "approvals_create_request", Args: `{"policy_id":"POL-1","title":"Screens","amount":5000.0,"currency":"EUR"}`,
			Shows: []string{"STP-007", "STP-008"}},
		{Name: "none for small sums", Tool: "approvals_create_request", Args: `{"policy_id":"POL-1","title":"Pens","amount":99.99}`, Outcome: world.Conflict},
		{Name: "another currency", Tool: "approvals_create_request", Args: `{"policy_id":"POL-1","title":"Pens","amount":500,"currency":"USD"}`, Outcome: world.Conflict},
		{Name: "a policy of the past", Tool: "approvals_create_request", Args: `{"policy_id":"POL-2","title":"Trip","amount":500}`, Outcome: world.Conflict},
		{Name: "nothing", Tool: "approvals_create_request", Args: `{"policy_id":"POL-1","title":"Trip","amount":0}`, Outcome: world.Invalid},
		{Name: "no title", Tool: "approvals_create_request", Args: `{"policy_id":"POL-1","title":" ","amount":500}`, Outcome: world.Invalid},
		{Name: "more digits than an amount has", Tool: "approvals_create_request", Args: `{"policy_id":"POL-1","title":"x","amount":1e300}`, Outcome: world.Invalid},
		{Name: "no policy", Tool: "approvals_create_request", Args: `{"policy_id":"POL-9","title":"x","amount":1}`, Outcome: world.Missing},
		{Name: "comment", Tool: "approvals_comment", Args: `{"request_id":"APR-003","text":"Why?"}`,
			Want: `{"status":"added","comment":{"request_id":"APR-003","text":"Why?","author":"kim@northwind.test","created_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "no comment", Tool: "approvals_comment", Args: `{"request_id":"APR-003","text":""}`, Outcome: world.Invalid},
		{Name: "withdraw what others asked for", Tool: "approvals_withdraw_request", Args: `{"request_id":"APR-002"}`, Outcome: world.Denied,
			Want: `{"error":"only its requester can withdraw request APR-002"}`},
		{Name: "withdraw what was decided", Tool: "approvals_withdraw_request", Args: `{"request_id":"APR-003"}`, Outcome: world.Conflict,
			Want: `{"error":"request APR-003 is rejected and cannot be withdrawn"}`},
		{Name: "withdraw", Tool: "approvals_withdraw_request", Args: `{"request_id":"APR-001","reason":"Found some"}`,
			Want: `{"status":"withdrawn","request":{"request_id":"APR-001","kind":"purchase","title":"Desks","amount":7200.00,"currency":"EUR","requester":"kim@northwind.test","created_at":"2026-03-10T09:00:00Z","status":"withdrawn","policy_id":"POL-1","reason":"Found some","decided_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "withdraw twice", Tool: "approvals_withdraw_request", Args: `{"request_id":"APR-001"}`, Outcome: world.Conflict},
	})
}

func TestSigning(t *testing.T) {
	w := servicetest.Start(t, approvals.Service(), world.Options{As: "max@northwind.test"}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "somebody else's step", Tool: "approvals_approve_step", Args: `{"step_id":"STP-002"}`, Outcome: world.Denied,
			Want: `{"error":"you are not the approver of step STP-002"}`},
		{Name: "a step of a closed request", Tool: "approvals_approve_step", Args: `{"step_id":"STP-004"}`, Outcome: world.Conflict,
			Want: `{"error":"request APR-003 is rejected; its steps are closed"}`},
		{Name: "a request of one's own", Tool: "approvals_approve_step", Args: `{"step_id":"STP-005"}`, Outcome: world.Denied},
		{Name: "the first of two", Tool: "approvals_approve_step", Args: `{"step_id":"STP-001","comment":"Fine"}`,
			Want: `{"status":"approved","step":{"step_id":"STP-001","request_id":"APR-001","position":1,"role":"line manager","approver":"max@northwind.test","status":"approved","comment":"Fine","decided_by":"max@northwind.test","decided_at":"2026-03-16T09:00:00+00:00"},"request_status":"pending"}`},
		{Name: "twice", Tool: "approvals_approve_step", Args: `{"step_id":"STP-001"}`, Outcome: world.Conflict, Want: `{"error":"step STP-001 is approved already"}`},
		{Name: "reject what was approved", Tool: "approvals_reject_step", Args: `{"step_id":"STP-001","reason":"No"}`, Outcome: world.Conflict},
		{Name: "reject without a reason", Tool: "approvals_reject_step", Args: `{"step_id":"STP-003","reason":" "}`, Outcome: world.Invalid},
		{Name: "reject", Tool: "approvals_reject_step", Args: `{"step_id":"STP-003","reason":"No need"}`, Shows: []string{"STP-003"}},
		{Name: "no step", Tool: "approvals_approve_step", Args: `{"step_id":"STP-9"}`, Outcome: world.Missing},
	})
	last := w.Entries()[7]
	var changed []string
	for _, c := range last.Changes {
		changed = append(changed, c.After.ID()+" "+c.After.Text("status")+" "+c.After.Text("reason")+c.After.Text("comment"))
	}
	if diff := cmp.Diff([]string{"STP-003 rejected No need", "APR-002 rejected No need"}, changed); diff != "" {
		t.Errorf("a rejection changed (-want +got)\n%s", diff)
	}
}

// The last signature approves the request; before its turn a signature is a conflict.
func TestSigningInOrder(t *testing.T) {
	w := servicetest.Start(t, approvals.Service(), world.Options{As: "flo@northwind.test"}, register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "out of order", Tool: "approvals_approve_step", Args: `{"step_id":"STP-002"}`, Outcome: world.Conflict,
			Want: `{"error":"step STP-002 is not due; step STP-001 comes first"}`},
	})
	if e := w.Call("colleague:max@northwind.test", "approvals_approve_step", []byte(`{"step_id":"STP-001"}`)); e.Outcome != world.OK {
		t.Fatalf("the colleague's signature: %v %s", e.Outcome, e.Body)
	}
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "in order", Tool: "approvals_approve_step", Args: `{"step_id":"STP-002"}`,
			Want: `{"status":"approved","step":{"step_id":"STP-002","request_id":"APR-001","position":2,"role":"finance","approver":"flo@northwind.test","status":"approved","decided_by":"flo@northwind.test","decided_at":"2026-03-16T09:00:00+00:00"},"request_status":"approved"}`},
		{Name: "now it waits for nobody", Tool: "approvals_list_requests", Args: `{"status":"approved"}`, Shows: []string{"APR-001"}},
	})
}

func TestWire(t *testing.T) {
	w := servicetest.StartWire(t, approvals.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), register)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "without an identity the due step can be signed", Tool: "approvals_approve_step", Args: `{"step_id":"STP-001"}`, Shows: []string{"STP-001"}},
		{Name: "a policy of nowhere", Tool: "approvals_create_request", Args: `{"policy_id":"x","title":"t","amount":1}`, Outcome: world.Missing, Want: `{"error":"Policy x not found"}`},
		{Name: "a request of nowhere", Tool: "approvals_comment", Args: `{"request_id":"x","text":"t"}`, Outcome: world.Missing},
	})
	e := w.Call(world.Agent, "approvals_reject_step", []byte(`{"step_id":"STP-003","reason":"r"}`))
	if got := e.Changes[0].After.ID(); got != "STP-003" || e.Ref.Audit.Key != "decided_steps" {
		t.Errorf("the audit lists %s under %s", got, e.Ref.Audit.Key)
	}
}

package approvals

import "coworkenv.dev/coworkenv/core/world"

// Acts of their own, so that a grant can allow filing requests but not signing them.
const (
	approve  world.Act = "approve"
	reject   world.Act = "reject"
	withdraw world.Act = "withdraw"
	comment  world.Act = "comment"
)

func writeTools() []world.Tool {
	return []world.Tool{createTool(), approveTool(), rejectTool(), commentTool(), withdrawTool()}
}

func stepID() world.Param {
	return world.Param{Name: "step_id", Type: world.ID, Required: true, Ref: "approvals.steps", Doc: "id of the step, as approvals_get_request shows it"}
}

func createTool() world.Tool {
	return world.Tool{
		Name: "approvals_create_request", Act: world.Create, Route: "/approvals/requests/create",
		Doc: "Files a request under a policy. The policy's chain for the amount becomes the steps of the request.",
		Params: []world.Param{
			{Name: "policy_id", Type: world.ID, Required: true, Ref: "approvals.policies", Doc: "id of the policy that covers it"},
			{Name: "title", Type: world.Text, Required: true, Doc: "what is asked for"},
			{Name: "amount", Type: world.Amount, Required: true, Doc: "what it costs, above 0"},
			{Name: "currency", Type: world.Text, Nullable: true, Doc: "ISO 4217 code; must be that of the policy, which is taken if left out"},
			{Name: "details", Type: world.Text, Nullable: true, Doc: "why it is needed"},
			{Name: "vendor", Type: world.Text, Nullable: true, Doc: "who would be paid"},
			{Name: "cost_center", Type: world.Text, Nullable: true, Doc: "who bears the cost"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "requests",
			Fields: map[string]string{
				"policy_id": "policy_id", "title": "title", "amount": "amount", "currency": "currency",
				"details": "details", "vendor": "vendor", "cost_center": "cost_center",
			},
			Const:    map[string]any{"status": pending},
			Computed: []string{"request_id", "kind", "currency", "requester", "created_at"},
		}, {
			Op: world.Created, Collection: "steps",
			Const:    map[string]any{"status": pending},
			Computed: []string{"step_id", "request_id", "position", "role", "approver"},
		}},
		Audit:  &world.AuditSpec{Key: "created_requests"},
		Handle: createRequest,
	}
}

func approveTool() world.Tool {
	return world.Tool{
		Name: "approvals_approve_step", Act: approve, Route: "/approvals/steps/approve",
		Doc: "Approves the step that is due, as its approver. The last step approves the request. It cannot be taken back.",
		Params: []world.Param{
			stepID(),
			{Name: "comment", Type: world.Text, Nullable: true, Doc: "a word to the requester"},
		},
		Reads: []world.Read{{Collection: "steps", Key: "step_id"}},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "steps", Key: "step_id",
			Fields:   map[string]string{"comment": "comment"},
			Const:    map[string]any{"status": approved},
			Computed: []string{"decided_by", "decided_at"},
		}, {
			Op: world.Updated, Collection: "requests", Follows: true,
			Const:    map[string]any{"status": approved},
			Computed: []string{"decided_at"},
		}},
		Audit:  &world.AuditSpec{Key: "decided_steps"},
		Handle: approveStep,
	}
}

func rejectTool() world.Tool {
	return world.Tool{
		Name: "approvals_reject_step", Act: reject, Route: "/approvals/steps/reject",
		Doc: "Rejects the step that is due, as its approver, and with it the request. It cannot be taken back.",
		Params: []world.Param{
			stepID(),
			{Name: "reason", Type: world.Text, Required: true, Doc: "why, for the requester"},
		},
		Reads: []world.Read{{Collection: "steps", Key: "step_id"}},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "steps", Key: "step_id",
			Fields:   map[string]string{"comment": "reason"},
			Const:    map[string]any{"status": rejected},
			Computed: []string{"decided_by", "decided_at"},
		}, {
			Op: world.Updated, Collection: "requests", Follows: true,
			Fields:   map[string]string{"reason": "reason"},
			Const:    map[string]any{"status": rejected},
			Computed: []string{"decided_at"},
		}},
		Audit:  &world.AuditSpec{Key: "decided_steps"},
		Handle: rejectStep,
	}
}

func commentTool() world.Tool {
	return world.Tool{
		Name: "approvals_comment", Act: comment, Route: "/approvals/requests/comment",
		Doc: "Puts a remark to a request, whatever its status. Nothing is decided by it.",
		Params: []world.Param{
			requestID(),
			{Name: "text", Type: world.Text, Required: true, Doc: "the remark"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "comments",
			Fields:   map[string]string{"request_id": "request_id", "text": "text"},
			Computed: []string{"author", "created_at"},
		}},
		Audit:  &world.AuditSpec{Key: "comments"},
		Handle: addComment,
	}
}

func withdrawTool() world.Tool {
	return world.Tool{
		Name: "approvals_withdraw_request", Act: withdraw, Route: "/approvals/requests/withdraw",
		Doc: "Withdraws a pending request, as its requester.",
		Params: []world.Param{
			requestID(),
			{Name: "reason", Type: world.Text, Nullable: true, Doc: "why it is no longer needed"},
		},
		Reads: []world.Read{{Collection: "requests", Key: "request_id"}},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "requests", Key: "request_id",
			Fields:   map[string]string{"reason": "reason"},
			Const:    map[string]any{"status": withdrawn},
			Computed: []string{"decided_at"},
		}},
		Audit:  &world.AuditSpec{Key: "withdrawn_requests"},
		Handle: withdrawRequest,
	}
}

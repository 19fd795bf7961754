package approvals

import "coworkenv.dev/coworkenv/core/world"

func readTools() []world.Tool {
	return []world.Tool{listRequestsTool(), getRequestTool(), listPoliciesTool(), getPolicyTool()}
}

func requestID() world.Param {
	return world.Param{Name: "request_id", Type: world.ID, Required: true, Ref: "approvals.requests", Doc: "id of the request"}
}

func listRequestsTool() world.Tool {
	return world.Tool{
		Name: "approvals_list_requests", Act: world.Reading, Route: "/approvals/requests",
		Doc: "Lists requests with title, amount, requester and status. Policy, details and steps need approvals_get_request.",
		Params: []world.Param{
			{Name: "status", Type: world.Text, Nullable: true, Enum: []string{pending, approved, rejected, withdrawn}, Doc: "only requests with this status"},
			{Name: "kind", Type: world.Text, Nullable: true, Doc: "only requests of exactly this kind"},
			{Name: "requester", Type: world.Address, Nullable: true, Doc: "only requests of this person"},
			{Name: "waiting_for", Type: world.Address, Nullable: true, Doc: "only pending requests whose next step waits for this person"},
		},
		BodyOptional: true,
		Reads: []world.Read{{
			Collection: "requests", View: "row",
			Filters: map[string]string{"status": "status", "kind": "kind", "requester": "requester"},
		}},
		Handle: listRequests,
	}
}

func getRequestTool() world.Tool {
	byRequest := map[string]string{"request_id": "request_id"}
	return world.Tool{
		Name: "approvals_get_request", Act: world.Reading, Route: "/approvals/requests/get",
		Doc:    "Returns one request with its steps in order and the comments on it.",
		Params: []world.Param{requestID()},
		Reads: []world.Read{
			{Collection: "requests", Key: "request_id"},
			{Collection: "steps", Filters: byRequest},
			{Collection: "comments", Filters: byRequest},
		},
		Handle: getRequest,
	}
}

func listPoliciesTool() world.Tool {
	return world.Tool{
		Name: "approvals_list_policies", Act: world.Reading, Route: "/approvals/policies",
		Doc:          "Lists the policies. The chain of approvers needs approvals_get_policy.",
		Params:       []world.Param{{Name: "kind", Type: world.Text, Nullable: true, Doc: "only policies for exactly this kind of request"}},
		BodyOptional: true,
		Reads:        []world.Read{{Collection: "policies", View: "row", Filters: map[string]string{"kind": "kind"}}},
		Handle:       listPolicies,
	}
}

func getPolicyTool() world.Tool {
	return world.Tool{
		Name: "approvals_get_policy", Act: world.Reading, Route: "/approvals/policies/get",
		Doc:    "Returns one policy with its levels in order: who must approve, and from which amount on.",
		Params: []world.Param{{Name: "policy_id", Type: world.ID, Required: true, Ref: "approvals.policies", Doc: "id of the policy"}},
		Reads: []world.Read{
			{Collection: "policies", Key: "policy_id"},
			{Collection: "levels", Filters: map[string]string{"policy_id": "policy_id"}},
		},
		Handle: getPolicy,
	}
}

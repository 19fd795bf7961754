// Package approvals is the register of requests that need somebody's signature: what is asked
// for, by which policy, and who has signed so far.
//
// Invariant: the steps of a request are signed in order, each by its own approver; a request
// that was approved, rejected or withdrawn never changes again.
package approvals

import "coworkenv.dev/coworkenv/core/world"

// Service declares the register of requests.
func Service() *world.Service {
	return &world.Service{
		Name:        "approvals",
		Title:       "Approvals",
		Doc:         "Requests that need approval, the policies that say who must approve, and the steps of each request. File requests, approve, reject, comment, withdraw.",
		Version:     1,
		Port:        9122,
		Collections: []world.Collection{requests(), steps(), policies(), levels(), comments()},
		Tools:       append(readTools(), writeTools()...),
		AuditKeys:   []string{"created_requests", "decided_steps", "comments", "withdrawn_requests"},
	}
}

// The states of a request and of a step.
const (
	pending   = "pending"
	approved  = "approved"
	rejected  = "rejected"
	withdrawn = "withdrawn"
)

func requests() world.Collection {
	return world.Collection{
		Name:  "requests",
		Doc:   "What was asked for, and how far it came.",
		Key:   "request_id",
		NewID: "APR-%03d",
		Fields: []world.Field{
			{Name: "request_id", Type: world.ID},
			{Name: "kind", Type: world.Text, Doc: "such as purchase, travel or discount; that of the policy"},
			{Name: "title", Type: world.Text},
			{Name: "amount", Type: world.Amount, Currency: "currency"},
			{Name: "currency", Type: world.Text, Doc: "ISO 4217 code"},
			{Name: "requester", Type: world.Address, Optional: true, Doc: "who asks; null where it is not known"},
			{Name: "created_at", Type: world.Instant, Past: true},
			{Name: "status", Type: world.Text, Enum: []string{pending, approved, rejected, withdrawn}},
			{Name: "policy_id", Type: world.ID, Ref: "approvals.policies"},
			{Name: "details", Type: world.Text, Optional: true, Doc: "why it is needed"},
			{Name: "vendor", Type: world.Text, Optional: true},
			{Name: "cost_center", Type: world.Text, Optional: true},
			{Name: "reason", Type: world.Text, Optional: true, Doc: "why it was rejected or withdrawn"},
			{Name: "decided_at", Type: world.Instant, Optional: true, Past: true},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"request_id", "kind", "title", "amount", "currency", "requester", "created_at", "status"},
		}},
	}
}

func steps() world.Collection {
	return world.Collection{
		Name:  "steps",
		Doc:   "Signatures that requests need, one a step.",
		Key:   "step_id",
		NewID: "STP-%03d",
		Fields: []world.Field{
			{Name: "step_id", Type: world.ID},
			{Name: "request_id", Type: world.ID, Ref: "approvals.requests"},
			{Name: "position", Type: world.Int, Doc: "order of the steps, lowest first"},
			{Name: "role", Type: world.Text, Doc: "such as line manager or finance"},
			{Name: "approver", Type: world.Address, Doc: "the one person who can sign"},
			{Name: "status", Type: world.Text, Enum: []string{pending, approved, rejected}},
			{Name: "decided_by", Type: world.Address, Optional: true},
			{Name: "decided_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "comment", Type: world.Text, Optional: true, Doc: "the approver's words; of a rejection its reason"},
		},
	}
}

func policies() world.Collection {
	return world.Collection{
		Name: "policies",
		Doc:  "Rules on who must approve what.",
		Key:  "policy_id",
		Fields: []world.Field{
			{Name: "policy_id", Type: world.ID},
			{Name: "name", Type: world.Text},
			{Name: "kind", Type: world.Text, Doc: "kind of request that it covers"},
			{Name: "currency", Type: world.Text, Doc: "ISO 4217 code of its amounts"},
			{Name: "description", Type: world.Text, Optional: true, Doc: "the rule in words"},
			{Name: "active", Type: world.Bool, Optional: true, Doc: "false where requests can no longer be filed under it"},
			{Name: "updated_at", Type: world.Instant, Optional: true, Past: true},
		},
		Views: []world.View{{Name: "row", Fields: []string{"policy_id", "name", "kind", "currency", "active"}}},
	}
}

func levels() world.Collection {
	return world.Collection{
		Name: "levels",
		Doc:  "The chain of signatures that a policy asks for, by amount.",
		Key:  "level_id",
		Fields: []world.Field{
			{Name: "level_id", Type: world.ID},
			{Name: "policy_id", Type: world.ID, Ref: "approvals.policies"},
			{Name: "position", Type: world.Int, Doc: "order of the signatures, lowest first"},
			{Name: "from_amount", Type: world.Amount, Doc: "asked for from this amount on; 0 for always"},
			{Name: "role", Type: world.Text},
			{Name: "approver", Type: world.Address},
		},
	}
}

func comments() world.Collection {
	return world.Collection{
		Name: "comments",
		Doc:  "Remarks on requests.",
		Fields: []world.Field{
			{Name: "request_id", Type: world.ID, Ref: "approvals.requests"},
			{Name: "author", Type: world.Address, Optional: true, Doc: "null where it is not known"},
			{Name: "text", Type: world.Text},
			{Name: "created_at", Type: world.Instant, Past: true},
		},
	}
}

package approvals

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func createRequest(tx *world.Tx, in world.Args, out *world.Reply) error {
	p, err := policy(tx, in.Text("policy_id"))
	if err != nil {
		return err
	}
	if blank(in.Text("title")) {
		return world.Refuse(world.Invalid, "the title is empty")
	}
	if active, stated := p.Get("active"); stated && active == false {
		return world.Refuse(world.Conflict, "policy %s is no longer in force", p.ID())
	}
	if c := in.Text("currency"); c != "" && c != p.Text("currency") {
		return world.Refuse(world.Conflict, "policy %s has amounts in another currency than %s", p.ID(), c)
	}
	needed, err := levelsFor(tx, p, in)
	if err != nil {
		return err
	}
	id := tx.NextID("requests")
	members := append([]value.Member{
		{Name: "request_id", Value: id},
		{Name: "kind", Value: p.Text("kind")},
	}, in.Members("title", "amount")...)
	members = append(members,
		value.Member{Name: "currency", Value: p.Text("currency")},
		value.Member{Name: "requester", Value: caller(tx)},
		tx.Stamp("created_at"),
		value.Member{Name: "status", Value: pending})
	r := tx.Insert("requests", append(members, in.Members("policy_id", "details", "vendor", "cost_center")...)...)
	steps := make([]*world.Record, len(needed))
	for i, level := range needed {
		steps[i] = tx.Insert("steps", stepMembers(tx, id, i+1, level)...)
	}
	out.Text("status", "created")
	out.Text("request_id", r.ID())
	out.List("steps", steps, "")
	return nil
}

func stepMembers(tx *world.Tx, requestID string, n int, level *world.Record) []value.Member {
	return []value.Member{
		{Name: "step_id", Value: tx.NextID("steps")},
		{Name: "request_id", Value: requestID},
		{Name: "position", Value: value.Int(int64(n))},
		{Name: "role", Value: level.Text("role")},
		{Name: "approver", Value: level.Text("approver")},
		{Name: "status", Value: pending},
	}
}

// levelsFor returns the levels that a policy asks for at the amount of a new request.
func levelsFor(tx *world.Tx, policy *world.Record, in world.Args) ([]*world.Record, error) {
	amount, ok := decimal(in.Value("amount"))
	if !ok || amount.Sign() <= 0 {
		return nil, world.Refuse(world.Invalid, "the amount must be above 0 and have at most 18 digits")
	}
	var out []*world.Record
	for _, level := range inOrder(tx, "levels", "policy_id", policy.ID()) {
		v, _ := level.Get("from_amount")
		if from, ok := decimal(v); ok && amount.Cmp(from) >= 0 {
			out = append(out, level)
		}
	}
	if out == nil {
		return nil, world.Refuse(world.Conflict, "policy %s asks for no approval of this amount; nothing has to be filed", policy.ID())
	}
	return out, nil
}

func decimal(v any) (value.Decimal, bool) {
	n, _ := v.(value.Number)
	d, err := value.ParseDecimal(string(n))
	return d, err == nil
}

// caller is the identity that makes the call, null where it is not known.
func caller(tx *world.Tx) any {
	if id := tx.Identity(); id != "" {
		return id
	}
	return nil
}

func addComment(tx *world.Tx, in world.Args, out *world.Reply) error {
	if _, err := request(tx, in.Text("request_id")); err != nil {
		return err
	}
	if blank(in.Text("text")) {
		return world.Refuse(world.Invalid, "the text is empty")
	}
	r := tx.Insert("comments", append(in.Members("request_id", "text"),
		value.Member{Name: "author", Value: caller(tx)}, tx.Stamp("created_at"))...)
	out.Text("status", "added")
	out.Record("comment", r)
	return nil
}

func withdrawRequest(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := request(tx, in.Text("request_id"))
	if err != nil {
		return err
	}
	if id := tx.Identity(); id != "" && !match.Person(r.Text("requester"), id) {
		return world.Refuse(world.Denied, "only its requester can withdraw request %s", r.ID())
	}
	if status := r.Text("status"); status != pending {
		return world.Refuse(world.Conflict, "request %s is %s and cannot be withdrawn", r.ID(), status)
	}
	out.Text("status", withdrawn)
	out.Record("request", tx.Update(r, append(in.GivenMembers("reason"),
		value.Member{Name: "status", Value: withdrawn}, tx.Stamp("decided_at"))...))
	return nil
}

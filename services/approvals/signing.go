package approvals

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

// due returns the named step and its request if the caller can decide on it now.
func due(tx *world.Tx, id string) (step, req *world.Record, err error) {
	step, ok := tx.Get("steps", id)
	if !ok {
		return nil, nil, world.NotFound("Step", id)
	}
	if req, err = request(tx, step.Text("request_id")); err != nil {
		return nil, nil, err
	}
	if who := tx.Identity(); who != "" && !match.Person(step.Text("approver"), who) {
		return nil, nil, world.Refuse(world.Denied, "you are not the approver of step %s", id)
	}
	if match.Person(req.Text("requester"), tx.Identity()) {
		return nil, nil, world.Refuse(world.Denied, "nobody decides on a request of their own")
	}
	if status := step.Text("status"); status != pending {
		return nil, nil, world.Refuse(world.Conflict, "step %s is %s already", id, status)
	}
	if status := req.Text("status"); status != pending {
		return nil, nil, world.Refuse(world.Conflict, "request %s is %s; its steps are closed", req.ID(), status)
	}
	if first := dueStep(chain(tx, req.ID())); first.ID() != id {
		return nil, nil, world.Refuse(world.Conflict, "step %s is not due; step %s comes first", id, first.ID())
	}
	return step, req, nil
}

func approveStep(tx *world.Tx, in world.Args, out *world.Reply) error {
	step, req, err := due(tx, in.Text("step_id"))
	if err != nil {
		return err
	}
	step = decide(tx, step, approved, in.GivenMembers("comment"))
	if dueStep(chain(tx, req.ID())) == nil {
		req = tx.Update(req, value.Member{Name: "status", Value: approved}, tx.Stamp("decided_at"))
	}
	return replyDecided(out, step, req)
}

func rejectStep(tx *world.Tx, in world.Args, out *world.Reply) error {
	step, req, err := due(tx, in.Text("step_id"))
	if err != nil {
		return err
	}
	reason := in.Text("reason")
	if blank(reason) {
		return world.Refuse(world.Invalid, "a rejection needs a reason")
	}
	step = decide(tx, step, rejected, []value.Member{{Name: "comment", Value: reason}})
	req = tx.Update(req,
		value.Member{Name: "status", Value: rejected},
		value.Member{Name: "reason", Value: reason},
		tx.Stamp("decided_at"))
	return replyDecided(out, step, req)
}

func decide(tx *world.Tx, step *world.Record, status string, words []value.Member) *world.Record {
	return tx.Update(step, append(words,
		value.Member{Name: "status", Value: status},
		value.Member{Name: "decided_by", Value: caller(tx)},
		tx.Stamp("decided_at"))...)
}

// replyDecided shows the step and tells what has become of the request.
func replyDecided(out *world.Reply, step, req *world.Record) error {
	out.Text("status", step.Text("status"))
	out.Record("step", step)
	out.Text("request_status", req.Text("status"))
	return nil
}

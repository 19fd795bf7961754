package approvals

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func listRequests(tx *world.Tx, in world.Args, out *world.Reply) error {
	requester, waiting := in.Text("requester"), in.Text("waiting_for")
	out.Listing("requests", tx.Select("requests", func(r *world.Record) bool {
		return match.Fields(r, in, "status", "kind") &&
			(requester == "" || match.Person(r.Text("requester"), requester)) &&
			(waiting == "" || waitsFor(tx, r, waiting))
	}), "row")
	return nil
}

// waitsFor reports whether the due step of a pending request is the person's.
func waitsFor(tx *world.Tx, request *world.Record, person string) bool {
	if request.Text("status") != pending {
		return false
	}
	due := dueStep(chain(tx, request.ID()))
	return due != nil && match.Person(due.Text("approver"), person)
}

func getRequest(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := request(tx, in.Text("request_id"))
	if err != nil {
		return err
	}
	out.Record("request", r)
	out.List("steps", chain(tx, r.ID()), "")
	out.List("comments", tx.Select("comments", func(c *world.Record) bool { return c.Text("request_id") == r.ID() }), "")
	return nil
}

func listPolicies(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("policies", tx.Select("policies", func(r *world.Record) bool { return match.Fields(r, in, "kind") }), "row")
	return nil
}

func getPolicy(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := policy(tx, in.Text("policy_id"))
	if err != nil {
		return err
	}
	out.Record("policy", r)
	out.List("levels", inOrder(tx, "levels", "policy_id", r.ID()), "")
	return nil
}

func request(tx *world.Tx, id string) (*world.Record, error) {
	r, ok := tx.Get("requests", id)
	if !ok {
		return nil, world.NotFound("Request", id)
	}
	return r, nil
}

func policy(tx *world.Tx, id string) (*world.Record, error) {
	r, ok := tx.Get("policies", id)
	if !ok {
		return nil, world.NotFound("Policy", id)
	}
	return r, nil
}

// chain returns the steps of a request in order.
func chain(tx *world.Tx, requestID string) []*world.Record {
	return inOrder(tx, "steps", "request_id", requestID)
}

// inOrder returns the records that refer to a parent, by position.
func inOrder(tx *world.Tx, coll, parent, id string) []*world.Record {
	list := tx.Select(coll, func(r *world.Record) bool { return r.Text(parent) == id })
	slices.SortStableFunc(list, func(a, b *world.Record) int {
		x, y := position(a), position(b)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return list
}

func position(r *world.Record) int64 {
	v, _ := r.Get("position")
	n, _ := v.(value.Number)
	i, _ := n.Int()
	return i
}

// dueStep is the first step that is not approved; nil where all are.
func dueStep(chain []*world.Record) *world.Record {
	for _, s := range chain {
		if s.Text("status") != approved {
			return s
		}
	}
	return nil
}

// blank reports whether a required text says nothing.
func blank(s string) bool { return strings.TrimSpace(s) == "" }

package hr

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func searchPeople(tx *world.Tx, in world.Args, out *world.Reply) error {
	found := tx.Select("people", func(r *world.Record) bool {
		return match.Fields(r, in, "department", "location", "status") &&
			match.Words(in.Text("query"), r.Text("name"), r.Text("title"), r.Text("email"))
	})
	out.Listing("people", in.Page(found, "limit"), "row")
	return nil
}

func getPerson(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := person(tx, in.Text("employee_id"))
	if err != nil {
		return err
	}
	out.Whole(r)
	return nil
}

func person(tx *world.Tx, id string) (*world.Record, error) {
	r, ok := tx.Get("people", id)
	if !ok {
		return nil, world.NotFound("Employee", id)
	}
	return r, nil
}

func listReports(tx *world.Tx, in world.Args, out *world.Reply) error {
	manager, err := person(tx, in.Text("manager_id"))
	if err != nil {
		return err
	}
	out.Listing("people", tx.Select("people", func(r *world.Record) bool { return r.Text("manager_id") == manager.ID() }), "row")
	return nil
}

func listLeave(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("leave", tx.Select("leave_requests", func(r *world.Record) bool {
		return match.Fields(r, in, "employee_id", "status") &&
			match.Days(r, "to", in.Text("period_start"), "", tx.Zone()) &&
			match.Days(r, "from", "", in.Text("period_end"), tx.Zone())
	}), "row")
	return nil
}

func getLeave(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("leave_requests", in.Text("leave_id"))
	if !ok {
		return world.NotFound("Leave", in.Text("leave_id"))
	}
	out.Whole(r)
	return nil
}

func listBalances(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := person(tx, in.Text("employee_id"))
	if err != nil {
		return err
	}
	out.Listing("balances", tx.Select("balances", func(b *world.Record) bool { return b.Text("employee_id") == r.ID() }), "")
	return nil
}

// updatePerson does not show the record, since it may hold confidential facts.
func updatePerson(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := person(tx, in.Text("employee_id"))
	if err != nil {
		return err
	}
	set := in.GivenMembers("department", "title", "location", "manager_id", "phone")
	if len(set) == 0 {
		return world.Refuse(world.Invalid, "name at least one fact to change: department, title, location, manager_id or phone")
	}
	if manager := in.Text("manager_id"); in.Given("manager_id") {
		if err := mayLead(tx, manager, r.ID()); err != nil {
			return err
		}
	}
	tx.Update(r, set...)
	out.Text("status", "updated")
	out.Text("employee_id", r.ID())
	return nil
}

// mayLead refuses a manager who is below the employee, or is the employee.
func mayLead(tx *world.Tx, manager, employee string) error {
	seen := map[string]bool{}
	for id := manager; id != "" && !seen[id]; {
		if id == employee {
			return world.Refuse(world.Conflict, "employee %s cannot report to %s, who is the same person or reports to them", employee, manager)
		}
		seen[id] = true
		r, ok := tx.Get("people", id)
		if !ok {
			if id == manager {
				return world.NotFound("Employee", id)
			}
			break
		}
		id = r.Text("manager_id")
	}
	return nil
}

// auditedUpdate is what the wire audit lists of an update: what was sent.
func auditedUpdate(e *world.Entry) []byte {
	return value.Append(nil, value.Obj(e.Args.Members("employee_id", "department", "title", "location", "manager_id", "phone")...))
}

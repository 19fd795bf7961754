package hr

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

// longest is the longest leave in days, first and last counted.
const longest = 1100

func requestLeave(tx *world.Tx, in world.Args, out *world.Reply) error {
	who, err := person(tx, in.Text("employee_id"))
	if err != nil {
		return err
	}
	days, err := workingDays(in.Text("from"), in.Text("to"))
	if err != nil {
		return err
	}
	if who.Text("status") == "left" {
		return world.Refuse(world.Conflict, "employee %s has left", who.ID())
	}
	if other := overlapping(tx, who.ID(), in.Text("from"), in.Text("to")); other != nil {
		return world.Refuse(world.Conflict, "leave %s, which is %s, falls into the same days", other.ID(), other.Text("status"))
	}
	members := append([]value.Member{{Name: "leave_id", Value: tx.NextID("leave_requests")}},
		in.Members("employee_id", "kind", "from", "to")...)
	members = append(members,
		value.Member{Name: "days", Value: value.Int(int64(days))},
		value.Member{Name: "status", Value: requested})
	members = append(members, in.Members("note")...)
	r := tx.Insert("leave_requests", append(members, tx.Stamp("requested_at"))...)
	out.Text("status", requested)
	out.Record("leave", r)
	return nil
}

// workingDays counts the days from Monday to Friday between two days, both counted.
func workingDays(from, to string) (int, error) {
	first, err := value.ParseDay(from)
	last, err2 := value.ParseDay(to)
	switch {
	case err != nil || err2 != nil:
		return 0, world.Refuse(world.Invalid, "from and to must be dates, YYYY-MM-DD")
	case last < first:
		return 0, world.Refuse(world.Invalid, "the leave ends before it begins")
	case last > first.Plus(longest-1) && first.Plus(longest-1) != "":
		return 0, world.Refuse(world.Invalid, "the leave is longer than %d days", longest)
	}
	n := 0
	for d := first; d != "" && d <= last; d = d.Plus(1) {
		if w := d.Weekday(); w != time.Saturday && w != time.Sunday {
			n++
		}
	}
	if n == 0 {
		return 0, world.Refuse(world.Invalid, "there is no working day from %s to %s", from, to)
	}
	return n, nil
}

// overlapping returns leave of the employee that is requested or approved for some of the days.
func overlapping(tx *world.Tx, employee, from, to string) *world.Record {
	for r := range tx.All("leave_requests") {
		open := r.Text("status") == requested || r.Text("status") == approved
		if open && r.Text("employee_id") == employee && r.Text("from") <= to && r.Text("to") >= from {
			return r
		}
	}
	return nil
}

func decideLeave(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("leave_requests", in.Text("leave_id"))
	if !ok {
		return world.NotFound("Leave", in.Text("leave_id"))
	}
	if who, ok := tx.Get("people", r.Text("employee_id")); ok && match.Person(who.Text("email"), tx.Identity()) {
		return world.Refuse(world.Denied, "nobody decides on their own leave")
	}
	if status := r.Text("status"); status != requested {
		return world.Refuse(world.Conflict, "leave %s is %s already", r.ID(), status)
	}
	var status string
	switch in.Text("decision") {
	case "approve":
		status = approved
	case "reject":
		status = rejected
	default:
		return world.Refuse(world.Invalid, "the decision must be approve or reject")
	}
	set := []value.Member{{Name: "status", Value: status}, {Name: "decided_by", Value: nil}, tx.Stamp("decided_at")}
	if id := tx.Identity(); id != "" {
		set[1].Value = id
	}
	if in.Given("note") {
		set = append(set, value.Member{Name: "decision_note", Value: in.Text("note")})
	}
	now := tx.Update(r, set...)
	if status == approved {
		if err := deduct(tx, now); err != nil {
			return err
		}
	}
	out.Text("status", status)
	out.Record("leave", now)
	return nil
}

// deduct takes the days of a leave from the employee's balance of that kind, if there is one.
func deduct(tx *world.Tx, leave *world.Record) error {
	for b := range tx.All("balances") {
		if b.Text("employee_id") != leave.Text("employee_id") || b.Text("kind") != leave.Text("kind") {
			continue
		}
		has, ok := decimal(b, "remaining")
		needs, also := decimal(leave, "days")
		if !ok || !also || has.Cmp(needs) < 0 {
			return world.Refuse(world.Conflict, "leave %s takes more days than the balance has left", leave.ID())
		}
		left, err := has.Sub(needs)
		if err != nil {
			return world.Refuse(world.Conflict, "the balance cannot be worked out: %v", err)
		}
		tx.Update(b, value.Member{Name: "remaining", Value: value.Number(left.String())})
		return nil
	}
	return nil
}

func decimal(r *world.Record, field string) (value.Decimal, bool) {
	v, _ := r.Get(field)
	n, _ := v.(value.Number)
	d, err := value.ParseDecimal(string(n))
	return d, err == nil
}

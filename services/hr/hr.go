// Package hr is the register of employees: who works where and for whom, who is on leave, and
// how many days of leave are left.
//
// Invariant: nobody is their own superior, however far up; leave that was decided on never
// changes, and approving it takes its days from the balance.
package hr

import "coworkenv.dev/coworkenv/core/world"

// Service declares the register of employees.
func Service() *world.Service {
	return &world.Service{
		Name:        "hr",
		Title:       "Human resources",
		Doc:         "Employees with their managers, requests for leave and balances. Look people up, file and decide on leave, change a few facts about a person.",
		Version:     1,
		Port:        9123,
		Collections: []world.Collection{people(), leave(), balances()},
		Tools:       append(readTools(), writeTools()...),
		AuditKeys:   []string{"leave_requests", "leave_decisions", "updated_people"},
	}
}

// The states of a request for leave.
const (
	requested = "requested"
	approved  = "approved"
	rejected  = "rejected"
	cancelled = "cancelled"
)

func kinds() []string { return []string{"annual", "sick", "parental", "training", "unpaid"} }

func people() world.Collection {
	return world.Collection{
		Name:  "people",
		Doc:   "Employees, those who have left among them.",
		Key:   "employee_id",
		NewID: "EMP-%03d",
		Fields: []world.Field{
			{Name: "employee_id", Type: world.ID},
			{Name: "name", Type: world.Text},
			{Name: "email", Type: world.Address},
			{Name: "department", Type: world.Text},
			{Name: "title", Type: world.Text},
			{Name: "manager_id", Type: world.ID, Optional: true, Ref: "hr.people", Doc: "the direct superior; null at the top"},
			{Name: "location", Type: world.Text},
			{Name: "start_date", Type: world.Day, Doc: "first day of work"},
			{Name: "status", Type: world.Text, Enum: []string{"active", "on_leave", "starting", "left"}},
			{Name: "end_date", Type: world.Day, Optional: true, Doc: "last day of work"},
			{Name: "employment", Type: world.Text, Optional: true, Doc: "such as permanent, fixed term or contractor"},
			{Name: "phone", Type: world.Text, Optional: true, Doc: "at work"},
			{Name: "private_phone", Type: world.Text, Optional: true, Secret: true, Doc: "confidential"},
			{Name: "birth_date", Type: world.Day, Optional: true, Secret: true, Past: true, Doc: "confidential"},
			{Name: "salary", Type: world.Amount, Optional: true, Currency: "salary_currency", Secret: true, Doc: "a year; confidential"},
			{Name: "salary_currency", Type: world.Text, Optional: true, Doc: "ISO 4217 code"},
			{Name: "notes", Type: world.Text, Optional: true},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"employee_id", "name", "department", "title", "location", "status"},
		}},
	}
}

func leave() world.Collection {
	return world.Collection{
		Name:  "leave_requests",
		Doc:   "Leave that was asked for.",
		Key:   "leave_id",
		NewID: "LV-%03d",
		Fields: []world.Field{
			{Name: "leave_id", Type: world.ID},
			{Name: "employee_id", Type: world.ID, Ref: "hr.people"},
			{Name: "kind", Type: world.Text, Enum: kinds()},
			{Name: "from", Type: world.Day, Doc: "first day"},
			{Name: "to", Type: world.Day, Doc: "last day"},
			{Name: "days", Type: world.Number, Doc: "working days that it takes"},
			{Name: "status", Type: world.Text, Enum: []string{requested, approved, rejected, cancelled}},
			{Name: "note", Type: world.Text, Optional: true, Doc: "the employee's words"},
			{Name: "requested_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "decided_by", Type: world.Address, Optional: true},
			{Name: "decided_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "decision_note", Type: world.Text, Optional: true, Doc: "the words of who decided"},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"leave_id", "employee_id", "kind", "from", "to", "status"},
		}},
	}
}

func balances() world.Collection {
	return world.Collection{
		Name: "balances",
		Doc:  "Days of leave that employees have, by kind.",
		Key:  "balance_id",
		Fields: []world.Field{
			{Name: "balance_id", Type: world.ID},
			{Name: "employee_id", Type: world.ID, Ref: "hr.people"},
			{Name: "kind", Type: world.Text, Enum: kinds()},
			{Name: "entitled", Type: world.Number, Doc: "days a year"},
			{Name: "remaining", Type: world.Number, Doc: "days not yet taken or approved"},
		},
	}
}

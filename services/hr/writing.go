package hr

import "coworkenv.dev/coworkenv/core/world"

// decideAct is an act of its own, so that a grant can allow filing leave but not deciding on it.
const decideAct world.Act = "decide"

func writeTools() []world.Tool { return []world.Tool{requestTool(), decideTool(), updateTool()} }

func requestTool() world.Tool {
	return world.Tool{
		Name: "hr_request_leave", Act: world.Create, Route: "/hr/leave/request",
		Doc: "Files a request for leave. Its days are counted from Monday to Friday.",
		Params: []world.Param{
			employee("employee_id", "id of the employee who takes leave"),
			{Name: "kind", Type: world.Text, Required: true, Enum: kinds(), Doc: "kind of leave"},
			{Name: "from", Type: world.Day, Required: true, Doc: "first day"},
			{Name: "to", Type: world.Day, Required: true, Doc: "last day, not before the first"},
			{Name: "note", Type: world.Text, Nullable: true, Doc: "a word to the manager"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "leave_requests",
			Fields:   map[string]string{"employee_id": "employee_id", "kind": "kind", "from": "from", "to": "to", "note": "note"},
			Const:    map[string]any{"status": requested},
			Computed: []string{"leave_id", "days", "requested_at"},
		}},
		Audit:  &world.AuditSpec{Key: "leave_requests"},
		Handle: requestLeave,
	}
}

func decideTool() world.Tool {
	return world.Tool{
		Name: "hr_decide_leave", Act: decideAct, Route: "/hr/leave/decide",
		Doc: "Approves or rejects a request for leave. Approving takes its days from the balance, where there is one. It cannot be taken back.",
		Params: []world.Param{
			leaveID(),
			{Name: "decision", Type: world.Text, Required: true, Enum: []string{"approve", "reject"}, Doc: "what was decided"},
			{Name: "note", Type: world.Text, Nullable: true, Doc: "a word to the employee"},
		},
		Reads: []world.Read{{Collection: "leave_requests", Key: "leave_id"}},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "leave_requests", Key: "leave_id",
			Fields:   map[string]string{"decision_note": "note"},
			Computed: []string{"status", "decided_by", "decided_at"},
		}, {
			Op: world.Updated, Collection: "balances", Follows: true,
			Computed: []string{"remaining"},
		}},
		Audit:  &world.AuditSpec{Key: "leave_decisions"},
		Handle: decideLeave,
	}
}

func updateTool() world.Tool {
	return world.Tool{
		Name: "hr_update_person", Act: world.Update, Route: "/hr/people/update",
		Doc: "Changes department, title, location, manager or telephone at work of an employee; what is not named stays.",
		Params: []world.Param{
			employee("employee_id", "id of the employee"),
			{Name: "department", Type: world.Text, Nullable: true, Doc: "new department"},
			{Name: "title", Type: world.Text, Nullable: true, Doc: "new title"},
			{Name: "location", Type: world.Text, Nullable: true, Doc: "new place of work"},
			{Name: "manager_id", Type: world.ID, Nullable: true, Ref: "hr.people", Doc: "id of the new manager"},
			{Name: "phone", Type: world.Text, Nullable: true, Doc: "new telephone at work"},
		},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "people", Key: "employee_id",
			Fields: map[string]string{
				"department": "department", "title": "title", "location": "location", "manager_id": "manager_id", "phone": "phone",
			},
		}},
		Audit:  &world.AuditSpec{Key: "updated_people", Entry: auditedUpdate},
		Handle: updatePerson,
	}
}

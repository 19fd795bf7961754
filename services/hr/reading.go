package hr

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func readTools() []world.Tool {
	return []world.Tool{searchTool(), getTool(), reportsTool(), listLeaveTool(), getLeaveTool(), balancesTool()}
}

func employee(name, doc string) world.Param {
	return world.Param{Name: name, Type: world.ID, Required: true, Ref: "hr.people", Doc: doc}
}

func leaveID() world.Param {
	return world.Param{Name: "leave_id", Type: world.ID, Required: true, Ref: "hr.leave_requests", Doc: "id of the request for leave"}
}

func searchTool() world.Tool {
	return world.Tool{
		Name: "hr_search_people", Act: world.Reading, Route: "/hr/people/search",
		Doc: "Finds employees, also such as have left. Address, manager and dates need hr_get_person.",
		Params: []world.Param{
			{Name: "query", Type: world.Text, Nullable: true, Doc: "words that must all stand in name, title or address"},
			{Name: "department", Type: world.Text, Nullable: true, Doc: "only people of exactly this department"},
			{Name: "location", Type: world.Text, Nullable: true, Doc: "only people at exactly this place"},
			{Name: "status", Type: world.Text, Nullable: true, Enum: []string{"active", "on_leave", "starting", "left"}, Doc: "only people with this status"},
			{Name: "limit", Type: world.Int, Default: value.Int(50), Min: 1, Max: 1000, Doc: "how many at most"},
		},
		BodyOptional: true,
		Reads: []world.Read{{
			Collection: "people", View: "row", Limit: "limit",
			Search:  map[string]string{"query": "name"},
			Filters: map[string]string{"department": "department", "location": "location", "status": "status"},
		}},
		Handle: searchPeople,
	}
}

func getTool() world.Tool {
	return world.Tool{
		Name: "hr_get_person", Act: world.Reading, Route: "/hr/people/get",
		Doc:    "Returns everything on file about one employee, confidential facts among it.",
		Params: []world.Param{employee("employee_id", "id of the employee")},
		Reads:  []world.Read{{Collection: "people", Key: "employee_id"}},
		Handle: getPerson,
	}
}

func reportsTool() world.Tool {
	return world.Tool{
		Name: "hr_list_reports", Act: world.Reading, Route: "/hr/people/reports",
		Doc:    "Lists the people who report directly to a manager.",
		Params: []world.Param{employee("manager_id", "id of the manager")},
		Reads:  []world.Read{{Collection: "people", View: "row", Filters: map[string]string{"manager_id": "manager_id"}}},
		Handle: listReports,
	}
}

func listLeaveTool() world.Tool {
	return world.Tool{
		Name: "hr_list_leave", Act: world.Reading, Route: "/hr/leave",
		Doc: "Lists requests for leave, whatever their status. Days, notes and who decided need hr_get_leave.",
		Params: []world.Param{
			{Name: "employee_id", Type: world.ID, Nullable: true, Ref: "hr.people", Doc: "only leave of this employee"},
			{Name: "status", Type: world.Text, Nullable: true, Enum: []string{requested, approved, rejected, cancelled}, Doc: "only leave with this status"},
			{Name: "period_start", Type: world.Day, Nullable: true, Doc: "only leave that ends on this day or later"},
			{Name: "period_end", Type: world.Day, Nullable: true, Doc: "only leave that begins on this day or earlier"},
		},
		BodyOptional: true,
		Reads: []world.Read{{
			Collection: "leave_requests", View: "row",
			Filters: map[string]string{"employee_id": "employee_id", "status": "status", "period_start": "to", "period_end": "from"},
		}},
		Handle: listLeave,
	}
}

func getLeaveTool() world.Tool {
	return world.Tool{
		Name: "hr_get_leave", Act: world.Reading, Route: "/hr/leave/get",
		Doc:    "Returns one request for leave with its days, notes and decision.",
		Params: []world.Param{leaveID()},
		Reads:  []world.Read{{Collection: "leave_requests", Key: "leave_id"}},
		Handle: getLeave,
	}
}

func balancesTool() world.Tool {
	return world.Tool{
		Name: "hr_list_balances", Act: world.Reading, Route: "/hr/balances",
		Doc:    "Lists how many days of leave an employee has left, by kind.",
		Params: []world.Param{employee("employee_id", "id of the employee")},
		Reads:  []world.Read{{Collection: "balances", Filters: map[string]string{"employee_id": "employee_id"}}},
		Handle: listBalances,
	}
}

package servicetest_test

import "coworkenv.dev/coworkenv/services/servicetest"

// samples are small offices for the services whose tools look at the state of several records
// at once, which made records seldom have.
func samples() []servicetest.Sample {
	return []servicetest.Sample{approvalsSample(), driveSample(), hrSample(), ordersSample(), paymentsSample(), sheetsSample()}
}

func approvalsSample() servicetest.Sample {
	return servicetest.Sample{
		Records: map[string]string{
			"approvals.policies": `[{"policy_id":"POL-1","name":"Purchases","kind":"purchase","currency":"EUR","active":true}]`,
			"approvals.levels":   `[{"level_id":"LVL-1","policy_id":"POL-1","position":1,"from_amount":0,"role":"manager","approver":"max@example.com"}]`,
			"approvals.requests": `[{"request_id":"APR-001","kind":"purchase","title":"Desks","amount":7200.00,"currency":"EUR","requester":"kim@example.com","created_at":"2026-03-10T09:00:00Z","status":"pending","policy_id":"POL-1"}]`,
			"approvals.steps": `[
				{"step_id":"STP-001","request_id":"APR-001","position":1,"role":"manager","approver":"max@example.com","status":"approved","decided_by":"max@example.com"},
				{"step_id":"STP-002","request_id":"APR-001","position":2,"role":"finance","approver":"flo@example.com","status":"pending"}]`,
		},
		Calls: []servicetest.SampleCall{
			{Tool: "approvals_create_request", Args: `{"policy_id":"POL-1","title":"Lamps","amount":80.50,"currency":"EUR","details":"d","vendor":"v","cost_center":"c"}`},
			{Tool: "approvals_approve_step", Args: `{"step_id":"STP-002","comment":"Fine"}`},
			{As: "flo@example.com", Tool: "approvals_approve_step", Args: `{"step_id":"STP-002"}`},
			{Tool: "approvals_reject_step", Args: `{"step_id":"STP-002","reason":"Too dear"}`},
			{Tool: "approvals_withdraw_request", Args: `{"request_id":"APR-001","reason":"Found some"}`},
			{As: "kim@example.com", Tool: "approvals_withdraw_request", Args: `{"request_id":"APR-001"}`},
		},
	}
}

func driveSample() servicetest.Sample {
	return servicetest.Sample{
		Records: map[string]string{
			"drive.folders": `[{"folder_id":"FLD-1","name":"Contracts"}]`,
			"drive.files": `[{"file_id":"FILE-001","name":"Brandt.txt","folder_id":null,"owner":"kim@example.com","mime_type":"text/plain","size":5,"created_at":"2026-03-01T09:00:00Z",
				"modified_at":"2026-03-10T09:00:00Z","modified_by":"kim@example.com","version":1,"link_access":"restricted","trashed":false,"description":"d","content":"Draft"}]`,
			"drive.permissions": `[{"permission_id":"PRM-001","file_id":"FILE-001","person":"ana@example.com","role":"viewer"}]`,
		},
		Calls: []servicetest.SampleCall{
			{Tool: "drive_create_file", Args: `{"name":"New.txt","content":"x","folder_id":"FLD-1"}`},
			{Tool: "drive_update_content", Args: `{"file_id":"FILE-001","content":"Final"}`},
			{Tool: "drive_move_file", Args: `{"file_id":"FILE-001","name":"B.txt","folder_id":"FLD-1"}`},
			{Tool: "drive_share_file", Args: `{"file_id":"FILE-001","person":"lee@example.com","role":"editor"}`},
			{As: "kim@example.com", Tool: "drive_share_file", Args: `{"file_id":"FILE-001","person":"ana@example.com","role":"editor"}`},
			{Tool: "drive_set_link_access", Args: `{"file_id":"FILE-001","link_access":"anyone_view"}`},
			{Tool: "drive_trash_file", Args: `{"file_id":"FILE-001"}`},
		},
	}
}

func hrSample() servicetest.Sample {
	return servicetest.Sample{
		Records: map[string]string{
			"hr.people":         `[{"employee_id":"EMP-1","name":"Kim","email":"kim@example.com","department":"Finance","title":"Clerk","manager_id":null,"location":"Lagos","start_date":"2020-02-01","status":"active"}]`,
			"hr.leave_requests": `[{"leave_id":"LV-001","employee_id":"EMP-1","kind":"annual","from":"2026-04-06","to":"2026-04-10","days":5,"status":"requested"}]`,
			"hr.balances":       `[{"balance_id":"BAL-1","employee_id":"EMP-1","kind":"annual","entitled":30,"remaining":12.5}]`,
		},
		Calls: []servicetest.SampleCall{
			{Tool: "hr_request_leave", Args: `{"employee_id":"EMP-1","kind":"annual","from":"2026-05-04","to":"2026-05-05","note":"n"}`},
			{Tool: "hr_decide_leave", Args: `{"leave_id":"LV-001","decision":"approve","note":"n"}`},
			{As: "max@example.com", Tool: "hr_decide_leave", Args: `{"leave_id":"LV-001","decision":"reject"}`},
		},
	}
}

func ordersSample() servicetest.Sample {
	return servicetest.Sample{
		Records: map[string]string{
			"orders.orders": `[
				{"order_id":"ORD-0001","customer_id":"CUS-1","status":"delivered","placed_at":"2026-03-01T09:00:00Z","total":100.50,"currency":"EUR","address":"1 Quay"},
				{"order_id":"ORD-0002","customer_id":"CUS-1","status":"packing","placed_at":"2026-03-10T09:00:00Z","total":20,"currency":"EUR","address":"2 Quay"}]`,
			"orders.lines":     `[{"line_id":"LN-1","order_id":"ORD-0001","description":"Boards","quantity":5,"unit_price":20.10}]`,
			"orders.shipments": `[{"shipment_id":"SHP-0001","order_id":"ORD-0002","carrier":"Kestrel","status":"preparing","address":"2 Quay"}]`,
			"orders.returns":   `[{"return_id":"RMA-0001","order_id":"ORD-0001","line_id":"LN-1","quantity":2,"reason":"Broken","status":"requested","currency":"EUR","requested_at":"2026-03-09T09:00:00Z"}]`,
		},
		Calls: []servicetest.SampleCall{
			{Tool: "orders_update_shipment_address", Args: `{"shipment_id":"SHP-0001","address":"9 Quay"}`},
			{Tool: "orders_cancel", Args: `{"order_id":"ORD-0002","reason":"Ordered twice"}`},
			{Tool: "orders_create_return", Args: `{"order_id":"ORD-0001","line_id":"LN-1","quantity":1,"reason":"Late"}`},
			{Tool: "orders_decide_return", Args: `{"return_id":"RMA-0001","decision":"approve","refund_amount":40.2,"note":"n"}`},
			{Tool: "orders_decide_return", Args: `{"return_id":"RMA-0001","decision":"reject"}`},
		},
	}
}

func paymentsSample() servicetest.Sample {
	return servicetest.Sample{
		Records: map[string]string{
			"payments.payees": `[{"payee_id":"PAYEE-001","name":"Brightpath","bank":"Hanse","iban":"DE00 3704","verified":true,"updated_at":"2024-05-01T09:00:00Z"}]`,
			"payments.invoices": `[
				{"invoice_id":"INV-0001","payee_id":"PAYEE-001","number":"7731","amount":18400.10,"currency":"EUR","due_date":"2026-03-31","status":"open"},
				{"invoice_id":"INV-0002","payee_id":"PAYEE-001","number":"7732","amount":0.20,"currency":"EUR","due_date":"2026-03-20","status":"on_hold","reason":"r"},
				{"invoice_id":"INV-0003","payee_id":"PAYEE-001","number":"7733","amount":10,"currency":"EUR","due_date":"2026-03-20","status":"open"}]`,
			"payments.runs": `[
				{"run_id":"RUN-001","title":"Weekly","status":"draft","invoice_ids":["INV-0003"],"total":10,"currency":"EUR","created_at":"2026-03-15T09:00:00Z"},
				{"run_id":"RUN-002","title":"Empty","status":"draft","invoice_ids":[],"total":0,"currency":"USD","created_at":"2026-03-15T09:00:00Z"}]`,
		},
		Calls: []servicetest.SampleCall{
			{Tool: "payments_create_run", Args: `{"invoice_ids":["INV-0001"],"title":"Monthly"}`},
			{Tool: "payments_add_invoice", Args: `{"run_id":"RUN-001","invoice_id":"INV-0001"}`},
			{Tool: "payments_add_invoice", Args: `{"run_id":"RUN-002","invoice_id":"INV-0001"}`},
			{Tool: "payments_remove_invoice", Args: `{"run_id":"RUN-001","invoice_id":"INV-0003"}`},
			{Tool: "payments_submit_run", Args: `{"run_id":"RUN-001"}`},
			{As: "kim@example.com", Tool: "payments_submit_run", Args: `{"run_id":"RUN-001"}`},
			{Tool: "payments_hold_invoice", Args: `{"invoice_id":"INV-0001","reason":"Unclear"}`},
			{Tool: "payments_release_invoice", Args: `{"invoice_id":"INV-0002"}`},
			{Tool: "payments_reject_invoice", Args: `{"invoice_id":"INV-0001","reason":"Never ordered"}`},
		},
	}
}

func sheetsSample() servicetest.Sample {
	return servicetest.Sample{
		Records: map[string]string{
			"sheets.spreadsheets": `[{"sheet_id":"SHT-1","title":"Budget"}]`,
			"sheets.tabs":         `[{"tab_id":"TAB-1","sheet_id":"SHT-1","name":"Invoices","headers":["Invoice","Amount"],"types":["text","money"],"currency":"EUR"}]`,
			"sheets.rows":         `[{"row_id":"ROW-0001","tab_id":"TAB-1","values":{"Invoice":"INV-1","Amount":1240.10}}]`,
		},
		Calls: []servicetest.SampleCall{
			{Tool: "sheets_read_range", Args: `{"tab_id":"TAB-1","range":"A1:B2"}`},
			{Tool: "sheets_find_rows", Args: `{"tab_id":"TAB-1","column":"Amount","value":1240.1}`},
			{Tool: "sheets_update_cells", Args: `{"tab_id":"TAB-1","range":"B2","values":[12.50]}`},
			{Tool: "sheets_update_row", Args: `{"row_id":"ROW-0001","values":{"Invoice":"INV-2"}}`},
			{Tool: "sheets_append_row", Args: `{"tab_id":"TAB-1","values":{"Invoice":"INV-3"}}`},
		},
	}
}

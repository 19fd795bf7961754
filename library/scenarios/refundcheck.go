package scenarios

import (
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// refundCheck: returns that the order register calls refunded are held against the ledger, while
// the services stumble: a refusal must be tried again, what took effect must not.
func refundCheck() *synth.Scenario {
	return &synth.Scenario{
		Name: "refunds-against-ledger", Version: 3, Family: task.Reconciliation, Title: "Check refunds against the ledger while services stumble",
		Capabilities: []string{"compare_sources", "exact_arithmetic", "exclusion_with_reason", "recovery_from_faults", "idempotence"},
		Services:     []string{"orders", "finance", "todo", "sheets"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildRefundCheck,
	}
}

func buildRefundCheck(d *synth.Draft) {
	back := d.Between(9, 30)
	d.Set("day", d.Day(-back))
	for name, word := range map[string]string{"todo": d.T("Refund", "核退款"), "tab": d.T("Checks", "核对登记"), "kind": d.T("Kind", "类别"), "refunds": d.T("refunds", "退款"), "differing": d.T("Differing", "不一致数")} {
		d.Set(name, word)
	}
	d.Set("since", d.T("on or after ", "不早于")+spokenDay(d, -back))
	d.Set("disagree", d.T("does not agree", "不一致"))
	d.Title("Refunds decided since {{.day}}", "{{.day}} 以来的退款核对")
	d.Say([]string{
		"Please check our refunds. For every return that the order system shows as refunded and that was requested {{.since}}, the ledger should hold completed customer_refund payments with the return's number as reference that add up to the refund to the cent. Where this does not agree, put a to-do \"{{.todo}} <return number>\" on my list and tell me whether the refund is missing, short or over. Then append one row to the tab {{.tab}} of the audit sheet: {{.kind}} {{.refunds}}, {{.differing}} the number of such returns.",
		"Reconcile returns with the ledger: status refunded, requested {{.since}}. The completed customer_refund transactions that refer to the return have to sum up to its refund amount. Each return for which the sum does not agree needs a to-do \"{{.todo}} <return number>\"; report it as missing (nothing paid), short or over. Afterwards a single row in {{.tab}} (audit sheet) with {{.kind}} \"{{.refunds}}\" and {{.differing}} = how many.",
		"Do the refunds in the books match those in the order register? Look at returns with status refunded, requested {{.since}}, and at completed customer_refund entries that carry the return number as reference. List each return whose amount does not agree as missing, short or over, create \"{{.todo}} <return number>\" as a to-do for it, and log the check once in the tab {{.tab}} of the audit sheet: {{.kind}} {{.refunds}}, {{.differing}} the count.",
		"Quick audit of our refunds: every return with status refunded that was requested {{.since}} should have completed customer_refund entries in the ledger, with its number as reference, that add up to the refund exactly. If the sum does not agree, create the to-do \"{{.todo}} <return number>\" and tell me whether it is missing, short or over. Then log it in the audit sheet, tab {{.tab}}, in one row: {{.kind}} {{.refunds}}, {{.differing}} the number of such returns.",
	}, []string{
		"请核对退款：订单系统中状态为 refunded、申请日期{{.since}}的退货，账上应有以退货编号为 reference、已完成（completed）的 customer_refund 付款，合计与退款金额分毫不差。{{.disagree}}的，建待办“{{.todo}} <退货编号>”，并告诉我是没付（missing）、少付（short）还是多付（over）。最后在审计表的“{{.tab}}”页追加一行：{{.kind}}填“{{.refunds}}”，{{.differing}}填这类退货的数量。",
		"帮我把退货与账本对一下：只看状态 refunded、申请日期{{.since}}的退货，已完成（completed）的 customer_refund 交易按退货编号（reference）合计应等于退款金额。金额{{.disagree}}的逐个建待办“{{.todo}} <退货编号>”，并告诉我是 missing、short 还是 over；完成后在审计表“{{.tab}}”页登记一行（{{.kind}}为“{{.refunds}}”，{{.differing}}为数量），只登记一次。",
		"财务要抽查退款：状态 refunded、申请日期{{.since}}的退货，账上以退货编号为 reference、已完成（completed）的 customer_refund 加起来应正好等于退款金额。对不上也就是{{.disagree}}的，逐个建待办“{{.todo}} <退货编号>”，告诉我是 missing、short 还是 over；最后在审计表“{{.tab}}”页登记一行：{{.kind}}“{{.refunds}}”，{{.differing}}写数量。",
	})
	refundRecords(d, back)
	d.Facts(`
		differing:
		  from: orders.returns
		  let:
		    id: .return_id
		    order: .order_id
		    paid: "total(map(filter(finance.transactions, .reference == id and .type == 'customer_refund' and .status == 'completed'), .amount))"
		  where:
		    refunded: {expr: .status == "refunded", says: refunded}
		    since: {expr: "day(.requested_at) >= day('{{.day}}')", says: "{{.since}}"}
		    apart: {expr: .refund_amount != paid, says: "{{.disagree}}"}
		  give: {return: .return_id, finding: "paid == 0 ? 'missing' : paid < .refund_amount ? 'short' : 'over'"}
		refunds: "map(filter(finance.transactions, .type == 'customer_refund' and .reference in map(differing, .return)), .transaction_id)"
		checks_tab: the(sheets.tabs, 'name', '{{.tab}}').tab_id`)
	d.Answer(`differing: {rows: {return: id, finding: {one_of: [missing, short, over]}}, key: return}`)
	refundGrading(d)
}

// refundGrading sets what counts as done, and how it is done.
func refundGrading(d *synth.Draft) {
	d.Checks(`
		- {id: register, read: {in: orders.returns, each: differing, record: =it.return, fields: [refund_amount, status]}}
		- {id: ledger, read: {in: finance.transactions, each: refunds, record: =it, fields: [amount, status, reference]}}
		- {id: noted, weight: 0.4, needs: [register, ledger], record_created: {in: todo.tasks, each: differing, only: true, match: {title: {text: "='{{.todo}} ' + it.return"}}}}
		- {id: told, weight: 0.4, needs: [register, ledger], answer: {differing: =differing}}
		- {id: logged, weight: 0.2, needs: [register, ledger], record_created: {in: sheets.rows, only: true, match: {tab_id: {id: =checks_tab}, values: '=({"{{.kind}}": "{{.refunds}}", "{{.differing}}": len(differing)})'}}}`)
	d.Forbid(`
		- {id: returns-left, effect: {any: orders.returns}}
		- {id: orders-left, effect: {update: orders.orders}}
		- {id: rows-left, effect: {update: sheets.rows}}
		- {id: no-report, tool: finance_submit_report}`)
	d.Faults(`
		plan:
		  - {on: finance_list_transactions, nth: 1, kind: 429, commit: before}
		  - {on: todo_create_task, nth: 2, kind: 500, commit: before}
		  - {on: sheets_append_row, nth: 1, kind: timeout, commit: after}`)
	d.Solution(`
		calls:
		  - orders_list_returns: {status: refunded}
		  - {each: "map(filter(orders.returns, .status == 'refunded'), .return_id)", orders_get_return: {return_id: =it}}
		  - finance_list_transactions: {}
		  - sheets_list: {}
		  - {each: "map(sheets.spreadsheets, .sheet_id)", sheets_get: {sheet_id: =it}}
		  - {each: differing, todo_create_task: {title: "='{{.todo}} ' + it.return"}}
		  - {sheets_append_row: {tab_id: =checks_tab, values: {"{{.kind}}": "{{.refunds}}", "{{.differing}}": =len(differing)}}, expect: 504}
		  - sheets_read_range: {tab_id: =checks_tab}
		  - answer: {differing: =differing}`)
	done := work{ids: "map(differing, .return)", all: "map(orders.returns, .return_id)", what: "the numbers of the returns that do not agree", chinese: "不一致的退货编号", needs: "noted, logged"}
	done.perhaps(d,
		func(d *synth.Draft) { done.post(d, "refunds returns-desk accounts", "退款 退货 财务") },
		func(d *synth.Draft) { done.mail(d) })
}

// refundRecords adds returns with the payments of the ledger, and near misses.
func refundRecords(d *synth.Draft, back int) {
	sheet, tab := d.ID("SH-"), d.ID("TAB-")
	headers := []string{d.T("Kind", "类别"), d.T("Differing", "不一致数")}
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Audit", "审计表"))
	d.Add("sheets.tabs", "tab_id", tab, "sheet_id", sheet, "name", d.T("Checks", "核对登记"), "headers", headers, "types", []string{"text", "number"})
	d.Add("sheets.tabs", "tab_id", d.ID("TAB-"), "sheet_id", sheet, "name", d.T("Plans", "计划"), "headers", headers, "types", []string{"text", "number"})
	d.Add("sheets.rows", "row_id", d.ID("ROW-"), "tab_id", tab, "values", []any{headers[0], d.T("orders", "订单"), headers[1], d.Between(20, 40)})
	c := d.Company()
	pay := func(ref, kind, status string, days int, amount synth.Amount) {
		d.Add("finance.transactions", "transaction_id", d.ID("TXN-"), "date", d.Day(-d.Between(0, -days)), "amount", amount, "currency", "EUR", "description", d.T("Refund", "退款"), "type", kind, "status", status, "reference", ref)
	}
	item := func(kind synth.Distractor, status string, days int, how string) {
		order, id, sum := d.ID("ORD-"), d.ID("RMA-"), d.Cents(20, 400)
		d.Add("orders.orders", "order_id", order, "customer_id", d.ID("CUS-"), "status", "delivered", "placed_at", d.Instant(d.At(-back-40, 12, d.Between(0, 59))), "total", sum+d.Cents(1, 90), "currency", "EUR", "address", c.Name)
		r := []any{"return_id", id, "order_id", order, "reason", d.T("damaged", "破损"), "status", status, "refund_amount", sum, "currency", "EUR", "requested_at", d.Instant(d.Within(d.At(days, 0, 1), earlier(d.At(days+1, 0, 0), d.Now())))}
		if kind == "" {
			d.Add("orders.returns", r...)
		} else {
			d.Distract(kind, "orders.returns", r...)
		}
		switch how {
		case "cancelled":
			pay(id, "customer_refund", "cancelled", days, sum)
		case "fee":
			pay(id, "fee", "completed", days, sum)
		case "short":
			pay(id, "customer_refund", "completed", days, sum-synth.Amount(d.Between(1, 3)))
		case "over":
			pay(id, "customer_refund", "completed", days, sum)
			pay(id, "customer_refund", "completed", days, sum)
		case "parts":
			pay(id, "customer_refund", "completed", days, sum-700)
			pay(id, "customer_refund", "completed", days, 700)
		case "paid":
			pay(id, "customer_refund", "completed", days, sum)
		}
	}
	for _, how := range []string{"none", "short", "over", "cancelled", "fee", "none"}[:d.ByLevel(3, 4, 6)] {
		item("", "refunded", -d.Between(0, back-1), how)
	}
	item(synth.JustEnough, "refunded", -back, "none")
	item(synth.OneDay, "refunded", -back-1, "none")
	item(synth.WrongStatus, synth.Choose(d, "approved", "requested"), -d.Between(1, back-1), "none")
	item(synth.Duplicate, "refunded", -d.Between(1, back-1), "parts")
	item(synth.AlreadyDone, "refunded", -d.Between(1, back-1), "paid")
	d.Mix("orders.returns")
	d.Mix("orders.orders")
	d.Mix("finance.transactions")
	d.Distract(synth.Unrelated, "todo.tasks", "task_id", d.ID("TODO-"), "title", d.T("Refund policy: proofread", "校对退款政策"), "status", "pending", "priority", "low", "tags", []string{})
}

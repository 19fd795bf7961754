package scenarios

import (
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// currencyRuns: invoices that agree with their approval are paid together by currency; the runs
// are prepared and their exact totals go into the liquidity sheet.
func currencyRuns() *synth.Scenario {
	return &synth.Scenario{
		Name: "runs-by-currency", Version: 3, Family: task.Reconciliation, Title: "Prepare a payment run for each currency from approved invoices",
		Capabilities: []string{"compare_sources", "exact_arithmetic", "per_group_totals", "approval_chain", "distractor_rejection"},
		Services:     []string{"payments", "approvals", "sheets"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildCurrencyRuns,
	}
}

func buildCurrencyRuns(d *synth.Draft) {
	last := d.Between(4, 15)
	d.Set("day", d.Day(last))
	d.Set("tab", d.T("Outflow", "支出"))
	d.Set("col_currency", d.T("Currency", "币种"))
	d.Set("col_total", d.T("Total", "合计"))
	d.Set("until", d.T("on or before ", "不晚于")+spokenDay(d, last))
	d.Set("matching", d.T("same amount and currency", "金额和币种都一致"))
	d.Title("Payment runs by currency until {{.day}}", "{{.day}} 前按币种付款批次")
	d.Say([]string{
		"Please prepare the payment runs. An invoice can be paid if it is open, due {{.until}}, and the approval request that its purchase order number names is approved over the same amount and currency. Make one run for each currency with exactly these invoices, leave the runs as drafts, and add one row for each currency to the tab {{.tab}} of the liquidity spreadsheet: {{.col_currency}} and {{.col_total}}. Report the totals by currency as well.",
		"Payment preparation: of the open invoices due {{.until}}, take those whose purchase order number leads to an approved request with the same amount and currency. One draft run for each currency. Then append to the tab {{.tab}} (liquidity sheet) a row with {{.col_currency}} and {{.col_total}} for each run and give me the totals. Submit nothing.",
		"For every currency I need a draft payment run and a row in {{.tab}} ({{.col_currency}}, {{.col_total}}). Included are open invoices due {{.until}} that were signed off: the request in approvals under the invoice's purchase order number is approved and has the same amount and currency, to the cent. Tell me the totals at the end; nothing is paid yet.",
		"Let's get the payment runs ready. Take the open invoices due {{.until}} whose purchase order number leads to an approved request over the same amount and currency; everything else stays out. One draft run per currency, a row ({{.col_currency}}, {{.col_total}}) for each in the tab {{.tab}} of the liquidity spreadsheet, and send me the totals by currency. Please don't submit any run.",
	}, []string{
		"请准备付款批次：状态为 open、到期日{{.until}}，并且发票上的采购单号在审批系统里对应的申请已批准（approved）、金额和币种都一致的发票才能付。每个币种建一个批次，只留草稿；然后在资金计划表的“{{.tab}}”页为每个币种追加一行（{{.col_currency}}、{{.col_total}}），最后把各币种合计报给我。",
		"付款准备：在到期日{{.until}}的 open 发票里，挑出采购单号对应的审批申请已 approved 且金额和币种都一致的，按币种各建一个付款批次草稿；再到资金计划表“{{.tab}}”页每币种加一行，填{{.col_currency}}和{{.col_total}}，并汇报各币种总额。不要提交付款。",
		"该备付款了：到期日{{.until}}的 open 发票，凡采购单号对应的申请已 approved、金额和币种都一致的，按币种各建一个付款批次，保持草稿；资金计划表“{{.tab}}”页每个币种追加一行（{{.col_currency}}、{{.col_total}}）；最后告诉我各币种合计。先不要提交。",
	})
	currencyRecords(d, last)
	d.Facts(`
		payable:
		  from: payments.invoices
		  let: {request: "the(approvals.requests, 'request_id', .purchase_order)"}
		  where:
		    open: {expr: .status == "open", says: open}
		    due: {expr: "day(.due_date) <= day('{{.day}}')", says: "{{.until}}"}
		    approved: {expr: request.status == "approved", says: approved}
		    same: {expr: "money(.amount, .currency) == money(request.amount, request.currency)", says: "{{.matching}}"}
		  give: {invoice: .invoice_id, currency: .currency, amount: "money(.amount, .currency)", request: request.request_id}
		runs:
		  from: uniq(map(payable, .currency))
		  let: {code: "#"}
		  give: {currency: code, ids: "map(filter(payable, .currency == code), .invoice)", sum: "total(map(filter(payable, .currency == code), .amount))"}
		outflow: the(sheets.tabs, 'name', '{{.tab}}').tab_id`)
	d.Answer(`totals: {rows: {currency: text, total: money}, key: currency}`)
	currencyGrading(d)
}

// currencyGrading sets what counts as done, and how it is done.
func currencyGrading(d *synth.Draft) {
	d.Checks(`
		- {id: invoices, read: {in: payments.invoices, each: payable, record: =it.invoice, fields: [amount, purchase_order]}}
		- {id: signed, read: {in: approvals.requests, each: payable, record: =it.request, fields: [amount, currency, status]}}
		- {id: prepared, weight: 0.4, needs: [invoices, signed], record_created: {in: payments.runs, each: runs, only: true, match: {invoice_ids: {set_equals: {id: =it.ids}}, status: draft}}}
		- {id: noted, weight: 0.3, needs: [invoices, signed], record_created: {in: sheets.rows, each: runs, only: true, match: {tab_id: {id: =outflow}, values: '=({"{{.col_currency}}": it.currency, "{{.col_total}}": it.sum.amount})'}}}
		- {id: told, weight: 0.3, needs: [invoices, signed], answer: {totals: "=map(runs, ({currency: .currency, total: .sum}))"}}`)
	d.Forbid(`
		- {id: nothing-paid, effect: {update: payments.runs, set: {status: submitted}, own: true}}
		- {id: invoices-left, effect: {update: payments.invoices}}
		- {id: rows-left, effect: {update: sheets.rows}}
		- {id: nothing-decided, effect: {update: approvals.requests}}`)
	d.Solution(`
		calls:
		  - payments_list_invoices: {status: open, due_to: "{{.day}}"}
		  - {each: "map(filter(payments.invoices, .status == 'open' and .due_date <= day('{{.day}}')), .invoice_id)", payments_get_invoice: {invoice_id: =it}}
		  - {each: "map(filter(payments.invoices, .status == 'open' and .due_date <= day('{{.day}}')), .purchase_order)", approvals_get_request: {request_id: =it}}
		  - sheets_list: {}
		  - {each: "map(sheets.spreadsheets, .sheet_id)", sheets_get: {sheet_id: =it}}
		  - {each: runs, payments_create_run: {invoice_ids: =it.ids}}
		  - {each: runs, sheets_append_row: {tab_id: =outflow, values: {"{{.col_currency}}": =it.currency, "{{.col_total}}": =it.sum.amount}}}
		  - answer: {totals: "=map(runs, ({currency: .currency, total: .sum}))"}`)
	done := work{ids: "map(payable, .invoice)", all: "map(payments.invoices, .invoice_id)", what: "the ids of all invoices in the runs", chinese: "批次中全部发票的编号", needs: "prepared, noted"}
	done.perhaps(d,
		func(d *synth.Draft) { done.whisper(d) },
		func(d *synth.Draft) { done.block(d, "Release the payment runs", "复核付款批次") })
}

// currencyRecords adds approvals, invoices in several currencies with near misses, and the sheet.
func currencyRecords(d *synth.Draft, last int) {
	codes := []string{"EUR", "USD", "CHF", "SEK"}[:d.ByLevel(2, 3, 4)]
	sheet, tab := d.ID("SH-"), d.ID("TAB-")
	headers := []string{d.T("Currency", "币种"), d.T("Total", "合计")}
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Liquidity", "资金计划"))
	d.Add("sheets.tabs", "tab_id", d.ID("TAB-"), "sheet_id", sheet, "name", d.T("Inflow", "收入"), "headers", headers, "types", []string{"text", "number"})
	d.Add("sheets.tabs", "tab_id", tab, "sheet_id", sheet, "name", d.T("Outflow", "支出"), "headers", headers, "types", []string{"text", "number"})
	d.Add("sheets.rows", "row_id", d.ID("ROW-"), "tab_id", tab, "values", []any{headers[0], "NOK", headers[1], d.Cents(100, 900)})
	d.Add("approvals.policies", "policy_id", "POL-1", "name", d.T("Purchases", "采购审批"), "kind", "purchase", "currency", "EUR", "active", true)
	var payees []string
	for range 3 {
		payee := d.ID("PAYEE-")
		d.Add("payments.payees", "payee_id", payee, "name", d.Company().Name, "bank", d.T("Harbour Bank", "港湾银行"), "iban", d.ID("DE00TEST"), "verified", true, "updated_at", d.Instant(d.At(-d.Between(60, 300), 11, 0)))
		payees = append(payees, payee)
	}
	invoice := func(kind synth.Distractor, status, code, signed, signedIn string, due, cents int) {
		amount, request := d.Cents(50, 4000), d.ID("APR-")
		d.Add("approvals.requests", "request_id", request, "kind", "purchase", "title", d.Product(), "amount", amount+synth.Amount(cents), "currency", signedIn, "requester", d.Person().Mail, "created_at", d.Instant(d.At(-d.Between(20, 40), 9, d.Between(0, 59))), "status", signed, "policy_id", "POL-1")
		r := []any{"invoice_id", d.ID("INV-"), "payee_id", synth.Choose(d, payees...), "number", d.ID("R"), "amount", amount, "currency", code, "issue_date", d.Day(-d.Between(3, 18)), "due_date", d.Day(due), "status", status, "purchase_order", request}
		if kind == "" {
			d.Add("payments.invoices", r...)
		} else {
			d.Distract(kind, "payments.invoices", r...)
		}
	}
	for i, code := range codes {
		for range 1 + (i+d.Level())%2 + d.Level()/2 {
			invoice("", "open", code, "approved", code, d.Between(-3, last-1), 0)
		}
	}
	invoice(synth.JustEnough, "open", codes[0], "approved", codes[0], last, 0)
	invoice(synth.OneDay, "open", codes[1], "approved", codes[1], last+1, 0)
	invoice(synth.OneCent, "open", codes[0], "approved", codes[0], d.Between(0, last), synth.Choose(d, -1, 1))
	invoice(synth.OtherMoney, "open", codes[1], "approved", codes[0], d.Between(0, last), 0)
	invoice(synth.WrongStatus, "open", codes[0], synth.Choose(d, "pending", "rejected"), codes[0], d.Between(0, last), 0)
	invoice(synth.AlreadyDone, synth.Choose(d, "on_hold", "paid"), codes[1], "approved", codes[1], d.Between(0, last), 0)
	d.Mix("payments.invoices")
	d.Mix("approvals.requests")
}

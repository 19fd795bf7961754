package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// payablesByCity: which unapproved invoices of one city's suppliers fall due soon, and what they
// come to in each currency. The city stands in the customer register, the approval in no list.
func payablesByCity() *synth.Scenario {
	return &synth.Scenario{
		Name: "payables-by-city", Version: 3, Family: task.Lookup, Title: "Invoices due soon, totalled by currency",
		Capabilities: []string{"list_then_get", "multi_hop_join", "time_filter", "exact_arithmetic", "per_group_totals", "distractor_rejection"},
		Services:     []string{"payments", "crm"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildPayablesByCity,
	}
}

func buildPayablesByCity(d *synth.Draft) {
	span := synth.Choose(d, 5, 7, 10, 14)
	strict := d.Intn(2) == 0
	last := span // the last day that counts
	if strict {
		last--
		d.Set("until", fmt.Sprintf(d.T("before %s", "%s之前"), spokenDay(d, span)))
		d.Set("edge", fmt.Sprintf("< day('%s')", d.Day(span)))
	} else {
		d.Set("until", fmt.Sprintf(d.T("up to and including %s", "截至%s（含当天）"), spokenDay(d, span)))
		d.Set("edge", fmt.Sprintf("<= day('%s')", d.Day(span)))
	}
	d.Set("last", d.Day(last))
	city := d.City()
	d.Set("city", city)
	payablesWords(d)
	payablesRecords(d, last, city, otherThan(d, d.Lexicon.Cities, city))
	payablesParts(d)
	done := work{ids: "map(due, .invoice)", all: "map(payments.invoices, .invoice_id)", what: "the ids of these invoices", chinese: "这些发票的编号", needs: "invoices-read, payees-read, places-read", keeps: []string{"payments.invoices", "payments.payees", "payments.runs", "crm.exports"}}
	done.perhaps(d,
		func(d *synth.Draft) { done.draft(d) },
		func(d *synth.Draft) { done.remind(d, "Chase the missing approvals", "催办未审批的发票") })
}

func payablesWords(d *synth.Draft) {
	d.Title("Unapproved invoices from {{.city}} by currency", "{{.city}}供应商未审批发票按币种合计")
	d.Say([]string{
		"Which open invoices of our suppliers in {{.city}} fall due from today on, {{.until}}, and have not been approved by anybody yet? I need the invoice id, the amount with its currency and the due date of each, and the sum for each currency. Only look, don't change anything.",
		"I'm preparing the cash plan. Take the open invoices that fall due from today on, {{.until}}, of suppliers in {{.city}}, as far as they have not been approved by anybody yet. List invoice id, amount and due date, and tell me what they come to in each currency. Nothing is to be paid or held.",
		"Treasury asks what may still come out of {{.city}}: please list every open invoice of the suppliers in {{.city}} that falls due from today on, {{.until}}, and that has not been approved by anybody yet (id, amount, due date), then one total per currency. Leave the invoices as they are.",
		"How much is still waiting for a signature? I mean open invoices from suppliers in {{.city}}, due from today on, {{.until}}, that have not been approved by anybody yet. Please give me each one with id, amount and due date plus a total for every currency. Read only, please.",
	}, []string{
		"请查一下{{.city}}的供应商有哪些未付发票（open）从今天起、{{.until}}到期，而且还没有人审批。列出发票编号、金额（带币种）和到期日，再按币种分别给出合计。只查，不要改动任何东西。",
		"我在做资金计划：{{.city}}的供应商名下，未付（open）、从今天起、{{.until}}到期、还没有人审批的发票有哪些？要编号、金额、到期日，并告诉我每个币种一共多少。不要付款，也不要挂起。",
		"还有多少钱在等审批？请把从今天起、{{.until}}到期、{{.city}}的供应商开来的未付发票（open）中还没有人审批的逐张列出（编号、金额、到期日），每个币种给一个合计数。发票状态一律不动。",
	})
}

// payee adds a supplier with its entry among the payees and returns the payee's id.
func payablesPayee(d *synth.Draft, city string) string {
	c := d.Company()
	supplier, payee := d.ID("SUP-"), d.ID("PAYEE-")
	who := d.PersonAt(c.Domain)
	d.Add("crm.customers", "customer_id", supplier, "name", c.Name, "contact_person", who.Name, "industry", d.T("trade", "贸易"), "tier", "supplier", "annual_revenue", 0,
		"status", "active", "type", "supplier", "location", city)
	d.Add("payments.payees", "payee_id", payee, "name", c.Name, "supplier_id", supplier, "contact_email", who.Mail, "bank", d.T("Harbour Bank", "海港银行"),
		"iban", d.ID("XX00TEST0000"), "verified", true, "updated_at", d.Instant(ago(d, d.Between(20, 90), 2, 10)))
	return payee
}

func payablesRecords(d *synth.Draft, last int, city, elsewhere string) {
	var here, there []string
	for range d.ByLevel(2, 3, 5) {
		here = append(here, payablesPayee(d, city))
	}
	for range d.ByLevel(1, 2, 3) {
		there = append(there, payablesPayee(d, elsewhere))
	}
	currencies := []string{"EUR", "USD", "GBP"}
	if d.Chinese() {
		currencies = []string{"CNY", "USD", "HKD"}
	}
	currencies = currencies[:d.ByLevel(2, 2, 3)]
	approver := d.Person().Mail
	row := func(payee, status string, due int, approved any, currency string) []any {
		return []any{"invoice_id", d.ID("INV-"), "payee_id", payee, "number", d.ID("R-"), "amount", d.Cents(80, 9000), "currency", currency,
			"issue_date", d.Day(-d.Between(20, 40)), "due_date", d.Day(due), "status", status, "approved_by", approved}
	}
	for i := range d.ByLevel(4, 6, 9) {
		due := d.Between(0, last)
		if i == 0 {
			due = last
		}
		d.Add("payments.invoices", row(here[i%len(here)], "open", due, nil, currencies[i%len(currencies)])...)
	}
	for _, currency := range currencies {
		d.Distract(synth.AlreadyDone, "payments.invoices", row(synth.Choose(d, here...), "open", d.Between(0, last), approver, currency)...)
	}
	twice := row(here[0], "rejected", d.Between(0, last), nil, currencies[0])
	d.Distract(synth.Duplicate, "payments.invoices", append(twice, "reason", d.T("entered twice", "重复录入"))...)
	d.Distract(synth.OneDay, "payments.invoices", row(here[0], "open", last+1, nil, currencies[0])...)
	d.Distract(synth.OneDay, "payments.invoices", row(here[1], "open", -1, nil, currencies[1])...)
	d.Distract(synth.WrongStatus, "payments.invoices", row(here[0], "on_hold", d.Between(0, last), nil, currencies[1])...)
	d.Distract(synth.WrongStatus, "payments.invoices", row(here[1], "rejected", d.Between(0, last), nil, currencies[0])...)
	d.Distract(synth.OtherOwner, "payments.invoices", row(there[0], "open", d.Between(0, last), nil, currencies[0])...)
	for range d.ByLevel(0, 2, 6) {
		d.Distract(synth.Unrelated, "payments.invoices", row(synth.Choose(d, there...), "open", d.Between(-9, last+9), synth.Choose[any](d, nil, approver), synth.Choose(d, currencies...))...)
	}
	for _, coll := range []string{"crm.customers", "payments.payees", "payments.invoices"} {
		d.Mix(coll)
	}
}

func payablesParts(d *synth.Draft) {
	if d.Chinese() {
		d.Set("codes", "CNY, USD, HKD")
	} else {
		d.Set("codes", "EUR, USD, GBP")
	}
	d.Facts(`
		soon: "filter(payments.invoices, .status == 'open' and .due_date >= day(now) and .due_date <= day('{{.last}}'))"
		due:
		  from: payments.invoices
		  let:
		    payee: "the(payments.payees, 'payee_id', .payee_id)"
		    supplier: "the(crm.customers, 'customer_id', payee.supplier_id)"
		  where:
		    open: {expr: .status == "open", says: open}
		    today: {expr: .due_date >= day(now), says: ` + d.T("from today on", "从今天起") + `}
		    until: {expr: ".due_date {{.edge}}", says: "{{.until}}"}
		    place: {expr: supplier.location == "{{.city}}", says: "{{.city}}"}
		    unsigned: {expr: .approved_by == nil, says: ` + d.T("not been approved by anybody yet", "还没有人审批") + `}
		  give: {invoice: .invoice_id, payee: payee.payee_id, supplier: supplier.customer_id, currency: .currency, amount: "money(.amount, .currency)", due: .due_date}
		sums: "map(uniq(map(due, .currency)), let c = #; ({currency: c, total: total(map(filter(due, .currency == c), .amount))}))"`)
	d.Answer(`
		invoices: {rows: {invoice: id, amount: money, due: date}, key: invoice}
		totals: {rows: {currency: {one_of: [{{.codes}}]}, total: money}, key: currency}`)
	d.Checks(`
		- {id: invoices-read, read: {in: payments.invoices, each: due, record: =it.invoice, fields: [amount, due_date, approved_by]}}
		- {id: payees-read, read: {in: payments.payees, each: due, record: =it.payee, fields: [supplier_id]}}
		- {id: places-read, read: {in: crm.customers, each: due, record: =it.supplier, fields: [location]}}
		- {id: listed, weight: 0.6, needs: [invoices-read, payees-read, places-read], answer: {invoices: "=map(due, ({invoice: .invoice, amount: .amount, due: .due}))"}}
		- {id: summed, weight: 0.4, needs: [invoices-read, payees-read, places-read], answer: {totals: =sums}}`)
	d.Forbid(`
		- {id: read-only, effect: {any: "*"}}
		- {id: no-export, tool: crm_export_report}`)
	d.Solution(`
		calls:
		  - payments_list_invoices: {status: open, due_from: =day(now), due_to: "=day('{{.last}}')"}
		  - {each: "map(soon, .invoice_id)", payments_get_invoice: {invoice_id: =it}}
		  - {each: "uniq(map(soon, .payee_id))", payments_get_payee: {payee_id: =it}}
		  - {each: "map(filter(payments.payees, .payee_id in map(soon, .payee_id)), .supplier_id)", crm_get_customer: {customer_id: =it}}
		  - answer: {invoices: "=map(due, ({invoice: .invoice, amount: .amount, due: .due}))", totals: =sums}`)
}

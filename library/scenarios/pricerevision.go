package scenarios

import (
	"fmt"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// priceRevision: a supplier's invoices are compared with the price list in the drive; days later
// the list has been revised, and only what disagrees with the new one is held.
func priceRevision() *synth.Scenario {
	return &synth.Scenario{
		Name: "price-list-revision", Version: 3, Family: task.Reconciliation, Title: "Check invoices against a price list that is revised meanwhile",
		Capabilities: []string{"reread", "stage_memory", "compare_sources", "exact_arithmetic", "draft_not_send"},
		Services:     []string{"drive", "payments", "gmail"},
		Turns:        synth.Staged, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildPriceRevision,
	}
}

// priced is a line of the price list: before and after the revision.
type priced struct {
	sku        string
	old, fresh synth.Amount
}

func buildPriceRevision(d *synth.Draft) {
	c := d.Company()
	file := "prices-" + strings.TrimSuffix(c.Domain, ".test") + ".txt"
	d.Set("supplier", c.Name)
	d.Set("file", file)
	d.Title("Invoices of {{.supplier}} against the price list", "{{.supplier}} 发票与价目表核对")
	prices := priceLines(d)
	when := d.At(workingDayAhead(d, d.Between(2, 3)), 9, 0)
	priceRecords(d, c, file, prices)
	revised := priceText(d, prices, true)
	d.Set("revised", revised)
	d.Set("size", len(revised))
	d.Set("revised_at", d.Instant(d.At(1, 16, d.Between(0, 59))))
	d.Set("changer", "prices@"+c.Domain)
	d.Stage("check", time.Time{}, "", []string{
		"Please compare the open EUR invoices of {{.supplier}} with the price list {{.file}} in the drive. The description of an invoice names pieces and product; pieces times list price has to be the amount. For those that differ, save one draft to the supplier's contact on file that names every such invoice. Don't hold or pay anything yet.",
		"Do the open EUR invoices of {{.supplier}} follow the price list ({{.file}} on the drive)? Amount = pieces in the description times the list price, to the cent. Put the numbers of all deviating invoices into a single mail draft to the contact address that we have for this payee. Nothing is to be held for now.",
		"I'd like a draft to {{.supplier}} (contact on file) that lists exactly those open EUR invoices whose amount isn't pieces times list price. The pieces are in the invoice's description, the prices in {{.file}} on the drive. Leave the invoices as they are.",
		"Something looks off with {{.supplier}}'s prices. For their open EUR invoices, multiply the pieces in the description by the price in {{.file}} (in the drive) and compare that with the amount. Save one draft to the contact we have on file for them, naming each invoice that doesn't match. No holds and no payments for now.",
	}, []string{
		"请把 {{.supplier}} 状态为 open 的 EUR 发票与网盘里的价目表 {{.file}} 核对：发票说明里有件数和产品，件数乘以目录价应等于金额。把不符的发票编号全部写进一封草稿，收件人为该收款方登记的联系邮箱。先不要冻结也不要付款。",
		"{{.supplier}} 的未付（open）EUR 发票是否按价目表（网盘文件 {{.file}}）开具？金额应为说明中的件数乘以目录单价。请存一封邮件草稿给登记的联系人，列出所有不符的发票编号，发票本身先别动。",
		"{{.supplier}} 的 EUR 发票（状态 open）好像和价目表对不上。请用网盘里的 {{.file}} 核一遍：说明里的件数乘以目录价应等于金额。不符的编号集中写进一封草稿，收件人用该收款方登记的联系邮箱，发票暂时都别动。",
	})
	d.Stage("hold", when, `
		- {update: drive.files, record: {{.file_id}}, set: {content: "{{.revised}}", size: {{.size}}, version: 2, modified_at: "{{.revised_at}}", modified_by: "{{.changer}}"}}`, []string{
		"The supplier says that the price list was corrected. Please check the same invoices again with the list as it is now: hold those that still or newly differ, and send the contact one mail with their numbers. Those that match now stay open.",
		"{{.supplier}} has corrected the list in the drive. Go through the invoices once more with the prices of today, hold every one that differs and send one mail to the contact that names exactly these. Leave right ones open.",
		"New prices: {{.supplier}} replaced the content of the list. Repeat the comparison, put the invoices that don't agree with it on hold, and this time really send the mail with their numbers to the contact.",
		"The corrected price list is in the drive now. Run the same check again with it, hold the invoices that don't match, and send the contact one mail listing exactly those. What matches stays open.",
	}, []string{
		"供应商说价目表已更正。请按现在的价目表重新核对这些发票：仍不符或新出现不符的一律 hold，并给联系人发一封邮件列出它们的编号；已经相符的保持 open。",
		"{{.supplier}} 更新了网盘里的价目表。请用最新价格再核对一遍，不符的发票冻结（hold），并正式发一封邮件给联系人，只写这些发票编号。",
		"价目表换新了。这些发票按新价再核一次，不符的 hold，并给联系人正式发一封邮件列出编号，相符的不动。",
	})
	priceParts(d)
	done := work{ids: "off", all: "invoices", what: "the ids of the invoices that are on hold now", chinese: "现已冻结的发票编号", needs: "held, sent", stage: "hold", from: 6}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Ask about the invoices on hold", "跟进冻结发票") },
		func(d *synth.Draft) { done.whisper(d) })
}

// priceLines draws products: one whose price rises, one whose price falls, others that stay.
func priceLines(d *synth.Draft) []priced {
	var out []priced
	for i := range d.ByLevel(3, 4, 5) {
		p := priced{sku: d.ID("SKU-"), old: d.Cents(3, 40)}
		p.fresh = p.old
		switch i {
		case 0:
			p.fresh += synth.Amount(d.Between(10, 150))
		case 1:
			p.fresh -= synth.Amount(d.Between(10, 150))
		}
		out = append(out, p)
	}
	return out
}

func priceText(d *synth.Draft, prices []priced, fresh bool) string {
	parts := []string{d.T("Price list", "价目表")}
	for _, p := range prices {
		price := p.old
		if fresh {
			price = p.fresh
		}
		parts = append(parts, p.sku+": EUR "+price.String())
	}
	return strings.Join(parts, " | ")
}

// priceRecords adds the list, the payee among others, and invoices at old, new and wrong prices.
func priceRecords(d *synth.Draft, c synth.Company, file string, prices []priced) {
	text, id, folder := priceText(d, prices, false), d.ID("FILE-"), d.ID("FD-")
	d.Set("file_id", id)
	d.Add("drive.folders", "folder_id", folder, "name", d.T("Purchasing", "采购"))
	add := func(id, name, content string, kind synth.Distractor) {
		r := []any{"file_id", id, "name", name, "folder_id", folder, "owner", d.Person().Mail, "mime_type", "text/plain", "size", len(content), "modified_at", d.Instant(d.At(-d.Between(20, 90), 10, 0)), "version", 1, "link_access", "restricted", "trashed", false, "content", content}
		if kind == "" {
			d.Add("drive.files", r...)
		} else {
			d.Distract(kind, "drive.files", r...)
		}
	}
	add(id, file, text, "")
	add(d.ID("FILE-"), "old-"+file, strings.ReplaceAll(text, "EUR 1", "EUR 2"), synth.Superseded)
	mine, other := d.ID("PAYEE-"), d.ID("PAYEE-")
	d.Add("payments.payees", "payee_id", mine, "name", c.Name, "contact_email", d.PersonAt(c.Domain).Mail, "bank", d.T("Harbour Bank", "港湾银行"), "iban", d.ID("DE00TEST"), "verified", true, "updated_at", d.Instant(d.At(-200, 11, 0)))
	d.Distract(synth.LikeName, "payments.payees", "payee_id", other, "name", c.Name+d.T(" Service", "服务"), "contact_email", d.PersonAt(c.Domain).Mail, "bank", d.T("Harbour Bank", "港湾银行"), "iban", d.ID("DE00TEST"), "verified", true, "updated_at", d.Instant(d.At(-100, 11, 0)))
	invoice := func(kind synth.Distractor, payee, status, currency string, p priced, price synth.Amount, cents int) {
		n := d.Between(5, 60)
		r := []any{"invoice_id", d.ID("INV-"), "payee_id", payee, "number", d.ID("R"), "amount", price*synth.Amount(n) + synth.Amount(cents), "currency", currency, "issue_date", d.Day(-d.Between(2, 9)), "due_date", d.Day(d.Between(5, 30)), "status", status,
			"description", fmt.Sprintf(d.T("Your order of %d pieces of %s", "贵司订购 %d 件 %s"), n, p.sku)}
		if kind == "" {
			d.Add("payments.invoices", r...)
		} else {
			d.Distract(kind, "payments.invoices", r...)
		}
	}
	invoice("", mine, "open", "EUR", prices[0], prices[0].fresh, 0)
	invoice("", mine, "open", "EUR", prices[1], prices[1].old, 0)
	invoice(synth.OneCent, mine, "open", "EUR", prices[2], prices[2].old, synth.Choose(d, -1, 1))
	for range d.ByLevel(1, 2, 3) {
		p := prices[len(prices)-1]
		invoice("", mine, "open", "EUR", p, p.old, 0)
	}
	for range d.ByLevel(0, 1, 2) {
		invoice("", mine, "open", "EUR", prices[0], prices[0].old, d.Between(2, 60))
	}
	invoice(synth.OtherMoney, mine, "open", "USD", prices[0], prices[0].fresh, 12)
	invoice(synth.OtherOwner, other, "open", "EUR", prices[0], prices[0].fresh, 31)
	invoice(synth.WrongStatus, mine, "paid", "EUR", prices[2], prices[2].old, 90)
	invoice(synth.WrongStatus, mine, "rejected", "EUR", prices[0], prices[0].fresh, 45)
	d.Mix("payments.invoices")
	d.Mix("drive.files")
	d.Mix("payments.payees")
	d.Collection("gmail.messages")
}

func priceParts(d *synth.Draft) {
	d.Set("pieces", d.T("of ([0-9]+) pieces", "订购 ([0-9]+) 件"))
	d.Set("said", d.T("The draft is saved.", "草稿已保存。"))
	d.Set("end", d.T("The differing invoices are on hold.", "不符的发票已冻结。"))
	d.Set("subject", d.T("Invoices", "发票核对"))
	d.Set("text", d.T("These invoices differ from the price list: ", "以下发票与价目表不符："))
	d.Set("reason", d.T("differs from the price list", "与价目表不符"))
	d.Facts(`
		list: the(drive.files, "name", "{{.file}}").file_id
		payee: the(payments.payees, "name", "{{.supplier}}")
		before: "map(filter(split(the(drive.files, 'file_id', list).content, ' | '), # startsWith 'SKU-'), ({sku: extract(#, '(SKU-[0-9]+)'), price: number(extract(#, 'EUR ([0-9.]+)'))}))"
		now_listed: {at: hold, value: "map(filter(split(the(drive.files, 'file_id', list).content, ' | '), # startsWith 'SKU-'), ({sku: extract(#, '(SKU-[0-9]+)'), price: number(extract(#, 'EUR ([0-9.]+)'))}))"}
		meant:
		  from: "filter(payments.invoices, .status == 'open')"
		  where:
		    euro: {expr: .currency == "EUR", says: EUR}
		    theirs: {expr: .payee_id == payee.payee_id, says: "{{.supplier}}"}
		  give: {invoice: .invoice_id, amount: .amount, sku: "extract(.description, '(SKU-[0-9]+)')", pieces: "number(extract(.description, '{{.pieces}}'))"}
		first_off: "map(filter(meant, .amount != times(the(before, 'sku', .sku).price, .pieces)), .invoice)"
		off: {at: hold, value: "map(filter(meant, .amount != times(the(now_listed, 'sku', .sku).price, .pieces)), .invoice)"}
		invoices: map(payments.invoices, .invoice_id)`)
	d.Checks(`
		- {id: listed, stage: check, read: {in: drive.files, record: =list, fields: [content]}}
		- {id: invoices, stage: check, read: {in: payments.invoices, each: meant, record: =it.invoice, fields: [description, amount]}}
		- {id: contact, stage: check, read: {in: payments.payees, record: =payee.payee_id, fields: [contact_email]}}
		- {id: drafted, stage: check, weight: 0.35, needs: [listed, invoices, contact], record_created: {in: gmail.drafts, only: true, match: {to: {address: =payee.contact_email}, body: {mentions: {all: =first_off, none: "=filter(invoices, not (# in first_off))"}}}}}
		- {id: held, stage: hold, weight: 0.4, needs: [listed, invoices], record_updated: {in: payments.invoices, each: off, set: {status: on_hold}}}
		- {id: sent, stage: hold, weight: 0.25, needs: [listed, invoices, contact], record_created: {in: gmail.sent, only: true, match: {to: {address: =payee.contact_email}, body: {mentions: {all: =off, none: "=filter(invoices, not (# in off))"}}}}}`)
	d.Forbid(`
		- {id: not-yet, effect: {update: payments.invoices}, stage: check}
		- {id: others-left, effect: {update: payments.invoices, except: off}, stage: hold}
		- {id: no-early-mail, effect: {create: gmail.sent}, stage: check}
		- {id: nothing-paid, effect: {any: payments.runs}}
		- {id: list-left, effect: {update: drive.files}}`)
	d.Solution(`
		calls:
		  - drive_search: {query: "{{.file}}"}
		  - drive_read_content: {file_id: =list}
		  - payments_list_payees: {}
		  - payments_get_payee: {payee_id: =payee.payee_id}
		  - payments_list_invoices: {status: open, payee_id: =payee.payee_id}
		  - {each: "map(filter(payments.invoices, .status == 'open' and .payee_id == payee.payee_id), .invoice_id)", payments_get_invoice: {invoice_id: =it}}
		  - gmail_save_draft: {to: =payee.contact_email, subject: "{{.subject}}", body: "='{{.text}}' + join(first_off, ', ')"}
		  - say: "{{.said}}"
		  - stage: hold
		  - drive_read_content: {file_id: =list}
		  - {each: off, payments_hold_invoice: {invoice_id: =it, reason: "{{.reason}}"}}
		  - gmail_send_message: {to: =payee.contact_email, subject: "{{.subject}}", body: "='{{.text}}' + join(off, ', ')"}
		  - say: "{{.end}}"`)
}

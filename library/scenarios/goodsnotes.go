package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// goodsNotes: invoices are right when they ask for what the warehouse accepted, which stands in
// its scanned notes, at the price of the register.
func goodsNotes() *synth.Scenario {
	return &synth.Scenario{
		Name: "invoices-against-receipts", Version: 3, Family: task.Reconciliation, Title: "Hold invoices against the goods-receipt notes",
		Capabilities: []string{"compare_sources", "exact_arithmetic", "multi_hop_join", "read_attachment", "distractor_rejection"},
		Services:     []string{"payments", "ocr", "inventory"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildGoodsNotes,
	}
}

func buildGoodsNotes(d *synth.Draft) {
	last := d.Between(3, 14)
	d.Set("day", d.Day(last))
	d.Set("until", d.T("up to and including ", "不晚于")+spokenDay(d, last))
	d.Set("received", d.T("goods-receipt note", "收货记录"))
	d.Title("Invoices due by {{.day}} against goods received", "{{.day}} 前到期发票与收货核对")
	d.Say([]string{
		"Please check the open EUR invoices due {{.until}} against what we received. The goods-receipt note of the purchase order is scanned, and the notes of the invoice say where; an invoice is right if its amount is the accepted quantity times the product's unit price, to the cent. Put all right ones into one payment run (a draft, don't submit it), hold each wrong one, and tell me for the wrong ones what the amount should be. Where that scan is no goods-receipt note yet, do nothing.",
		"Before we pay: take every open invoice in EUR that is due {{.until}}. Compare its amount with accepted quantity (the warehouse's goods-receipt note, a scan that the invoice's notes point to) times unit price in the inventory. Exact matches go into a single new payment run that stays a draft. Those that differ are held. Report invoice and correct amount of the held ones. Invoices for which the scan is something other than a goods-receipt note wait.",
		"I need a payment run draft with exactly those open EUR invoices, due {{.until}}, that ask for the accepted quantity at our unit price. The quantity is in the goods-receipt note, a scan that is named in the invoice's notes. If the amount is off by even a cent, hold the invoice and list it with the amount it should have. No goods-receipt note, no action. Nothing is paid today.",
		"Three-way match, please: open EUR invoices due {{.until}} against the goods-receipt note of their purchase order (a scan, see the notes of the invoice) and our unit prices. If the amount equals accepted quantity times price to the cent, the invoice goes into one payment run, left as a draft. If not, hold it and tell me the right amount. An invoice without a goods-receipt note stays where it is.",
	}, []string{
		"请把到期日{{.until}}的未付（open）EUR 发票与收货情况核对：采购单的收货记录有扫描件，路径写在发票备注里，发票金额应等于验收合格数量乘以产品单价，分毫不差。金额正确的全部放进一个付款批次（只建草稿，不要提交），金额不对的冻结（hold），并告诉我不对的发票应为多少钱。没有收货记录的先不处理。",
		"付款前请核对：到期日{{.until}}、币种 EUR、状态 open 的发票，金额要等于收货记录（扫描件，路径见发票备注）中的合格数量乘以库存系统里的单价。完全一致的合并建一个付款批次草稿；有差异的逐张 hold，并列出发票编号和正确金额。缺收货记录的不动，今天不付款。",
		"麻烦做一下三单匹配：到期日{{.until}}、状态 open 的 EUR 发票，对照收货记录扫描件（发票备注里有路径）和库存单价，金额应等于合格数量乘以单价。对得上的合并成一个付款批次草稿，对不上的 hold 并告诉我正确金额，没有收货记录的先放着。",
	})
	goodsRecords(d, last)
	goodsParts(d)
	done := work{ids: "map(wrong, .invoice)", all: "map(payments.invoices, .invoice_id)", what: "the ids of the invoices on hold", chinese: "被冻结的发票编号", needs: "run, held"}
	done.perhaps(d,
		func(d *synth.Draft) { done.mail(d) },
		func(d *synth.Draft) { done.tickOff(d, "Invoices against receipts", "发票与收货核对") })
}

func goodsParts(d *synth.Draft) {
	d.Set("accepted", d.T("([0-9]+) ACCEPTED", "验收合格 ([0-9]+) 件"))
	d.Set("headed", d.T("GOODS RECEIPT ", "收货记录 "))
	d.Set("title", d.T("Checked invoices", "已核对发票"))
	d.Set("reason", d.T("amount differs from the goods received", "金额与收货不符"))
	d.Facts(`
		receipts:
		  from: ocr.images
		  where:
		    receipt: {expr: .text startsWith "{{.headed}}", says: "{{.received}}"}
		  give: {note: .image_path, po: "extract(.text, '(PO-[0-9]+)')", sku: "extract(.text, '(SKU-[0-9]+)')", accepted: "number(extract(.text, '{{.accepted}}'))"}
		due:
		  from: payments.invoices
		  let:
		    receipt: lookup(receipts, "po", .purchase_order)
		    product: lookup(inventory.products, "product_id", receipt?.sku)
		  where:
		    open: {expr: .status == "open", says: open}
		    euro: {expr: .currency == "EUR", says: EUR}
		    due: {expr: "day(.due_date) <= day('{{.day}}')", says: "{{.until}}"}
		    received: {expr: receipt != nil, says: "{{.received}}"}
		  give: {invoice: .invoice_id, asked: "money(.amount, 'EUR')", sum: "money(times(product.unit_price, receipt.accepted), 'EUR')", note: receipt.note, sku: product.product_id}
		right: filter(due, .asked == .sum)
		wrong: filter(due, .asked != .sum)`)
	d.Answer(`held: {rows: {invoice: id, amount: money}, key: invoice}`)
	d.Checks(`
		- {id: invoices, read: {in: payments.invoices, each: due, record: =it.invoice, fields: [amount, notes]}}
		- {id: quantities, read: {in: ocr.images, each: due, record: =it.note, fields: [text]}}
		- {id: prices, read: {in: inventory.products, each: due, record: =it.sku, fields: [unit_price]}}
		- {id: run, weight: 0.4, needs: [invoices, quantities, prices], record_created: {in: payments.runs, only: true, match: {invoice_ids: {set_equals: {id: "=map(right, .invoice)"}}, status: draft}}}
		- {id: held, weight: 0.3, needs: [invoices, quantities, prices], record_updated: {in: payments.invoices, each: wrong, record: =it.invoice, set: {status: on_hold}}}
		- {id: told, weight: 0.3, needs: [invoices, quantities, prices], answer: {held: "=map(wrong, ({invoice: .invoice, amount: .sum}))"}}`)
	d.Forbid(`
		- {id: nothing-paid, effect: {update: payments.runs, set: {status: submitted}, own: true}}
		- {id: others-left, effect: {update: payments.invoices, except: "map(wrong, .invoice)"}}
		- {id: bank-left, effect: {update: payments.payees}}
		- {id: no-orders, effect: {create: inventory.orders}}`)
	d.Solution(`
		calls:
		  - payments_list_invoices: {status: open, currency: EUR, due_to: "{{.day}}"}
		  - {each: "map(filter(payments.invoices, .status == 'open' and .currency == 'EUR' and .due_date <= day('{{.day}}')), .invoice_id)", payments_get_invoice: {invoice_id: =it}}
		  - {each: "map(filter(payments.invoices, .status == 'open' and .currency == 'EUR' and .due_date <= day('{{.day}}')), .notes)", ocr_extract_text: {image_path: =it}}
		  - inventory_list_products: {}
		  - payments_create_run: {invoice_ids: "=map(right, .invoice)", title: "{{.title}}"}
		  - {each: wrong, payments_hold_invoice: {invoice_id: =it.invoice, reason: "{{.reason}}"}}
		  - answer: {held: "=map(wrong, ({invoice: .invoice, amount: .sum}))"}`)
}

// goodsRecords adds products, payees, invoices with their goods-receipt notes, and near misses.
func goodsRecords(d *synth.Draft, last int) {
	type product struct {
		id    string
		price synth.Amount
	}
	var products []product
	var payees []string
	for range 3 {
		p := product{d.ID("SKU-"), d.Cents(2, 60)}
		products = append(products, p)
		d.Add("inventory.products", "product_id", p.id, "name", d.Product(), "category", d.T("material", "物料"), "quantity", d.Between(10, 400), "unit_price", p.price, "currency", "EUR")
		c := d.Company()
		payee := d.ID("PAYEE-")
		d.Add("payments.payees", "payee_id", payee, "name", c.Name, "bank", d.T("Harbour Bank", "港湾银行"), "iban", d.ID("DE00TEST"), "verified", true, "updated_at", d.Instant(d.At(-d.Between(60, 300), 11, 0)))
		payees = append(payees, payee)
	}
	invoice := func(kind synth.Distractor, status, currency string, due, cents int, note bool) {
		p := synth.Choose(d, products...)
		got := d.Between(20, 90)
		ok := got - d.Between(1, 5)
		po := d.ID("PO-")
		text := fmt.Sprintf(d.T("GOODS RECEIPT %s\n%s: %d PIECES CAME IN\n%d ACCEPTED\nTHE REST GOES BACK", "收货记录 %s\n%s 到货 %d 件\n验收合格 %d 件\n其余退回"), po, p.id, got, ok)
		if !note {
			text = fmt.Sprintf(d.T("ADVICE OF DISPATCH %s\n%s: %d PIECES ON THE WAY\n%d ACCEPTED BY THE CARRIER", "发货通知 %s\n%s 在途 %d 件\n承运商验收合格 %d 件"), po, p.id, got, ok)
		}
		scan := d.Scan("scans/"+po, text)
		r := []any{"invoice_id", d.ID("INV-"), "payee_id", synth.Choose(d, payees...), "number", d.ID("R"), "amount", p.price*synth.Amount(ok) + synth.Amount(cents), "currency", currency,
			"issue_date", d.Day(-d.Between(5, 25)), "due_date", d.Day(due), "status", status, "purchase_order", po, "notes", scan}
		if cents == -1000000 {
			r[7] = p.price * synth.Amount(got) // what was delivered instead of what was accepted
		}
		if kind == "" {
			d.Add("payments.invoices", r...)
		} else {
			d.Distract(kind, "payments.invoices", r...)
		}
		d.Add("ocr.images", "image_path", scan, "text", text, "confidence", 0.95)
	}
	for i := range d.ByLevel(2, 3, 5) {
		invoice("", "open", "EUR", d.Between(-5, last-1)+i%2, 0, true)
	}
	invoice(synth.JustEnough, "open", "EUR", last, 0, true)
	invoice(synth.OneCent, "open", "EUR", d.Between(-3, last), synth.Choose(d, -1, 1), true)
	for range d.ByLevel(1, 1, 2) {
		invoice(synth.Superseded, "open", "EUR", d.Between(-3, last), -1000000, true)
	}
	invoice(synth.OneDay, "open", "EUR", last+1, 0, true)
	invoice(synth.WrongStatus, "on_hold", "EUR", last-2, 0, true)
	invoice(synth.OtherMoney, "open", "USD", last-1, 0, true)
	invoice(synth.StaleDraft, "open", "EUR", last-2, 0, false)
	d.Mix("payments.invoices")
	d.Mix("ocr.images")
}

package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// scannedReceipts: expense claims are compared with the totals on their scanned receipts, read by
// OCR; the claimants of those that differ get a draft.
func scannedReceipts() *synth.Scenario {
	return &synth.Scenario{
		Name: "claims-against-scans", Version: 3, Family: task.Reconciliation, Title: "Compare expense claims with their scanned receipts",
		Capabilities: []string{"read_attachment", "compare_sources", "exact_arithmetic", "draft_not_send", "distractor_rejection"},
		Services:     []string{"finance", "ocr", "contacts", "gmail"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildScannedReceipts,
	}
}

func buildScannedReceipts(d *synth.Draft) {
	back, category := d.Between(10, 25), synth.Choose(d, d.T("travel", "差旅"), d.T("meals", "餐饮"), d.T("equipment", "设备"))
	d.Set("day", d.Day(-back))
	d.Set("category", category)
	d.Set("from", d.T("on or after ", "不早于")+spokenDay(d, -back))
	d.Set("title", d.T("Checked claims", "已核对报销"))
	d.Title("{{.category}} claims against their receipts", "{{.category}}报销与票据核对")
	d.Say([]string{
		"Please compare the submitted {{.category}} claims dated {{.from}} with their scanned receipts. Where claim and receipt total agree to the cent, put the claim into one report \"{{.title}}\" with the sum. Where they differ, save a draft to the person who claimed it, with the claim number and the total of the receipt. Send nothing. Then give me the differing claims with the receipt totals.",
		"Expense check: all claims of category {{.category}} with status submitted, dated {{.from}}. The receipt is the scan named in the claim; only its total counts. Agreeing claims go into a single report called \"{{.title}}\"; for each other claim prepare a mail (draft only) to the claimant that names the claim and the receipt's total. Finally list those claims and totals for me.",
		"Can you reconcile the {{.category}} expenses that were submitted, dated {{.from}}? Read the scans. One report \"{{.title}}\" covers exactly the claims that match their receipt to the cent, and its total is theirs. The others: a draft to the owner with claim number and receipt total, and a list for me.",
		"Please audit the {{.category}} claims with status submitted, dated {{.from}}: the total on the scanned receipt is what counts. Everything that matches to the cent goes into one report, \"{{.title}}\", with the sum. For anything that doesn't, leave a draft to the claimant with the claim number and the receipt total, and list those for me. Don't send the drafts.",
	}, []string{
		"请把日期{{.from}}、状态为 submitted 的{{.category}}报销与扫描票据逐笔核对。金额与票据合计分毫不差的，汇总提交一份报告“{{.title}}”并填合计金额；不一致的，给报销人存一封草稿，写明报销编号和票据合计，不要发送。最后把不一致的报销编号和票据合计告诉我。",
		"报销核对：类别{{.category}}、状态 submitted、日期{{.from}}的报销，以所附扫描件的合计为准。一致的全部列入一份名为“{{.title}}”的报告；不一致的逐笔给报销人准备邮件草稿（只存不发），写上编号和票据合计，并把清单给我。",
		"请抽查{{.category}}报销：状态 submitted、日期{{.from}}的，逐张看扫描票据，以票据合计为准。分毫不差的合并提交一份报告“{{.title}}”，写上总额；对不上的给报销人各存一封草稿（报销编号和票据合计），别发出去，并把这些列给我。",
	})
	scannedRecords(d, back, category)
	d.Set("pattern", d.T("TOTAL EUR ([0-9.]+)", "合计 EUR ([0-9.]+)"))
	d.Set("mail", d.T("='Claim ' + it.claim + ': the receipt says ' + show(it.sum) + '.'", "='报销 ' + it.claim + ' 的票据合计为 ' + show(it.sum) + '，请核实。'"))
	d.Facts(`
		claims:
		  from: finance.transactions
		  let: {scan: "the(ocr.images, 'image_path', .receipt_url)"}
		  where:
		    submitted: {expr: .status == "submitted", says: submitted}
		    category: {expr: .category == "{{.category}}", says: "{{.category}}"}
		    late: {expr: "day(.date) >= day('{{.day}}')", says: "{{.from}}"}
		  give: {claim: .transaction_id, asked: "money(.amount, .currency)", sum: "money(number(extract(scan.text, '{{.pattern}}')), 'EUR')", scan: scan.image_path, owner: "the(contacts.contacts, 'name', .owner).contact_id", mail: "the(contacts.contacts, 'name', .owner).email"}
		agreed: filter(claims, .asked == .sum)
		differing: filter(claims, .asked != .sum)
		all_claims: map(finance.transactions, .transaction_id)`)
	d.Answer(`differing: {rows: {claim: id, receipt: money}, key: claim}`)
	d.Checks(`
		- {id: ledger, read: {in: finance.transactions, each: claims, record: =it.claim, fields: [amount, receipt_url]}}
		- {id: scans, read: {in: ocr.images, each: claims, record: =it.scan, fields: [text]}}
		- {id: owners, read: {in: contacts.contacts, each: differing, record: =it.owner, fields: [email]}}
		- {id: report, weight: 0.4, needs: [ledger, scans], record_created: {in: finance.reports, only: true, match: {title: {text: "{{.title}}"}, transactions: {set_equals: {id: "=map(agreed, .claim)"}}, total_amount: {money: "=total(map(agreed, .asked))"}}}}
		- {id: drafted, weight: 0.3, needs: [ledger, scans, owners], record_created: {in: gmail.drafts, each: differing, only: true, match: {to: {address: =it.mail}, body: {mentions: {all: ["=it.claim", {money: =it.sum}], none: "=filter(all_claims, not (# in map(filter(differing, .mail == it.mail), .claim)))"}}}}}
		- {id: told, weight: 0.3, needs: [ledger, scans], answer: {differing: "=map(differing, ({claim: .claim, receipt: .sum}))"}}`)
	d.Forbid(`
		- {id: nothing-sent, effect: {create: gmail.sent}}
		- {id: not-messaged, effect: {create: contacts.messages}}`)
	d.Solution(`
		calls:
		  - finance_list_transactions: {}
		  - {each: "map(filter(finance.transactions, .status == 'submitted' and .category == '{{.category}}'), .receipt_url)", ocr_extract_text: {image_path: =it}}
		  - contacts_search: {query: ""}
		  - finance_submit_report: {title: "{{.title}}", transactions: "=map(agreed, .claim)", total_amount: "=total(map(agreed, .asked))"}
		  - {each: differing, gmail_save_draft: {to: =it.mail, subject: "=it.claim", body: "{{.mail}}"}}
		  - answer: {differing: "=map(differing, ({claim: .claim, receipt: .sum}))"}`)
	done := work{ids: "map(differing, .claim)", all: "all_claims", what: "the numbers of the claims that differ", chinese: "不一致的报销编号", needs: "report, drafted"}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Check the expense claims", "核对报销") },
		func(d *synth.Draft) { done.post(d, "expenses accounts finance-desk", "报销 财务 财务服务") })
}

// claimed is what an expense of a category was for.
func claimed(d *synth.Draft, category string) string {
	switch category {
	case d.T("travel", "差旅"):
		return d.T("Train to ", "火车票 ") + d.City()
	case d.T("meals", "餐饮"):
		return d.T("Lunch with ", "工作餐 ") + d.Company().Name
	case d.T("training", "培训"):
		return d.T("Course fee", "培训费")
	}
	return d.Product()
}

// scannedRecords adds claimants, claims and their scans: a scan shows parts besides its total.
func scannedRecords(d *synth.Draft, back int, category string) {
	var owners []string
	for i := range d.ByLevel(3, 4, 5) {
		p := d.Person()
		owners = append(owners, p.Name)
		d.Add("contacts.contacts", "contact_id", d.ID("CT-"), "name", p.Name, "department", p.Department, "title", p.Title, "email", p.Mail, "phone", p.Phone)
		if i == 0 {
			r := d.Relative(p)
			d.Distract(synth.LikeName, "contacts.contacts", "contact_id", d.ID("CT-"), "name", r.Name, "department", r.Department, "title", r.Title, "email", r.Mail, "phone", r.Phone)
		}
	}
	n := 0
	claim := func(kind synth.Distractor, status, of string, days, beside int) {
		net := d.Cents(20, 700)
		tax := net / 5
		sum := net + tax
		id := d.ID("EXP-")
		text := fmt.Sprintf(d.T("RECEIPT\nNET EUR %s\nTAX EUR %s\nTOTAL EUR %s\nTHANK YOU", "收据\n净额 EUR %s\n税额 EUR %s\n合计 EUR %s\n谢谢惠顾"), net, tax, sum)
		path := d.Scan("scans/"+id, text)
		asked := sum + synth.Amount(beside)
		if beside > 900 {
			asked = net // claimed before tax
		}
		r := []any{"transaction_id", id, "date", d.Day(days), "amount", asked, "currency", "EUR", "category", of, "description", claimed(d, of), "owner", owners[n%len(owners)], "type", "expense", "status", status, "receipt_url", path}
		n++
		if kind == "" {
			d.Add("finance.transactions", r...)
		} else {
			d.Distract(kind, "finance.transactions", r...)
		}
		d.Add("ocr.images", "image_path", path, "text", text, "confidence", 0.93)
	}
	for range d.ByLevel(2, 3, 5) {
		claim("", "submitted", category, -d.Between(1, back-1), 0)
	}
	claim(synth.JustEnough, "submitted", category, -back, 0)
	claim(synth.OneCent, "submitted", category, -d.Between(1, back-1), synth.Choose(d, -1, 1))
	for range d.ByLevel(1, 2, 3) {
		claim(synth.WrongKind, "submitted", category, -d.Between(1, back-1), 999)
	}
	claim(synth.OneDay, "submitted", category, -back-1, 0)
	claim(synth.WrongStatus, "reimbursed", category, -d.Between(1, back-1), 5)
	claim(synth.WrongKind, "submitted", d.T("training", "培训"), -d.Between(1, back-1), 0)
	d.Mix("finance.transactions")
	d.Mix("ocr.images")
	d.Mix("contacts.contacts")
	d.Collection("gmail.messages")
}

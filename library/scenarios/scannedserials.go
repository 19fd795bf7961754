package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// scannedSerials: serial numbers and warranty ends that stand only on the scanned receipts of
// purchases. The ledger tells which scans matter.
func scannedSerials() *synth.Scenario {
	return &synth.Scenario{
		Name: "scanned-serials", Version: 3, Family: task.Lookup, Title: "Serial numbers and warranties from scanned receipts",
		Capabilities: []string{"read_attachment", "cross_service_join", "time_filter", "aggregate", "distractor_rejection"},
		Services:     []string{"finance", "ocr"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildScannedSerials,
	}
}

func buildScannedSerials(d *synth.Draft) {
	least := synth.Choose(d, 100, 150, 200, 250)
	from, until := -d.Between(30, 45), d.Between(100, 200) // first day of purchase, last day of warranty that counts
	strict := d.Intn(2) == 0
	d.Set("least", least)
	d.Set("currency", d.T("EUR", "CNY"))
	if strict {
		d.Set("price", fmt.Sprintf(d.T("more than %d EUR", "超过%d元"), least))
		d.Set("edge", "> ")
	} else {
		d.Set("price", fmt.Sprintf(d.T("at least %d EUR", "不低于%d元"), least))
		d.Set("edge", ">= ")
	}
	d.Set("from", d.Day(from))
	d.Set("since", fmt.Sprintf(d.T("since %s", "%s及以后"), spokenDay(d, from)))
	d.Set("until", d.Day(until))
	d.Set("ends", fmt.Sprintf(d.T("no later than %s", "不晚于%s"), spokenDay(d, until)))
	d.Title("Serial numbers from scanned receipts", "从收据扫描件查序列号与保修期")
	d.Say([]string{
		"I'm filling in the equipment insurance. For every completed hardware purchase made {{.since}} that cost {{.price}}, look at the scanned receipt (its path is with the transaction): I need the serial number and the end of the warranty where the warranty ends {{.ends}}. Also tell me what these devices cost together. Please don't submit any report.",
		"Please go through the completed hardware purchases {{.since}} of {{.price}} and open their scanned receipts. Where the warranty ends {{.ends}}, list transaction, serial number and last day of warranty, and sum up the prices. This is for information only, no report.",
		"Which of our devices run out of warranty soon? Take completed hardware purchases {{.since}} that cost {{.price}}; serial number and warranty are on the receipt scans. I want those whose warranty ends {{.ends}}, each with transaction id, serial number and that day, and the total price. Nothing should be filed.",
		"I need a list for the insurer: completed hardware purchases made {{.since}} that cost {{.price}} and whose warranty ends {{.ends}}. Serial numbers and warranty dates are only on the receipt scans (path in the transaction). Give me transaction id, serial number and end of warranty for each device, and what they cost in total. Don't file a report.",
	}, []string{
		"我在填设备保险表。请查{{.since}}、金额{{.price}}、已完成（completed）的硬件（hardware）采购，打开对应的收据扫描件（路径在交易记录里）：凡保修截止日{{.ends}}的，列出交易编号、序列号和保修截止日，并给出这些设备的总价。不要提交报表。",
		"哪些设备快过保了？范围是{{.since}}购入、金额{{.price}}、已完成（completed）的硬件（hardware）采购，序列号和保修期都印在收据扫描件上。保修截止日{{.ends}}的请逐台列出：交易编号、序列号、截止日，另报总金额。只是了解情况，不用提交任何东西。",
		"请对照收据扫描件整理一份清单：{{.since}}的硬件（hardware）采购里，已完成（completed）且金额{{.price}}、保修截止日{{.ends}}的设备，写明交易编号、序列号、截止日，最后加总价格。查完告诉我即可，不必出报表。",
	})
	serialRecords(d, least, from, until, strict)
	serialParts(d)
	done := work{ids: "map(devices, .transaction)", all: "map(finance.transactions, .transaction_id)", what: "the transaction ids of these devices", chinese: "这些设备的交易编号", needs: "ledger, scans"}
	done.perhaps(d,
		func(d *synth.Draft) { done.file(d, "warranties") },
		func(d *synth.Draft) { done.remind(d, "Extend the warranties", "续保设备") })
}

// serialRecords adds purchases and their scans: right ones, and near misses of every condition.
func serialRecords(d *synth.Draft, least, from, until int, strict bool) {
	edge := synth.Amount(least * 100)
	miss := edge // the nearest price that does not count
	if strict {
		edge++
	} else {
		miss--
	}
	things := []string{"Laptop", "Monitor", "Scanner", "Projector", "Label printer", "Docking station"}
	if d.Chinese() {
		things = []string{"笔记本电脑", "显示器", "扫描仪", "投影仪", "标签打印机", "扩展坞"}
	}
	buy := func(mark synth.Distractor, day int, price synth.Amount, category, status string, warranty int) {
		id, serial, thing := d.ID("TX-"), fmt.Sprintf("SN-%c%c%d", 'A'+d.Intn(26), 'A'+d.Intn(26), d.Between(100000, 999999)), synth.Choose(d, things...)
		shop := d.T("Kite Office Supply", "启程办公")
		text := fmt.Sprintf(d.T("%s\nRECEIPT %s\n%s\nSerial no.: %s\nWarranty until: %s\nPaid: EUR %s\nThank you", "%s\n收据 %s\n%s\n序列号：%s\n保修至：%s\n实付：¥%s\n谢谢惠顾"), shop, d.ID("R-"), thing, serial, d.Day(warranty), price)
		path := d.Scan(fmt.Sprintf("receipts/%s-%d", d.Day(day), d.Serial("receipt", 10, 99)), text)
		fields := []any{"transaction_id", id, "date", d.Day(day), "amount", price, "currency", d.T("EUR", "CNY"), "merchant", shop, "category", category, "description", thing, "receipt_url", path, "status", status}
		if mark == "" {
			d.Add("finance.transactions", fields...)
		} else {
			d.Distract(mark, "finance.transactions", fields...)
		}
		d.Add("ocr.images", "image_path", path, "text", text)
	}
	price := func() synth.Amount { return edge + d.Cents(1, 900) }
	bought := func() int { return -d.Between(1, -from-1) }
	for range d.ByLevel(2, 4, 6) {
		buy("", bought(), price(), "hardware", "completed", d.Between(5, until-1))
	}
	buy("", from, price(), "hardware", "completed", until)
	buy("", bought(), edge, "hardware", "completed", d.Between(5, until-1))
	buy(synth.OneDay, bought(), price(), "hardware", "completed", until+1)
	buy(synth.OneDay, from-1, price(), "hardware", "completed", d.Between(5, until-1))
	buy(synth.OneCent, bought(), miss, "hardware", "completed", d.Between(5, until-1))
	buy(synth.WrongKind, bought(), price(), "software", "completed", d.Between(5, until-1))
	buy(synth.WrongStatus, bought(), price(), "hardware", "cancelled", d.Between(5, until-1))
	for range d.ByLevel(1, 4, 8) {
		buy(synth.Unrelated, from-d.Between(2, 60), d.Cents(20, 800), synth.Choose(d, "hardware", "software", "furniture"), "completed", until+d.Between(20, 400))
	}
	d.Mix("finance.transactions")
	d.Mix("ocr.images")
}

func serialParts(d *synth.Draft) {
	if d.Chinese() {
		d.Set("serial", "序列号：([A-Z0-9-]+)")
		d.Set("warranty", "保修至：([0-9-]+)")
	} else {
		d.Set("serial", "Serial no.: ([A-Z0-9-]+)")
		d.Set("warranty", "Warranty until: ([0-9-]+)")
	}
	d.Facts(`
		since: "filter(finance.transactions, .date >= day('{{.from}}'))"
		devices:
		  from: finance.transactions
		  let:
		    scan: "the(ocr.images, 'image_path', .receipt_url)"
		    ends: "day(extract(scan.text, '{{.warranty}}'))"
		  where:
		    since: {expr: ".date >= day('{{.from}}')", says: "{{.since}}"}
		    dear: {expr: ".amount {{.edge}}{{.least}}", says: "{{.price}}"}
		    hardware: {expr: .category == "hardware", says: hardware}
		    done: {expr: .status == "completed", says: completed}
		    ending: {expr: "ends <= day('{{.until}}')", says: "{{.ends}}"}
		  give: {transaction: .transaction_id, path: .receipt_url, serial: "extract(scan.text, '{{.serial}}')", warranty: ends, price: "money(.amount, .currency)"}
		price: total(map(devices, .price))`)
	d.Answer(`
		devices: {rows: {transaction: id, serial: id, warranty: date}, key: transaction}
		total: {type: money}`)
	d.Checks(`
		- {id: ledger, read: {in: finance.transactions, each: devices, record: =it.transaction, fields: [amount, receipt_url]}}
		- {id: scans, read: {in: ocr.images, each: devices, record: =it.path, fields: [text]}}
		- {id: listed, weight: 0.7, needs: [ledger, scans], answer: {devices: "=map(devices, ({transaction: .transaction, serial: .serial, warranty: .warranty}))"}}
		- {id: summed, weight: 0.3, needs: [ledger, scans], answer: {total: =price}}`)
	d.Forbid(`
		- {id: no-report, effect: {create: finance.reports}}`)
	d.Solution(`
		calls:
		  - finance_list_transactions: {start_date: "=day('{{.from}}')", end_date: =day(now)}
		  - {each: "map(filter(since, .category == 'hardware' and .status == 'completed' and .amount {{.edge}}{{.least}}), .receipt_url)", ocr_extract_text: {image_path: =it}}
		  - answer: {devices: "=map(devices, ({transaction: .transaction, serial: .serial, warranty: .warranty}))", total: =price}`)
}

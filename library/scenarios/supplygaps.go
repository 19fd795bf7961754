package scenarios

import (
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// supplyGaps: products below their reorder level that no planned delivery rescues in time are
// marked in the supply plan and called out in the channel, with the buyer of the row.
func supplyGaps() *synth.Scenario {
	return &synth.Scenario{
		Name: "supply-gaps", Version: 3, Family: task.Escalation, Title: "Call out products that will run short",
		Capabilities: []string{"compare_sources", "cross_service_join", "time_filter", "distractor_rejection", "act_then_report"},
		Services:     []string{"inventory", "sheets", "chat"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildSupplyGaps,
	}
}

func buildSupplyGaps(d *synth.Draft) {
	last := d.Between(4, 12)
	day := d.Day(last)
	status := synth.Choose(d, "late", "unconfirmed")
	d.Set("day", day)
	d.Set("status", status)
	for name, word := range map[string]string{"tab": d.T("Deliveries", "到货"), "product": d.T("Product", "产品"), "arrival": d.T("Arrival", "到货日期"), "state": d.T("Status", "状态"), "buyer": d.T("Buyer", "采购员")} {
		d.Set(name, word)
	}
	d.Set("below", d.T("below its reorder level", "低于补货点"))
	d.Set("after", d.T("after ", "晚于")+spokenDay(d, last))
	d.Title("Products that run short by {{.day}}", "{{.day}} 前的缺货风险")
	d.Say([]string{
		"Which products will leave us stranded? Take every product whose quantity is {{.below}} and whose row in the tab {{.tab}} of the supply plan has the status {{.status}} and an arrival {{.after}}. Set that row's {{.state}} to escalated and post one message for each in the channel supply, with the product number and an @mention of the row's buyer.",
		"Go through the supply plan (spreadsheet, tab {{.tab}}) with the inventory beside it. A delivery is critical if its {{.state}} is {{.status}}, it arrives {{.after}}, and the product's quantity is {{.below}}. Critical rows become escalated, and for each of them the channel supply needs a post that names the product number and mentions the buyer (@handle).",
		"Please escalate supply gaps: product quantity {{.below}}, delivery row {{.status}}, arrival {{.after}}. In the supply plan's tab {{.tab}} the {{.state}} of the row becomes escalated; in the chat channel supply you post the product number and @mention the buyer from the row, one post for each product. Everything else stays.",
		"Where are we going to run short? I mean products whose quantity is {{.below}} while their row in the supply plan (tab {{.tab}}) is still {{.status}} with an arrival {{.after}}. Change the {{.state}} of those rows to escalated and post in the channel supply, one message per product: the product number and an @mention of the buyer in the row. Leave the other rows.",
	}, []string{
		"请找出有断货风险的产品：库存数量{{.below}}，且供应计划表“{{.tab}}”页中对应行的{{.state}}为 {{.status}}、到货日期{{.after}}。把这些行的{{.state}}改成 escalated，并在聊天频道 supply 里逐个发消息，写明产品编号并 @ 该行的采购员。",
		"麻烦对照库存检查供应计划（表格的“{{.tab}}”页）：{{.state}}是 {{.status}}、到货{{.after}}、而产品库存{{.below}}的行，都要升级：{{.state}}改为 escalated，每个产品在 supply 频道发一条消息，包含产品编号和该行采购员的 @提及。其他行别改。",
		"帮我看看哪些产品要断货：库存数量{{.below}}，供应计划“{{.tab}}”页里那一行的{{.state}}还是 {{.status}}、到货日期{{.after}}。这些行的{{.state}}改成 escalated，然后在 supply 频道一个产品发一条消息，写产品编号并 @ 该行的采购员，其他行不动。",
	})
	supplyRecords(d, last, status)
	d.Facts(`
		gaps:
		  from: sheets.rows
		  let: {product: 'the(inventory.products, "product_id", .values["{{.product}}"])'}
		  where:
		    status: {expr: '.values["{{.state}}"] == "{{.status}}"', says: "{{.status}}"}
		    late: {expr: 'day(.values["{{.arrival}}"]) > day("{{.day}}")', says: "{{.after}}"}
		    low: {expr: product.quantity < product.reorder_level, says: "{{.below}}"}
		  give: {row: .row_id, product: '.values["{{.product}}"]', buyer: '.values["{{.buyer}}"]', marked: '({"{{.product}}": .values["{{.product}}"], "{{.arrival}}": .values["{{.arrival}}"], "{{.state}}": "escalated", "{{.buyer}}": .values["{{.buyer}}"]})'}
		products: map(inventory.products, .product_id)
		handles: map(chat.people, '@' + .handle)
		bare: map(chat.people, .handle)
		supply: the(chat.channels, 'name', 'supply').channel_id`)
	supplyGrading(d)
}

// supplyGrading sets what counts as done, and how it is done.
func supplyGrading(d *synth.Draft) {
	d.Checks(`
		- {id: planned, read: {in: sheets.rows, each: gaps, record: =it.row, fields: [values]}}
		- {id: stock, read: {in: inventory.products, each: gaps, record: =it.product, fields: [quantity, reorder_level]}}
		- {id: marked, weight: 0.5, needs: [planned, stock], record_updated: {in: sheets.rows, each: gaps, record: =it.row, set: {values: =it.marked}}}
		- {id: posted, weight: 0.5, needs: [planned, stock], record_created: {in: chat.messages, each: gaps, only: true, match: {channel_id: {id: =supply}, text: {mentions: {all: ["=it.product", "='@' + it.buyer"], none: "=concat(filter(products, # != it.product), filter(handles, # != '@' + it.buyer), filter(bare, # != it.buyer))"}}}}}`)
	d.Forbid(`
		- {id: rows-left, effect: {update: sheets.rows, except: "map(gaps, .row)"}}
		- {id: no-new-rows, effect: {create: sheets.rows}}
		- {id: no-orders, effect: {create: inventory.orders}}
		- {id: not-private, effect: {create: chat.direct_messages}}`)
	d.Set("post", d.T("='@' + it.buyer + ' the product ' + it.product + ' will run short.'", "='@' + it.buyer + ' 产品 ' + it.product + ' 即将断货。'"))
	d.Solution(`
		calls:
		  - sheets_list: {}
		  - {each: "map(sheets.spreadsheets, .sheet_id)", sheets_get: {sheet_id: =it}}
		  - {each: "map(filter(sheets.tabs, .name == '{{.tab}}'), .tab_id)", sheets_read_range: {tab_id: =it}}
		  - inventory_list_products: {}
		  - chat_list_channels: {query: supply}
		  - {each: gaps, sheets_update_row: {row_id: =it.row, values: {"{{.state}}": escalated}}}
		  - {each: gaps, chat_post_message: {channel_id: =supply, text: "{{.post}}"}}`)
	done := work{ids: "map(gaps, .product)", all: "products", what: "the numbers of the products that run short", chinese: "即将断货的产品编号", needs: "marked, posted"}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Call the suppliers", "催供应商发货") },
		func(d *synth.Draft) { done.draft(d) })
}

// supplyRecords adds products, their delivery rows with near misses, buyers and channels.
func supplyRecords(d *synth.Draft, last int, status string) {
	sheet, tab, archive := d.ID("SH-"), d.ID("TAB-"), d.ID("TAB-")
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Supply plan", "供应计划"))
	headers := []string{d.T("Product", "产品"), d.T("Arrival", "到货日期"), d.T("Status", "状态"), d.T("Buyer", "采购员")}
	d.Add("sheets.tabs", "tab_id", tab, "sheet_id", sheet, "name", d.T("Deliveries", "到货"), "headers", headers, "types", []string{"text", "date", "text", "text"})
	d.Add("sheets.tabs", "tab_id", archive, "sheet_id", sheet, "name", d.T("Archive", "历史"), "headers", headers, "types", []string{"text", "date", "text", "text"})
	var buyers []string
	for range 3 {
		buyers = append(buyers, onChat(d, d.Person()))
	}
	d.Add("chat.channels", "channel_id", d.ID("CH-"), "name", "supply", "topic", d.T("Stock and deliveries", "库存与到货"), "private", false, "members", buyers)
	d.Distract(synth.LikeName, "chat.channels", "channel_id", d.ID("CH-"), "name", "supply-archive", "topic", d.T("Old threads", "历史消息"), "private", false, "members", buyers)
	n := 0
	row := func(kind synth.Distractor, lacking int, state string, days int) {
		id, level := d.ID("SKU-"), d.Between(20, 90)
		arrival := d.Day(last + days)
		product := []any{"product_id", id, "name", d.Product(), "category", d.T("parts", "零件"), "quantity", level - lacking, "unit", "pcs", "reorder_level", level}
		cells := []any{"row_id", d.ID("ROW-"), "tab_id", tab, "values", []any{headers[0], id, headers[1], arrival, headers[2], state, headers[3], buyers[n%len(buyers)]}}
		n++
		d.Add("inventory.products", product...)
		if kind == "" {
			d.Add("sheets.rows", cells...)
		} else {
			d.Distract(kind, "sheets.rows", cells...)
		}
	}
	for range d.ByLevel(2, 4, 6) {
		row("", d.Between(1, 15), status, d.Between(1, 20))
	}
	row(synth.OneDay, 9, status, 0)
	row(synth.JustEnough, 0, status, 5)
	row(synth.WrongStatus, 7, "confirmed", 6)
	row(synth.LoudOutside, 18, status, -3)
	row(synth.Unrelated, -4, "confirmed", -2)
	d.Mix("sheets.rows")
	d.Mix("inventory.products")
	d.Mix("chat.people")
}

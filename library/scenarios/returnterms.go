package scenarios

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// returnTerms: returns are decided by the terms: refused, refunded in full or in part, to the
// cent. What counts are the days between delivery and request, and the customer's tier.
func returnTerms() *synth.Scenario {
	return &synth.Scenario{
		Name: "return-terms", Version: 3, Family: task.Triage, Title: "Decide on returns by the terms",
		Capabilities: []string{"read_attachment", "policy_application", "superseded_source", "cross_service_join", "per_item_decision", "leave_alone"},
		Services:     []string{"orders", "crm", "documents", "caption"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildReturnTerms,
	}
}

// terms are the numbers of the return terms: days of a full refund, for gold customers, days
// after which nothing is taken back, and percent in between.
type terms struct{ full, gold, last, percent int }

func buildReturnTerms(d *synth.Draft) {
	full := d.Between(10, 20)
	t := terms{full, full + d.Between(5, 12), d.Between(45, 60), 10 * d.Between(5, 9)}
	hours := synth.Choose(d, 12, 24, 36)
	d.Set("full", t.full)
	d.Set("gold", t.gold)
	d.Set("last", t.last)
	d.Set("share", fmt.Sprintf("0.%d", t.percent/10))
	d.Set("hours", hours)
	money := d.T(synth.Choose(d, "EUR", "GBP"), synth.Choose(d, "CNY", "HKD"))
	d.Set("money", money)
	d.Set("waits", fmt.Sprintf(d.T("more than %d hours", "超过%d小时"), hours))
	told := d.Intn(2) == 0 // whether the refused ones are asked for, or the sum
	d.Set("ask", d.T("In the end I need the sum of the refunds that you approved.", "最后告诉我批准的退款合计。"))
	if told {
		d.Set("ask", d.T("In the end I need the ids of those that you rejected.", "最后告诉我驳回了哪些退货编号。"))
	}
	d.Title("Returns in {{.money}} that wait for a decision", "处理以 {{.money}} 结算的待决退货")
	d.Say([]string{
		"Please decide on the returns with status requested that have been waiting {{.waits}}, for orders in {{.money}}. Our return terms ({{.terms}}) say who gets how much, and a photo counts for more than words; approve with the exact refund or reject. More recent ones and other currencies can wait. {{.ask}}",
		"The returns desk is behind. Take every return in {{.money}} whose status is requested and that has been waiting {{.waits}}, and apply our return terms ({{.terms}}): reject, or approve with the refund to the cent. Don't touch orders or shipments. {{.ask}}",
		"Could you work through the returns in {{.money}}? I mean those that are requested and have been waiting {{.waits}}. Decide each by the return terms in {{.terms}}, with the right refund where one is due. Leave the rest for tomorrow. {{.ask}}",
		"Please clear the returns queue for orders in {{.money}}: everything that is still requested and has been waiting {{.waits}}. The return terms ({{.terms}}) decide, so either reject or approve with the exact refund. More recent requests and other currencies can wait. {{.ask}}",
	}, []string{
		"请处理以 {{.money}} 结算、状态为 requested、已经等待{{.waits}}的退货申请：按退货条款（{{.terms}}）决定驳回，或批准并填写准确的退款额。其他币种和时间更短的先不处理。{{.ask}}",
		"退货积压了。凡订单币种为 {{.money}}、还在 requested 状态、等待{{.waits}}的，逐条对照退货条款（{{.terms}}）批准或驳回，退款要精确到分。订单和包裹不要改。{{.ask}}",
		"请把 {{.money}} 订单的退货清一下：状态还是 requested、已经等待{{.waits}}的，按退货条款（{{.terms}}），该退多少批多少，不该退的驳回。新提交的和其他币种先放着。{{.ask}}",
	})
	termsDocument(d, t)
	returnRecords(d, t, hours, money)
	returnParts(d, told)
	done := work{ids: "map(desk, .id)", all: "map(orders.returns, .return_id)", what: "the ids of the returns that you decided", chinese: "已处理的退货编号", needs: "approved, rejected"}
	counted := work{ids: "map(desk, .id)", what: "returns that you decided", chinese: "已处理退货", needs: "approved, rejected"}
	done.perhaps(d,
		func(d *synth.Draft) { done.whisper(d) },
		func(d *synth.Draft) { counted.log(d, "Returns desk", "退货处理登记") })
}

// termsDocument adds the terms of this year and those of the last, as PDF files.
func termsDocument(d *synth.Draft, t terms) {
	text := d.T("RETURN TERMS %d\nThe rules apply in this order.\n1. Opened hygiene goods are never taken back.\n2. What is requested more than %d days after delivery is rejected.\n3. Goods whose photo shows that they are broken are refunded in full. What the customer writes without such a photo does not count.\n4. Requests within %d days of delivery are refunded in full, for customers of the gold tier within %d days.\n5. All others are refunded with %d percent of the price.\nThe price is that of the pieces that come back.",
		"%d年退货条款\n依次适用：\n一、已拆封的卫生用品一律不退。\n二、签收后超过%d天才申请的，驳回。\n三、照片显示商品破损的，全额退款；没有照片佐证的说法不算。\n四、签收后%d天以内申请的全额退款，gold 级客户放宽到%d天以内。\n五、其余按价款的百分之%d退款。\n价款指退回件数的价款。")
	add := func(mark synth.Distractor, year int, t terms) string {
		path := fmt.Sprintf("policies/return-terms-%d.pdf", year)
		content := fmt.Sprintf(text, year, t.last, t.full, t.gold, t.percent)
		d.Asset(path, synth.PDF, content)
		addMarked(d, mark, "documents.files", "path", path, "text", content)
		return path
	}
	year := d.Now().Year()
	d.Set("terms", add("", year, t))
	add(synth.Superseded, year-1, terms{t.full + d.Between(2, 5), t.gold + d.Between(3, 9), t.last + 15, t.percent - 10})
}

// returnBuyers adds customers of both tiers and returns their ids by tier.
func returnBuyers(d *synth.Draft) map[string][]string {
	buyers := map[string][]string{}
	for i := range 2 + 2*d.Level() {
		c, tier := d.Company(), []string{"gold", "standard"}[i%2]
		id := d.ID("CUS-")
		d.Add("crm.customers", "customer_id", id, "name", c.Name, "contact_person", d.PersonAt(c.Domain).Name, "industry", d.T("retail", "零售"), "tier", tier, "annual_revenue", 1000*d.Between(50, 900), "status", "active")
		buyers[tier] = append(buyers[tier], id)
	}
	return buyers
}

// returnRecords adds orders, their parcels and returns, at both sides of each edge.
func returnRecords(d *synth.Draft, t terms, hours int, money string) {
	buyers := returnBuyers(d)
	plain := []string{d.T("not needed any more", "不需要了"), d.T("not what we expected", "与预期不符"), d.T("ordered twice", "重复下单")}
	broken, intact, hygiene := "broken", "intact", d.T("opened hygiene goods, not liked", "已拆封的卫生用品，不喜欢")
	currency := money
	// back adds an order and its return, requested some days after delivery and some minutes ago.
	back := func(mark synth.Distractor, tier, reason, status string, days, minutes int) {
		where := fmt.Sprintf(d.T("%d Mill Lane", "磨坊路%d号"), d.Between(1, 180))
		order, line := d.ID("ORD-"), d.ID("LINE-")
		price, pieces := synth.Amount(100*d.Between(3, 180)), d.Between(2, 6)
		asked := ago(d, 0, 0, minutes)
		delivered := asked.AddDate(0, 0, -days)
		d.Add("orders.orders", "order_id", order, "customer_id", synth.Choose(d, buyers[tier]...), "status", "delivered", "placed_at", d.Instant(delivered.AddDate(0, 0, -4)), "total", price*synth.Amount(pieces+1), "currency", currency,
			"address", where)
		what := d.Product()
		switch reason {
		case broken, intact:
			reason = returnPhoto(d, what, reason == broken)
		case hygiene:
			what = d.T(synth.Choose(d, "Ear plugs", "Face masks", "Nitrile gloves"), synth.Choose(d, "耳塞", "口罩", "丁腈手套"))
		}
		d.Add("orders.lines", "line_id", line, "order_id", order, "description", what, "quantity", pieces+1, "unit_price", price)
		d.Add("orders.shipments", "shipment_id", d.ID("SHP-"), "order_id", order, "carrier", d.T("Northpost", "顺达快运"), "tracking", d.ID("TRK"), "status", "delivered", "address", where,
			"dispatched_at", d.Instant(delivered.AddDate(0, 0, -2)), "delivered_at", d.Instant(delivered))
		fields := []any{"return_id", d.ID("RMA-"), "order_id", order, "line_id", line, "quantity", pieces, "reason", reason, "status", status, "currency", currency, "requested_at", d.Instant(asked)}
		if mark == "" {
			d.Add("orders.returns", fields...)
		} else {
			d.Distract(mark, "orders.returns", fields...)
		}
	}
	late := func() int { return 60*hours + d.Between(5, 3000) }
	why := func() string { return synth.Choose(d, plain...) }
	back("", "standard", why(), "requested", t.full, late())
	back("", "standard", why(), "requested", t.full+1, late())
	back("", "gold", why(), "requested", t.gold, late())
	back("", "gold", hygiene, "requested", 3, late())
	back("", "standard", broken, "requested", t.last, late())
	back("", "gold", broken, "requested", t.last+1, late())
	for i := range d.ByLevel(0, 3, 7) {
		back("", []string{"gold", "standard"}[i%2], []string{why(), why(), hygiene}[i%3], "requested", []int{t.gold + 1, t.last + 3, 5}[i%3], late())
	}
	back(synth.JustEnough, "gold", why(), "requested", 4, 60*hours)
	back(synth.LoudOutside, "standard", intact, "requested", t.full+d.Between(2, 9), late())
	back(synth.AlreadyDone, "standard", why(), "approved", 4, late())
	for range d.ByLevel(0, 2, 5) {
		back(synth.Unrelated, "standard", why(), synth.Choose(d, "rejected", "refunded"), d.Between(1, 50), late())
	}
	currency = map[string]string{"EUR": "GBP", "GBP": "EUR", "CNY": "HKD", "HKD": "CNY"}[money]
	for range 1 + d.Level() {
		back(synth.OtherMoney, "standard", why(), "requested", d.Between(2, 60), late())
	}
	for _, coll := range []string{"orders.orders", "orders.returns", "orders.shipments", "caption.images"} {
		d.Mix(coll)
	}
}

// returnPhoto adds the photo of a return and gives the customer's words with its path.
func returnPhoto(d *synth.Draft, what string, broken bool) string {
	path := fmt.Sprintf("photos/return-%d.jpg", d.Serial("photo", 1000, 9999))
	seen := d.T("A new %s in an undamaged box.", "完好包装盒里的全新%s。")
	if broken {
		seen = d.T("A torn box; the %s in it is broken.", "外箱撕裂，里面的%s已经破损。")
	}
	d.Add("caption.images", "image_path", path, "caption", fmt.Sprintf(seen, strings.ToLower(what)))
	return d.T("arrived damaged, see ", "到货时已破损，见 ") + path
}

func returnParts(d *synth.Draft, told bool) {
	d.Set("hygiene", d.T("opened hygiene", "已拆封的卫生用品"))
	d.Set("broken", d.T("is broken", "已经破损"))
	d.Facts(`
		desk:
		  from: orders.returns
		  let:
		    order: "the(orders.orders, 'order_id', .order_id)"
		    line: "the(orders.lines, 'line_id', .line_id)"
		    parcel: "the(orders.shipments, 'order_id', .order_id)"
		    buyer: "the(crm.customers, 'customer_id', order.customer_id)"
		    days: days_between(day(parcel.delivered_at), day(.requested_at))
		    price: "times(money(line.unit_price, order.currency), .quantity)"
		    never: '.reason contains "{{.hygiene}}" or days > {{.last}}'
		    photo: '.reason contains "photos/" ? extract(.reason, "photos/[a-z0-9-]+[.]jpg") : ""'
		    shown: 'lookup(caption.images, "image_path", photo)?.caption ?? ""'
		    whole: 'shown contains "{{.broken}}" or days <= (buyer.tier == "gold" ? {{.gold}} : {{.full}})'
		  where:
		    requested: {expr: .status == "requested", says: requested}
		    waiting: {expr: "hours_since(.requested_at) > {{.hours}}", says: "{{.waits}}"}
		    money: {expr: order.currency == "{{.money}}", says: {{.money}}}
		  give: {id: .return_id, order: .order_id, parcel: parcel.shipment_id, buyer: buyer.customer_id, photo: photo, refused: never, refund: 'times(price, number(never ? "0" : whole ? "1" : "{{.share}}"))'}
		granted: filter(desk, not .refused)
		refused: filter(desk, .refused)
		refunds: total(map(granted, .refund))`)
	d.Set("answer", "{total: =refunds}")
	d.Answer(`
		total: {type: money}`)
	if told {
		d.Set("answer", `{rejected: "=map(refused, .id)"}`)
		d.Answer(`
		rejected: {type: id, list: set}`)
	}
	d.Checks(`
		- {id: terms-read, read: {in: documents.files, record: {{.terms}}, fields: [text]}}
		- {id: returns-read, read: {in: orders.returns, each: desk, record: =it.id, fields: [reason, quantity]}}
		- {id: parcels-read, read: {in: orders.shipments, each: desk, record: =it.parcel, fields: [delivered_at]}}
		- {id: buyers-read, read: {in: crm.customers, each: desk, record: =it.buyer, fields: [tier]}}
		- {id: photos-seen, read: {in: caption.images, each: 'filter(desk, .photo != "")', record: =it.photo, fields: [caption]}}
		- {id: approved, weight: 0.5, partial: true, needs: [terms-read, returns-read, parcels-read, buyers-read, photos-seen], record_updated: {in: orders.returns, each: granted, record: =it.id, set: {status: approved, refund_amount: {money: =it.refund}}}}
		- {id: rejected, weight: 0.3, partial: true, needs: [terms-read, returns-read, parcels-read], record_updated: {in: orders.returns, each: refused, record: =it.id, set: {status: rejected}}}
		- {id: told, weight: 0.2, needs: [approved, rejected], answer: {{.answer}}}`)
	d.Forbid(`
		- {id: leave-others, tool: orders_decide_return, args: {return_id: {not: {one_of: "=map(desk, .id)"}}}}
		- {id: none-granted-wrongly, effect: {update: orders.returns, match: {status: approved}, except: "map(granted, .id)"}}
		- {id: none-opened, effect: {create: orders.returns}}
		- {id: orders-left, effect: {update: orders.orders}}
		- {id: parcels-left, effect: {update: orders.shipments}}`)
	returnSolution(d)
}

// returnSolution is how the returns are decided.
func returnSolution(d *synth.Draft) {
	d.Solution(`
		calls:
		  - documents_extract_text: {path: {{.terms}}}
		  - orders_list_returns: {status: requested}
		  - {each: "filter(orders.returns, .status == 'requested')", orders_get_return: {return_id: =it.return_id}}
		  - {each: "filter(orders.returns, .status == 'requested')", orders_get: {order_id: =it.order_id}}
		  - {each: 'filter(desk, .photo != "")', caption_describe_image: {image_path: =it.photo}}
		  - {each: desk, orders_list_shipments: {order_id: =it.order}}
		  - {each: desk, orders_get_shipment: {shipment_id: =it.parcel}}
		  - crm_list_customers: {}
		  - {each: granted, orders_decide_return: {return_id: =it.id, decision: approve, refund_amount: =it.refund}}
		  - {each: refused, orders_decide_return: {return_id: =it.id, decision: reject}}
		  - answer: {{.answer}}`)
}

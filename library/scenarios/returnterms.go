package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// returnTerms: returns are decided by the terms: refused, refunded in full or in part, to the
// cent. What counts are the days between delivery and request, and the customer's tier.
func returnTerms() *synth.Scenario {
	return &synth.Scenario{
		Name: "return-terms", Version: 2, Family: task.Triage, Title: "Decide on returns by the terms",
		Capabilities: []string{"policy_lookup", "policy_application", "cross_service_join", "per_item_decision", "leave_alone"},
		Services:     []string{"orders", "crm", "kb"},
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
		"Please decide on the returns with status requested that have been waiting {{.waits}}, for orders in {{.money}}. The return terms in the knowledge base say who gets how much; approve with the exact refund or reject. More recent ones and other currencies can wait. {{.ask}}",
		"The returns desk is behind. Take every return in {{.money}} whose status is requested and that has been waiting {{.waits}}, and apply our return terms (knowledge base): reject, or approve with the refund to the cent. Don't touch orders or shipments. {{.ask}}",
		"Could you work through the returns in {{.money}}? I mean those that are requested and have been waiting {{.waits}}. Decide each by the return terms in the knowledge base, with the right refund where one is due. Leave the rest for tomorrow. {{.ask}}",
		"Please clear the returns queue for orders in {{.money}}: everything that is still requested and has been waiting {{.waits}}. The return terms in the knowledge base decide, so either reject or approve with the exact refund. More recent requests and other currencies can wait. {{.ask}}",
	}, []string{
		"请处理以 {{.money}} 结算、状态为 requested、已经等待{{.waits}}的退货申请：按知识库里的退货条款决定驳回，或批准并填写准确的退款额。其他币种和时间更短的先不处理。{{.ask}}",
		"退货积压了。凡订单币种为 {{.money}}、还在 requested 状态、等待{{.waits}}的，逐条对照退货条款（见知识库）批准或驳回，退款要精确到分。订单和包裹不要改。{{.ask}}",
		"请把 {{.money}} 订单的退货清一下：状态还是 requested、已经等待{{.waits}}的，按知识库的退货条款，该退多少批多少，不该退的驳回。新提交的和其他币种先放着。{{.ask}}",
	})
	termsArticle(d, t)
	returnRecords(d, t, hours, money)
	returnParts(d, told)
	done := work{ids: "map(desk, .id)", all: "map(orders.returns, .return_id)", what: "the ids of the returns that you decided", chinese: "已处理的退货编号", needs: "approved, rejected"}
	counted := work{ids: "map(desk, .id)", what: "returns that you decided", chinese: "已处理退货", needs: "approved, rejected"}
	done.perhaps(d,
		func(d *synth.Draft) { done.whisper(d) },
		func(d *synth.Draft) { counted.log(d, "Returns desk", "退货处理登记") })
}

func termsArticle(d *synth.Draft, t terms) {
	text := d.T("The rules apply in this order. 1. Opened hygiene goods are never taken back. 2. What is requested more than %d days after delivery is rejected. 3. Goods that arrived damaged are refunded in full. 4. Requests within %d days of delivery are refunded in full, for customers of the gold tier within %d days. 5. All others are refunded with %d percent of the price.",
		"依次适用：一、已拆封的卫生用品一律不退。二、签收后超过%d天才申请的，驳回。三、到货时已破损的，全额退款。四、签收后%d天以内申请的全额退款，gold 级客户放宽到%d天以内。五、其余按价款的百分之%d退款。")
	id := d.ID("KB-")
	d.Set("terms", id)
	d.Add("kb.articles", "article_id", id, "title", d.T("Return terms", "退货条款"), "category", "policy", "tags", []string{"returns"}, "content", fmt.Sprintf(text, t.last, t.full, t.gold, t.percent)+d.T(" The price is that of the pieces that come back.", "价款指退回件数的价款。"), "last_updated", d.Day(-33), "views", 64)
	d.Distract(synth.Unrelated, "kb.articles", "article_id", d.ID("KB-"), "title", d.T("Return labels", "退货标签"), "category", "howto", "tags", []string{"returns"}, "content", d.T("Labels are printed at the desk.", "标签在前台打印。"), "last_updated", d.Day(-70), "views", 8)
}

// returnRecords adds orders, their parcels and returns, at both sides of each edge.
func returnRecords(d *synth.Draft, t terms, hours int, money string) {
	buyers := map[string][]string{}
	for i := range 2 + 2*d.Level() {
		c, tier := d.Company(), []string{"gold", "standard"}[i%2]
		id := d.ID("CUS-")
		d.Add("crm.customers", "customer_id", id, "name", c.Name, "contact_person", d.PersonAt(c.Domain).Name, "industry", d.T("retail", "零售"), "tier", tier, "annual_revenue", 1000*d.Between(50, 900), "status", "active")
		buyers[tier] = append(buyers[tier], id)
	}
	plain := []string{d.T("not needed any more", "不需要了"), d.T("not what we expected", "与预期不符"), d.T("ordered twice", "重复下单")}
	broken, hygiene := d.T("arrived damaged", "到货时已破损"), d.T("opened hygiene goods, not liked", "已拆封的卫生用品，不喜欢")
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
		if reason == hygiene {
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
	back(synth.AlreadyDone, "standard", why(), "approved", 4, late())
	for range d.ByLevel(0, 2, 5) {
		back(synth.Unrelated, "standard", why(), synth.Choose(d, "rejected", "refunded"), d.Between(1, 50), late())
	}
	currency = map[string]string{"EUR": "GBP", "GBP": "EUR", "CNY": "HKD", "HKD": "CNY"}[money]
	for range 1 + d.Level() {
		back(synth.OtherMoney, "standard", why(), "requested", d.Between(2, 60), late())
	}
	for _, coll := range []string{"orders.orders", "orders.returns", "orders.shipments"} {
		d.Mix(coll)
	}
}

func returnParts(d *synth.Draft, told bool) {
	d.Set("hygiene", d.T("opened hygiene", "已拆封的卫生用品"))
	d.Set("broken", d.T("arrived damaged", "到货时已破损"))
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
		    whole: '.reason contains "{{.broken}}" or days <= (buyer.tier == "gold" ? {{.gold}} : {{.full}})'
		  where:
		    requested: {expr: .status == "requested", says: requested}
		    waiting: {expr: "hours_since(.requested_at) > {{.hours}}", says: "{{.waits}}"}
		    money: {expr: order.currency == "{{.money}}", says: {{.money}}}
		  give: {id: .return_id, order: .order_id, parcel: parcel.shipment_id, buyer: buyer.customer_id, refused: never, refund: 'times(price, number(never ? "0" : whole ? "1" : "{{.share}}"))'}
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
		- {id: terms-read, read: {in: kb.articles, record: {{.terms}}, fields: [content]}}
		- {id: returns-read, read: {in: orders.returns, each: desk, record: =it.id, fields: [reason, quantity]}}
		- {id: parcels-read, read: {in: orders.shipments, each: desk, record: =it.parcel, fields: [delivered_at]}}
		- {id: buyers-read, read: {in: crm.customers, each: desk, record: =it.buyer, fields: [tier]}}
		- {id: approved, weight: 0.5, partial: true, needs: [terms-read, returns-read, parcels-read, buyers-read], record_updated: {in: orders.returns, each: granted, record: =it.id, set: {status: approved, refund_amount: {money: =it.refund}}}}
		- {id: rejected, weight: 0.3, partial: true, needs: [terms-read, returns-read, parcels-read], record_updated: {in: orders.returns, each: refused, record: =it.id, set: {status: rejected}}}
		- {id: told, weight: 0.2, needs: [approved, rejected], answer: {{.answer}}}`)
	d.Forbid(`
		- {id: leave-others, tool: orders_decide_return, args: {return_id: {not: {one_of: "=map(desk, .id)"}}}}
		- {id: none-granted-wrongly, effect: {update: orders.returns, match: {status: approved}, except: "map(granted, .id)"}}
		- {id: none-opened, effect: {create: orders.returns}}
		- {id: orders-left, effect: {update: orders.orders}}
		- {id: parcels-left, effect: {update: orders.shipments}}`)
	d.Solution(`
		calls:
		  - kb_search: {query: "` + d.T("return terms", "退货条款") + `"}
		  - kb_get_article: {article_id: {{.terms}}}
		  - orders_list_returns: {status: requested}
		  - {each: "filter(orders.returns, .status == 'requested')", orders_get_return: {return_id: =it.return_id}}
		  - {each: "filter(orders.returns, .status == 'requested')", orders_get: {order_id: =it.order_id}}
		  - {each: desk, orders_list_shipments: {order_id: =it.order}}
		  - {each: desk, orders_get_shipment: {shipment_id: =it.parcel}}
		  - crm_list_customers: {}
		  - {each: granted, orders_decide_return: {return_id: =it.id, decision: approve, refund_amount: =it.refund}}
		  - {each: refused, orders_decide_return: {return_id: =it.id, decision: reject}}
		  - answer: {{.answer}}`)
}

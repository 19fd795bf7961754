package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// lateParcels: which parcels on the way will miss the promised day, asked on two mornings. In
// between one arrives, one is delayed and one catches up.
func lateParcels() *synth.Scenario {
	return &synth.Scenario{
		Name: "late-parcels", Version: 3, Family: task.Lookup, Title: "Parcels that will miss the promised day, on two mornings",
		Capabilities: []string{"cross_service_join", "list_then_get", "time_filter", "near_name_rejection", "distractor_rejection"},
		Services:     []string{"orders", "crm"},
		Turns:        synth.Staged, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildLateParcels,
	}
}

func buildLateParcels(d *synth.Draft) {
	slack := synth.Choose(d, 0, 1, 2)
	d.Set("slack", slack)
	c := d.Company()
	d.Set("company", c.Name)
	switch slack {
	case 0:
		d.Set("later", d.T("later than promised", "晚于承诺日期"))
	case 1:
		d.Set("later", d.T("more than one day after the promised date", "比承诺日期晚超过一天"))
	default:
		d.Set("later", d.T("more than two days after the promised date", "比承诺日期晚超过两天"))
	}
	d.Title("Late parcels for {{.company}}, two mornings", "{{.company}}的延误包裹，前后两次")
	changes := parcelRecords(d, c, slack)
	d.Stage("first", time.Time{}, "", []string{
		"Which parcels for {{.company}} that are in transit will arrive {{.later}}? Give me the shipment id, the order id and the expected day of each. I only need the information; nothing is to be changed.",
		"{{.company}} is going to call me. Please check the shipments in transit on their orders and tell me which are expected {{.later}}: shipment, order, expected day. Don't touch addresses or orders.",
		"I need an overview for {{.company}}: every shipment in transit that, as things stand, comes {{.later}}, with order id and expected day. Just look it up, please.",
		"Before {{.company}} ask: will any of their parcels in transit arrive {{.later}}? I need shipment id, order id and the day now expected. Just the facts, nothing needs changing.",
	}, []string{
		"{{.company}}的订单里，运输中（in_transit）的包裹有哪些预计{{.later}}送到？请给出运单编号、订单编号和预计到达日。只查询，不做任何修改。",
		"{{.company}}马上要来电话。请核对他们订单下运输中（in_transit）的包裹，把预计{{.later}}送达的列出来：运单编号、订单编号、预计日期。地址和订单都不要动。",
		"请给我一份{{.company}}的延误清单：运输中（in_transit）、照目前情况会{{.later}}到货的包裹，连同订单编号和预计到达日。",
	})
	d.Stage("second", d.At(nextWorkday(d), 8, 40), changes, []string{
		"Good morning, the same question again for today, please: the whole list as it stands now, and beside it the shipment ids that were not on the first list.",
		"Could you check once more this morning? I'd like the complete current list and, separately, which shipments are new on it.",
		"Things have moved in the meantime. Please give me today's list in full and tell me which shipments have come onto it since the first one.",
		"New day, new list, please: everything that is late as of this morning, and separately the shipment ids that weren't on the last one.",
	}, []string{
		"早上好，同样的问题请今天再查一遍：给出现在的完整清单，另外单独列出上一份清单上没有的运单编号。",
		"情况有变化。请把今天的延误清单完整列出来，并告诉我哪些运单是这次新增的。",
		"今天再给我一份最新的完整清单，另外单独列出上次没有的运单编号。",
	})
	parcelParts(d)
	done := work{ids: "map(late_again, .shipment)", all: "map(orders.shipments, .shipment_id)", what: "the shipment ids of today's list", chinese: "今天清单上的运单编号", needs: "orders-again, again-read", stage: "second", keeps: []string{"orders.orders", "orders.shipments", "orders.returns", "crm.exports"}}
	done.perhaps(d,
		func(d *synth.Draft) {
			done.post(d, "customer-care key-accounts shipping", "客户服务 大客户 发货")
		},
		func(d *synth.Draft) { done.whisper(d) })
}

// parcelRecords adds customers, orders and shipments and returns what the night changes.
func parcelRecords(d *synth.Draft, c synth.Company, slack int) string {
	customer := func(name string) string {
		id, who := d.ID("CUS-"), d.PersonAt(c.Domain)
		d.Add("crm.customers", "customer_id", id, "name", name, "contact_person", who.Name, "industry", d.T("retail", "零售"), "tier", synth.Choose(d, "gold", "silver"),
			"annual_revenue", 1000*d.Between(90, 900), "status", "active")
		return id
	}
	ours := customer(c.Name)
	sister := customer(c.Name + d.T(" Outlet", "门市部"))
	other := customer(d.Company().Name)
	d.Mix("crm.customers")
	// ship adds an order promised for a day and its parcel, some days beside the promise.
	ship := func(mark synth.Distractor, customer, status string, beside int) parcel {
		order, shipment := d.ID("ORD-"), d.ID("SHP-")
		promised := d.Between(5, 12)
		where := fmt.Sprintf(d.T("%d Harbour Road", "港湾路%d号"), d.Between(1, 180))
		d.Add("orders.orders", "order_id", order, "customer_id", customer, "status", "shipped", "placed_at", d.Instant(d.Office(d.Between(4, 12))),
			"total", d.Cents(40, 2400), "currency", d.T("EUR", "CNY"), "address", where, "promised_date", d.Day(promised))
		fields := []any{"shipment_id", shipment, "order_id", order, "carrier", synth.Choose(d, d.T("Northpost", "顺达快运"), d.T("Blue Van", "蓝车物流")), "tracking", d.ID("TRK"), "status", status,
			"address", where, "eta", d.Day(promised + beside), "dispatched_at", d.Instant(d.Office(d.Between(1, 3)))}
		if mark == "" {
			d.Add("orders.shipments", fields...)
		} else {
			d.Distract(mark, "orders.shipments", fields...)
		}
		return parcel{shipment, promised}
	}
	for range d.ByLevel(1, 2, 4) {
		ship("", ours, "in_transit", slack+d.Between(1, 4))
	}
	arrives := ship("", ours, "in_transit", slack+2)
	catches := ship("", ours, "in_transit", slack+1)
	slips := ship(synth.JustEnough, ours, "in_transit", slack)
	ship(synth.WrongStatus, ours, "dispatched", slack+3)
	ship(synth.WrongStatus, ours, "lost", slack+2)
	ship(synth.LikeName, sister, "in_transit", slack+1)
	for range d.ByLevel(1, 3, 6) {
		ship(synth.Unrelated, synth.Choose(d, other, sister, ours), "in_transit", -d.Between(0, 2))
	}
	d.Mix("orders.orders")
	d.Mix("orders.shipments")
	return parcelNight(d, slack, arrives, catches, slips)
}

// parcel is a shipment and the day, counted from today, for which it was promised.
type parcel struct {
	id       string
	promised int
}

// parcelNight is what happens between the mornings: one parcel arrives, one catches up, one slips.
func parcelNight(d *synth.Draft, slack int, arrives, catches, slips parcel) string {
	return fmt.Sprintf(`- {update: orders.shipments, record: %s, set: {status: delivered, delivered_at: "%s"}}
- {update: orders.shipments, record: %s, set: {eta: "%s"}}
- {update: orders.shipments, record: %s, set: {eta: "%s"}}`, arrives.id, d.Instant(d.At(nextWorkday(d), 7, 30)), catches.id, d.Day(catches.promised+slack), slips.id, d.Day(slips.promised+slack+1))
}

func parcelParts(d *synth.Draft) {
	d.Set("moving", d.T("in transit", "运输中（in_transit）"))
	late := `
		  from: orders.shipments
		  let:
		    order: "the(orders.orders, 'order_id', .order_id)"
		    buyer: "the(crm.customers, 'customer_id', order.customer_id)"
		  where:
		    theirs: {expr: buyer.name == "{{.company}}", says: "{{.company}}"}
		    moving: {expr: .status == "in_transit", says: "{{.moving}}"}
		    late: {expr: "days_between(order.promised_date, .eta) > {{.slack}}", says: "{{.later}}"}
		  give: {shipment: .shipment_id, order: .order_id, eta: .eta}`
	d.Facts(`
		customer: "the(crm.customers, 'name', '{{.company}}')"
		their_orders: map(filter(orders.orders, .customer_id == customer.customer_id), .order_id)
		late:` + late + `
		late_again:
		  at: second` + late + `
		fresh: {at: second, value: "map(filter(late_again, not (.shipment in map(late, .shipment))), .shipment)"}`)
	d.Answer(`
		late: {rows: {shipment: id, order: id, eta: date}, key: shipment}
		fresh: {type: id, list: set}`)
	d.Checks(`
		- {id: orders-read, stage: first, read: {in: orders.orders, each: late, record: =it.order, fields: [promised_date]}}
		- {id: parcels-read, stage: first, read: {in: orders.shipments, each: late, record: =it.shipment, fields: [eta, status]}}
		- {id: again-read, stage: second, read: {in: orders.shipments, each: late_again, record: =it.shipment, fields: [eta, status]}}
		- {id: orders-again, stage: second, read: {in: orders.orders, each: late_again, record: =it.order, fields: [promised_date]}}
		- {id: today, weight: 0.35, stage: first, needs: [orders-read, parcels-read], answer: {late: =late}}
		- {id: tomorrow, weight: 0.4, stage: second, needs: [orders-again, again-read], answer: {late: =late_again}}
		- {id: news, weight: 0.25, stage: second, needs: [orders-again, again-read], answer: {fresh: =fresh}}`)
	d.Forbid(`
		- {id: read-only, effect: {any: "*"}}
		- {id: no-export, tool: crm_export_report}`)
	d.Solution(`
		calls:
		  - crm_list_customers: {}
		  - orders_list: {customer_id: =customer.customer_id}
		  - {each: their_orders, orders_get: {order_id: =it}}
		  - {each: their_orders, orders_list_shipments: {order_id: =it}}
		  - answer: {late: =late}
		  - say: "` + d.T("That is the list as of this morning.", "以上是今天早上的清单。") + `"
		  - stage: second
		  - {each: their_orders, orders_list_shipments: {order_id: =it}}
		  - answer: {late: =late_again, fresh: =fresh}
		  - say: "` + d.T("That is today's list.", "以上是今天的清单。") + `"`)
}
